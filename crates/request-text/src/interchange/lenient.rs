//! Reads items whose values are not all DynamoDB JSON, as samples written by hand have them. Each value is converted, or left out.

use dynalab_types::json::{Object, Value};
use dynalab_types::wire::decode_value;
use dynalab_types::{AttributeMap, AttributeValue, DataType, Item, Number};

/// Maximum nesting of a value that is converted. DynamoDB has 32 levels.
const LEVELS_MAX: usize = 30;

/// An attribute whose value was no DynamoDB JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub attribute: String,
    /// True if nothing was understood of it.
    pub is_left_out: bool,
}

/// Returns the item, and what was changed to read it.
pub fn lenient_item(members: &Object) -> (Item, Vec<Change>) {
    let mut item = AttributeMap::with_capacity(members.len());
    let mut changes = Vec::new();
    for (name, value) in members {
        let value =
            decode_value(value).map_or_else(|_| (converted(value, 1), true), |value| (Some(value), false));
        match value {
            (Some(value), is_changed) if !name.is_empty() => {
                item.insert(name.as_str(), value);
                if is_changed {
                    changes.push(Change { attribute: name.clone(), is_left_out: false });
                }
            }
            _ => changes.push(Change { attribute: name.clone(), is_left_out: true }),
        }
    }
    (item, changes)
}

/// Returns the value that is meant: typed as far as it has types, plain otherwise. None if it is nested too deeply, or no value.
fn converted(value: &Value, level: usize) -> Option<AttributeValue> {
    if level > LEVELS_MAX {
        return None;
    }
    if let Ok(value) = decode_value(value) {
        return Some(value);
    }
    Some(match value {
        Value::Null => AttributeValue::Null,
        Value::Bool(truth) => AttributeValue::Bool(*truth),
        Value::Number(text) => AttributeValue::N(Number::parse(text).ok()?),
        Value::String(text) => AttributeValue::string(text),
        Value::Array(values) => list(values, level)?,
        Value::Object(members) => match typed(members) {
            Some((kind, inner)) => of_type(kind, inner, level)?,
            None => map(members, level)?,
        },
    })
}

/// Returns the type and the value of an object such as `{"M": …}`.
fn typed(members: &Object) -> Option<(DataType, &Value)> {
    let (name, inner) = members.first_key_value().filter(|_| members.len() == 1)?;
    Some((DataType::from_name(name)?, inner))
}

fn of_type(kind: DataType, inner: &Value, level: usize) -> Option<AttributeValue> {
    Some(match (kind, inner) {
        (DataType::M, Value::Object(members)) => map(members, level)?,
        (DataType::L, Value::Array(values)) => list(values, level)?,
        (DataType::S, Value::Number(text)) => AttributeValue::string(text),
        (DataType::S, Value::Bool(truth)) => AttributeValue::string(&truth.to_string()),
        (DataType::N, Value::Number(text) | Value::String(text)) => {
            AttributeValue::N(Number::parse(text.trim()).ok()?)
        }
        (DataType::Bool, Value::String(text)) => {
            AttributeValue::Bool(text.trim().to_ascii_lowercase().parse().ok()?)
        }
        (DataType::Null, Value::Bool(_) | Value::Null | Value::String(_)) => AttributeValue::Null,
        // A set with no or equal elements is no set.
        (DataType::Ss | DataType::Ns | DataType::Bs, Value::Array(values)) => list(values, level)?,
        _ => return None,
    })
}

fn list(values: &[Value], level: usize) -> Option<AttributeValue> {
    values.iter().map(|value| converted(value, level + 1)).collect::<Option<Vec<_>>>().map(AttributeValue::L)
}

fn map(members: &Object, level: usize) -> Option<AttributeValue> {
    let mut map = AttributeMap::with_capacity(members.len());
    for (name, value) in members {
        map.insert(name.as_str(), converted(value, level + 1)?);
    }
    Some(AttributeValue::M(map))
}

#[cfg(test)]
mod tests {
    use dynalab_types::json;
    use dynalab_types::wire::item_json;

    use super::*;

    fn read(text: &str) -> (String, Vec<String>) {
        let Ok(Value::Object(members)) = json::parse(text) else { panic!("{text}") };
        let (item, changes) = lenient_item(&members);
        let shown = |change: &Change| {
            format!("{}{}", change.attribute, if change.is_left_out { " left" } else { "" })
        };
        (item_json(&item), changes.iter().map(shown).collect())
    }

    #[test]
    fn values_are_converted_or_left_out() {
        for (text, item, changes) in [
            (r#"{"a":{"S":"x"}}"#, r#"{"a":{"S":"x"}}"#, &[][..]),
            (
                r#"{"pilot":{"M":{"on":true,"release":"1.2","typed":{"N":"3"}}}}"#,
                r#"{"pilot":{"M":{"on":{"BOOL":true},"release":{"S":"1.2"},"typed":{"N":"3"}}}}"#,
                &["pilot"],
            ),
            (
                r#"{"n":{"N":7},"s":{"S":7},"b":{"BOOL":"True"}}"#,
                r#"{"b":{"BOOL":true},"n":{"N":"7"},"s":{"S":"7"}}"#,
                &["b", "n", "s"],
            ),
            (
                r#"{"l":{"L":["x",{"S":"y"}]},"p":"plain"}"#,
                r#"{"l":{"L":[{"S":"x"},{"S":"y"}]},"p":{"S":"plain"}}"#,
                &["l", "p"],
            ),
            (
                r#"{"k":{"S":"1"},"bad":{"N":"x"},"e":{"SS":[]}}"#,
                r#"{"e":{"L":[]},"k":{"S":"1"}}"#,
                &["bad left", "e"],
            ),
        ] {
            let (found, named) = read(text);
            assert_eq!(
                (found.as_str(), named),
                (item, changes.iter().map(|name| (*name).to_owned()).collect()),
                "{text}"
            );
        }
        let deep = format!("{{\"a\":{}1{}}}", "[".repeat(60), "]".repeat(60));
        assert_eq!(read(&deep).1, ["a left"]);
    }
}
