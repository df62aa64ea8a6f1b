//! The table and attribute names that the editor completes. They are read without an entry in the history.

use std::collections::BTreeSet;

use dynalab_request_text::completion::KnownTable;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::page_context::PageContext;

/// Maximum number of tables that are described, and of items that are read for attribute names.
const TABLES_MAX: usize = 24;
const ITEMS_MAX: u64 = 40;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct TableAnswer {
    table: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ScanAnswer {
    items: Vec<Map<String, Value>>,
}

pub async fn ask(page: &PageContext) -> Vec<KnownTable> {
    let Ok(names) = page.list_tables().await else { return Vec::new() };
    let mut tables = Vec::new();
    for (place, name) in names.into_iter().enumerate() {
        let mut known = KnownTable { name, ..KnownTable::default() };
        if place < TABLES_MAX {
            describe(page, &mut known).await;
        }
        tables.push(known);
    }
    tables
}

async fn describe(page: &PageContext, known: &mut KnownTable) {
    let table = json!({ "TableName": known.name });
    let mut attributes = BTreeSet::new();
    if let Ok(TableAnswer { table }) = page.look::<TableAnswer>("DescribeTable", &table).await {
        let texts = |list: &Value, member: &str| -> Vec<String> {
            let elements = list.as_array().map_or(&[][..], Vec::as_slice);
            elements.iter().filter_map(|element| Some(element[member].as_str()?.to_owned())).collect()
        };
        attributes.extend(texts(&table["AttributeDefinitions"], "AttributeName"));
        known.indexes = texts(&table["GlobalSecondaryIndexes"], "IndexName");
        known.indexes.extend(texts(&table["LocalSecondaryIndexes"], "IndexName"));
    }
    let some = json!({ "TableName": known.name, "Limit": ITEMS_MAX });
    if let Ok(ScanAnswer { items }) = page.look::<ScanAnswer>("Scan", &some).await {
        attributes.extend(items.into_iter().flat_map(|item| item.into_iter().map(|(name, _)| name)));
    }
    known.attributes = attributes.into_iter().collect();
}
