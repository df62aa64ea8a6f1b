//! The view model of the item grid: some items of a table or index by position, grouped by partition key and ordered by sort key.

use std::fmt::{self, Write as _};
use std::ops::Bound;

use dynalab_engine::database::rows::Rows;
use dynalab_engine::database::table::{IndexDefinition, Table};
use dynalab_engine::engine::Engine;
use dynalab_engine::hooks::Service;
use dynalab_types::json::{self, Value};
use dynalab_types::key::{ScalarRef, collection_prefix};
use dynalab_types::ordered::set_of;
use dynalab_types::wire::{base64_bytes, decode_item, item_json};
use dynalab_types::{
    AttributeMap, AttributeValue, Item, KeyBytes, KeySchema, Number, PackedItem, ScalarType,
};
use serde::{Deserialize, Serialize};

use super::tables::TableSummary;

mod cell_text;

pub(crate) use cell_text::cell_text;
use cell_text::short_text;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemsView {
    /// The attribute names of these items, at most 200: keys first, then distinguishing attributes, keys of indexes last.
    pub columns: Vec<String>,
    /// The item collections in the order of the table, which is the hash of the partition key.
    pub collections: Vec<ItemCollection>,
    /// The number of items in the whole table or index.
    pub item_count: u64,
    /// The position of the first shown item, from 0.
    pub first: u64,
    /// The position of the requested item.
    pub at: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemCollection {
    pub partition_key: Cell,
    pub items: Vec<ItemRow>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemRow {
    /// The primary key in the table, as DynamoDB JSON. It identifies the item and is a valid key for GetItem.
    pub key_json: String,
    pub size_bytes: u64,
    /// One cell per column, in the order of `ItemsView::columns`. `None` if the item lacks the attribute.
    pub cells: Vec<Option<Cell>>,
}

/// One value, shortened for the grid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// S, N, B, BOOL, NULL, L, M, SS, NS or BS.
    pub data_type: String,
    /// At most 120 characters; longer values end in "…".
    pub text: String,
}

/// The item around which the shown items are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Around {
    /// The item at this position, or the last item.
    Row(u64),
    /// The item with this primary key, as DynamoDB JSON, or the given position if it is not found.
    Key(String, u64),
    /// The text of a search: a partition key or its beginning, or key values separated by commas. The last value may be a
    /// beginning.
    Text(String),
}

/// Why no items can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemsError {
    NoSuchTable {
        table: String,
    },
    NoSuchIndex {
        table: String,
        index: String,
    },
    /// No key begins with this text.
    NoSuchKey {
        text: String,
    },
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
            ItemsError::NoSuchKey { text } => write!(formatter, "No item has the key {text}."),
        }
    }
}

impl std::error::Error for ItemsError {}

impl ItemsView {
    /// Returns the distinguishing values of an item, without its keys, in one line.
    pub fn besides_keys(&self, row: &ItemRow, table: &TableSummary) -> String {
        let index_keys = table
            .indexes
            .iter()
            .flat_map(|index| std::iter::once(&index.key.partition).chain(&index.key.sort));
        let keys: Vec<&String> =
            index_keys.chain(std::iter::once(&table.key.partition)).chain(&table.key.sort).collect();
        let attributes = self.columns.iter().zip(&row.cells).filter(|(column, _)| !keys.contains(column));
        let mut texts: [Vec<String>; 4] = Default::default();
        for (column, cell) in attributes {
            let Some(cell) = cell else { continue };
            match cell.data_type.as_str() {
                "S" if column == "name" => texts[0].push(cell.text.clone()),
                "S" => texts[1].push(cell.text.clone()),
                "N" => texts[2].push(format!("{column} {}", cell.text)),
                "BOOL" => texts[3].push(format!("{column} {}", cell.text)),
                _ => {}
            }
        }
        texts.into_iter().flatten().take(PARTS_MAX).collect::<Vec<_>>().join(" · ")
    }
}

/// The maximum number of values in an item's summary line.
const PARTS_MAX: usize = 5;
const ITEMS_MAX: usize = 1_000;
/// The maximum number of columns: each one adds a cell to every row.
const COLUMNS_MAX: usize = 200;

