//! Adds the items of several files to the tables of the others: by the name in the requests, in a manifest or of the file, or by keys.

use dynalab_modeling::Design;
use dynalab_modeling::design::{AttributeType, Table};
use dynalab_modeling::document;
use dynalab_modeling::formats::{FormatError, ImportNote, Wanted};
use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::table_name::table_name;
use dynalab_types::{Budget, Item, ScalarType, TooMuch};
use serde_json::Value;

use super::{Added, MANIFEST, NamedText, Opening, Outcome, Refusal, Shape};
use crate::items::{self, Found, matching};

/// The items of one file for one table.
struct Part {
    /// The place of the file.
    place: usize,
    table: String,
    /// The table of the design, if there is one.
    known: Option<Table>,
    items: Vec<Item>,
    /// The names of attributes in the order of the file.
    order: Vec<String>,
    notes: Vec<ImportNote>,
    is_sheet: bool,
}

/// Returns the table of an export's manifest. The inner value is None if the manifest does not name it. Returns None for other texts.
pub fn manifest(text: &str) -> Option<Option<String>> {
    // A file of items can be large, so it is not read for this.
    if !["\"dataFileS3Key\"", "\"exportArn\""].iter().any(|member| text.contains(member)) {
        return None;
    }
    // The list of data files has a JSON object on each line.
    let first = serde_json::Deserializer::from_str(text).into_iter::<Value>().next()?.ok()?;
    if first.get("dataFileS3Key").is_some() && first.get("itemCount").is_some() {
        return Some(None);
    }
    first.get("exportArn")?;
    let table = first.get("tableArn").and_then(Value::as_str)?.split_once(":table/")?.1;
    Some(Some(table.split('/').next().unwrap_or(table).to_owned()))
}

/// Adds the items of all files to the design.
pub fn add(
    opening: &mut Opening,
    files: &[&NamedText],
    shapes: &[Shape],
    outcomes: &mut [Option<Outcome>],
    budget: &Budget,
) {
    let mut manifests: Vec<&String> = shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Manifest(Some(table)) => Some(table),
            _ => None,
        })
        .collect();
    manifests.dedup();
    // Manifests of several exports do not say which file belongs to which.
    let named = if let [table] = manifests[..] { Some(table.as_str()) } else { None };
    let has_items = shapes.iter().zip(&*outcomes).any(|(shape, outcome)| is_items(shape, outcome.as_ref()));
    let mut parts: Vec<Part> = Vec::new();
    for (place, (file, shape)) in files.iter().zip(shapes).enumerate() {
        if outcomes[place].is_some() {
            continue;
        }
        outcomes[place] = Some(match shape {
            Shape::Manifest(_) if has_items => Outcome::Helped { format: MANIFEST },
            Shape::Items => match parts_of(opening.design.as_ref(), file, (place, named), budget) {
                Ok(found) => {
                    let outcome = first_outcome(&found);
                    parts.extend(found);
                    outcome
                }
                Err(refusal) => Outcome::Refused(Refusal::Format(FormatError::TooMuch(refusal))),
            },
            _ => Outcome::Refused(Refusal::Format(FormatError::NoTable)),
        });
    }
    merge(opening, parts, outcomes);
}

fn is_items(shape: &Shape, outcome: Option<&Outcome>) -> bool {
    matches!(shape, Shape::Items) && outcome.is_none()
}

fn first_outcome(found: &[Part]) -> Outcome {
    let wanted = Wanted::AlikeItems;
    match found.is_empty() {
        true => {
            Outcome::Refused(Refusal::Format(FormatError::Member { place: "the file".to_owned(), wanted }))
        }
        false => Outcome::Read {
            format: items::FORMAT.id,
            notes: Vec::new(),
            added: Added::default(),
            refused: Vec::new(),
        },
    }
}

