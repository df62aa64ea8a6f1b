//! Members that a design does not have: kept when a format is read, and restored when it is written.

use std::collections::BTreeMap;

use dynalab_modeling::design::Extra;
use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::formats::leftovers::Node;
use serde_json::{Map, Value};

use crate::object_literal::members;

/// Takes the known members of a value. A value that is no object has none of its own.
pub fn pass(node: Node<'_>, known: &[&str]) {
    match node.value().is_object() {
        true => node.pass(known),
        false => drop(node.whole()),
    }
}

/// Says of leftovers that they are kept for files of a format, where they are.
pub fn name_kept(notes: Vec<ImportNote>, format: &'static str, is_kept: fn(&str) -> bool) -> Vec<ImportNote> {
    let note = |note| match note {
        ImportNote::LeftOut { place, member } if is_kept(&place) => {
            ImportNote::Kept { place, member, format }
        }
        other => other,
    };
    notes.into_iter().map(note).collect()
}

/// Keeps the differences between these members and those that Dynalab would write, under the name of a format. A
/// missing member is kept as null.
pub fn keep(extra: &mut Extra, format: &str, found: &Value, written: &Value) {
    let mut kept = Map::new();
    for (name, value) in members(found) {
        if written.get(name) != Some(value) {
            kept.insert(name.to_owned(), value.clone());
        }
    }
    for (name, _) in members(written) {
        if found.get(name).is_none() {
            kept.insert(name.to_owned(), Value::Null);
        }
    }
    if !kept.is_empty() {
        extra.insert(format.to_owned(), Value::Object(kept));
    }
}

/// Replaces written members by kept ones.
pub fn restore(extra: &Extra, format: &str, written: &mut Value) {
    let Some(written) = written.as_object_mut() else { return };
    for (name, value) in extra.get(format).map(members).unwrap_or_default() {
        match value {
            Value::Null => drop(written.remove(name)),
            value => drop(written.insert(name.to_owned(), value.clone())),
        }
    }
}

/// Returns the text of a file. Members are sorted by name, independent of the map type of this build.
pub fn print(value: Value) -> String {
    // Only a map with keys that are not strings could fail. A JSON value has none.
    serde_json::to_string_pretty(&sorted(value)).unwrap_or_default() + "\n"
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members: BTreeMap<String, Value> =
                members.into_iter().map(|(name, value)| (name, sorted(value))).collect();
            Value::Object(members.into_iter().collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(sorted).collect()),
        other => other,
    }
}
