//! Converts plain JSON to attribute values and back. Plain JSON has no binary values and sets: they become base64 strings and
//! lists.

use dynalab_types::json::{self, Object, Value};
use dynalab_types::wire::{base64_text, decode_value, value_json};
use dynalab_types::{AttributeMap, AttributeValue, DataType, Item, Number};

use super::diagnostic::Diagnostic;

/// Returns true if every member has the form `{"S":"…"}`, with a DynamoDB type.
pub fn is_dynamo(object: &Object) -> bool {
    let typed = |value: &Value| match value {
        Value::Object(inner) => {
            inner.len() == 1 && inner.keys().all(|name| DataType::from_name(name).is_some())
        }
        _ => false,
    };
    !object.is_empty() && object.values().all(typed)
}

pub fn item_of_plain(object: &Object) -> Result<Item, Diagnostic> {
    let mut item = AttributeMap::with_capacity(object.len());
    for (name, value) in object {
        let bad = |value: String| Diagnostic::BadValue { attribute: name.clone(), value };
        item.insert(name.as_str(), value_of_plain(value).map_err(bad)?);
    }
    Ok(item)
}

/// Fails with the text of a number that is not valid in DynamoDB.
fn value_of_plain(value: &Value) -> Result<AttributeValue, String> {
    Ok(match value {
        Value::Null => AttributeValue::Null,
        Value::Bool(truth) => AttributeValue::Bool(*truth),
        Value::Number(text) => AttributeValue::N(Number::parse(text).map_err(|_| text.clone())?),
        Value::String(text) => AttributeValue::string(text),
        Value::Array(values) => {
            AttributeValue::L(values.iter().map(value_of_plain).collect::<Result<Vec<_>, _>>()?)
        }
        Value::Object(members) => {
            let mut map = AttributeMap::with_capacity(members.len());
            for (name, value) in members {
                map.insert(name.as_str(), value_of_plain(value)?);
            }
            AttributeValue::M(map)
        }
    })
}

/// Reads a nested value in a cell, with or without types.
pub fn value_of_json(text: &str) -> Option<AttributeValue> {
    let value = json::parse(text).ok()?;
    let typed = matches!(&value, Value::Object(object) if object.len() == 1 && object.keys().all(|name| DataType::from_name(name).is_some()));
    match typed.then(|| decode_value(&value).ok()).flatten() {
        Some(value) => Some(value),
        None => value_of_plain(&value).ok(),
    }
}

pub fn plain_of_item(item: &Item) -> Object {
    item.iter().map(|(name, value)| (name.to_owned(), plain_of_value(value))).collect()
}

pub fn plain_of_value(value: &AttributeValue) -> Value {
    match value {
        AttributeValue::S(text) => Value::String(text.to_string()),
        AttributeValue::N(number) => Value::Number(number.to_string()),
        AttributeValue::B(bytes) => Value::String(base64_text(bytes)),
        AttributeValue::Bool(truth) => Value::Bool(*truth),
        AttributeValue::Null => Value::Null,
        AttributeValue::L(values) => Value::Array(values.iter().map(plain_of_value).collect()),
        AttributeValue::M(map) => Value::Object(plain_of_item(map)),
        AttributeValue::Ss(texts) => {
            Value::Array(texts.iter().map(|text| Value::String(text.to_string())).collect())
        }
        AttributeValue::Ns(numbers) => {
            Value::Array(numbers.iter().map(|number| Value::Number(number.to_string())).collect())
        }
        AttributeValue::Bs(all) => {
            Value::Array(all.iter().map(|bytes| Value::String(base64_text(bytes))).collect())
        }
    }
}

/// Returns the text of a cell: scalars without types, other values as JSON.
pub fn cell_of_value(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => text.to_string(),
        AttributeValue::N(number) => number.to_string(),
        AttributeValue::B(bytes) => base64_text(bytes),
        AttributeValue::Bool(truth) => truth.to_string(),
        AttributeValue::Null => String::new(),
        nested => value_json(nested),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_types::wire::item_json;

    fn object(text: &str) -> Object {
        match json::parse(text) {
            Ok(Value::Object(object)) => object,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn plain_json_becomes_an_item_and_comes_back() {
        let text = r#"{"a":"x","b":1.50,"c":[true,null,{"d":"e"}]}"#;
        let item = item_of_plain(&object(text)).unwrap();
        assert_eq!(
            item_json(&item),
            r#"{"a":{"S":"x"},"b":{"N":"1.5"},"c":{"L":[{"BOOL":true},{"NULL":true},{"M":{"d":{"S":"e"}}}]}}"#
        );
        assert_eq!(item_of_plain(&plain_of_item(&item)).unwrap(), item);
    }

    #[test]
    fn reports_a_number_out_of_range_with_its_attribute() {
        let wide = "123456789012345678901234567890123456789";
        let mistake = item_of_plain(&object(&format!(r#"{{"n":[{wide}]}}"#))).unwrap_err();
        assert_eq!(mistake, Diagnostic::BadValue { attribute: "n".into(), value: wide.into() });
    }

    #[test]
    fn distinguishes_the_two_kinds_of_json() {
        assert!(is_dynamo(&object(r#"{"a":{"S":"x"},"b":{"L":[]}}"#)));
        for plain in [
            "{}",
            r#"{"a":"x"}"#,
            r#"{"a":{"S":"x","N":"1"}}"#,
            r#"{"a":{"S":"x"},"b":1}"#,
            r#"{"a":{"s":"x"}}"#,
        ] {
            assert!(!is_dynamo(&object(plain)), "{plain}");
        }
    }
}
