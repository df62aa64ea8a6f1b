//! The item grid: one page of a table or index, grouped by partition key and ordered by sort key.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemsView {
    /// Attribute names that occur on this page, keys first, then by name.
    pub columns: Vec<String>,
    /// Item collections in the order of the table: by the hash of the partition key.
    pub collections: Vec<ItemCollection>,
    /// Items in the whole table or index.
    pub item_count: u64,
    /// Hand this back as `after` for the next page; none when this is the last.
    pub next: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemCollection {
    pub partition_key: Cell,
    /// The collection began on an earlier page.
    pub continued: bool,
    pub items: Vec<ItemRow>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemRow {
    /// The primary key in the table, as DynamoDB JSON: stable identity for the page, and what GetItem takes.
    pub key_json: String,
    /// The whole item (as projected, in an index), as DynamoDB JSON.
    pub item_json: String,
    pub size_bytes: u64,
    /// One cell a column, in the order of `ItemsView::columns`; none where the item lacks the attribute.
    pub cells: Vec<Option<Cell>>,
}

/// One value, short enough for a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// S, N, B, BOOL, NULL, L, M, SS, NS or BS.
    pub data_type: String,
    /// At most 120 characters; longer values end in "…".
    pub text: String,
}
