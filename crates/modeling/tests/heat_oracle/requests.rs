//! The requests of a pattern with the parameters of other rows than its own, made from the design alone.

use std::collections::BTreeMap;

use dynalab_modeling::design::{
    AccessPattern, Action, Consistency, Get, KeyCondition, KeyTemplates, Operation, Parameter, Put, Query,
};
use dynalab_modeling::literal::{item_json, show, value_of, wire_json};
use dynalab_modeling::sample::items::item_of;
use dynalab_modeling::template::Template;
use dynalab_types::{AttributeValue, Item};
use serde_json::{Map, Value, json};

use crate::designs::Case;

/// A request that reads or writes one partition key of its table or index.
pub struct Part {
    pub operation: &'static str,
    pub body: Value,
    pub table: String,
    /// The values of the partition key, with ` / ` between attributes.
    pub key: String,
}

/// An item that a draw must find in another state than in the sample.
pub enum Preparation {
    /// A put is of a new item.
    Absent { table: String, key: Item },
    /// These attributes are as in the item of the pattern's row.
    As { table: String, key: Item, model: Item, attributes: Vec<&'static str> },
}

/// One execution of a pattern: the parameters are of the rows this far behind its own ones.
pub struct Draw<'a> {
    case: &'a Case,
    pattern: &'a AccessPattern,
    operation: &'a Operation,
    number: usize,
    values: BTreeMap<String, AttributeValue>,
}

/// Returns the number of draws in which each row of each entity is drawn equally often: the rows of one entity are a multiple of those
/// of the others.
pub fn draws_of(case: &Case, pattern: &AccessPattern) -> usize {
    let of_parameters = pattern.parameters.values().filter_map(|parameter| match parameter {
        Parameter::Sample { of, .. } | Parameter::New { new: of } => {
            of.split_once('.').map(|(entity, _)| entity)
        }
        Parameter::Value { .. } => None,
    });
    let puts = pattern.operation.as_ref().unwrap().actions();
    let of_puts = puts.iter().filter_map(|action| match action {
        Action::Put(put) => Some(case.design.table(&put.table)?.placement(&put.item)?.entity.as_str()),
        _ => None,
    });
    let counts: Vec<usize> = of_parameters.chain(of_puts).map(|entity| rows(case, entity).len()).collect();
    let most = counts.iter().copied().max().unwrap_or(1);
    assert!(counts.iter().all(|count| most % count == 0), "{}: {counts:?}", pattern.name);
    most
}

fn rows<'a>(case: &'a Case, entity: &str) -> &'a [Item] {
    &case.sample.rows(entity).unwrap().rows
}

