//! The form of a request. It has no state of its own: it reads the JSON and writes it back. Parts that the form cannot show do
//! not change.

pub mod filter;
pub mod key_condition;
pub mod layout;
pub mod template;

use dynalab_playground::views::tables::KeyNames;
use serde_json::{Map, Value};

use crate::request::attribute::AttributeText;
use filter::{Filter, FilterTerm, FilterTest};
use key_condition::KeyCondition;

/// The fields with expressions, which can contain the placeholders `#name` and `:value`.
const EXPRESSIONS: [&str; 5] = [
    "KeyConditionExpression",
    "FilterExpression",
    "UpdateExpression",
    "ConditionExpression",
    "ProjectionExpression",
];

const NAMES: &str = "ExpressionAttributeNames";
const VALUES: &str = "ExpressionAttributeValues";

#[derive(Clone, Debug, PartialEq)]
pub struct RequestForm {
    fields: Map<String, Value>,
}

impl RequestForm {
    /// Reads a request. Returns none if the text is not a JSON object.
    pub fn read(body: &str) -> Option<RequestForm> {
        match serde_json::from_str(body).ok()? {
            Value::Object(fields) => Some(RequestForm { fields }),
            _ => None,
        }
    }

    /// Returns the request as JSON text, with its fields in a readable order.
    pub fn write(&self) -> String {
        layout::write(&self.fields)
    }

