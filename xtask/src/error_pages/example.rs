//! Encodes the example of an error as a link: a small table, earlier requests, and the request that returns the error.

use anyhow::{Result, anyhow};
use dynalab_playground::share::document::Document;
use dynalab_playground::share::link;
use serde_json::{Value, json};

use super::Example;

/// Midnight UTC on 1 October 2026.
const BEGINS_MS: u64 = 1_790_812_800_000;
const STEP_MS: u64 = 1_000;

/// Returns the document as JSON.
pub fn document(name: &str, example: &Example) -> Value {
    let requests = example.before.iter().chain([&example.request]);
    let commands = requests.enumerate().map(|(place, request)| {
        let body = Value::Object(request.request.clone()).to_string();
        json!({ "at": BEGINS_MS + STEP_MS * (place as u64 + 1), "operation": request.operation, "body": body })
    });
    json!({
        "format": "dynalab",
        "version": 1,
        "title": { "en": name, "ja": name },
        "clock": BEGINS_MS,
        "tables": [{ "create": {
            "TableName": "Notes",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "BillingMode": "PAY_PER_REQUEST",
        }, "items": [] }],
        "commands": commands.collect::<Vec<_>>(),
        "show": { "table": "Notes" },
    })
}

/// Returns the address of the example in the workbench, in English.
pub fn path(name: &str, example: &Example) -> Result<String> {
    let document = Document::parse(&document(name, example).to_string());
    let document = document.map_err(|error| anyhow!("the example is no document: {error}"))?;
    let link = link::link_of(&document).map_err(|error| anyhow!("the example fits no link: {error}"))?;
    Ok(format!("/play#{link}"))
}
