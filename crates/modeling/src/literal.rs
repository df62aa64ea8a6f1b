//! Conversions between plain JSON and DynamoDB values: literals of a design, request bodies, printed values.

use std::borrow::Cow;

use dynalab_types::{AttributeMap, AttributeValue, Number, json, wire};
use serde_json::{Map, Value};

use crate::bounds::VALUE_BYTES;
use crate::design::AttributeType;

/// Converts a literal: string to S, number to N, list to L, object to M. The wanted type selects sets, binary or N.
pub fn value_of(literal: &Value, wanted: Option<AttributeType>) -> AttributeValue {
    match (literal, wanted) {
        (Value::String(text), Some(AttributeType::N)) => {
            Number::parse(text).map_or_else(|_| AttributeValue::string(text), AttributeValue::N)
        }
        (Value::String(text), Some(AttributeType::B)) => AttributeValue::B(text.as_bytes().into()),
        (Value::Number(number), Some(AttributeType::S)) => AttributeValue::string(&number.to_string()),
        (Value::Array(elements), Some(AttributeType::SS)) => {
            AttributeValue::Ss(elements.iter().map(|element| plain_text(element).into()).collect())
        }
        (Value::Array(elements), Some(AttributeType::NS)) => AttributeValue::Ns(
            elements.iter().filter_map(|element| Number::parse(&plain_text(element)).ok()).collect(),
        ),
        (Value::Null, _) => AttributeValue::Null,
        (Value::Bool(flag), _) => AttributeValue::Bool(*flag),
        (Value::Number(number), _) => number_of(&number.to_string()),
        (Value::String(text), _) => AttributeValue::string(text),
        (Value::Array(elements), _) => {
            AttributeValue::L(elements.iter().map(|element| value_of(element, None)).collect())
        }
        (Value::Object(members), _) => AttributeValue::M(
            members.iter().map(|(name, member)| (name.as_str(), value_of(member, None))).collect(),
        ),
    }
}

/// Returns the bytes that a literal becomes as a value.
pub fn bytes_of(literal: &Value) -> usize {
    match literal {
        Value::String(text) => text.len(),
        Value::Array(elements) => elements.iter().map(|element| VALUE_BYTES + bytes_of(element)).sum(),
        Value::Object(members) => {
            members.iter().map(|(name, member)| VALUE_BYTES + name.len() + bytes_of(member)).sum()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => VALUE_BYTES,
    }
}

fn number_of(text: &str) -> AttributeValue {
    Number::parse(text).map_or_else(|_| AttributeValue::string(text), AttributeValue::N)
}

fn plain_text(literal: &Value) -> String {
    literal.as_str().map_or_else(|| literal.to_string(), str::to_owned)
}

/// Returns the value as DynamoDB JSON.
pub fn wire_json(value: &AttributeValue) -> Value {
    let member = |name: &str, value: Value| Value::Object(Map::from_iter([(name.to_owned(), value)]));
    match value {
        AttributeValue::S(text) => member("S", Value::from(text.as_ref())),
        AttributeValue::N(number) => member("N", Value::from(number.to_string())),
        AttributeValue::B(bytes) => member("B", Value::from(wire::base64_text(bytes))),
        AttributeValue::Bool(flag) => member("BOOL", Value::from(*flag)),
        AttributeValue::Null => member("NULL", Value::from(true)),
        AttributeValue::L(elements) => member("L", elements.iter().map(wire_json).collect()),
        AttributeValue::M(map) => member("M", item_json(map)),
        AttributeValue::Ss(set) => member("SS", set.iter().map(|text| Value::from(text.as_ref())).collect()),
        AttributeValue::Ns(set) => {
            member("NS", set.iter().map(|number| Value::from(number.to_string())).collect())
        }
        AttributeValue::Bs(set) => {
            member("BS", set.iter().map(|bytes| Value::from(wire::base64_text(bytes))).collect())
        }
    }
}

pub fn item_json(item: &AttributeMap) -> Value {
    Value::Object(item.iter().map(|(name, value)| (name.to_owned(), wire_json(value))).collect())
}

/// Reads a value of a response. Returns None if it is not DynamoDB JSON.
pub fn from_wire(value: &Value) -> Option<AttributeValue> {
    let (kind, of_kind) = value.as_object().filter(|members| members.len() == 1)?.iter().next()?;
    match (kind.as_str(), of_kind) {
        ("S", Value::String(text)) => Some(AttributeValue::string(text)),
        ("N", Value::String(text)) => Number::parse(text).ok().map(AttributeValue::N),
        // Other types are rare.
        _ => wire::decode_value(&json::parse(&value.to_string()).ok()?).ok(),
    }
}

/// Returns true if [`item_from_wire`] can read the value.
pub fn is_item(value: &Value) -> bool {
    let is_value = |value: &Value| match value.as_object().filter(|members| members.len() == 1) {
        Some(members) => match members.iter().next() {
            Some((kind, Value::String(_))) if kind == "S" => true,
            _ => from_wire(value).is_some(),
        },
        None => false,
    };
    value.as_object().is_some_and(|members| members.values().all(is_value))
}

pub fn item_from_wire(value: &Value) -> Option<AttributeMap> {
    item_from_members(value.as_object()?)
}

/// Reads an item from its members. Returns None if a value is not DynamoDB JSON.
pub fn item_from_members<'a>(
    members: impl IntoIterator<Item = (&'a String, &'a Value)>,
) -> Option<AttributeMap> {
    members.into_iter().map(|(name, value)| Some((name.as_str(), from_wire(value)?))).collect()
}

/// Formats a value for a report: strings and numbers as plain text, other types as DynamoDB JSON.
pub fn show(value: &AttributeValue) -> String {
    text_of(value).into_owned()
}

fn text_of(value: &AttributeValue) -> Cow<'_, str> {
    match value {
        AttributeValue::S(text) => Cow::Borrowed(text),
        AttributeValue::N(number) => Cow::Owned(number.to_string()),
        AttributeValue::Bool(flag) => Cow::Owned(flag.to_string()),
        other => Cow::Owned(wire::value_json(other)),
    }
}

/// Returns true if two values are equal, where a design may write a number as text.
pub fn same(left: &AttributeValue, right: &AttributeValue) -> bool {
    left == right || {
        let as_number = |value: &AttributeValue| match value {
            AttributeValue::N(number) => Some(*number),
            AttributeValue::S(text) => Number::parse(text).ok(),
            _ => None,
        };
        let is_number = |value: &AttributeValue| matches!(value, AttributeValue::N(_));
        match (is_number(left) || is_number(right), as_number(left), as_number(right)) {
            (true, Some(left), Some(right)) => left == right,
            _ => text_of(left) == text_of(right),
        }
    }
}

/// Compares two values: numbers by value, others as text. Numbers are before all others, so the order is total.
pub fn order(left: &AttributeValue, right: &AttributeValue) -> std::cmp::Ordering {
    match (left, right) {
        (AttributeValue::N(left), AttributeValue::N(right)) => left.cmp(right),
        (AttributeValue::N(_), _) => std::cmp::Ordering::Less,
        (_, AttributeValue::N(_)) => std::cmp::Ordering::Greater,
        _ => text_of(left).cmp(&text_of(right)),
    }
}
