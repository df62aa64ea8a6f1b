//! Detects the keys of a table from its items, and the templates of key values.

use std::collections::BTreeSet;

use dynalab_modeling::Template;
use dynalab_modeling::design::{AttributeType, Index, IndexKind, KeyAttribute, Table};
use dynalab_modeling::formats::{ImportNote, KeyReason};
use dynalab_modeling::template::{Format, Piece, print};
use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::key_candidates::{KeyCount, Proposal, key_candidates, propose_key};
use dynalab_types::{AttributeValue, Item, ScalarType};

/// Maximum number of global indexes of a table.
const INDEXES_MAX: usize = 20;
const USUAL: [&str; 4] = ["PK", "pk", "SK", "sk"];
/// Maximum number of parts of a key value. More are not the parts of a template.
const PARTS_MAX: usize = 10;
pub const SEPARATOR: char = '#';

/// Chooses the keys. Returns None if no attribute is in every item. If three attributes or more are needed, the others become one
/// attribute of the items, joined as in a sort key.
pub fn choose(
    name: &str,
    items: &mut [Item],
    order: &[String],
    notes: &mut Vec<ImportNote>,
) -> Option<Table> {
    let candidates = key_candidates(items, order);
    let Proposal { keys: Keys(mut key), more } = propose_key(items, &candidates);
    key.first()?;
    if !more.is_empty() {
        let partition = key.remove(0);
        let parts: Vec<String> = key.into_iter().map(|(name, _)| name).chain(more).collect();
        key = vec![partition, join(items, parts)];
    }
    let mut count = KeyCount::default();
    let keys = Keys(key);
    items.iter().for_each(|item| count.add(&keys, item));
    let Keys(key) = keys;
    let reason = match (key.first()?.0.as_str(), count.sharing) {
        (_, 1..) => KeyReason::NothingUnique,
        (name, _) if USUAL.contains(&name) => KeyReason::UsualName,
        _ => KeyReason::Unique,
    };
    let names: Vec<&str> = key.iter().map(|(name, _)| name.as_str()).collect();
    let table = name.to_owned();
    notes.push(ImportNote::KeyChosen { table: table.clone(), key: names.join(", "), reason });
    if count.sharing > 0 {
        let (sharing, items, left) = (count.sharing, count.records, count.items());
        notes.push(ImportNote::KeysShared { table: table.clone(), sharing, items, left });
    }
    let mut parts = key.iter().map(|(name, scalar_type)| key_attribute(name, *scalar_type));
    let partition_key = parts.by_ref().take(1).collect();
    let mut table = Table { name: table, partition_key, sort_key: parts.collect(), ..Table::default() };
    table.indexes = indexes(items);
    Some(table)
}

/// Gives each item an attribute with these ones, such as `station#metric`.
fn join(items: &mut [Item], parts: Vec<String>) -> (String, ScalarType) {
    let separator = SEPARATOR.to_string();
    let name = parts.join(&separator);
    for item in items {
        let values: Vec<String> =
            parts.iter().map(|part| item.get(part).and_then(print).unwrap_or_default()).collect();
        item.insert(name.as_str(), AttributeValue::string(&values.join(&separator)));
    }
    (name, ScalarType::S)
}

fn key_attribute(name: &str, scalar_type: ScalarType) -> KeyAttribute {
    let data_type = match scalar_type {
        ScalarType::S => AttributeType::S,
        ScalarType::N => AttributeType::N,
        ScalarType::B => AttributeType::B,
    };
    KeyAttribute { name: name.to_owned(), data_type, ..KeyAttribute::default() }
}