/// Divides the items of a file by table.
///
/// # Errors
/// Returns the refusal if the items would become too much.
fn parts_of(
    design: Option<&Design>,
    file: &NamedText,
    (place, manifest): (usize, Option<&str>),
    budget: &Budget,
) -> Result<Vec<Part>, TooMuch> {
    let Found { tables, order, mut notes, is_sheet } = items::find(&file.text, &Keys::default(), budget)?;
    let mut parts = Vec::new();
    for (name, items) in tables {
        let name = name.as_deref().or(manifest);
        let known = target(design, file, name, &items).cloned();
        let table = match (&known, name) {
            (Some(table), _) => table.name.clone(),
            (None, Some(name)) => name.to_owned(),
            (None, None) => table_name(&file.name),
        };
        let notes = std::mem::take(&mut notes);
        parts.push(Part { place, table, known, items, order: order.clone(), notes, is_sheet });
    }
    // With the types of the keys, a column such as a number in a sheet can be a text. Only a file without tables is a sheet.
    if let [part] = &mut parts[..]
        && let Some(table) = &part.known
    {
        let Found { tables, notes, .. } = items::find(&file.text, &keys_of(table), budget)?;
        part.items = tables.into_iter().flat_map(|(_, items)| items).collect();
        part.notes = notes;
    } else {
        for part in &mut parts {
            let Some(table) = &part.known else { continue };
            let keys = keys_of(table);
            let before = part.items.len();
            part.items.retain(|item| keys.check(item).is_ok());
            if part.items.len() < before {
                let count = before - part.items.len();
                part.notes.push(ImportNote::RecordsNotRead { count, line: 1 });
            }
        }
    }
    Ok(parts)
}

/// Returns the table of the design that these items belong to: by name, or the only one whose keys all items have.
fn target<'a>(
    design: Option<&'a Design>,
    file: &NamedText,
    name: Option<&str>,
    items: &[Item],
) -> Option<&'a Table> {
    let design = design?;
    if let Some(name) = name {
        return design.table(name);
    }
    let stem = letters(file.name.rsplit('/').next()?.split('.').next().unwrap_or_default());
    let mut of_file = design.tables.iter().filter(|table| letters(&table.name) == stem && !stem.is_empty());
    if let (Some(table), None) = (of_file.next(), of_file.next()) {
        return Some(table);
    }
    let has_keys =
        |table: &&Table| items.iter().all(|item| table.key().all(|key| item.get(&key.name).is_some()));
    let mut with_keys = design.tables.iter().filter(has_keys);
    match (with_keys.next(), with_keys.next()) {
        (Some(table), None) => Some(table),
        _ => None,
    }
}

/// Returns letters and digits in lower case, to compare `order-items.csv` with the table OrderItems.
fn letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn keys_of(table: &Table) -> Keys {
    let keys = table.key().map(|key| {
        let scalar_type = match key.data_type {
            AttributeType::N => ScalarType::N,
            AttributeType::B => ScalarType::B,
            _ => ScalarType::S,
        };
        (key.name.clone(), scalar_type)
    });
    Keys(keys.collect())
}

/// Adds the parts table by table, because the kinds of items are found in all files of a table.
fn merge(opening: &mut Opening, parts: Vec<Part>, outcomes: &mut [Option<Outcome>]) {
    let mut tables: Vec<String> = Vec::new();
    for part in &parts {
        if !tables.contains(&part.table) {
            tables.push(part.table.clone());
        }
    }
    let mut parts = parts;
    for name in tables {
        let (of_table, others): (Vec<Part>, Vec<Part>) =
            parts.into_iter().partition(|part| part.table == name);
        parts = others;
        add_table(opening, &name, of_table, outcomes);
    }
    for outcome in outcomes.iter_mut().flatten() {
        // A file of which no item was added is refused.
        if let Outcome::Read { added: Added { items: 0, tables: 0, .. }, refused, .. } = outcome
            && let Some(first) = refused.first()
        {
            *outcome = Outcome::Refused(first.clone());
        }
    }
}