/// Returns stored items without a request and without consumed capacity. A third of them is before the requested item. Positions
/// are counted from the nearer end: 100,000 items take a few milliseconds, and no extra index is needed. `limit` is clamped to
/// the range 1 to 1000.
pub fn items<S: Service>(
    engine: &Engine<S>,
    table: &str,
    index: Option<&str>,
    around: &Around,
    limit: usize,
) -> Result<ItemsView, ItemsError> {
    let source = Source::find(engine, table, index)?;
    let limit = limit.clamp(1, ITEMS_MAX);
    let count = source.rows.len();
    let at = source.position(around)?.min(count.saturating_sub(1));
    let first = at.saturating_sub(limit / 3);
    let page: Vec<Item> = match source.key_at(first) {
        Some(key) => source.from(key).take(limit).map(|(_, row)| source.entry(row)).collect(),
        None => Vec::new(),
    };
    let columns = source.columns(&page);
    Ok(ItemsView {
        collections: source.collections(&page, &columns),
        columns,
        item_count: count as u64,
        first: first as u64,
        at: at as u64,
    })
}

/// The table or index that is shown.
struct Source<'a> {
    table: &'a Table,
    rows: &'a Rows,
    key: &'a KeySchema,
    table_key: &'a KeySchema,
    index: Option<&'a IndexDefinition>,
}

/// The properties that determine the order of a column. Key columns are not ordered by them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Column<'i> {
    /// The position of the column among the keys of the indexes.
    index_key: Option<usize>,
    /// All items with the attribute have the same value.
    same: bool,
    /// The number of items without the attribute.
    missing: usize,
    name: &'i str,
}

/// The first encoded bytes of a key.
enum KeyBeginning {
    /// With the hash, so that the rows' order finds it.
    OfCollection(Vec<u8>),
    /// Without the hash, which cannot be computed from the beginning of a partition key: all rows are compared.
    OfPartitionKey(Vec<u8>),
}