/// Returns the indexes, from attribute names such as GSI1PK and GSI1SK, with an underscore or in lower case.
fn indexes(items: &[Item]) -> Vec<Index> {
    let begins = |name: &&str| name.trim_start_matches(['_', '-']).starts_with(['G', 'g']);
    let names: BTreeSet<&str> = items.iter().flat_map(Item::keys).filter(begins).collect();
    let of_items = |name: &str| {
        let mut values = items.iter().filter_map(|item| item.get(name)).map(|value| value.data_type().name());
        let first = ScalarType::from_name(values.next()?)?;
        values.all(|kind| kind == first.name()).then(|| key_attribute(name, first))
    };
    let mut indexes = Vec::new();
    for number in 1..=INDEXES_MAX {
        let find = |part: &str| {
            let wanted = format!("GSI{number}{part}");
            let is_wanted = |name: &&&str| name.replace(['_', '-'], "").eq_ignore_ascii_case(&wanted);
            names.iter().find(is_wanted).and_then(|name| of_items(name))
        };
        if let Some(partition) = find("PK") {
            indexes.push(Index {
                name: format!("GSI{number}"),
                kind: IndexKind::Global,
                partition_key: vec![partition],
                sort_key: find("SK").into_iter().collect(),
                ..Index::default()
            });
        }
    }
    indexes
}

/// Attributes that the items do not store, each with its value per item.
pub type Parts = Vec<(String, Vec<String>)>;

/// Returns the template of a key attribute's values. Also returns values for attributes that only the key contains: `USER#7` has a
/// user_id. Returns None if the values have no common structure.
pub fn template(key: &str, items: &[&Item], others: &[String]) -> Option<(Template, Parts)> {
    let texts: Vec<String> = items.iter().filter_map(|item| item.get(key).and_then(print)).collect();
    let parts: Vec<Vec<&str>> = texts.iter().map(|text| text.split(SEPARATOR).collect()).collect();
    let first = parts.first()?;
    if first.len() > PARTS_MAX {
        return None;
    }
    if texts.len() != items.len() || first.len() < 2 && !is_label(&texts) {
        return None;
    }
    if parts.iter().any(|part| part.len() != first.len()) {
        return None;
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut added = Parts::new();
    let mut text = String::new();
    for place in 0..first.len() {
        if place > 0 {
            text.push(SEPARATOR);
        }
        let values: Vec<String> = parts.iter().map(|part| part[place].to_owned()).collect();
        // The first part names the kind of the key.
        let is_same = values.iter().all(|value| *value == values[0]);
        if is_same && (place == 0 || values.len() > 1 || is_label(&values)) {
            text.push_str(&values[0]);
            continue;
        }
        let (attribute, format) =
            match others.iter().find_map(|name| Some((name, format(name, items, &values)?))) {
                Some((name, format)) => (name.clone(), format),
                None => {
                    let name = free_name(&text, others, items, &added);
                    added.push((name.clone(), values));
                    (name, Format::Plain)
                }
            };
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        pieces.push(Piece::Value { attribute, format });
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Some((Template { pieces }, added))
}

/// Returns true for one word that names the kind of item, such as PROFILE.
fn is_label(values: &[String]) -> bool {
    let Some(first) = values.first() else { return false };
    let is_word =
        !first.is_empty() && first.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_');
    is_word && values.iter().all(|value| value == first)
}

/// Returns the format that makes these values from an attribute, if there is one.
fn format(name: &str, items: &[&Item], values: &[String]) -> Option<Format> {
    let printed: Option<Vec<String>> = items.iter().map(|item| item.get(name).and_then(print)).collect();
    let printed = printed?;
    if printed == values {
        return Some(Format::Plain);
    }
    let width = values.first()?.len();
    let is_padded = (2..=38).contains(&width)
        && printed.iter().zip(values).all(|(printed, value)| {
            printed.bytes().all(|byte| byte.is_ascii_digit()) && format!("{printed:0>width$}") == *value
        });
    is_padded.then_some(Format::Padded(width as u8))
}

/// Returns an unused attribute name. For `USER#` it is user_id.
fn free_name(before: &str, others: &[String], items: &[&Item], added: &[(String, Vec<String>)]) -> String {
    let word = before.trim_end_matches(SEPARATOR).rsplit(SEPARATOR).next().unwrap_or_default();
    let base = match word.is_empty() {
        true => "key_part".to_owned(),
        false => format!("{}_id", crate::tables::snake_case(word)),
    };
    let mut name = base.clone();
    let mut number = 2;
    let is_taken = |name: &String| {
        others.contains(name)
            || added.iter().any(|(other, _)| other == name)
            || items.iter().any(|item| item.get(name).is_some())
    };
    while is_taken(&name) {
        name = format!("{base}_{number}");
        number += 1;
    }
    name
}
