//! The values within objects, and members whose values are expressions: those of a schema become notes.

use dynalab_modeling::formats::ImportNote;
use serde_json::Value;

use super::Objects;

/// A member whose value is an expression.
#[derive(Debug)]
pub(super) struct Unknown {
    /// The names of the members from the outermost object.
    pub path: Vec<String>,
    pub expression: String,
}

impl Objects {
    /// Returns notes about the members of the values that `is_meant` accepts. Imports and helper code are no part of them.
    pub fn notes_of(&self, is_meant: fn(&Value) -> bool) -> Vec<ImportNote> {
        let places: Vec<Vec<Vec<&str>>> = self.values.iter().map(|value| paths_to(value, is_meant)).collect();
        let is_member = |(number, unknown): &&(usize, Unknown)| {
            places[*number].iter().any(|path| {
                let names = unknown.path.iter().map(String::as_str);
                unknown.path.len() >= path.len() && names.take(path.len()).eq(path.iter().copied())
            })
        };
        let note = |(_, unknown): &(usize, Unknown)| ImportNote::UnknownValue {
            place: unknown.path.join("."),
            expression: unknown.expression.clone(),
        };
        self.unknown.iter().filter(is_member).map(note).collect()
    }
}

/// Returns the names of the members that lead to the outermost values that `is_meant` accepts.
fn paths_to(value: &Value, is_meant: fn(&Value) -> bool) -> Vec<Vec<&str>> {
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), value)];
    while let Some((path, value)) = open.pop() {
        if is_meant(value) {
            found.push(path);
            continue;
        }
        match value {
            Value::Array(values) => open.extend(values.iter().map(|value| (path.clone(), value))),
            Value::Object(_) => open.extend(
                members(value)
                    .into_iter()
                    .map(|(name, value)| (path.iter().copied().chain([name]).collect(), value)),
            ),
            _ => {}
        }
    }
    found
}

/// Returns the outermost values that `is_meant` accepts, at any depth, each with its enclosing object.
pub fn collect(value: &Value, is_meant: fn(&Value) -> bool) -> Vec<(Option<&Value>, &Value)> {
    let mut found = Vec::new();
    let mut open = vec![(None, value)];
    while let Some((around, value)) = open.pop() {
        if is_meant(value) {
            found.push((around, value));
            continue;
        }
        let inner: Vec<&Value> = match value {
            Value::Array(values) => values.iter().collect(),
            Value::Object(_) => members(value).into_iter().map(|(_, value)| value).collect(),
            _ => Vec::new(),
        };
        // The enclosing object of a list's elements is that of the list.
        let around = if value.is_object() { Some(value) } else { around };
        open.extend(inner.into_iter().rev().map(|inner| (around, inner)));
    }
    found
}

/// Returns the members sorted by name, independent of the map type of this build.
pub fn members(value: &Value) -> Vec<(&str, &Value)> {
    let mut members: Vec<(&str, &Value)> =
        value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value)).collect();
    members.sort_by_key(|(name, _)| *name);
    members
}