/// Replaces the rows of the table's entities by the items. Returns false if no item has the keys of an entity.
fn match_items(opening: &mut Opening, table: &str, parts: &[Part], outcomes: &mut [Option<Outcome>]) -> bool {
    let Some(mut design) = opening.design.clone() else { return false };
    let items: Vec<(Item, bool)> =
        parts.iter().flat_map(|part| part.items.iter().map(|item| (item.clone(), part.is_sheet))).collect();
    let found = matching::fill_rows(&mut design, table, &items);
    if found.matched == 0 || document::write(&design).len() > document::BYTES_MAX {
        return false;
    }
    opening.design = Some(design);
    let table = table.to_owned();
    let mut all = vec![ImportNote::RowsReplaced { table: table.clone(), entities: found.entities }];
    if found.unmatched > 0 {
        all.push(ImportNote::ItemsOfNoEntity { table: table.clone(), count: found.unmatched });
    }
    if found.is_cut {
        all.push(ImportNote::ItemsCut { table, kept: found.kept, found: items.len() });
    }
    for part in parts {
        if let Some(Outcome::Read { notes, added, .. }) = &mut outcomes[part.place] {
            notes.extend(part.notes.iter().cloned());
            // The first file of a table has the notes of all of them.
            notes.append(&mut all);
            added.items += part.items.len();
        }
    }
    true
}

fn add_table(opening: &mut Opening, name: &str, parts: Vec<Part>, outcomes: &mut [Option<Outcome>]) {
    let known = parts.iter().find_map(|part| part.known.clone());
    let places: Vec<(usize, usize)> = parts.iter().map(|part| (part.place, part.items.len())).collect();
    let refuse = |refusal: Refusal, outcomes: &mut [Option<Outcome>]| {
        for (place, _) in &places {
            if let Some(Outcome::Read { refused, .. }) = &mut outcomes[*place] {
                refused.push(refusal.clone());
            }
        }
    };
    if known.as_ref().is_some_and(|table| !table.items.is_empty()) {
        if !match_items(opening, name, &parts, outcomes) {
            refuse(Refusal::HasEntities { table: name.to_owned() }, outcomes);
        }
        return;
    }
    let mut notes: Vec<Vec<ImportNote>> = Vec::new();
    let (mut items, mut order): (Vec<Item>, Vec<String>) = (Vec::new(), Vec::new());
    for part in parts {
        notes.push(part.notes);
        items.extend(part.items);
        order.extend(part.order);
    }
    if items.is_empty() {
        return refuse(Refusal::WithoutKeys { table: name.to_owned() }, outcomes);
    }
    let mut of_table = Vec::new();
    let table = match known {
        Some(table) => table,
        None => match items::choose_keys(name, &mut items, &order, &mut of_table) {
            Ok(table) => table,
            Err(error) => return refuse(Refusal::Format(error), outcomes),
        },
    };
    let named = || Design { name: name.to_owned(), ..Design::default() };
    let mut design = opening.design.clone().unwrap_or_else(named);
    let at = design.tables.iter().position(|table| table.name == name);
    let entities = design.entities.len();
    if let Some(at) = at {
        design.tables.remove(at);
    }
    items::fill(&mut design, table, items, &mut of_table);
    // The table keeps its place.
    if let Some(at) = at
        && let Some(table) = design.tables.pop()
    {
        design.tables.insert(at, table);
    }
    let bytes = document::write(&design).len();
    if bytes > document::BYTES_MAX {
        return refuse(Refusal::Format(FormatError::TooLong { bytes, limit: document::BYTES_MAX }), outcomes);
    }
    let entities = design.entities.len() - entities;
    opening.design = Some(design);
    opening.filled.push(name.to_owned());
    if let Some(notes) = notes.first_mut() {
        notes.extend(of_table);
    }
    for (number, ((place, count), new)) in places.into_iter().zip(notes).enumerate() {
        if let Some(Outcome::Read { notes, added, .. }) = &mut outcomes[place] {
            notes.extend(new);
            added.items += count;
            // The first file of a table has what all of them add together.
            if number == 0 {
                added.entities += entities;
                added.tables += usize::from(at.is_none());
            }
        }
    }
}
