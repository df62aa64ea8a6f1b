//! The initial request of each operation, complete except for its values.

use dynalab_playground::views::tables::{KeyNames, TableSummary};
use serde_json::{Map, Value, json};

use super::key_condition::KeyCondition;
use super::{RequestForm, layout};
use crate::request::template::RequestTemplate;

/// The operations that have a form.
pub const WITH_FORM: [&str; 6] = ["GetItem", "Query", "Scan", "PutItem", "UpdateItem", "DeleteItem"];

/// Returns true if the request is made here, and not from the file of templates.
#[cfg(test)]
pub fn is_made_without_a_file(operation: &str) -> bool {
    has_form(operation) || operation == "CreateTable"
}

pub fn has_form(operation: &str) -> bool {
    WITH_FORM.contains(&operation)
}

/// Returns a request of this operation. Keeps the table, index and key of the request `before`.
pub fn request(
    operation: &str,
    table: Option<&TableSummary>,
    before: Option<&RequestForm>,
    templates: &[RequestTemplate],
) -> String {
    let template = templates.iter().find(|template| template.operation == operation);
    let Some(table) = table else {
        let nothing = Value::Object(Map::new());
        let filled = template.map(|template| template.fill(None, &nothing));
        return layout::write(&filled.unwrap_or_else(|| without_table(operation)));
    };
    let key = key_of(table, before);
    if let Some(template) = template {
        return layout::write(&template.fill(Some(table), &key));
    }
    let fields = match operation {
        "GetItem" => json!({"Key": key, "ReturnConsumedCapacity": "INDEXES"}),
        "PutItem" => json!({"Item": key, "ReturnConsumedCapacity": "INDEXES"}),
        "DeleteItem" => json!({"Key": key, "ReturnValues": "ALL_OLD", "ReturnConsumedCapacity": "INDEXES"}),
        "UpdateItem" => json!({"Key": key, "UpdateExpression": "SET #name = :value",
            "ExpressionAttributeNames": {"#name": ""}, "ExpressionAttributeValues": {":value": {"S": ""}},
            "ReturnValues": "ALL_NEW", "ReturnConsumedCapacity": "INDEXES"}),
        "Query" => return query(table, before),
        "Scan" => json!({"ReturnConsumedCapacity": "INDEXES"}),
        "CreateTable" => return layout::write(&without_table(operation)),
        _ => json!({}),
    };
    let mut fields = into_fields(fields);
    fields.insert("TableName".into(), Value::from(table.name.as_str()));
    layout::write(&fields)
}

/// Returns the key attributes of a table or of one of its indexes.
pub fn key_names<'a>(table: &'a TableSummary, index: Option<&str>) -> &'a KeyNames {
    let index = index.and_then(|name| table.indexes.iter().find(|index| index.name == name));
    index.map_or(&table.key, |index| &index.key)
}

fn query(table: &TableSummary, before: Option<&RequestForm>) -> String {
    let about_this = before.filter(|form| form.text("TableName") == table.name);
    let index = about_this.map(|form| form.text("IndexName")).filter(|index| !index.is_empty());
    let key = key_names(table, index);
    let mut form = RequestForm { fields: into_fields(json!({"TableName": table.name})) };
    form.set("ReturnConsumedCapacity", Some(Value::from("INDEXES")));
    form.set("IndexName", index.map(Value::from));
    let condition = KeyCondition::empty();
    form.set_key_condition(&condition, key);
    let partition = about_this.and_then(|before| before.attribute("Key", &key.partition));
    if let Some(value) = partition {
        form.set_value(&condition.partition_value, &value);
    }
    form.write()
}

fn key_of(table: &TableSummary, before: Option<&RequestForm>) -> Value {
    let about_this = before.filter(|form| form.text("TableName") == table.name);
    let kept = |name: &str| {
        let form = about_this?;
        let from_key = ["Key", "Item"].iter().find_map(|field| form.attribute(field, name));
        from_key.or_else(|| {
            form.value(&form.key_condition(&table.key)?.partition_value)
                .filter(|_| name == table.key.partition)
        })
    };
    let sort = table.key.sort.as_ref().zip(table.key.sort_type.as_ref());
    let names = [Some((&table.key.partition, &table.key.partition_type)), sort];
    let key = names.into_iter().flatten().map(|(name, data_type)| {
        let value = kept(name).and_then(|value| value.write());
        (name.clone(), value.unwrap_or_else(|| json!({data_type: ""})))
    });
    let mut members = Map::new();
    members.extend(key);
    Value::Object(members)
}

fn without_table(operation: &str) -> Map<String, Value> {
    into_fields(match operation {
        "CreateTable" => json!({"TableName": "Orders",
            "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
            "BillingMode": "PAY_PER_REQUEST"}),
        _ => json!({"TableName": ""}),
    })
}

fn into_fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
