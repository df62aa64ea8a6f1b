//! Creates a first design from items: CSV, DynamoDB JSON, plain JSON, responses of Scan and Query, S3 exports.
//!
//! The import detects entities, keys and key templates. Each pattern has an expected result, so the design is green.

pub mod entity;
mod keys;
pub mod kinds;
pub mod matching;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use dynalab_modeling::Design;
use dynalab_modeling::bounds::VALUE_BYTES;
use dynalab_modeling::design::Table;
use dynalab_modeling::formats::changed_values::ChangedValues;
use dynalab_modeling::formats::sample_rows::{self, ROWS_MAX};
use dynalab_modeling::formats::{Format, FormatError, ImportNote, ImportedDesign, Look, Wanted};
use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::csv::Sheet;
use dynalab_request_text::interchange::diagnostic::Diagnostic;
use dynalab_request_text::interchange::key_candidates::fingerprint_of;
use dynalab_request_text::interchange::records::{Form, Record, Records, names_of};
use dynalab_types::{Bound, Budget, Item, TooMuch};

use crate::first_patterns;

pub const FORMAT: Format = Format {
    id: "items",
    names: ["Items", "項目"],
    extension: "json",
    is_like,
    read: Some(read),
    write: None,
};

/// The name of a table that the file does not name.
pub const TABLE: &str = "Items";
/// Number of records that are checked to detect a sheet.
const SHOWN_RECORDS: usize = 20;

fn is_like(look: &Look) -> bool {
    let text = look.text();
    let start = text.trim_start_matches('\u{feff}').trim_start();
    match start.chars().next() {
        Some('{' | '[') => is_like_json(start),
        _ => is_like_sheet(text),
    }
}

/// Returns true for typed values, or for several plain objects.
fn is_like_json(text: &str) -> bool {
    let form = Form::guess(text, no_sheet);
    let mut records = Records::from_text(text, &form).leniently();
    let is_item = |record: Record| record.item.is_ok_and(|item| !item.is_empty());
    let is_plain = matches!(form, Form::PlainJson);
    let first = match records.next() {
        // Before a put, a batch can have requests that delete.
        Some(Record { item: Err(Diagnostic::NotAPut), .. }) => {
            records.by_ref().take(SHOWN_RECORDS).any(is_item)
        }
        first => first.is_some_and(is_item),
    };
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
    let differ = names.iter().collect::<BTreeSet<_>>().len() == names.len();
    let mut records = Records::from_text(text, &form).take(SHOWN_RECORDS).peekable();
    // Colons occur in many kinds of text. The reader says when there are too many columns.
    let is_wide = records.peek().is_some_and(|record| record.item == Err(Diagnostic::TooManyColumns));
    is_wide
        && text
            .lines()
            .find(|line| !line.starts_with("# "))
            .is_some_and(|line| line.split(sheet.delimiter).take(20).all(is_name))
        || sheet.delimiter != ':'
            && names.len() > 1
            && differ
            && names.iter().all(|name| is_name(name))
            && records.peek().is_some()
            && records.all(|record| record.item.is_ok_and(|item| item.len() > names.len() / 4))
}

fn no_sheet() -> Sheet {
    Sheet { delimiter: ',', columns: Vec::new(), has_names: true }
}

/// The items of a file.
pub struct Found {
    /// The items of each table, in the order of the file. The name is missing if the file does not have it.
    pub tables: Vec<(Option<String>, Vec<Item>)>,
    /// The names of attributes in the order of the file.
    pub order: Vec<String>,
    pub notes: Vec<ImportNote>,
    /// True for a sheet, whose values have no types.
    pub is_sheet: bool,
}

