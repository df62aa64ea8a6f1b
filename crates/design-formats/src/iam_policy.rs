//! An IAM policy for each kind of caller: what its access patterns send, to which tables and indexes, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_modeling::Design;
use dynalab_modeling::Template;
use dynalab_modeling::design::{Access, AccessPattern, Action, KeyCondition, Operation, Parameter};
use dynalab_modeling::formats::Format;
use dynalab_modeling::template::Piece;
use serde_json::{Map, Value, json};

pub const FORMAT: Format = Format {
    id: "iam-policy",
    extension: "json",
    is_like: |_| false,
    read: None,
    write: Some(|design, _| write(design)),
};

/// One request to a table or an index.
struct Need {
    resource: String,
    action: String,
    /// Of the owner's requests: the keys that the caller may name.
    leading_key: Option<String>,
}

fn write(design: &Design) -> String {
    let mut policies = Map::new();
    for (name, access) in [("owner", Access::Owner), ("public", Access::Public), ("service", Access::Service)]
    {
        let patterns: Vec<&AccessPattern> =
            design.patterns.iter().filter(|pattern| pattern.access == access).collect();
        let needs: Vec<Need> = patterns.iter().flat_map(|pattern| needs(design, pattern)).collect();
        if !needs.is_empty() {
            policies.insert(name.to_owned(), policy(&needs));
        }
    }
    // Only a map with keys that are no strings could fail, and there is none.
    serde_json::to_string_pretty(&policies).unwrap_or_default() + "\n"
}

/// A statement for each resource and its leading keys.
fn policy(needs: &[Need]) -> Value {
    let mut statements: BTreeMap<&str, (BTreeSet<&str>, Option<BTreeSet<&str>>)> = BTreeMap::new();
    for need in needs {
        let (actions, keys) =
            statements.entry(&need.resource).or_insert_with(|| (BTreeSet::new(), Some(BTreeSet::new())));
        actions.insert(&need.action);
        // One request without the owner in its key makes the condition impossible.
        *keys = match (keys.take(), need.leading_key.as_deref()) {
            (Some(mut keys), Some(key)) => {
                keys.insert(key);
                Some(keys)
            }
            _ => None,
        };
    }
    let statements: Vec<Value> = statements
        .into_iter()
        .map(|(resource, (actions, keys))| {
            let mut statement = Map::new();
            statement.insert("Effect".to_owned(), json!("Allow"));
            statement.insert("Action".to_owned(), json!(actions));
            statement.insert("Resource".to_owned(), json!(format!("arn:aws:dynamodb:*:*:{resource}")));
            if let Some(keys) = keys {
                let condition = json!({ "ForAllValues:StringLike": { "dynamodb:LeadingKeys": keys } });
                statement.insert("Condition".to_owned(), condition);
            }
            Value::Object(statement)
        })
        .collect();
    json!({ "Version": "2012-10-17", "Statement": statements })
}

