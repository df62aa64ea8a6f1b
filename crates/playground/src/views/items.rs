//! The item grid: one page of a table or index, grouped by partition key and ordered by sort key.

use std::fmt::{self, Write as _};
use std::ops::Bound;

use dynalab_engine::Engine;
use dynalab_engine::rows::Rows;
use dynalab_engine::table::{IndexDefinition, Table};
use dynalab_types::ordered::set_of;
use dynalab_types::wire::item_json;
use dynalab_types::{AttributeMap, AttributeValue, Item, KeyBytes, KeySchema, PackedItem};
use serde::{Deserialize, Serialize};

mod cell_text;

pub(crate) use cell_text::cell_text;
use cell_text::short_text;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemsView {
    /// Attribute names that occur on this page, keys first, then by name; the first 200 of them.
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

/// Why there is no page to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemsError {
    NoSuchTable {
        table: String,
    },
    NoSuchIndex {
        table: String,
        index: String,
    },
    /// `after` is nothing that an earlier page gave as `next`.
    BadPosition,
}

impl fmt::Display for ItemsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ItemsError::NoSuchTable { table } => {
                write!(formatter, "There is no table {table}. Choose one from the list of tables.")
            }
            ItemsError::NoSuchIndex { table, index } => {
                write!(
                    formatter,
                    "Table {table} has no index {index}. Choose one of its indexes, or the table."
                )
            }
            ItemsError::BadPosition => {
                formatter.write_str("No page begins at this position. Start again from the first page.")
            }
        }
    }
}

impl std::error::Error for ItemsError {}

const ITEMS_MAX: usize = 1_000;
/// A page of large items ends early, so that it can still be sent to the page and drawn.
const PAGE_MAX_BYTES: u64 = 2 * 1024 * 1024;
/// Longer than the bytes of any two keys.
const POSITION_MAX_CHARACTERS: usize = 64 * 1024;
/// Names beyond this are left to the items themselves: each column costs a cell in every row.
const COLUMNS_MAX: usize = 200;

/// One page straight from the rows, without a request and without a charge; it costs no more than what it shows.
/// `limit` counts as the nearest number from 1 to 1000.
pub fn items(
    engine: &Engine,
    table: &str,
    index: Option<&str>,
    after: Option<&str>,
    limit: usize,
) -> Result<ItemsView, ItemsError> {
    let source = Source::find(engine, table, index)?;
    let start = match after {
        None => Bound::Unbounded,
        Some(position) => Bound::Excluded(key_of_position(position)?),
    };
    let start = start.as_ref().map(Vec::as_slice);
    let mut page: Vec<(&KeyBytes, Item)> = Vec::new();
    let mut size_bytes = 0;
    let mut more = false;
    for (key, row) in source.rows.range((start, Bound::Unbounded)) {
        if page.len() == limit.clamp(1, ITEMS_MAX) || size_bytes >= PAGE_MAX_BYTES {
            more = true;
            break;
        }
        let entry = source.entry(row);
        size_bytes += entry.size_bytes();
        page.push((key, entry));
    }
    let columns = source.columns(page.iter().map(|(_, item)| item));
    Ok(ItemsView {
        collections: source.collections(&page, &columns),
        columns,
        item_count: source.rows.len() as u64,
        next: page.last().filter(|_| more).map(|(key, _)| position_of_key(key)),
    })
}

/// The table or index that is shown.
struct Source<'a> {
    rows: &'a Rows,
    key: &'a KeySchema,
    table_key: &'a KeySchema,
    index: Option<&'a IndexDefinition>,
}

