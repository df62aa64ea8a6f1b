//! IAM policies: for each kind of caller, the actions and resources of its access patterns and nothing else.

mod raw_request;

use std::collections::{BTreeMap, BTreeSet};

use dynalab_modeling::Design;
use dynalab_modeling::design::{
    Access, AccessPattern, Action, KeyCondition, KeyTemplates, Operation, Parameter, Put,
};
use dynalab_modeling::formats::Format;
use dynalab_modeling::put_pieces::{self, PutPiece, Source};
use dynalab_modeling::template::Piece;
use serde_json::{Map, Value, json};

pub const FORMAT: Format = Format {
    id: "iam-policy",
    names: ["IAM policies", "IAM ポリシー"],
    extension: "json",
    is_like: |_| false,
    read: None,
    write: Some(|design, _, _| write(design).into()),
};

/// One request to a table or an index.
struct RequiredPermission {
    resource: String,
    action: String,
    /// The keys that the caller may use, for requests of an owner.
    leading_key: Option<String>,
}

fn write(design: &Design) -> String {
    let mut policies = Map::new();
    for (name, access) in [("owner", Access::Owner), ("public", Access::Public), ("service", Access::Service)]
    {
        let patterns: Vec<&AccessPattern> =
            design.patterns.iter().filter(|pattern| pattern.access == access).collect();
        let needs: Vec<RequiredPermission> =
            patterns.iter().flat_map(|pattern| required_permissions(design, pattern)).collect();
        if !needs.is_empty() {
            policies.insert(name.to_owned(), policy(&needs));
        }
    }
    // Only a map with keys that are not strings could fail. A policy has none.
    serde_json::to_string_pretty(&policies).unwrap_or_default() + "\n"
}

/// The leading keys to which an action is limited. None for an action without that limit.
type LeadingKeys<'a> = Option<BTreeSet<&'a str>>;