fn needs(design: &Design, pattern: &AccessPattern) -> Vec<Need> {
    let owner = |table: &str, key: Option<&Template>| match pattern.access {
        Access::Owner => key.and_then(|key| leading_key(design, pattern, table, key)),
        Access::Service | Access::Public => None,
    };
    let partition = |table: &str, index: Option<&String>| {
        let table = design.table(table)?;
        let key = match index {
            Some(index) => &table.index(index)?.partition_key,
            None => &table.partition_key,
        };
        Some(key.first()?.name.clone())
    };
    let of_table = |action: &str, table: &str, key: &BTreeMap<String, Template>| Need {
        resource: format!("table/{table}"),
        action: format!("dynamodb:{action}"),
        leading_key: partition(table, None).and_then(|name| owner(table, key.get(&name))),
    };
    let none = BTreeMap::new();
    let write = |action: &Action| match action {
        Action::Put(put) => {
            let keys = design.table(&put.table).and_then(|table| table.placement(&put.item));
            let keys: BTreeMap<String, Template> = keys
                .into_iter()
                .flat_map(|placement| &placement.keys)
                .map(|(name, key)| (name.clone(), key.template.clone()))
                .collect();
            of_table("PutItem", &put.table, &keys)
        }
        Action::Update(update) => of_table("UpdateItem", &update.table, &update.key),
        Action::Delete(delete) => of_table("DeleteItem", &delete.table, &delete.key),
        Action::Check(check) => of_table("ConditionCheckItem", &check.table, &check.key),
    };
    match &pattern.operation {
        None => Vec::new(),
        Some(Operation::Get(get)) => vec![of_table("GetItem", &get.table, &get.key)],
        Some(Operation::BatchGet(get)) => {
            get.keys.iter().map(|key| of_table("BatchGetItem", &get.table, key)).collect()
        }
        Some(Operation::TransactGet { reads }) => {
            reads.iter().map(|get| of_table("GetItem", &get.table, &get.key)).collect()
        }
        Some(Operation::Query(query)) => {
            let name = partition(&query.table, query.index.as_ref());
            let key = name.and_then(|name| query.key.get(&name)).and_then(|condition| match condition {
                KeyCondition::Equals(template) => Some(template),
                _ => None,
            });
            vec![Need {
                resource: resource(&query.table, query.index.as_deref()),
                action: "dynamodb:Query".to_owned(),
                leading_key: owner(&query.table, key),
            }]
        }
        Some(Operation::Scan(scan)) => vec![Need {
            resource: resource(&scan.table, scan.index.as_deref()),
            action: "dynamodb:Scan".to_owned(),
            leading_key: None,
        }],
        Some(Operation::SearchVectors(search)) => vec![Need {
            resource: resource(&search.table, Some(&search.index)),
            action: "dynamodb:SearchVectors".to_owned(),
            leading_key: None,
        }],
        Some(Operation::Put(put)) => vec![write(&Action::Put(put.clone()))],
        Some(Operation::Update(update)) => vec![of_table("UpdateItem", &update.table, &update.key)],
        Some(Operation::Delete(delete)) => vec![of_table("DeleteItem", &delete.table, &delete.key)],
        Some(Operation::BatchWrite { writes }) => {
            let batched = |need: Need| Need { action: "dynamodb:BatchWriteItem".to_owned(), ..need };
            writes.iter().map(write).map(batched).collect()
        }
        Some(Operation::TransactWrite { writes }) => writes.iter().map(write).collect(),
        Some(Operation::Request(request)) => {
            let table = request.body.get("TableName").and_then(Value::as_str).unwrap_or("*");
            let index = request.body.get("IndexName").and_then(Value::as_str);
            let mut need = of_table(&request.operation, table, &none);
            need.resource = resource(table, index);
            vec![need]
        }
    }
}

fn resource(table: &str, index: Option<&str>) -> String {
    match index {
        Some(index) => format!("table/{table}/index/{index}"),
        None => format!("table/{table}"),
    }
}

/// `USER#{user_id}` becomes `USER#${aws:PrincipalTag/user_id}`, where user_id is the owner of an entity.
fn leading_key(design: &Design, pattern: &AccessPattern, table: &str, key: &Template) -> Option<String> {
    let mut out = String::new();
    let mut has_owner = false;
    for piece in &key.pieces {
        match piece {
            // A policy has no other way to write these two letters.
            Piece::Text(text) => out.push_str(&text.replace('*', "${*}").replace('?', "${?}")),
            Piece::Value { attribute, .. } => match owner_of(design, pattern, table, attribute) {
                Some(owner) => {
                    has_owner = true;
                    out.push_str(&format!("${{aws:PrincipalTag/{owner}}}"));
                }
                // Any value: a shard, or the part in which an owner's keys differ.
                None => out.push('*'),
            },
        }
    }
    has_owner.then_some(out)
}

/// The attribute with the owner that a parameter stands for, or that a stored item has.
fn owner_of<'a>(design: &'a Design, pattern: &AccessPattern, table: &str, name: &str) -> Option<&'a str> {
    let owner = |entity: &str, attribute: &str| {
        design.entity(entity)?.owner.as_deref().filter(|owner| *owner == attribute)
    };
    match pattern.parameters.get(name) {
        Some(Parameter::Sample { of, .. } | Parameter::New { new: of }) => {
            let (entity, attribute) = of.split_once('.')?;
            owner(entity, attribute)
        }
        Some(Parameter::Value { .. }) => None,
        None => design.table(table)?.items.iter().find_map(|placement| owner(&placement.entity, name)),
    }
}