impl<'a> Source<'a> {
    fn find(engine: &'a Engine, table: &str, index: Option<&str>) -> Result<Source<'a>, ItemsError> {
        let no_such_table = || ItemsError::NoSuchTable { table: table.to_owned() };
        let found: &Table = engine.database().find(table).ok_or_else(no_such_table)?;
        let table_key = &found.definition.key;
        let Some(name) = index else {
            return Ok(Source { rows: &found.items, key: table_key, table_key, index: None });
        };
        match (found.definition.index(name), found.index_rows(name)) {
            (Some(index), Some(entries)) => {
                Ok(Source { rows: &entries.rows, key: &index.key, table_key, index: Some(index) })
            }
            _ => Err(ItemsError::NoSuchIndex { table: table.to_owned(), index: name.to_owned() }),
        }
    }

    /// What the table or index holds of an item.
    fn entry(&self, row: &PackedItem) -> Item {
        match self.index {
            Some(index) => index.projected.project(&row.unpack()),
            None => row.unpack(),
        }
    }

    /// The keys of what is shown, then the keys of the table, then the other names that occur.
    fn columns<'i>(&self, page: impl Iterator<Item = &'i Item>) -> Vec<String> {
        let mut columns: Vec<String> = Vec::new();
        for attribute in self.key.attributes().chain(self.table_key.attributes()) {
            if !columns.iter().any(|column| **column == *attribute.name) {
                columns.push(attribute.name.to_string());
            }
        }
        let names = set_of(page.flat_map(AttributeMap::keys));
        let others: Vec<String> = names
            .into_iter()
            .filter(|name| !self.key.contains(name) && !self.table_key.contains(name))
            .take(COLUMNS_MAX - columns.len())
            .map(str::to_owned)
            .collect();
        columns.extend(others);
        columns
    }

    fn collections(&self, page: &[(&KeyBytes, Item)], columns: &[String]) -> Vec<ItemCollection> {
        let same_collection = |left: &(&KeyBytes, Item), right: &(&KeyBytes, Item)| {
            self.key.partition.iter().all(|key| left.1.get(&key.name) == right.1.get(&key.name))
        };
        let mut collections: Vec<ItemCollection> = page
            .chunk_by(same_collection)
            .map(|chunk| ItemCollection {
                partition_key: self.partition_cell(&chunk[0].1),
                continued: false,
                items: chunk.iter().map(|(_, item)| self.row(item, columns)).collect(),
            })
            .collect();
        if let (Some((key, item)), Some(first)) = (page.first(), collections.first_mut()) {
            first.continued = self.begins_before(key, item);
        }
        collections
    }

    /// Whether the row before this one is of the same collection.
    fn begins_before(&self, key: &KeyBytes, item: &Item) -> bool {
        let before = self.rows.range((Bound::Unbounded, Bound::Excluded(key.as_slice()))).next_back();
        before.is_some_and(|(_, before)| {
            let before = before.unpack();
            self.key.partition.iter().all(|key| before.get(&key.name) == item.get(&key.name))
        })
    }

    /// The partition key; one of several attributes is shown side by side, with the type of the first.
    fn partition_cell(&self, item: &Item) -> Cell {
        let mut values = self.key.partition.iter().filter_map(|attribute| item.get(&attribute.name));
        let Some(first) = values.next() else {
            return Cell { data_type: String::new(), text: String::new() };
        };
        let mut cell = cell(first);
        for value in values {
            cell.text = short_text(|text| write!(text, "{}, {}", cell.text, cell_text(value)));
        }
        cell
    }

    fn row(&self, item: &Item, columns: &[String]) -> ItemRow {
        ItemRow {
            key_json: item_json(&self.table_key.key_of(item)),
            item_json: item_json(item),
            size_bytes: item.size_bytes(),
            cells: columns.iter().map(|column| item.get(column).map(cell)).collect(),
        }
    }
}

fn position_of_key(key: &KeyBytes) -> String {
    let mut position = String::with_capacity(key.as_slice().len() * 2);
    for byte in key.as_slice() {
        // Writing to a String cannot fail.
        let _ = write!(position, "{byte:02x}");
    }
    position
}

fn key_of_position(position: &str) -> Result<Vec<u8>, ItemsError> {
    let (pairs, rest) = position.as_bytes().as_chunks::<2>();
    if pairs.is_empty() || !rest.is_empty() || position.len() > POSITION_MAX_CHARACTERS {
        return Err(ItemsError::BadPosition);
    }
    let digit = |character: u8| char::from(character).to_digit(16).map(|digit| digit as u8);
    let byte = |[high, low]: &[u8; 2]| Some(digit(*high)? << 4 | digit(*low)?);
    pairs.iter().map(byte).collect::<Option<Vec<u8>>>().ok_or(ItemsError::BadPosition)
}

fn cell(value: &AttributeValue) -> Cell {
    Cell { data_type: value.data_type().name().to_owned(), text: cell_text(value) }
}

#[cfg(test)]
mod tests;