impl<'a> Source<'a> {
    fn find<S: Service>(
        engine: &'a Engine<S>,
        table: &str,
        index: Option<&str>,
    ) -> Result<Source<'a>, ItemsError> {
        let no_such_table = || ItemsError::NoSuchTable { table: table.to_owned() };
        let found: &Table = engine.database().find(table).ok_or_else(no_such_table)?;
        let table_key = &found.definition.key;
        let Some(name) = index else {
            return Ok(Source { table: found, rows: &found.items, key: table_key, table_key, index: None });
        };
        match (found.definition.index(name), found.index_rows(name)) {
            (Some(index), Some(entries)) => Ok(Source {
                table: found,
                rows: &entries.rows,
                key: &index.key,
                table_key,
                index: Some(index),
            }),
            _ => Err(ItemsError::NoSuchIndex { table: table.to_owned(), index: name.to_owned() }),
        }
    }

    fn position(&self, around: &Around) -> Result<usize, ItemsError> {
        match around {
            Around::Row(row) => Ok(*row as usize),
            Around::Key(json, row) => Ok(self.position_of_key(json).unwrap_or(*row as usize)),
            Around::Text(text) => {
                self.position_of_text(text).ok_or_else(|| ItemsError::NoSuchKey { text: text.clone() })
            }
        }
    }

    /// Returns the position of the item, or its position if it existed. An index entry is found only while the table has its
    /// item.
    fn position_of_key(&self, json: &str) -> Option<usize> {
        let Ok(Value::Object(key)) = json::parse(json) else { return None };
        let mut bytes = self.table_key.key_bytes(&decode_item(&key).ok()?)?;
        if let Some(index) = self.index {
            bytes = index.entry_key(&bytes, self.table.items.get(&bytes)?.as_ref())?;
        }
        Some(self.rows.position(bytes.as_slice()))
    }

    /// Searches for the whole text as a partition key. Then it searches for the beginning of a key, and for several values.
    fn position_of_text(&self, text: &str) -> Option<usize> {
        let values: Vec<&str> = text.split(',').map(str::trim).collect();
        let several = (values.len() > 1).then(|| self.key_beginning(&values, false)).flatten();
        let wanted = [self.key_beginning(&[text], true), self.key_beginning(&[text], false), several];
        wanted.into_iter().flatten().find_map(|wanted| self.position_of_beginning(&wanted))
    }

    fn position_of_beginning(&self, wanted: &KeyBeginning) -> Option<usize> {
        match wanted {
            KeyBeginning::OfCollection(bytes) => {
                let position = self.rows.position(bytes);
                self.key_at(position).is_some_and(|key| key.starts_with(bytes)).then_some(position)
            }
            KeyBeginning::OfPartitionKey(bytes) => {
                let begins =
                    |key: &KeyBytes| key.as_slice().get(8..).is_some_and(|key| key.starts_with(bytes));
                self.rows.iter().position(|(key, _)| begins(key))
            }
        }
    }

    /// Encodes the first values of a key. The last one is the beginning of its value, unless it is `whole`.
    fn key_beginning(&self, texts: &[&str], whole: bool) -> Option<KeyBeginning> {
        let attributes: Vec<_> = self.key.attributes().take(texts.len()).collect();
        let values = attributes.iter().zip(texts).map(|(attribute, text)| {
            Some(match attribute.scalar_type {
                ScalarType::S => AttributeValue::string(text),
                ScalarType::N => AttributeValue::N(Number::parse(text).ok()?),
                ScalarType::B => AttributeValue::B(base64_bytes(text)?.into()),
            })
        });
        let values: Vec<AttributeValue> = values.collect::<Option<_>>()?;
        let scalars: Vec<ScalarRef<'_>> = attributes
            .iter()
            .zip(&values)
            .map(|(attribute, value)| ScalarRef::from_value(value, attribute.scalar_type))
            .collect::<Option<_>>()?;
        let wholes = texts.len() - usize::from(!whole);
        let partition = self.key.partition.len();
        let (mut bytes, written) = match wholes >= partition {
            true => (collection_prefix(scalars.iter().take(partition).copied()), partition),
            false => (Vec::new(), 0),
        };
        for (place, scalar) in scalars.iter().enumerate().skip(written) {
            match place < wholes {
                true => scalar.write(&mut bytes),
                false => scalar.write_prefix(&mut bytes),
            }
        }
        Some(if written > 0 {
            KeyBeginning::OfCollection(bytes)
        } else {
            KeyBeginning::OfPartitionKey(bytes)
        })
    }

    fn from(&self, key: &[u8]) -> impl Iterator<Item = (&'a KeyBytes, &'a PackedItem)> {
        self.rows.range((Bound::Included(key), Bound::Unbounded))
    }

    fn key_at(&self, position: usize) -> Option<&'a [u8]> {
        self.rows.at(position).map(|(key, _)| key.as_slice())
    }

    /// Returns the attributes of an item that the table or index has.
    fn entry(&self, row: &PackedItem) -> Item {
        match self.index {
            Some(index) => index.projected.project(&row.unpack()),
            None => row.unpack(),
        }
    }

    /// Returns the shown keys, the keys of the table, then distinguishing attributes, then the keys of indexes.
    fn columns(&self, page: &[Item]) -> Vec<String> {
        let mut columns: Vec<String> = Vec::new();
        for attribute in self.key.attributes().chain(self.table_key.attributes()) {
            if !columns.iter().any(|column| **column == *attribute.name) {
                columns.push(attribute.name.to_string());
            }
        }
        let is_key = |name: &str| self.key.contains(name) || self.table_key.contains(name);
        let mut others: Vec<Column> = set_of(page.iter().flat_map(AttributeMap::keys))
            .into_iter()
            .filter(|name| !is_key(name))
            .take(COLUMNS_MAX - columns.len())
            .map(|name| self.column(name, page))
            .collect();
        others.sort();
        columns.extend(others.into_iter().map(|column| column.name.to_owned()));
        columns
    }

    fn column<'i>(&self, name: &'i str, page: &[Item]) -> Column<'i> {
        let definition = &self.table.definition;
        let keys = definition.indexes.iter().flat_map(|index| index.key.attributes());
        let mut values = page.iter().filter_map(|item| item.get(name));
        let first = values.next();
        Column {
            index_key: keys.enumerate().find(|(_, key)| *key.name == *name).map(|(place, _)| place),
            same: page.len() > 1 && values.clone().all(|value| Some(value) == first),
            missing: page.len() - 1 - values.count(),
            name,
        }
    }

    fn collections(&self, page: &[Item], columns: &[String]) -> Vec<ItemCollection> {
        let same_collection = |left: &Item, right: &Item| {
            self.key.partition.iter().all(|key| left.get(&key.name) == right.get(&key.name))
        };
        page.chunk_by(same_collection)
            .map(|chunk| ItemCollection {
                partition_key: self.partition_cell(&chunk[0]),
                items: chunk.iter().map(|item| self.row(item, columns)).collect(),
            })
            .collect()
    }

    /// Returns the partition key. The values of several attributes are joined, with the type of the first.
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
            size_bytes: item.size_bytes(),
            cells: columns.iter().map(|column| item.get(column).map(cell)).collect(),
        }
    }
}

fn cell(value: &AttributeValue) -> Cell {
    Cell { data_type: value.data_type().name().to_owned(), text: cell_text(value) }
}

#[cfg(test)]
mod tests;
