//! Creates a first design from items: CSV, DynamoDB JSON, plain JSON, responses of Scan and Query, S3 exports.
//!
//! The import detects entities, keys and key templates. Each pattern has an expected result, so the design is green.

mod entity;
mod keys;
mod kinds;

use std::collections::BTreeMap;

use dynalab_modeling::Design;
use dynalab_modeling::design::Table;
use dynalab_modeling::formats::{Format, FormatError, ImportNote, Imported};
use dynalab_playground::interchange::checks::Keys;
use dynalab_playground::interchange::csv::Sheet;
use dynalab_playground::interchange::records::{Form, Records};
use dynalab_types::Item;

use crate::first_patterns;

pub const FORMAT: Format = Format { id: "items", extension: "json", is_like, read: Some(read), write: None };

/// Maximum items of one entity that become rows. A check of more would take too long.
const ROWS_MAX: usize = 200;
const TABLE: &str = "Items";
/// Number of records that are checked to detect a sheet.
const SHOWN_RECORDS: usize = 20;

fn is_like(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    match start.chars().next() {
        Some('{' | '[') => is_like_json(start),
        _ => is_like_sheet(text),
    }
}

/// Returns true for typed values, or for several plain objects.
fn is_like_json(text: &str) -> bool {
    let form = Form::guess(text, no_sheet);
    let mut records = Records::of(text, &form);
    let first = records.next().is_some_and(|record| record.item.is_ok_and(|item| !item.is_empty()));
    let is_plain = matches!(form, Form::PlainJson);
    let is_list = text.starts_with('[') || text.contains("\"Items\"");
    first && (!is_plain || is_list || records.next().is_some_and(|record| record.item.is_ok()))
}

/// Returns true if the first line has at least two column names, and no record has more fields.
fn is_like_sheet(text: &str) -> bool {
    let form = Form::Csv(Sheet::guess(text, &Keys::default()));
    let Form::Csv(sheet) = &form else { return false };
    let is_name = |name: &str| {
        let is_part = |letter: char| letter.is_alphanumeric() || "_-.#@$ ".contains(letter);
        !name.trim().is_empty() && name.len() <= 60 && name.chars().all(is_part)
    };
    let names: Vec<&str> = sheet.columns.iter().map(|column| column.header.as_str()).collect();
    let differ = names.iter().enumerate().all(|(place, name)| !names[..place].contains(name));
    let mut records = Records::of(text, &form).take(SHOWN_RECORDS).peekable();
    // Colons occur in many kinds of text.
    sheet.delimiter != ':'
        && names.len() > 1
        && differ
        && names.iter().all(|name| is_name(name))
        && records.peek().is_some()
        && records.all(|record| record.item.is_ok_and(|item| item.len() > names.len() / 4))
}

fn no_sheet() -> Sheet {
    Sheet { delimiter: ',', columns: Vec::new() }
}

fn read(text: &str) -> Result<Imported, FormatError> {
    let form = Form::guess(text, || Sheet::guess(text, &Keys::default()));
    let mut items = Vec::new();
    let mut bad = Vec::new();
    for record in Records::of(text, &form) {
        match record.item {
            Ok(item) if !item.is_empty() => items.push(item),
            Ok(_) => {}
            Err(_) => bad.push(record.line),
        }
    }
    let mut notes = Vec::new();
    if let Some(line) = bad.first() {
        notes.push(ImportNote::RecordsNotRead { count: bad.len(), line: *line });
    }
    let name = table_name(text);
    let mut design = Design { name: name.clone(), ..Design::default() };
    let mut table = keys::choose(&name, &items, &mut notes).ok_or(FormatError::Member {
        place: "the file".to_owned(),
        wanted: "a file with items that have an attribute in common",
    })?;
    let found = items.len();
    let items = without_same_key(&table, items);
    let kinds = kinds::divide(&table, &items, &mut notes);
    let mut kept = 0;
    for kind in &kinds {
        let rows = &kind.items[..kind.items.len().min(ROWS_MAX)];
        kept += rows.len();
        let (entity, placement) = entity::make(&table, &kind.name, rows, kind.items.len());
        design.entities.push(entity);
        table.items.push(placement);
    }
    if kept < found {
        notes.push(ImportNote::ItemsCut { table: name, kept, found });
    }
    design.tables.push(table);
    first_patterns::add(&mut design);
    let items = found as u64;
    notes.push(ImportNote::Assumed { items, requests_per_second: first_patterns::RATE.average as u64 });
    Ok(Imported { format: FORMAT.id, design, notes })
}

/// Returns the table name in a list of put requests by table, or a default.
fn table_name(text: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let mut puts =
        value.as_object().into_iter().flatten().filter(|(_, list)| list[0].get("PutRequest").is_some());
    puts.next().map_or_else(|| TABLE.to_owned(), |(name, _)| name.clone())
}

/// Keeps the last item of each key, as a table does.
fn without_same_key(table: &Table, items: Vec<Item>) -> Vec<Item> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept: Vec<Item> = Vec::new();
    for item in items {
        let key: Vec<String> = table.key().map(|key| format!("{:?}", item.get(&key.name))).collect();
        match places.get(&key.join("\n")).copied() {
            Some(place) => kept[place] = item,
            None => {
                places.insert(key.join("\n"), kept.len());
                kept.push(item);
            }
        }
    }
    kept
}
