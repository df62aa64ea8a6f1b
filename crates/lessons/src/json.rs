//! A JSON value inside other data: nested in JSON, a text in the bytes between page and worker.

use std::fmt;

use dynalab_types::json::{self, Object, Value};
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A JSON value, such as the body of a request or an item as DynamoDB JSON.
#[derive(Clone, PartialEq, Eq)]
pub struct Json(pub Value);

/// Prints JSON text, because the tree of values is unreadable in a message.
impl fmt::Debug for Json {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text())
    }
}

impl Json {
    pub fn parse(text: &str) -> Result<Json, json::JsonError> {
        json::parse(text).map(Json)
    }

    /// Returns the shortest JSON text, with the members sorted by name.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.0.write(&mut text);
        text
    }

    pub fn as_object(&self) -> Option<&Object> {
        match &self.0 {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }
}

/// The default is the empty object.
impl Default for Json {
    fn default() -> Json {
        Json(Value::Object(Object::new()))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            write(&self.0, serializer)
        } else {
            serializer.serialize_str(&self.text())
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(Reader).map(Json);
        }
        let text = String::deserialize(deserializer)?;
        Json::parse(&text).map_err(|error| de::Error::custom(format!("line {} is not JSON", error.line)))
    }
}

struct Written<'a>(&'a Value);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(self.0, serializer)
    }
}

fn write<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Value::Null => serializer.serialize_unit(),
        Value::Bool(value) => serializer.serialize_bool(*value),
        Value::Number(text) => match (text.parse::<u64>(), text.parse::<i64>(), text.parse::<f64>()) {
            (Ok(number), ..) => serializer.serialize_u64(number),
            (_, Ok(number), _) => serializer.serialize_i64(number),
            (.., Ok(number)) => serializer.serialize_f64(number),
            _ => serializer.serialize_str(text),
        },
        Value::String(text) => serializer.serialize_str(text),
        Value::Array(elements) => {
            let mut sequence = serializer.serialize_seq(Some(elements.len()))?;
            for element in elements {
                sequence.serialize_element(&Written(element))?;
            }
            sequence.end()
        }
        Value::Object(object) => {
            let mut map = serializer.serialize_map(Some(object.len()))?;
            for (name, value) in object {
                map.serialize_entry(name, &Written(value))?;
            }
            map.end()
        }
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(Json(element)) = sequence.next_element()? {
            elements.push(element);
        }
        Ok(Value::Array(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Object::new();
        while let Some((name, Json(value))) = map.next_entry::<String, Json>()? {
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_nested_where_a_person_reads_it() {
        for text in [r#"{"a":{"N":"1.50"},"b":[true,null,-3,2.5],"c":{}}"#, "[]", "\"x\"", "12"] {
            let value: Json = serde_json::from_str(text).expect("JSON");
            assert_eq!(value.text(), text);
            assert_eq!(serde_json::to_string(&value).expect("JSON"), text);
        }
        assert!(serde_json::from_str::<Json>("{").is_err());
    }
}
