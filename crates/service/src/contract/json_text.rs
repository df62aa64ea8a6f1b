//! Values of the contract that are stored as JSON text: items, requests inside requests, numbers with all their digits, and
//! objects whose names are data.

use std::fmt;

use dynalab_types::wire::{item_json, value_json, write_json_string};
use dynalab_types::{AttributeValue, Item};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::description::{Described, Kind};

/// Any JSON value as text, such as an item in DynamoDB JSON. The default is the empty object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(pub String);

impl Default for Json {
    fn default() -> Json {
        Json("{}".to_owned())
    }
}

impl Json {
    /// Returns a text as a JSON string.
    pub fn from_text(text: &str) -> Json {
        let mut json = String::new();
        write_json_string(text, &mut json);
        Json(json)
    }
}

impl From<&Item> for Json {
    fn from(item: &Item) -> Json {
        Json(item_json(item))
    }
}

impl From<&AttributeValue> for Json {
    fn from(value: &AttributeValue) -> Json {
        Json(value_json(value))
    }
}

impl Described for Json {
    const KIND: Kind = Kind::Json;
}

/// [`super::write_json`] writes bytes as they are.
impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0.as_bytes())
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(TextOfJson).map(Json)
    }
}

/// A number with all its digits. Other numbers of the contract have at most three decimals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digits(pub String);

impl Digits {
    /// Returns the shortest text that is read back as the same number.
    pub fn from_number(number: f64) -> Digits {
        Digits(format!("{number:?}"))
    }

    /// Returns the nearest number, or 0 for a text that is not a number.
    pub fn number(&self) -> f64 {
        self.0.parse().unwrap_or_default()
    }
}

impl Described for Digits {
    const KIND: Kind = Kind::Number;
}

impl Serialize for Digits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0.as_bytes())
    }
}

impl<'de> Deserialize<'de> for Digits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digits, D::Error> {
        f64::deserialize(deserializer).map(Digits::from_number)
    }
}

/// An object whose names are data, in the order of the JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<T>(pub Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Named<T> {
        Named(Vec::new())
    }
}

impl<T> FromIterator<(String, T)> for Named<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(members: I) -> Named<T> {
        Named(members.into_iter().collect())
    }
}

impl<T: Described> Described for Named<T> {
    const KIND: Kind = Kind::Map(&T::KIND);
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
        map.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named<T>, D::Error> {
        deserializer.deserialize_map(MembersInOrder(std::marker::PhantomData))
    }
}

struct MembersInOrder<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for MembersInOrder<T> {
    type Value = Named<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<T>, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Named(members))
    }
}

/// Writes a value of a self-describing format as JSON text, with the members of objects in their order.
struct TextOfJson;

impl<'de> Visitor<'de> for TextOfJson {
    type Value = String;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<String, E> {
        Ok("null".to_owned())
    }

    fn visit_bool<E>(self, value: bool) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_u64<E>(self, value: u64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_i64<E>(self, value: i64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_f64<E>(self, value: f64) -> Result<String, E> {
        Ok(format!("{value:?}"))
    }

    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        let mut json = String::new();
        write_json_string(text, &mut json);
        Ok(json)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<String, A::Error> {
        let mut json = String::from("[");
        while let Some(Json(element)) = elements.next_element()? {
            if json.len() > 1 {
                json.push(',');
            }
            json.push_str(&element);
        }
        json.push(']');
        Ok(json)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<String, A::Error> {
        let mut json = String::from("{");
        while let Some((name, Json(value))) = members.next_entry::<String, Json>()? {
            if json.len() > 1 {
                json.push(',');
            }
            write_json_string(&name, &mut json);
            json.push(':');
            json.push_str(&value);
        }
        json.push('}');
        Ok(json)
    }
}
