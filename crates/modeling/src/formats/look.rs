//! One look at a text, from which every format says whether the text is like it: the text is parsed once, and only its outline is kept.

use std::cell::OnceCell;
use std::fmt;

use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Levels of objects and lists of an outline.
const LEVELS: usize = 4;
/// Members that the outline of an inner object has at most. The words of formats are among the first.
const MEMBERS_MAX: usize = 100;

/// A text, and its outline once something asked for it.
pub struct Look<'a> {
    text: &'a str,
    outline: OnceCell<Option<Value>>,
}

impl<'a> Look<'a> {
    pub fn new(text: &'a str) -> Look<'a> {
        Look { text, outline: OnceCell::new() }
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the outline of JSON: the names of members, and values near the root. A list has its first element alone, and texts are
    /// empty. None for other texts.
    pub fn outline(&self) -> Option<&Value> {
        self.outline.get_or_init(|| outline(self.text)).as_ref()
    }
}

fn outline(text: &str) -> Option<Value> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let outline = Outline { level: 0 }.deserialize(&mut reader).ok()?;
    reader.end().ok().map(|()| outline)
}

/// Reads a value at this level as its outline.
struct Outline {
    level: usize,
}

impl<'de> DeserializeSeed<'de> for Outline {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Outline {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_str<E>(self, _: &str) -> Result<Value, E> {
        Ok(Value::String(String::new()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let level = self.level + 1;
        let first = match level < LEVELS {
            true => list.next_element_seed(Outline { level })?,
            false => None,
        };
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::Array(first.into_iter().collect()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let level = self.level + 1;
        let mut members = Map::new();
        while level < LEVELS && (self.level == 0 || members.len() < MEMBERS_MAX) {
            let Some(name) = object.next_key::<String>()? else { break };
            members.insert(name, object.next_value_seed(Outline { level })?);
        }
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_outline_has_names_and_the_first_elements_of_lists() {
        let text = r#"{"version": 1, "tables": [{"name": "a", "keys": {"pk": {"deep": {"deeper": 1}}}}, {"other": 2}], "n": -1.5, "z": null}"#;
        let outline = json!({"version": 1, "tables": [{"name": "", "keys": {}}], "n": -1.5, "z": null});
        assert_eq!(Look::new(text).outline(), Some(&outline));
        for broken in ["", "{", "{} {}", "[1,]", "name,id", r#"{"a": 1"#] {
            assert_eq!(Look::new(broken).outline(), None, "{broken}");
        }
    }

    #[test]
    fn an_inner_object_of_many_members_is_cut() {
        let members: Map<String, Value> =
            (0..1_000).map(|number| (format!("m{number:04}"), json!(1))).collect();
        let text = json!({"a": members.clone(), "b": [members.clone()]}).to_string();
        let look = Look::new(&text);
        let count = |value: &Value| value.as_object().map(Map::len);
        let outline = look.outline().cloned().unwrap_or_default();
        assert_eq!((count(&outline["a"]), count(&outline["b"][0])), (Some(MEMBERS_MAX), Some(MEMBERS_MAX)));
        let text = Value::Object(members).to_string();
        assert_eq!(Look::new(&text).outline().and_then(count), Some(1_000));
    }
}