/// Returns a policy with one statement per resource and leading keys.
fn policy(needs: &[RequiredPermission]) -> Value {
    let mut keys_of_actions: BTreeMap<(&str, &str), LeadingKeys> = BTreeMap::new();
    for need in needs {
        let keys =
            keys_of_actions.entry((&need.resource, &need.action)).or_insert_with(|| Some(BTreeSet::new()));
        // A single request without the owner in its key rules out the condition for its action.
        *keys = keys.take().zip(need.leading_key.as_deref()).map(|(mut keys, key)| {
            keys.insert(key);
            keys
        });
    }
    let mut statements: BTreeMap<(&str, LeadingKeys), BTreeSet<&str>> = BTreeMap::new();
    for ((resource, action), keys) in keys_of_actions {
        statements.entry((resource, keys)).or_default().insert(action);
    }
    let statements: Vec<Value> = statements
        .into_iter()
        .map(|((resource, keys), actions)| {
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

fn required_permissions(design: &Design, pattern: &AccessPattern) -> Vec<RequiredPermission> {
    let caller = Caller { design, pattern };
    match &pattern.operation {
        None => Vec::new(),
        Some(Operation::Get(get)) => vec![caller.key_permission("GetItem", &get.table, &get.key)],
        Some(Operation::BatchGet(get)) => {
            get.keys.iter().map(|key| caller.key_permission("BatchGetItem", &get.table, key)).collect()
        }
        Some(Operation::TransactGet { reads }) => {
            reads.iter().map(|get| caller.key_permission("GetItem", &get.table, &get.key)).collect()
        }
        Some(Operation::Query(query)) => {
            let equal = query.key.iter().filter_map(|(name, condition)| match condition {
                KeyCondition::Equals(template) => Some((name.clone(), template.clone())),
                _ => None,
            });
            vec![caller.read_permission("Query", &query.table, query.index.as_deref(), &equal.collect())]
        }
        Some(Operation::Scan(scan)) => {
            vec![caller.read_permission("Scan", &scan.table, scan.index.as_deref(), &BTreeMap::new())]
        }
        Some(Operation::SearchVectors(search)) => {
            vec![caller.read_permission(
                "SearchVectors",
                &search.table,
                Some(&search.index),
                &BTreeMap::new(),
            )]
        }
        Some(Operation::Put(put)) => vec![caller.put_permission(put)],
        Some(Operation::Update(update)) => {
            vec![caller.key_permission("UpdateItem", &update.table, &update.key)]
        }
        Some(Operation::Delete(delete)) => {
            vec![caller.key_permission("DeleteItem", &delete.table, &delete.key)]
        }
        Some(Operation::BatchWrite { writes }) => {
            let batched = |need: RequiredPermission| RequiredPermission {
                action: "dynamodb:BatchWriteItem".to_owned(),
                ..need
            };
            writes.iter().map(|write| caller.action_permission(write)).map(batched).collect()
        }
        Some(Operation::TransactWrite { writes }) => {
            writes.iter().map(|write| caller.action_permission(write)).collect()
        }
        Some(Operation::Request(request)) => raw_request::accesses(&request.operation, &request.body)
            .into_iter()
            .map(|access| {
                caller.read_permission(
                    access.action,
                    &access.table,
                    access.index.as_deref(),
                    &BTreeMap::new(),
                )
            })
            .collect(),
    }
}

/// The caller of a pattern's requests.
struct Caller<'a> {
    design: &'a Design,
    pattern: &'a AccessPattern,
}

impl Caller<'_> {
    fn key_permission(&self, action: &str, table: &str, key: &KeyTemplates) -> RequiredPermission {
        self.read_permission(action, table, None, key)
    }

    /// Returns the permission for a request. `key` has the templates of the request's key attributes.
    fn read_permission(
        &self,
        action: &str,
        table: &str,
        index: Option<&str>,
        key: &KeyTemplates,
    ) -> RequiredPermission {
        RequiredPermission {
            resource: resource(table, index),
            action: format!("dynamodb:{action}"),
            leading_key: self.leading_key(table, index, key),
        }
    }

    fn put_permission(&self, put: &Put) -> RequiredPermission {
        RequiredPermission {
            resource: resource(&put.table, None),
            action: "dynamodb:PutItem".to_owned(),
            leading_key: self.leading_key_of_put(put),
        }
    }

    fn action_permission(&self, action: &Action) -> RequiredPermission {
        match action {
            Action::Put(put) => self.put_permission(put),
            Action::Update(update) => self.key_permission("UpdateItem", &update.table, &update.key),
            Action::Delete(delete) => self.key_permission("DeleteItem", &delete.table, &delete.key),
            Action::Check(check) => self.key_permission("ConditionCheckItem", &check.table, &check.key),
        }
    }

    /// Converts `USER#{user_id}` to `USER#${aws:PrincipalTag/user_id}` if user_id is the owner of an entity.
    fn leading_key(&self, table: &str, index: Option<&str>, key: &KeyTemplates) -> Option<String> {
        if self.pattern.access != Access::Owner {
            return None;
        }
        let of_table = self.design.table(table)?;
        let partition_key = match index {
            Some(index) => &of_table.index(index)?.partition_key,
            None => &of_table.partition_key,
        };
        let pieces = key.get(&partition_key.first()?.name)?.pieces.iter();
        leading_key(pieces.map(|piece| match piece {
            Piece::Text(text) => KeyPart::Text(text),
            Piece::Value { attribute, .. } => KeyPart::of_owner(self.owner(table, attribute)),
        }))
    }

    /// As [`Caller::leading_key`], of the item that a put writes.
    fn leading_key_of_put(&self, put: &Put) -> Option<String> {
        if self.pattern.access != Access::Owner {
            return None;
        }
        let key = self.design.table(&put.table)?.partition_key.first()?;
        let pieces = put_pieces::of_attribute(self.design, put, &key.name)?;
        leading_key(pieces.iter().map(|piece| match piece {
            PutPiece::Text(text) => KeyPart::Text(text),
            PutPiece::Value { source: Source::Parameter(name), .. } => {
                KeyPart::of_owner(self.owner(&put.table, name))
            }
            PutPiece::Value { source: Source::Row(name), .. } => {
                KeyPart::of_owner(self.owner_of_items(&put.table, name))
            }
        }))
    }

    /// Returns the owner attribute that a parameter or an item attribute contains.
    fn owner(&self, table: &str, name: &str) -> Option<&str> {
        match self.pattern.parameters.get(name) {
            Some(Parameter::Sample { of, .. } | Parameter::New { new: of }) => {
                let (entity, attribute) = of.split_once('.')?;
                self.owner_of(entity, attribute)
            }
            Some(Parameter::Value { .. }) => None,
            None => self.owner_of_items(table, name),
        }
    }

    fn owner_of(&self, entity: &str, attribute: &str) -> Option<&str> {
        self.design.entity(entity)?.owner.as_deref().filter(|owner| *owner == attribute)
    }

    fn owner_of_items(&self, table: &str, attribute: &str) -> Option<&str> {
        let items = &self.design.table(table)?.items;
        items.iter().find_map(|placement| self.owner_of(&placement.entity, attribute))
    }
}

/// A part of the partition key in a policy.
enum KeyPart<'a> {
    Text(&'a str),
    Owner(&'a str),
    /// Any value: a shard, or a part that differs between the keys of one owner.
    Any,
}

impl<'a> KeyPart<'a> {
    fn of_owner(owner: Option<&'a str>) -> KeyPart<'a> {
        owner.map_or(KeyPart::Any, KeyPart::Owner)
    }
}

/// Writes a partition key, with a variable for the owner. Returns None if the key does not contain the owner.
fn leading_key<'a>(parts: impl Iterator<Item = KeyPart<'a>>) -> Option<String> {
    let mut out = String::new();
    let mut has_owner = false;
    for part in parts {
        match part {
            KeyPart::Text(text) => push_text(text, &mut out),
            KeyPart::Owner(owner) => {
                has_owner = true;
                out.push_str(&format!("${{aws:PrincipalTag/{owner}}}"));
            }
            KeyPart::Any => out.push('*'),
        }
    }
    has_owner.then_some(out)
}

/// Returns the resource of a policy. A request that names no table has `*`, which is the name of no table.
fn resource(table: &str, index: Option<&str>) -> String {
    let mut resource = String::from("table/");
    match table {
        "*" => resource.push('*'),
        table => push_text(table, &mut resource),
    }
    if let Some(index) = index {
        resource.push_str("/index/");
        push_text(index, &mut resource);
    }
    resource
}

/// Appends a text in which a policy reads no wildcard and no variable. It can only escape these characters this way.
fn push_text(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '*' | '?' | '$' => out.push_str(&format!("${{{character}}}")),
            character => out.push(character),
        }
    }
}
