//! The steps of a migration as requests, and as command lines of the AWS CLI.

use std::collections::BTreeMap;

use dynalab_literals::shell::json_word;
use dynalab_request_text::shapes::spelled_with;
use serde_json::{Map, Value, json};

use super::{Step, successor};
use crate::design::{AttributeType, Design, IndexKind, Placement, Table, When};
use crate::literal::{value_of, wire_json};
use crate::table_request::{index_creation, whole};
use crate::template::Template;

/// A request of a step. Keys and values of items are templates with attributes in braces.
#[derive(Clone, Debug, PartialEq)]
pub struct StepRequest {
    pub operation: &'static str,
    pub body: Value,
    /// The kind of item, if the request is sent once per item.
    pub each: Option<String>,
}

impl StepRequest {
    /// Returns the request as a shell command line.
    pub fn command_line(&self) -> String {
        let body = json_word(&self.body.to_string());
        format!("aws dynamodb {} --cli-input-json {body}", spelled_with(self.operation, '-'))
    }
}

/// Returns the requests of one step. A step that changes only the application has none.
pub fn requests(from: &Design, to: &Design, step: &Step) -> Vec<StepRequest> {
    let made = match step {
        Step::CreateTable { table, .. } => target(to, table).map(|found| {
            let mut body = whole(found);
            body["TableName"] = json!(table);
            once("CreateTable", body)
        }),
        Step::CreateIndex { table, index, .. } => create_index(to, table, index),
        Step::DropIndex { table, index } => {
            let updates = json!([{ "Delete": { "IndexName": index } }]);
            Some(once("UpdateTable", json!({ "TableName": table, "GlobalSecondaryIndexUpdates": updates })))
        }
        Step::DropTable { table } => Some(once("DeleteTable", json!({ "TableName": table }))),
        Step::Backfill { table, item, attributes, .. } => backfill(from, to, table, item, attributes),
        Step::CopyItems { item, to_table, without, .. } => copy(to, item, to_table, without),
        Step::MoveIndexKeys { table, item, attributes, .. } => move_keys(from, to, table, item, attributes),
        Step::DeleteItems { table, item, .. } => placed(from, table, item).map(|(found, placement)| {
            let body = json!({ "TableName": table, "Key": key(from, found, placement) });
            each("DeleteItem", item, body)
        }),
        Step::RemoveAttributes { table, item, attributes } => {
            placed(to, table, item).map(|(found, placement)| {
                let names: Vec<String> = (0..attributes.len()).map(|place| format!("#a{place}")).collect();
                let body = json!({
                    "TableName": table,
                    "Key": key(to, found, placement),
                    "UpdateExpression": format!("REMOVE {}", names.join(", ")),
                    "ExpressionAttributeNames": names_of("#a", attributes),
                });
                each("UpdateItem", item, body)
            })
        }
        Step::WriteAttributes { .. } | Step::WriteBoth { .. } | Step::SwitchPatterns { .. } => None,
    };
    made.into_iter().collect()
}

fn once(operation: &'static str, body: Value) -> StepRequest {
    StepRequest { operation, body, each: None }
}

fn each(operation: &'static str, item: &str, body: Value) -> StepRequest {
    StepRequest { operation, body, each: Some(item.to_owned()) }
}

/// Returns the table of the new design that has this name during the migration.
pub(crate) fn target<'a>(to: &'a Design, name: &str) -> Option<&'a Table> {
    // A table that replaces a table has that table's name in the design.
    to.tables.iter().find(|table| successor(&table.name) == name).or_else(|| to.table(name))
}

fn placed<'a>(design: &'a Design, table: &str, item: &str) -> Option<(&'a Table, &'a Placement)> {
    let table = target(design, table)?;
    Some((table, table.placement(item)?))
}

fn create_index(to: &Design, table: &str, name: &str) -> Option<StepRequest> {
    let found = to.table(table)?;
    let mut indexes = found.indexes.iter().filter(|index| index.kind == IndexKind::Global);
    let index = indexes.find(|index| successor(&index.name) == name).or_else(|| found.index(name))?;
    Some(once("UpdateTable", index_creation(found, index, name)))
}

fn backfill(
    from: &Design,
    to: &Design,
    table: &str,
    item: &str,
    attributes: &[String],
) -> Option<StepRequest> {
    let (found, placement) = placed(to, table, item)?;
    let is_key = |name: &String| found.key().any(|key| key.name == *name);
    if target(from, table).is_none_or(|before| before.placement(item).is_none()) {
        return copy(to, item, table, &[]);
    }
    let written: Vec<String> = attributes.iter().filter(|name| !is_key(name)).cloned().collect();
    let sets: Vec<String> = (0..written.len()).map(|place| format!("#a{place} = :a{place}")).collect();
    let mut names = names_of("#a", &written);
    let mut values: Map<String, Value> = Map::new();
    for (place, name) in written.iter().enumerate() {
        values.insert(format!(":a{place}"), value(to, found, placement, name));
    }
    // Do not create an item that was deleted in the meantime.
    let mut conditions: Vec<String> = Vec::new();
    if let Some((condition, of_condition)) = condition_on_key(found, "attribute_exists") {
        names.extend(of_condition);
        conditions.push(condition);
    }
    let whens: Vec<&When> =
        written.iter().filter_map(|name| placement.keys.get(name)?.when.as_ref()).collect();
    for (place, when) in whens.into_iter().enumerate() {
        let marks: Vec<String> = (0..when.is.len()).map(|value| format!(":w{place}_{value}")).collect();
        for (mark, is) in marks.iter().zip(&when.is) {
            values.insert(mark.clone(), wire_json(&value_of(is, None)));
        }
        names.insert(format!("#w{place}"), json!(when.attribute));
        conditions.push(format!("#w{place} IN ({})", marks.join(", ")));
    }
    let body = json!({
        "TableName": table,
        "Key": key(to, found, placement),
        "UpdateExpression": format!("SET {}", sets.join(", ")),
        "ConditionExpression": conditions.join(" AND "),
        "ExpressionAttributeNames": names,
        "ExpressionAttributeValues": values,
    });
    Some(each("UpdateItem", item, body))
}