/// Reads the items of a text. The keys decide the types of columns in a sheet, and a record without them is not read.
///
/// # Errors
/// Returns the refusal if the file has too many tables or columns, or its items would become too much.
pub fn find(text: &str, keys: &Keys, budget: &Budget) -> Result<Found, TooMuch> {
    let form = Form::guess(text, || Sheet::guess(text, keys));
    let mut tables: Vec<(Option<String>, Vec<Item>)> = Vec::new();
    let mut places: BTreeMap<Option<String>, usize> = BTreeMap::new();
    let (mut bad, mut others) = (Vec::new(), 0);
    let mut changed: BTreeMap<Option<String>, ChangedValues> = BTreeMap::new();
    for Record { line, table, item, changes } in Records::from_text(text, &form).leniently() {
        match item.and_then(|item| keys.check(&item).map(|()| item)) {
            // Every value of the item was left out.
            Ok(item) if item.is_empty() && !changes.is_empty() => bad.push(line),
            Ok(item) if item.is_empty() => {}
            Ok(item) => {
                let bytes = item.size_bytes() as usize + item.len() * VALUE_BYTES;
                budget.produce(bytes).map_err(|refusal| refusal.at_line(line))?;
                let place = *places.entry(table.clone()).or_insert(tables.len());
                if !changes.is_empty() {
                    let number = tables.get(place).map_or(0, |(_, items)| items.len()) + 1;
                    changed.entry(table.clone()).or_default().add(number, &changes);
                }
                match tables.get_mut(place) {
                    Some((_, items)) => items.push(item),
                    None => {
                        Bound::Tables.check(place + 1).map_err(|refusal| refusal.at_line(line))?;
                        tables.push((table, vec![item]));
                    }
                }
            }
            Err(Diagnostic::TooManyColumns) => return Err(TooMuch::of(Bound::Columns).at_line(line)),
            Err(Diagnostic::NotAPut) => others += 1,
            Err(_) => bad.push(line),
        }
    }
    let mut notes = Vec::new();
    if matches!(&form, Form::Csv(sheet) if !sheet.has_names) {
        notes.push(ImportNote::NoColumnNames);
    }
    if let Some(line) = bad.first() {
        notes.push(ImportNote::RecordsNotRead { count: bad.len(), line: *line });
    }
    if others > 0 {
        notes.push(ImportNote::NotPuts { count: others });
    }
    for (table, changed) in changed {
        notes.extend(changed.notes(table.as_deref().unwrap_or(TABLE)));
    }
    Ok(Found { tables, order: names_of(text, &form), notes, is_sheet: matches!(form, Form::Csv(_)) })
}

fn read(text: &str, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    let Found { tables, order, mut notes, .. } = find(text, &Keys::default(), budget)?;
    let mut design = Design::default();
    let mut counts = Vec::new();
    for (name, mut items) in tables {
        let name = name.unwrap_or_else(|| TABLE.to_owned());
        counts.push(items.len() as u64);
        let table = choose_keys(&name, &mut items, &order, &mut notes)?;
        fill(&mut design, table, items, &mut notes);
    }
    let first = design.tables.first().ok_or_else(without_items)?;
    design.name.clone_from(&first.name);
    let note = first_patterns::add_and_say(&mut design);
    notes.push(match counts[..] {
        [items] => ImportNote::Assumed { items, requests_per_second: first_patterns::RATE.average as u64 },
        _ => note,
    });
    Ok(ImportedDesign { format: FORMAT.id, design, notes })
}

fn without_items() -> FormatError {
    FormatError::Member { place: "the file".to_owned(), wanted: Wanted::AlikeItems }
}

/// Chooses the keys of a table for items whose file does not name them.
///
/// # Errors
/// Returns an error if no attribute is in every item.
pub fn choose_keys(
    name: &str,
    items: &mut [Item],
    order: &[String],
    notes: &mut Vec<ImportNote>,
) -> Result<Table, FormatError> {
    keys::choose(name, items, order, notes).ok_or_else(without_items)
}

/// Adds a table with its items to the design: each kind becomes an entity with rows.
pub fn fill(design: &mut Design, mut table: Table, items: Vec<Item>, notes: &mut Vec<ImportNote>) {
    let found = items.len();
    let items = without_same_key(&table, items);
    let kinds = kinds::divide(&table, &items, notes);
    let mut kept = 0;
    for kind in &kinds {
        let bytes = kind.items.iter().map(|item| item.size_bytes() as usize);
        let rows = &kind.items[..sample_rows::kept(bytes, kinds.len(), ROWS_MAX)];
        kept += rows.len();
        // Items of one kind are named after their table, if it has a name.
        let is_named = kind.name == kinds::ONLY_KIND && table.name != TABLE;
        let kind_name = if is_named { &table.name } else { &kind.name };
        let name = free_entity_name(design, &table.name, kind_name);
        let (entity, placement) = entity::make(&table, &name, rows, kind.items.len());
        design.entities.push(entity);
        table.items.push(placement);
    }
    if kept < found {
        notes.push(ImportNote::ItemsCut { table: table.name.clone(), kept, found });
    }
    design.tables.push(table);
}

/// Returns the kind's name, with the table's name in front if another entity has it.
pub fn free_entity_name(design: &Design, table: &str, kind: &str) -> String {
    let numbered = (2_u64..).map(|number| format!("{table} {kind} {number}"));
    let names = [kind.to_owned(), format!("{table} {kind}")].into_iter().chain(numbered);
    let mut free = names.filter(|name| design.entity(name).is_none());
    free.next().unwrap_or_else(|| kind.to_owned())
}

/// Keeps the last item of each key, as a table does.
fn without_same_key(table: &Table, items: Vec<Item>) -> Vec<Item> {
    let mut places: BTreeMap<u128, usize> = BTreeMap::new();
    let names: Vec<&str> = table.key().map(|key| key.name.as_str()).collect();
    let mut kept: Vec<Item> = Vec::new();
    for item in items {
        match places.entry(fingerprint_of(&item, names.iter().copied())) {
            Entry::Occupied(place) => kept[*place.get()] = item,
            Entry::Vacant(place) => {
                place.insert(kept.len());
                kept.push(item);
            }
        }
    }
    kept
}
