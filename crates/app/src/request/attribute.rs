//! One attribute value in DynamoDB JSON, as two editable texts: its type and its value.

use serde_json::{Map, Value};

const SHOWN_CHARACTERS_MAX: usize = 120;

/// The data types in the order in which the menu shows them.
pub const DATA_TYPES: [&str; 10] = ["S", "N", "BOOL", "NULL", "L", "M", "SS", "NS", "B", "BS"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeText {
    pub data_type: String,
    /// Plain text for S, N and B; true or false for BOOL; empty for NULL; JSON for the rest.
    pub text: String,
}

impl AttributeText {
    pub fn new(data_type: &str, text: &str) -> AttributeText {
        AttributeText { data_type: data_type.to_owned(), text: text.to_owned() }
    }

    /// Reads a value. Returns none if it does not have the shape `{"S": …}`.
    pub fn read(value: &Value) -> Option<AttributeText> {
        let (data_type, inner) = single(value)?;
        let text = match (data_type, inner) {
            ("S" | "N" | "B", Value::String(text)) => text.clone(),
            ("BOOL", Value::Bool(truth)) => truth.to_string(),
            ("NULL", _) => String::new(),
            ("L" | "M" | "SS" | "NS" | "BS", inner) => inner.to_string(),
            _ => return None,
        };
        Some(AttributeText::new(data_type, &text))
    }

    /// Returns the value. Returns none if the text is not valid for its type, for example while a person types.
    pub fn write(&self) -> Option<Value> {
        let inner = match self.data_type.as_str() {
            "S" | "N" | "B" => Value::String(self.text.clone()),
            "BOOL" => Value::Bool(self.text == "true"),
            "NULL" => Value::Bool(true),
            "M" => serde_json::from_str(&self.text).ok().filter(Value::is_object)?,
            "L" | "SS" | "NS" | "BS" => serde_json::from_str(&self.text).ok().filter(Value::is_array)?,
            _ => return None,
        };
        let mut value = Map::new();
        value.insert(self.data_type.clone(), inner);
        Some(Value::Object(value))
    }

    /// Returns the value with another type, and keeps its text where the new type allows it.
    pub fn with_type(&self, data_type: &str) -> AttributeText {
        let text = match data_type {
            "S" | "N" | "B" if matches!(self.data_type.as_str(), "S" | "N" | "B") => self.text.as_str(),
            "S" | "N" | "B" | "NULL" => "",
            "BOOL" => "true",
            "M" => "{}",
            _ => "[]",
        };
        AttributeText::new(data_type, text)
    }
}

/// Returns a value as a grid shows it: short, without type names.
pub fn from_value(value: &Value) -> AttributeText {
    let Some((data_type, _)) = single(value) else {
        return AttributeText::new("", &shortened(&value.to_string()));
    };
    AttributeText::new(data_type, &shortened(&plain(value)))
}

fn plain(value: &Value) -> String {
    let Some((data_type, inner)) = single(value) else { return value.to_string() };
    match inner {
        Value::String(text) => text.clone(),
        _ if data_type == "NULL" => "null".to_owned(),
        Value::Array(elements) if data_type == "L" => bracketed('[', elements.iter().map(plain), ']'),
        Value::Array(elements) => {
            bracketed('{', elements.iter().map(|e| e.as_str().unwrap_or("").to_owned()), '}')
        }
        Value::Object(members) => {
            bracketed('{', members.iter().map(|(name, value)| format!("{name}: {}", plain(value))), '}')
        }
        other => other.to_string(),
    }
}

fn bracketed(open: char, parts: impl Iterator<Item = String>, close: char) -> String {
    format!("{open}{}{close}", parts.collect::<Vec<_>>().join(", "))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARACTERS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn single(value: &Value) -> Option<(&str, &Value)> {
    let members = value.as_object()?;
    let (data_type, inner) = members.iter().next()?;
    (members.len() == 1 && DATA_TYPES.contains(&data_type.as_str())).then_some((data_type, inner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_type_survives_the_form() {
        for value in [
            json!({"S": "a"}),
            json!({"N": "1.50"}),
            json!({"BOOL": false}),
            json!({"NULL": true}),
            json!({"L": [{"S": "a"}]}),
            json!({"M": {"a": {"N": "1"}}}),
            json!({"SS": ["a"]}),
            json!({"B": "YQ=="}),
        ] {
            let text = AttributeText::read(&value).expect("a value");
            assert_eq!(text.write(), Some(value));
        }
    }

    #[test]
    fn half_written_json_is_no_value_yet() {
        assert_eq!(AttributeText::new("M", "{\"a\":").write(), None);
        assert_eq!(AttributeText::new("M", "[]").write(), None);
        assert_eq!(AttributeText::read(&json!({"S": "a", "N": "1"})), None);
        assert_eq!(AttributeText::read(&json!("a")), None);
    }

    #[test]
    fn a_grid_shows_plain_values() {
        let nested = json!({"M": {"city": {"S": "Tokyo"}, "tags": {"L": [{"N": "1"}, {"BOOL": true}]}}});
        assert_eq!(from_value(&nested), AttributeText::new("M", "{city: Tokyo, tags: [1, true]}"));
        assert_eq!(from_value(&json!({"SS": ["a", "b"]})).text, "{a, b}");
        assert_eq!(from_value(&json!({"S": "あ".repeat(130)})).text.chars().count(), 121);
    }
}
