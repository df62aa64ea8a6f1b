//! Matches items to the entities of a table that has some: by the key templates of each kind of item.

use std::collections::BTreeMap;

use dynalab_modeling::Template;
use dynalab_modeling::design::{Attribute, AttributeType, Design, Entity, Placement, Table};
use dynalab_modeling::literal;
use dynalab_modeling::template::{Format, Piece, number, print};
use dynalab_types::{AttributeValue, Item};
use serde_json::Value;

use super::ROWS_MAX;

/// The result of matching.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Matched {
    /// Items that became rows, or parts of them.
    pub matched: usize,
    /// Items whose keys are those of no entity.
    pub unmatched: usize,
    /// Entities with rows from the items.
    pub entities: usize,
    /// Rows of the sample.
    pub kept: usize,
    /// True if an entity has more items than the sample of a design can have.
    pub is_cut: bool,
}

/// A row of an entity, from one or several items of a table.
struct Row {
    entity: String,
    /// True if the row comes from an item with all attributes of the entity.
    is_whole: bool,
    item: Item,
}

/// Replaces the rows of entities by the items of their table. The design does not change if no item matches. Values of a sheet, which
/// have no types, get those of their attributes.
pub fn fill_rows(design: &mut Design, table: &str, items: &[(Item, bool)]) -> Matched {
    let mut result = Matched::default();
    let Some(table) = design.table(table).cloned() else { return result };
    let mut rows: Vec<Row> = Vec::new();
    // Items that store the whole entity come first. Others, such as a uniqueness item, belong to their rows.
    let mut parts: Vec<Row> = Vec::new();
    for (item, is_sheet) in items {
        match row_of(design, &table, item, *is_sheet) {
            Some(row) if row.is_whole => rows.push(row),
            Some(row) => parts.push(row),
            None => {
                result.unmatched += 1;
                continue;
            }
        }
        result.matched += 1;
    }
    for part in parts {
        let is_of = |row: &Row| {
            row.entity == part.entity
                && part.item.iter().all(|(name, value)| row.item.get(name).is_none_or(|own| own == value))
                && part.item.iter().any(|(name, value)| row.item.get(name) == Some(value))
        };
        match rows.iter_mut().find(|row| is_of(row)) {
            Some(row) => {
                for (name, value) in part.item.iter() {
                    row.item.insert(name, value.clone());
                }
            }
            None => rows.push(part),
        }
    }
    for entity in &mut design.entities {
        let own: Vec<&Item> =
            rows.iter().filter(|row| row.entity == entity.name).map(|row| &row.item).collect();
        if own.is_empty() {
            continue;
        }
        result.entities += 1;
        result.is_cut |= own.len() > ROWS_MAX;
        let own = &own[..own.len().min(ROWS_MAX)];
        result.kept += own.len();
        add_attributes(entity, own);
        entity.rows = own.iter().map(|item| wire(item)).collect();
        entity.count = entity.count.max(own.len() as u64);
    }
    result
}

fn wire(item: &Item) -> BTreeMap<String, Value> {
    match literal::item_json(item) {
        Value::Object(members) => members.into_iter().collect(),
        _ => BTreeMap::new(),
    }
}

/// Adds the attributes that the items have and the entity does not.
fn add_attributes(entity: &mut Entity, rows: &[&Item]) {
    let mut counts: BTreeMap<&str, (usize, &AttributeValue)> = BTreeMap::new();
    for (name, value) in rows.iter().flat_map(|row| row.iter()) {
        counts.entry(name).or_insert((0, value)).0 += 1;
    }
    for (name, (count, value)) in counts {
        if entity.attribute(name).is_none() {
            let kind = Value::from(value.data_type().name());
            entity.attributes.push(Attribute {
                name: name.to_owned(),
                data_type: serde_json::from_value(kind).unwrap_or(AttributeType::S),
                present: count as f64 / rows.len() as f64,
                ..Attribute::default()
            });
        }
    }
}

