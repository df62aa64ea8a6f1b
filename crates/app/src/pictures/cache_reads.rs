//! One item that is written and read with and without the cache, so that stale entries are visible.

use dynalab_service::contract::cache::{CacheAnswer, ThroughCache};
use serde_json::{Value, json};

use crate::request::call_result::{CallResult, json_of, value_of};

/// The name of the cache of the diagram.
pub const CACHE_NAME: &str = "dax";
/// The attribute that the diagram writes.
const VALUE: &str = "price";

/// The result of one of the two reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// TABLE, ITEM_CACHE or QUERY_CACHE, or none for a read that bypassed the cache.
    pub source: Option<String>,
    pub age_ms: Option<u64>,
    /// The value, or none if the item does not exist.
    pub value: Option<String>,
}

/// The results of both reads of one item or query, or why they failed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pair {
    pub through: Option<Answer>,
    pub past: Option<Answer>,
    pub refusal: Option<String>,
}

impl Pair {
    /// Puts the responses of both reads together.
    pub fn of(through: CallResult<CacheAnswer>, past: CallResult<Value>) -> Pair {
        let refusal = past.as_ref().err().or(through.as_ref().err()).cloned();
        let through = through.ok().map(|answer| Answer {
            source: Some(answer.source),
            age_ms: answer.age_ms,
            value: price_of(&value_of(&answer.answer)),
        });
        let past = past.ok().map(|answer| Answer { source: None, age_ms: None, value: price_of(&answer) });
        Pair { through, past, refusal }
    }

    /// Returns true if the cache answered with another value than the table.
    pub fn is_stale(&self) -> bool {
        match (&self.through, &self.past) {
            (Some(through), Some(past)) => through.value != past.value,
            _ => false,
        }
    }
}

/// A request of the diagram, which can go through the cache or past it.
#[derive(Clone, Debug, PartialEq)]
pub struct CacheableRequest {
    pub operation: &'static str,
    pub body: Value,
}

impl CacheableRequest {
    /// Writes a price into the item.
    pub fn put(table: &str, key: &Value, price: u64) -> CacheableRequest {
        let mut item = key.clone();
        item[VALUE] = json!({ "N": price.to_string() });
        CacheableRequest { operation: "PutItem", body: json!({ "TableName": table, "Item": item }) }
    }

    /// Reads the item with GetItem.
    pub fn get(table: &str, key: &Value) -> CacheableRequest {
        CacheableRequest { operation: "GetItem", body: json!({ "TableName": table, "Key": key }) }
    }

    /// Reads the whole item collection with Query. `partition_key` is the attribute's name.
    pub fn query(table: &str, key: &Value, partition_key: &str) -> CacheableRequest {
        let body = json!({
            "TableName": table, "KeyConditionExpression": "#p = :p",
            "ExpressionAttributeNames": { "#p": partition_key },
            "ExpressionAttributeValues": { ":p": key.get(partition_key) },
        });
        CacheableRequest { operation: "Query", body }
    }

    /// Returns the control that sends it through the cache.
    pub fn through_cache(&self) -> ThroughCache {
        let CacheableRequest { operation, body } = self;
        let (name, operation) = (CACHE_NAME.to_owned(), (*operation).to_owned());
        ThroughCache { name, operation, request: json_of(body) }
    }

    /// Returns the same read without the cache. It is strongly consistent, so that it does not read a replica with old data.
    pub fn past_cache(&self) -> (&'static str, String) {
        let mut strong = self.body.clone();
        strong["ConsistentRead"] = true.into();
        (self.operation, strong.to_string())
    }
}

fn price_of(answer: &Value) -> Option<String> {
    let item = answer.get("Item").or_else(|| answer.get("Items")?.get(0))?;
    let price = item.get(VALUE)?.get("N")?.as_str()?;
    Some(format!("{VALUE} {price}"))
}
