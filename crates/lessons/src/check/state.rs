//! Goals about the items of a table or index, read without a request.

use dynalab_service::Engine;
use dynalab_types::Item;

use super::items::{Comparison, decode};
use crate::goal::ItemsGoal;
use crate::verdict::{Difference, ItemPlace};

pub(super) fn check(engine: &Engine, goal: &ItemsGoal) -> Vec<Difference> {
    let source = match &goal.index {
        Some(index) => format!("{}.{index}", goal.table),
        None => goal.table.clone(),
    };
    let place = ItemPlace::Source(source);
    let yours = items(engine, &goal.table, goal.index.as_deref());
    let keys = key_names(engine, &goal.table, goal.index.as_deref());
    let comparison = Comparison {
        place: place.clone(),
        keys: &keys,
        partial: goal.partial,
        only: goal.only,
        in_order: false,
    };
    let wanted: Vec<Item> = goal.items.iter().map(decode).collect();
    let mut found = comparison.differences(&yours, &wanted);
    for key in goal.absent.iter().map(decode) {
        let there = yours.iter().filter(|item| key.iter().all(|(name, value)| item.get(name) == Some(value)));
        found.extend(
            there.map(|item| Difference::ExtraItem {
                place: place.clone(),
                item: super::items::item_json(item),
            }),
        );
    }
    if let Some(count) = goal.count.filter(|count| *count != yours.len() as u64) {
        found.push(Difference::ItemCount { place, yours: yours.len() as u64, goal: count });
    }
    found
}

/// Returns the items of a table or index, or an empty list if it does not exist.
fn items(engine: &Engine, table: &str, index: Option<&str>) -> Vec<Item> {
    let Some(table) = engine.database().find(table) else { return Vec::new() };
    let Some(name) = index else { return table.items.iter().map(|(_, item)| item.unpack()).collect() };
    match (table.definition.index(name), table.index_rows(name)) {
        (Some(index), Some(entries)) => {
            entries.rows.iter().map(|(_, entry)| index.projected.project(&entry.unpack())).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the attributes that identify an item: the table's key, in an index too.
pub(super) fn key_names(engine: &Engine, table: &str, index: Option<&str>) -> Vec<String> {
    let Some(table) = engine.database().find(table) else { return Vec::new() };
    let mut names: Vec<String> =
        table.definition.key.attributes().map(|attribute| attribute.name.to_string()).collect();
    let index = index.and_then(|name| table.definition.index(name));
    for attribute in index.into_iter().flat_map(|index| index.key.attributes()) {
        if !names.iter().any(|name| **name == *attribute.name) {
            names.push(attribute.name.to_string());
        }
    }
    names
}
