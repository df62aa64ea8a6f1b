//! Values of items that were no DynamoDB JSON: which attributes were converted or left out, and in which item first.

use std::collections::BTreeMap;

use dynalab_request_text::interchange::lenient::{Change, lenient_item};
use dynalab_types::{Item, json};
use serde_json::Value;

use super::ImportNote;

/// The changed values of the items of one table.
#[derive(Debug, Default)]
pub struct ChangedValues {
    /// By attribute and whether it was left out: the number of the first item, from one, and how many items.
    found: BTreeMap<(String, bool), (usize, usize)>,
}

impl ChangedValues {
    /// Adds the changes of an item. Items are counted from one.
    pub fn add(&mut self, item: usize, changes: &[Change]) {
        for Change { attribute, is_left_out } in changes {
            self.found.entry((attribute.clone(), *is_left_out)).or_insert((item, 0)).1 += 1;
        }
    }

    /// Returns a note for each attribute.
    pub fn notes(self, table: &str) -> impl Iterator<Item = ImportNote> {
        let table = table.to_owned();
        self.found.into_iter().map(move |((attribute, is_left_out), (item, count))| {
            let (table, more) = (table.clone(), count - 1);
            match is_left_out {
                true => ImportNote::ValueLeftOut { table, item, attribute, more },
                false => ImportNote::ValueConverted { table, item, attribute, more },
            }
        })
    }
}

/// Reads an item of a file, whose values need not be DynamoDB JSON. Returns None if it is no object.
pub fn read_item(value: &Value) -> Option<(Item, Vec<Change>)> {
    match json::parse(&value.to_string()) {
        Ok(json::Value::Object(members)) => Some(lenient_item(&members)),
        _ => None,
    }
}
