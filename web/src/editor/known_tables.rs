//! The table and attribute names that the editor completes. They are read without an entry in the history.

use std::collections::BTreeSet;

use dynalab_request_text::completion::KnownTable;
use dynalab_service::contract::Named;
use dynalab_service::contract::dynamodb::{DescribeTable, Scan};

use crate::page::context::PageContext;

/// Maximum number of tables that are described, and of items that are read for attribute names.
const TABLES_MAX: usize = 24;
const ITEMS_MAX: u64 = 40;

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
    let mut attributes = BTreeSet::new();
    if let Ok(described) = page.look(&DescribeTable { table_name: known.name.clone() }).await {
        let table = described.table;
        let definitions = table.attribute_definitions.into_iter();
        attributes.extend(definitions.map(|definition| definition.attribute_name));
        let indexes = [table.global_secondary_indexes, table.local_secondary_indexes];
        known.indexes = indexes.into_iter().flatten().flatten().map(|index| index.index_name).collect();
    }
    let scan = Scan { table_name: known.name.clone(), limit: Some(ITEMS_MAX), ..Scan::default() };
    if let Ok(scanned) = page.look(&scan).await {
        let items = scanned.items.into_iter().flatten();
        attributes.extend(items.flat_map(|Named(item)| item.into_iter().map(|(name, _)| name)));
    }
    known.attributes = attributes.into_iter().collect();
}