    pub fn text(&self, field: &str) -> &str {
        self.fields.get(field).and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns any field as JSON text.
    pub fn json(&self, field: &str) -> Option<String> {
        self.fields.get(field).map(Value::to_string)
    }

    pub fn flag(&self, field: &str, otherwise: bool) -> bool {
        self.fields.get(field).and_then(Value::as_bool).unwrap_or(otherwise)
    }

    pub fn number(&self, field: &str) -> Option<u64> {
        self.fields.get(field).and_then(Value::as_u64)
    }

    /// Sets a field, or removes it if the value is none.
    pub fn set(&mut self, field: &str, value: Option<Value>) {
        match value {
            Some(value) => self.fields.insert(field.to_owned(), value),
            None => self.fields.remove(field),
        };
        if EXPRESSIONS.contains(&field) {
            self.fit_placeholders();
        }
    }

    pub fn set_text(&mut self, field: &str, text: &str) {
        self.set(field, (!text.is_empty()).then(|| Value::from(text)));
    }

    /// Returns the attributes of `Key` or `Item`.
    pub fn attributes(&self, field: &str) -> Vec<(String, AttributeText)> {
        let members = self.fields.get(field).and_then(Value::as_object);
        let read = |(name, value): (&String, &Value)| Some((name.clone(), AttributeText::read(value)?));
        members.into_iter().flatten().filter_map(read).collect()
    }

    pub fn attribute(&self, field: &str, name: &str) -> Option<AttributeText> {
        AttributeText::read(self.fields.get(field)?.get(name)?)
    }

    pub fn set_attribute(&mut self, field: &str, name: &str, value: Option<Value>) {
        let members = self.members(field);
        match value {
            Some(value) => members.insert(name.to_owned(), value),
            None => members.remove(name),
        };
    }

    pub fn rename_attribute(&mut self, field: &str, from: &str, to: &str) {
        let members = self.members(field);
        if to.is_empty() || members.contains_key(to) {
            return;
        }
        if let Some(value) = members.remove(from) {
            members.insert(to.to_owned(), value);
        }
    }

    /// Returns the key condition, or none if the form cannot show it.
    pub fn key_condition(&self, key: &KeyNames) -> Option<KeyCondition> {
        key_condition::read(self.text("KeyConditionExpression"), key, |name| self.name(name))
    }

    pub fn set_key_condition(&mut self, condition: &KeyCondition, key: &KeyNames) {
        let before = self.key_condition(key).map(|condition| condition.placeholders()).unwrap_or_default();
        let names = [Some((&condition.partition_name, key.partition.as_str())), sort_name(condition, key)];
        for (placeholder, attribute) in names.into_iter().flatten() {
            if placeholder.starts_with('#') {
                self.members(NAMES).insert(placeholder.clone(), Value::from(attribute));
            }
        }
        self.set_text("KeyConditionExpression", &condition.print());
        self.drop_unused(&before);
        let types = [(&condition.partition_value, Some(&key.partition_type))];
        let sort_types =
            condition.sort.iter().flat_map(|sort| &sort.values).map(|v| (v, key.sort_type.as_ref()));
        for (placeholder, data_type) in types.into_iter().chain(sort_types) {
            let empty = self.value(placeholder).is_none_or(|value| value.text.is_empty());
            if let (true, Some(data_type)) = (empty, data_type) {
                self.set_value(placeholder, &AttributeText::new(data_type, ""));
            }
        }
    }

    /// Removes placeholders that an edit left unused, because DynamoDB rejects them.
    fn drop_unused(&mut self, before: &[String]) {
        let used = self.used_placeholders();
        for placeholder in before.iter().filter(|placeholder| !used.contains(*placeholder)) {
            let field = if placeholder.starts_with('#') { NAMES } else { VALUES };
            self.set_attribute(field, placeholder, None);
        }
        self.fit_placeholders();
    }

    /// Returns a filter or condition, or none if the form cannot show it.
    pub fn filter(&self, field: &str) -> Option<Filter> {
        filter::read(self.text(field))
    }

    pub fn set_filter(&mut self, field: &str, filter: &Filter) {
        let before = self.filter(field).map(|filter| filter.placeholders()).unwrap_or_default();
        self.set_text(field, &filter.print());
        self.drop_unused(&before);
    }

    /// Returns a test of an attribute that has no name yet.
    pub fn new_term(&self) -> FilterTerm {
        FilterTerm { path: self.unused("#f"), test: FilterTest::Equals, values: vec![self.unused(":f")] }
    }

    /// Returns the placeholders that a test needs: the existing ones, then new ones.
    pub fn values_for(&self, term: &FilterTerm, test: FilterTest) -> Vec<String> {
        let mut values: Vec<String> = term.values.iter().take(test.value_count()).cloned().collect();
        while values.len() < test.value_count() {
            let base = values.first().map_or_else(|| self.unused(":f"), |first| format!("{first}_to"));
            values.push(base);
        }
        values
    }

    /// Returns a path without name placeholders: "address.city".
    pub fn path_text(&self, path: &str) -> String {
        let mean = |part: &str| match part.starts_with('#') {
            true => self.name(part).unwrap_or_default(),
            false => part.to_owned(),
        };
        path.split('.').map(mean).collect::<Vec<_>>().join(".")
    }

    /// Changes the attribute of a test. Each part of its path becomes a placeholder, because any name may be a reserved word.
    pub fn rename_path(&mut self, field: &str, place: usize, attribute: &str) {
        let Some(mut filter) = self.filter(field) else { return };
        let Some(term) = filter.terms.get_mut(place) else { return };
        let first = match term.path.split('.').next() {
            Some(first) if first.starts_with('#') => first.to_owned(),
            _ => self.unused("#f"),
        };
        let parts: Vec<&str> = attribute.split('.').collect();
        let alias = |part: usize| if part == 0 { first.clone() } else { format!("{first}_{part}") };
        term.path = (0..parts.len()).map(alias).collect::<Vec<_>>().join(".");
        self.set_filter(field, &filter);
        for (part, name) in parts.iter().enumerate() {
            self.set_name(&alias(part), name);
        }
    }

    /// Returns the first of `#f1`, `#f2` and so on that no expression uses.
    fn unused(&self, prefix: &str) -> String {
        let used = self.free_placeholders(&[]);
        let names = (1..=used.len() + 1).map(|number| format!("{prefix}{number}"));
        names.into_iter().find(|name| !used.contains(name)).unwrap_or_else(|| prefix.to_owned())
    }

    /// Returns the attribute name of a `#name` placeholder.
    pub fn name(&self, placeholder: &str) -> Option<String> {
        Some(self.fields.get(NAMES)?.get(placeholder)?.as_str()?.to_owned())
    }

    pub fn set_name(&mut self, placeholder: &str, attribute: &str) {
        self.members(NAMES).insert(placeholder.to_owned(), Value::from(attribute));
    }

    /// Returns the value of a `:value` placeholder.
    pub fn value(&self, placeholder: &str) -> Option<AttributeText> {
        self.attribute(VALUES, placeholder)
    }

    pub fn set_value(&mut self, placeholder: &str, value: &AttributeText) {
        if let Some(value) = value.write() {
            self.set_attribute(VALUES, placeholder, Some(value));
        }
    }

    /// Returns the placeholders that the form shows as rows: all except those with fields elsewhere.
    pub fn free_placeholders(&self, taken: &[String]) -> Vec<String> {
        let mut free = self.used_placeholders();
        for maps in [NAMES, VALUES] {
            let members = self.fields.get(maps).and_then(Value::as_object);
            for name in members.into_iter().flat_map(|members| members.keys()) {
                if !free.contains(name) {
                    free.push(name.clone());
                }
            }
        }
        free.into_iter().filter(|name| !taken.contains(name)).collect()
    }

    /// Adds an entry for each placeholder that an expression uses. Removes unused entries that are empty.
    fn fit_placeholders(&mut self) {
        let used = self.used_placeholders();
        for placeholder in &used {
            let (field, empty) = match placeholder.starts_with('#') {
                true => (NAMES, Value::from("")),
                false => (VALUES, serde_json::json!({"S": ""})),
            };
            self.members(field).entry(placeholder.clone()).or_insert(empty);
        }
        for field in [NAMES, VALUES] {
            let Some(members) = self.fields.get_mut(field).and_then(Value::as_object_mut) else { continue };
            members.retain(|name, value| used.contains(name) || !is_empty(value));
            if members.is_empty() {
                self.fields.remove(field);
            }
        }
    }

    /// Returns the placeholders in the order of their first use.
    fn used_placeholders(&self) -> Vec<String> {
        let mut used = Vec::new();
        for placeholder in EXPRESSIONS.iter().flat_map(|field| placeholders_in(self.text(field))) {
            if !used.contains(&placeholder) {
                used.push(placeholder);
            }
        }
        used
    }

    fn members(&mut self, field: &str) -> &mut Map<String, Value> {
        let entry = self.fields.entry(field).or_insert_with(|| Value::Object(Map::new()));
        if !entry.is_object() {
            *entry = Value::Object(Map::new());
        }
        match entry {
            Value::Object(members) => members,
            _ => unreachable!("made an object just above"),
        }
    }
}

fn sort_name<'a>(condition: &'a KeyCondition, key: &'a KeyNames) -> Option<(&'a String, &'a str)> {
    Some((&condition.sort.as_ref()?.name, key.sort.as_deref()?))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::String(text) => text.is_empty(),
        Value::Object(members) => members.values().all(|inner| inner.as_str() == Some("")),
        _ => false,
    }
}

pub fn placeholders_in(expression: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = expression;
    while let Some(start) = rest.find(['#', ':']) {
        let after = &rest[start + 1..];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii();
        let length = after.find(|character| !is_word(character)).unwrap_or(after.len());
        if length > 0 {
            found.push(rest[start..start + 1 + length].to_owned());
        }
        rest = &after[length..];
    }
    found
}

#[cfg(test)]
mod tests;
