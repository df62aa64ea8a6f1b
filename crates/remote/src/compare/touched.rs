//! The items that requests write, so that they can be read before and put back.

use std::collections::BTreeMap;

use dynalab_modeling::Design;
use dynalab_modeling::elsewhere::SentRequest;
use serde_json::{Map, Value, json};

use crate::client::Client;
use crate::edge::Edge;
use crate::error::RemoteError;

/// What requests write.
pub enum Touched {
    None,
    /// Tables with keys.
    Items(Vec<(String, Value)>),
    /// A request writes, and its body does not say which items.
    Unknown,
}

/// An item as it was before. None if it was not there.
pub struct Kept {
    table: String,
    key: Value,
    item: Option<Value>,
}

pub fn keys(requests: &[SentRequest], design: &Design) -> Touched {
    let mut keys: BTreeMap<String, (String, Value)> = BTreeMap::new();
    let mut add = |table: &str, key: Option<Value>| match key {
        Some(key) => {
            keys.insert(format!("{table} {key}"), (table.to_owned(), key));
            true
        }
        None => false,
    };
    let mut is_known = true;
    for SentRequest { operation, body, .. } in requests {
        let table = body["TableName"].as_str().unwrap_or_default();
        is_known &= match operation.as_str() {
            "GetItem" | "BatchGetItem" | "TransactGetItems" | "Query" | "Scan" | "SearchVectors" => true,
            "PutItem" => add(table, key_of(design, table, &body["Item"])),
            "UpdateItem" | "DeleteItem" => add(table, Some(body["Key"].clone())),
            "BatchWriteItem" => batch_keys(body).all(|(table, put, key)| match put {
                Some(item) => add(table, key_of(design, table, item)),
                None => add(table, key.cloned()),
            }),
            "TransactWriteItems" => {
                let actions = body["TransactItems"].as_array().into_iter().flatten();
                actions.flat_map(|action| action.as_object().into_iter().flatten()).all(|(kind, action)| {
                    let table = action["TableName"].as_str().unwrap_or_default();
                    match kind.as_str() {
                        "Put" => add(table, key_of(design, table, &action["Item"])),
                        _ => add(table, action.get("Key").cloned()),
                    }
                })
            }
            _ => false,
        };
    }
    match (is_known, keys.is_empty()) {
        (false, _) => Touched::Unknown,
        (true, true) => Touched::None,
        (true, false) => Touched::Items(keys.into_values().collect()),
    }
}

/// Iterates over the writes of a batch: the table, the item of a put, the key of a delete.
fn batch_keys(body: &Value) -> impl Iterator<Item = (&str, Option<&Value>, Option<&Value>)> {
    body["RequestItems"].as_object().into_iter().flatten().flat_map(|(table, writes)| {
        writes.as_array().into_iter().flatten().map(move |write| {
            let item = write.get("PutRequest").and_then(|put| put.get("Item"));
            let key = write.get("DeleteRequest").and_then(|delete| delete.get("Key"));
            (table.as_str(), item, key)
        })
    })
}

/// Returns the key of an item. None if the design does not have the table, or the item lacks a key attribute.
fn key_of(design: &Design, table: &str, item: &Value) -> Option<Value> {
    let attributes = design.table(table)?.key();
    let members = attributes.map(|key| Some((key.name.clone(), item.get(&key.name)?.clone())));
    members.collect::<Option<Map<String, Value>>>().map(Value::Object)
}

/// Reads the items as they are.
///
/// # Errors
/// The endpoint refuses a request, or does not answer.
pub async fn read<E: Edge>(client: &Client<E>, keys: Vec<(String, Value)>) -> Result<Vec<Kept>, RemoteError> {
    let mut kept = Vec::new();
    for (table, key) in keys {
        let body = json!({ "TableName": table, "Key": key, "ConsistentRead": true });
        match client.call("GetItem", &body).await {
            Ok(mut answer) => kept.push(Kept { table, key, item: answer.get_mut("Item").map(Value::take) }),
            // A key that is refused here is refused by the pattern too, so nothing is written under it.
            Err(RemoteError::Refused(refusal)) if refusal.status == 400 => {}
            Err(error) => return Err(error),
        }
    }
    Ok(kept)
}

/// Puts the items back, or deletes what was not there.
///
/// # Errors
/// The endpoint refuses a request, or does not answer.
pub async fn put_back<E: Edge>(client: &Client<E>, kept: Vec<Kept>) -> Result<(), RemoteError> {
    for Kept { table, key, item } in kept {
        match item {
            Some(item) => client.call("PutItem", &json!({ "TableName": table, "Item": item })).await?,
            None => client.call("DeleteItem", &json!({ "TableName": table, "Key": key })).await?,
        };
    }
    Ok(())
}