/// Returns a put that does not replace an item of the application.
fn copy(to: &Design, item: &str, table: &str, without: &[String]) -> Option<StepRequest> {
    let (found, placement) = placed(to, table, item)?;
    let mut whole: BTreeMap<&str, Value> = BTreeMap::new();
    let entity = to.entity(&placement.entity);
    for attribute in entity.into_iter().flat_map(|entity| &entity.attributes) {
        let name = attribute.name.as_str();
        if placement.attributes.as_ref().is_none_or(|stored| stored.iter().any(|one| one == name)) {
            whole.insert(name, typed(attribute.data_type, format!("{{{name}}}")));
        }
    }
    for name in placement.keys.keys().filter(|name| !without.contains(name)) {
        whole.insert(name, value(to, found, placement, name));
    }
    let mut body = json!({ "TableName": table, "Item": whole });
    if let Some((condition, names)) = condition_on_key(found, "attribute_not_exists") {
        body["ConditionExpression"] = json!(condition);
        body["ExpressionAttributeNames"] = Value::Object(names);
    }
    Some(each("PutItem", item, body))
}

/// Returns the condition that an item exists, or that it does not, with the names that it uses.
pub(super) fn condition_on_key(table: &Table, function: &str) -> Option<(String, Map<String, Value>)> {
    let first = table.partition_key.first()?;
    let names = Map::from_iter([("#key".to_owned(), json!(first.name))]);
    Some((format!("{function}(#key)"), names))
}

/// Returns a transaction that removes the attributes from the old item and writes them to the new one.
fn move_keys(
    from: &Design,
    to: &Design,
    table: &str,
    item: &str,
    attributes: &[String],
) -> Option<StepRequest> {
    let (old, before) = placed(from, table, item)?;
    let (new, after) = placed(to, table, item)?;
    let values = (0..attributes.len()).map(|place| format!(":a{place}")).zip(attributes);
    let values: Map<String, Value> = values.map(|(mark, name)| (mark, value(to, new, after, name))).collect();
    Some(each(
        "TransactWriteItems",
        item,
        moving(table, key(from, old, before), key(to, new, after), &names_of("#a", attributes), &values),
    ))
}

/// Returns the transaction, with the names and values of the attributes in the same order.
pub(super) fn moving(
    table: &str,
    old_key: Value,
    new_key: Value,
    names: &Map<String, Value>,
    values: &Map<String, Value>,
) -> Value {
    let removed: Vec<&str> = names.keys().map(String::as_str).collect();
    let sets: Vec<String> =
        names.keys().zip(values.keys()).map(|(name, value)| format!("{name} = {value}")).collect();
    let remove = json!({
        "TableName": table,
        "Key": old_key,
        "UpdateExpression": format!("REMOVE {}", removed.join(", ")),
        "ExpressionAttributeNames": names,
    });
    let set = json!({
        "TableName": table,
        "Key": new_key,
        "UpdateExpression": format!("SET {}", sets.join(", ")),
        "ExpressionAttributeNames": names,
        "ExpressionAttributeValues": values,
    });
    json!({ "TransactItems": [{ "Update": remove }, { "Update": set }] })
}

fn names_of(mark: &str, attributes: &[String]) -> Map<String, Value> {
    attributes.iter().enumerate().map(|(place, name)| (format!("{mark}{place}"), json!(name))).collect()
}

fn key(design: &Design, table: &Table, placement: &Placement) -> Value {
    table.key().map(|key| (key.name.clone(), value(design, table, placement, &key.name))).collect()
}

/// Returns the template of an attribute's value.
fn value(design: &Design, table: &Table, placement: &Placement, attribute: &str) -> Value {
    let own = Template::value(attribute);
    let template = placement.keys.get(attribute).map_or(&own, |key| &key.template);
    let keys = table.key_attributes();
    let of_key = keys.iter().find(|key| key.name == attribute).map(|key| key.data_type);
    let entity = design.entity(&placement.entity);
    let of_attribute = || Some(entity?.attribute(template.only_attribute()?)?.data_type);
    typed(of_key.or_else(of_attribute).unwrap_or_default(), template.to_string())
}

fn typed(data_type: AttributeType, text: String) -> Value {
    json!({ data_type.name(): text })
}