impl<'a> Draw<'a> {
    pub fn new(case: &'a Case, pattern: &'a AccessPattern, number: usize) -> Draw<'a> {
        let value = |parameter: &Parameter| match parameter {
            Parameter::Sample { of, row } => {
                let (entity, attribute) = of.split_once('.').unwrap();
                let rows = rows(case, entity);
                rows[(row + number) % rows.len()].get(attribute).unwrap().clone()
            }
            Parameter::New { .. } => unreachable!("no generated pattern has one"),
            Parameter::Value { value } => value_of(value, None),
        };
        let values =
            pattern.parameters.iter().map(|(name, parameter)| (name.clone(), value(parameter))).collect();
        Draw { case, pattern, operation: pattern.operation.as_ref().unwrap(), number, values }
    }

    fn fill(&self, template: &Template, values: &BTreeMap<String, AttributeValue>) -> AttributeValue {
        template.fill(|name| values.get(name)).unwrap()
    }

    fn key(&self, key: &KeyTemplates) -> Item {
        key.iter().map(|(name, template)| (name.as_str(), self.fill(template, &self.values))).collect()
    }

    /// Returns the item that a put writes: of its row, or of a row that no other action of the request uses.
    fn item(&self, put: &Put) -> Item {
        let table = self.case.design.table(&put.table).unwrap();
        let placement = table.placement(&put.item).unwrap();
        let rows = rows(self.case, &placement.entity);
        let mut row = rows[(put.row.unwrap_or(rows.len() - 1) + self.number) % rows.len()].clone();
        for (name, template) in &put.set {
            row.insert(name.as_str(), self.fill(template, &self.values));
        }
        item_of(table, placement, &row).unwrap()
    }

    /// Returns the key of the item that an action writes.
    fn key_of(&self, action: &Action) -> Item {
        match action {
            Action::Put(put) => {
                let (table, item) = (self.case.design.table(&put.table).unwrap(), self.item(put));
                table.key().map(|key| (key.name.as_str(), item.get(&key.name).unwrap().clone())).collect()
            }
            action => self.key(action.key().unwrap()),
        }
    }

    /// Returns how the items must be before the request.
    pub fn preparations(&self) -> Vec<Preparation> {
        let attributes = self.case.given.get(&self.pattern.name);
        let one = |action: &Action| match (action, attributes) {
            (Action::Put(put), _) if put.row.is_none() => {
                Some(Preparation::Absent { table: put.table.clone(), key: self.key_of(action) })
            }
            (Action::Update(update), Some(attributes)) => Some(Preparation::As {
                table: update.table.clone(),
                key: self.key_of(action),
                model: Draw::new(self.case, self.pattern, 0).key_of(action),
                attributes: attributes.clone(),
            }),
            _ => None,
        };
        self.operation.actions().iter().filter_map(one).collect()
    }

    /// Returns the requests of the execution.
    pub fn whole(&self) -> Vec<(&'static str, Value)> {
        let parts = || self.parts().into_iter().map(|part| (part.operation, part.body));
        let members = |name: &str| -> Vec<Value> {
            parts()
                .flat_map(|(_, mut body)| body[name].as_array_mut().map(std::mem::take))
                .flatten()
                .collect()
        };
        match self.operation {
            Operation::TransactGet { .. } => {
                vec![("TransactGetItems", json!({ "TransactItems": members("TransactItems") }))]
            }
            Operation::TransactWrite { .. } => {
                vec![("TransactWriteItems", json!({ "TransactItems": members("TransactItems") }))]
            }
            Operation::BatchGet(_) | Operation::BatchWrite { .. } => {
                let all = parts().reduce(|mut all, (_, part)| {
                    merge(&mut all.1["RequestItems"], &part["RequestItems"]);
                    all
                });
                all.into_iter().collect()
            }
            _ => parts().collect(),
        }
    }

    /// Returns a request for each key: the actions of a batch or transaction alone.
    pub fn parts(&self) -> Vec<Part> {
        let is_strong = self.pattern.consistency == Consistency::Strong;
        match self.operation {
            Operation::Get(get) => {
                let mut body = self.get(get);
                if is_strong {
                    body["ConsistentRead"] = json!(true);
                }
                vec![self.part("GetItem", &get.table, &self.key(&get.key), body)]
            }
            Operation::TransactGet { reads } => {
                let body = |get: &Get| json!({ "TransactItems": [{ "Get": self.get(get) }] });
                let part =
                    |get: &Get| self.part("TransactGetItems", &get.table, &self.key(&get.key), body(get));
                reads.iter().map(part).collect()
            }
            Operation::BatchGet(batch) => {
                let part = |key: &KeyTemplates| {
                    let key = self.key(key);
                    let keys = json!({ "Keys": [item_json(&key)], "ConsistentRead": is_strong });
                    let body = json!({ "RequestItems": { batch.table.clone(): keys } });
                    self.part("BatchGetItem", &batch.table, &key, body)
                };
                batch.keys.iter().map(part).collect()
            }
            Operation::Query(query) => self.queries(query, is_strong),
            operation => operation.actions().iter().map(|action| self.write(action)).collect(),
        }
    }

    fn part(&self, operation: &'static str, table: &str, key: &Item, body: Value) -> Part {
        let attributes = &self.case.design.table(table).unwrap().partition_key;
        let key = attributes.iter().map(|attribute| show(key.get(&attribute.name).unwrap()));
        let key = key.collect::<Vec<_>>().join(" / ");
        Part { operation, body, table: table.to_owned(), key }
    }

    fn get(&self, get: &Get) -> Value {
        json!({ "TableName": get.table, "Key": item_json(&self.key(&get.key)) })
    }

    fn write(&self, action: &Action) -> Part {
        let table = action.table();
        let key = self.key_of(action);
        let mut body = json!({ "TableName": table });
        let (name, expressions) = match action {
            Action::Put(put) => {
                body["Item"] = item_json(&self.item(put));
                ("Put", [None, put.condition.as_ref()])
            }
            Action::Update(update) => ("Update", [Some(&update.update), update.condition.as_ref()]),
            Action::Delete(delete) => ("Delete", [None, delete.condition.as_ref()]),
            Action::Check(check) => ("ConditionCheck", [None, check.condition.as_ref()]),
        };
        if name != "Put" {
            body["Key"] = item_json(&key);
        }
        self.bind(&mut body, expressions);
        let (operation, body) = match self.operation {
            Operation::TransactWrite { .. } => {
                ("TransactWriteItems", json!({ "TransactItems": [{ name: body }] }))
            }
            Operation::BatchWrite { .. } => {
                let member = if name == "Put" { "Item" } else { "Key" };
                let request = json!({ format!("{name}Request"): { member: body[member].clone() } });
                ("BatchWriteItem", json!({ "RequestItems": { table: [request] } }))
            }
            Operation::Put(_) => ("PutItem", body),
            Operation::Update(_) => ("UpdateItem", body),
            _ => ("DeleteItem", body),
        };
        self.part(operation, table, &key, body)
    }

    /// Adds the update and the condition, with the names and values in them.
    fn bind(&self, body: &mut Value, expressions: [Option<&String>; 2]) {
        let (mut names, mut values) = (Map::new(), Map::new());
        for (member, text) in ["UpdateExpression", "ConditionExpression"].into_iter().zip(expressions) {
            let Some(text) = text else { continue };
            body[member] = json!(text);
            for word in text.split(|one: char| !(one.is_alphanumeric() || ":#_".contains(one))) {
                if let Some(name) = word.strip_prefix('#') {
                    names.insert(word.to_owned(), json!(name));
                } else if let Some(name) = word.strip_prefix(':') {
                    values.insert(word.to_owned(), wire_json(&self.values[name]));
                }
            }
        }
        for (member, all) in [("ExpressionAttributeNames", names), ("ExpressionAttributeValues", values)] {
            if !all.is_empty() {
                body[member] = Value::Object(all);
            }
        }
    }

    /// Returns the Queries: one, or one for each shard.
    fn queries(&self, query: &Query, is_strong: bool) -> Vec<Part> {
        let mut all = vec![self.values.clone()];
        for (name, literals) in &query.for_each {
            let with = |values: &BTreeMap<String, AttributeValue>, literal: &Value| {
                let mut values = values.clone();
                values.insert(name.clone(), value_of(literal, None));
                values
            };
            all = all.iter().flat_map(|values| literals.iter().map(|one| with(values, one))).collect();
        }
        all.iter().map(|values| self.query(query, values, is_strong)).collect()
    }

    fn query(&self, query: &Query, values: &BTreeMap<String, AttributeValue>, is_strong: bool) -> Part {
        let table = self.case.design.table(&query.table).unwrap();
        let index = query.index.as_ref().and_then(|name| table.index(name));
        let mut body = json!({ "TableName": table.name });
        let (mut conditions, mut keys, mut bound) = (Vec::new(), BTreeMap::new(), Map::new());
        for (attribute, condition) in &query.key {
            let template = condition.templates()[0];
            let value = self.fill(template, values);
            bound.insert(format!(":{attribute}"), wire_json(&value));
            conditions.push(match condition {
                KeyCondition::BeginsWith { .. } => format!("begins_with(#{attribute}, :{attribute})"),
                _ => format!("#{attribute} = :{attribute}"),
            });
            keys.insert(attribute.as_str(), show(&value));
        }
        let names: Map<String, Value> =
            query.key.keys().map(|name| (format!("#{name}"), json!(name))).collect();
        body["KeyConditionExpression"] = json!(conditions.join(" AND "));
        body["ExpressionAttributeNames"] = Value::Object(names);
        body["ExpressionAttributeValues"] = Value::Object(bound);
        if let Some(limit) = query.limit {
            body["Limit"] = json!(limit);
        }
        if is_strong {
            body["ConsistentRead"] = json!(true);
        }
        if let Some(index) = index {
            body["IndexName"] = json!(index.name);
        }
        let partition = index.map_or(&table.partition_key, |index| &index.partition_key);
        let key = partition.iter().map(|attribute| keys[attribute.name.as_str()].clone());
        let key = key.collect::<Vec<_>>().join(" / ");
        Part { operation: "Query", body, table: table.name.clone(), key }
    }
}

/// Joins the lists of two requests by table.
fn merge(all: &mut Value, more: &Value) {
    for (table, of_table) in more.as_object().into_iter().flatten() {
        let (known, more) = match of_table["Keys"].as_array() {
            Some(keys) => (all.get_mut(table).and_then(|known| known.get_mut("Keys")), keys),
            None => (all.get_mut(table), of_table.as_array().unwrap()),
        };
        match known.and_then(Value::as_array_mut) {
            Some(known) => known.extend(more.iter().cloned()),
            None => all[table] = of_table.clone(),
        }
    }
}
