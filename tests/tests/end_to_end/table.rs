//! Tables for tests: create, read and count.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::page::Page;

/// Items by partition key and sort key.
pub type Items = BTreeMap<(String, i64), Value>;

/// Returns the definition of a table with keys `pk` (S) and `sk` (N), and an index by `kind` and `sk`.
pub fn definition(name: &str) -> Value {
    json!({
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "sk", "AttributeType": "N"},
            {"AttributeName": "kind", "AttributeType": "S"},
        ],
        "KeySchema": [
            {"AttributeName": "pk", "KeyType": "HASH"},
            {"AttributeName": "sk", "KeyType": "RANGE"},
        ],
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByKind",
            "KeySchema": [
                {"AttributeName": "kind", "KeyType": "HASH"},
                {"AttributeName": "sk", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }],
    })
}

pub fn key_of(item: &Value) -> Result<(String, i64)> {
    let pk = item["pk"]["S"].as_str().with_context(|| format!("no pk in {item}"))?;
    let sk = item["sk"]["N"].as_str().with_context(|| format!("no sk in {item}"))?;
    Ok((pk.to_owned(), sk.parse()?))
}

/// Reads the whole table, page by page, with strongly consistent reads.
pub async fn scan(page: &Page, table: &str) -> Result<Items> {
    let pages = pages(page, json!({"TableName": table, "ConsistentRead": true})).await?;
    pages.into_iter().map(|item| Ok((key_of(&item)?, item))).collect()
}

/// Returns the number of entries of the index.
pub async fn index_entries(page: &Page, table: &str) -> Result<usize> {
    Ok(pages(page, json!({"TableName": table, "IndexName": "ByKind"})).await?.len())
}

pub async fn item_count(page: &Page, table: &str) -> Result<u64> {
    let described = page.succeeds("DescribeTable", json!({"TableName": table})).await?;
    described["Table"]["ItemCount"].as_u64().context("no ItemCount")
}

async fn pages(page: &Page, mut request: Value) -> Result<Vec<Value>> {
    let mut items = Vec::new();
    loop {
        let mut answer = page.succeeds("Scan", request.clone()).await?;
        if let Some(found) = answer["Items"].as_array_mut() {
            items.append(found);
        }
        match answer.get("LastEvaluatedKey") {
            Some(key) => request["ExclusiveStartKey"] = key.clone(),
            None => return Ok(items),
        }
    }
}
