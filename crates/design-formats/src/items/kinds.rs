//! Divides items into kinds: by a type attribute, or by the words before key values.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_modeling::design::Table;
use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::template::print;
use dynalab_types::Item;

use super::keys::SEPARATOR;
use crate::tables::pascal_case;

/// Maximum number of kinds. More are values, not kinds.
const KINDS_MAX: usize = 50;
/// Maximum number of words that name kinds.
const WORDS_MAX: usize = KINDS_MAX / 5;
/// Usual names of the attribute that contains the type of an item.
const TYPE_ATTRIBUTES: [&str; 12] = [
    "type",
    "_type",
    "__edb_e__",
    "entityType",
    "entity_type",
    "itemType",
    "item_type",
    "entity",
    "kind",
    "_et",
    "recordType",
    "__typename",
];

/// The name of the kind, if all items are of one kind.
pub const ONLY_KIND: &str = "Item";

pub struct Kind<'a> {
    pub name: String,
    pub items: Vec<&'a Item>,
}

pub fn divide<'a>(table: &Table, items: &'a [Item], notes: &mut Vec<ImportNote>) -> Vec<Kind<'a>> {
    let key: Vec<&str> = table.key().map(|key| key.name.as_str()).collect();
    if let Some((attribute, names)) = by_type(items, &key) {
        let note = ImportNote::KindsBy { table: table.name.clone(), attribute };
        notes.push(note);
        return group(items, &names);
    }
    if let Some(names) = by_prefix(items, &key) {
        if names.iter().collect::<BTreeSet<_>>().len() > 1 {
            let attribute = key.join(", ");
            notes.push(ImportNote::KindsBy { table: table.name.clone(), attribute });
        }
        return group(items, &names);
    }
    vec![Kind { name: ONLY_KIND.to_owned(), items: items.iter().collect() }]
}

fn group<'a>(items: &'a [Item], names: &[String]) -> Vec<Kind<'a>> {
    let mut kinds: Vec<Kind<'a>> = Vec::new();
    for (item, name) in items.iter().zip(names) {
        match kinds.iter_mut().find(|kind| kind.name == *name) {
            Some(kind) => kind.items.push(item),
            None => kinds.push(Kind { name: name.clone(), items: vec![item] }),
        }
    }
    kinds
}

/// Returns a type attribute that is in every item and has few values.
fn by_type(items: &[Item], key: &[&str]) -> Option<(String, Vec<String>)> {
    // An attribute that is in every item is in the first one.
    let names: BTreeSet<&str> = items.first().into_iter().flat_map(Item::keys).collect();
    let is_type = |name: &&str| {
        !key.contains(name) && TYPE_ATTRIBUTES.iter().any(|known| known.eq_ignore_ascii_case(name))
    };
    names.into_iter().filter(is_type).find_map(|name| {
        let values: Option<Vec<String>> = items.iter().map(|item| item.get(name).and_then(print)).collect();
        let values = values?;
        let different = values.iter().collect::<BTreeSet<_>>().len();
        // If every item has a different value, the attribute is not a type.
        let is_kind = different <= KINDS_MAX && (different < values.len() || values.len() == 1);
        is_kind.then(|| (name.to_owned(), values))
    })
}

/// Divides items by key prefixes. `USER#7` with `ORDER#3` is an order, `USER#7` with `PROFILE` is a user.
fn by_prefix(items: &[Item], key: &[&str]) -> Option<Vec<String>> {
    let text = |item: &Item, place: usize| key.get(place).and_then(|name| item.get(name)).and_then(print);
    let words = words(items, key);
    let mut names: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut shapes = Vec::new();
    for item in items {
        let prefix = |text: &str| {
            let before = text.split_once(SEPARATOR).map(|(before, _)| before.to_owned());
            before.filter(|word| names_kind(word))
        };
        let first = prefix(&text(item, 0)?)?;
        let sort = text(item, 1).unwrap_or_default();
        let second = prefix(&sort).or_else(|| words.contains(&sort).then(|| sort.clone()));
        let has_own = prefix(&sort).is_some();
        let shape = (first.clone(), second.clone().unwrap_or_default());
        if !names.contains_key(&shape) {
            let own = if has_own { second.clone().unwrap_or_default() } else { first };
            let mut name = pascal_case(&own.to_lowercase());
            let is_taken = |name: &String| names.values().any(|other| other == name);
            if is_taken(&name) {
                name = format!(
                    "{}{}",
                    pascal_case(&shape.0.to_lowercase()),
                    pascal_case(&shape.1.to_lowercase())
                );
            }
            let base = name.clone();
            let mut number = 2;
            while is_taken(&name) {
                name = format!("{base}{number}");
                number += 1;
            }
            names.insert(shape.clone(), name);
        }
        if names.len() > KINDS_MAX {
            return None;
        }
        shapes.push(shape);
    }
    shapes.into_iter().map(|shape| names.get(&shape).cloned()).collect()
}

/// Returns false for values in front of a key, such as a number or a Boolean: they name no kind of item.
fn names_kind(word: &str) -> bool {
    let is_flag = ["true", "false"].iter().any(|flag| word.eq_ignore_ascii_case(flag));
    !is_flag && word.chars().any(char::is_alphabetic)
}

/// Returns sort keys that are words for a kind: they repeat, or they are in upper case.
fn words(items: &[Item], key: &[&str]) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for item in items {
        let value = key.get(1).and_then(|name| item.get(name)).and_then(print);
        if let Some(value) = value.filter(|value| !value.contains(SEPARATOR)) {
            *counts.entry(value).or_default() += 1;
        }
        if counts.len() > WORDS_MAX {
            return BTreeSet::new();
        }
    }
    let is_word =
        |value: &str| value.chars().all(|letter| letter.is_ascii_alphabetic() || "_-".contains(letter));
    let is_capital = |value: &str| !value.chars().any(|letter| letter.is_ascii_lowercase());
    let meant =
        counts.into_iter().filter(|(value, count)| is_word(value) && (*count > 1 || is_capital(value)));
    meant.map(|(value, _)| value).collect()
}