/// Returns the row of the kind of item that fits best: with the most text in its key templates.
fn row_of(design: &Design, table: &Table, item: &Item, is_sheet: bool) -> Option<Row> {
    let fits = table.items.iter().filter_map(|placement| {
        let entity = design.entity(&placement.entity)?;
        let row = parse(table, entity, placement, item)?;
        let row = if is_sheet { typed(entity, row) } else { row };
        let text = |piece: &Piece| if let Piece::Text(text) = piece { text.len() } else { 0 };
        let letters: usize = table
            .key()
            .filter_map(|key| placement.keys.get(&key.name))
            .flat_map(|key| &key.template.pieces)
            .map(text)
            .sum();
        let known = item.keys().filter(|name| entity.attribute(name).is_some()).count();
        Some((
            (letters, known),
            Row { entity: entity.name.clone(), is_whole: placement.attributes.is_none(), item: row },
        ))
    });
    // Of two equal kinds, the first one counts.
    fits.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, row)| row)
}

/// Returns the item as a row, or None if its keys are not those of the kind.
fn parse(table: &Table, entity: &Entity, placement: &Placement, item: &Item) -> Option<Item> {
    let keys = table.key_attributes();
    let is_key = |name: &str| keys.iter().any(|key| key.name == name) && entity.attribute(name).is_none();
    let mut row: Item =
        item.iter().filter(|(name, _)| !is_key(name)).map(|(name, value)| (name, value.clone())).collect();
    let own: Vec<(String, Template)> = table
        .key()
        .map(|key| {
            let own = placement.keys.get(&key.name).map(|key| key.template.clone());
            (key.name.clone(), own.unwrap_or_else(|| Template::value(&key.name)))
        })
        .collect();
    for (name, template) in &own {
        let text = item.get(name).and_then(print)?;
        for (attribute, text) in values_in(template, &text)? {
            if row.get(&attribute).is_none() {
                let is_number =
                    entity.attribute(&attribute).is_some_and(|one| one.data_type == AttributeType::N);
                let value = if is_number { number(&text)? } else { AttributeValue::string(&text) };
                row.insert(attribute.as_str(), value);
            }
        }
    }
    // The templates must give exactly the keys of the item.
    let is_same = own.iter().all(|(name, template)| {
        let filled = template.fill(|attribute| row.get(attribute)).ok();
        filled.as_ref().and_then(print) == item.get(name).and_then(print)
    });
    is_same.then_some(row)
}

/// Gives texts and numbers the types of the entity's attributes.
fn typed(entity: &Entity, row: Item) -> Item {
    let with_type = |(name, value): (&str, &AttributeValue)| {
        let wanted = entity.attribute(name).map(|attribute| attribute.data_type);
        let value = match (value, wanted) {
            (AttributeValue::S(text), Some(AttributeType::N)) => {
                number(text).unwrap_or_else(|| value.clone())
            }
            (AttributeValue::N(number), Some(AttributeType::S)) => {
                AttributeValue::string(&number.to_string())
            }
            _ => value.clone(),
        };
        (name.to_owned(), value)
    };
    let mut all = Item::with_capacity(row.len());
    for (name, value) in row.iter().map(with_type) {
        all.insert(name.as_str(), value);
    }
    all
}

/// Returns the attributes of a template whose values are in the text. A part of a value, such as a month, is left out.
fn values_in(template: &Template, text: &str) -> Option<Vec<(String, String)>> {
    let mut values = Vec::new();
    let mut rest = text;
    for (place, piece) in template.pieces.iter().enumerate() {
        match piece {
            Piece::Text(text) => rest = rest.strip_prefix(text.as_str())?,
            Piece::Value { attribute, format } => {
                let length = match (format, template.pieces.get(place + 1)) {
                    (Format::Padded(digits), _) => usize::from(*digits),
                    (Format::Ulid, _) => "01ARZ3NDEKTSV4RRFFQ69G5FAV".len(),
                    (Format::Date, _) => "2026-01-31".len(),
                    (Format::Month, _) => "2026-01".len(),
                    (Format::Hour, _) => "2026-01-31T09".len(),
                    (_, Some(Piece::Text(next))) => rest.find(next.as_str())?,
                    (_, Some(Piece::Value { .. })) => return None,
                    (_, None) => rest.len(),
                };
                let value = rest.get(..length)?;
                rest = rest.get(length..)?;
                match format {
                    Format::Padded(_) => {
                        let digits = value.trim_start_matches('0');
                        let digits = if digits.is_empty() { "0" } else { digits };
                        values.push((attribute.clone(), digits.to_owned()));
                    }
                    Format::Plain | Format::Iso | Format::Ulid => {
                        values.push((attribute.clone(), value.to_owned()));
                    }
                    Format::Date | Format::Month | Format::Hour | Format::Shard(_) => {}
                }
            }
        }
    }
    rest.is_empty().then_some(values)
}
