//! Items of a table: rows of an entity with their keys filled in.

use dynalab_types::{AttributeValue, Item};

use crate::design::{AttributeType, Index, Placement, Table, When};
use crate::error::FillError;
use crate::literal;
use crate::template;

/// Returns the item of a row. Omits an index key if its condition is false or the row lacks a value.
///
/// # Errors
/// Returns an error if a table key attribute has no value, or a value has the wrong form.
pub fn item_of(table: &Table, placement: &Placement, row: &Item) -> Result<Item, FillError> {
    let mut item = Item::with_capacity(row.len() + placement.keys.len());
    for (name, value) in row.iter() {
        if placement.attributes.as_ref().is_none_or(|stored| stored.iter().any(|stored| stored == name)) {
            item.insert(name, value.clone());
        }
    }
    for (name, key) in &placement.keys {
        if key.when.as_ref().is_some_and(|when| !matches(when, row)) {
            item.remove(name);
            continue;
        }
        let is_table_key = table.key().any(|attribute| attribute.name == *name);
        match key.template.fill(|attribute| row.get(attribute)) {
            Ok(value) => {
                item.insert(name.as_str(), typed(table, name, value));
            }
            Err(FillError::NoValue { .. }) if !is_table_key => {
                item.remove(name);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(item)
}

/// Converts the value to the type of the key attribute: `0042` is 42 in a key of type N.
pub fn typed(table: &Table, name: &str, value: AttributeValue) -> AttributeValue {
    let of_indexes = table.indexes.iter().flat_map(Index::key);
    let wanted = table.key().chain(of_indexes).find(|attribute| attribute.name == name);
    match (wanted.map(|attribute| attribute.data_type), &value) {
        (Some(AttributeType::N), AttributeValue::S(text)) => template::number(text).unwrap_or(value),
        (Some(AttributeType::S), AttributeValue::N(number)) => AttributeValue::S(number.to_string().into()),
        (Some(AttributeType::B), AttributeValue::S(text)) => AttributeValue::B(text.as_bytes().into()),
        _ => value,
    }
}

pub fn matches(when: &When, row: &Item) -> bool {
    row.get(&when.attribute).is_some_and(|value| {
        when.is.iter().any(|wanted| literal::same(&literal::value_of(wanted, None), value))
    })
}
