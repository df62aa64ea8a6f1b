//! One attribute of an entity: its type, whether it is required, and its padding in keys.

use dynalab_modeling::design::{Attribute, AttributeType, Values};
use dynalab_modeling::template::Format;
use serde_json::{Map, Value, json};

use super::KEPT;
use crate::kept;

pub fn read(name: &str, body: &Value) -> Attribute {
    let values = match &body["type"] {
        Value::Array(values) if !values.is_empty() => {
            Values::Choice { values: values.clone(), weights: Vec::new() }
        }
        _ => Values::Any,
    };
    let data_type = type_of(body);
    let mut attribute =
        Attribute { name: name.to_owned(), data_type, values, present: 1.0, ..Attribute::default() };
    let written = write(&attribute);
    kept::keep(&mut attribute.extra, KEPT, body, &written);
    attribute
}

/// Returns the attribute as JSON with its kept members. A kept type is used while its meaning is unchanged.
pub fn whole(attribute: &Attribute) -> Value {
    let written = write(attribute);
    let mut whole = written.clone();
    kept::restore(&attribute.extra, KEPT, &mut whole);
    if type_of(&whole) != attribute.data_type && has_type(attribute.data_type) {
        whole["type"] = written["type"].clone();
    }
    whole
}

/// Returns true if ElectroDB has this type. Other types are written as `any`.
fn has_type(data_type: AttributeType) -> bool {
    !matches!(data_type, AttributeType::B | AttributeType::BS | AttributeType::NULL)
}

fn write(attribute: &Attribute) -> Value {
    let mut body = match attribute.data_type {
        AttributeType::S => match &attribute.values {
            Values::Choice { values, .. } if values.iter().all(Value::is_string) => json!({ "type": values }),
            _ => json!({ "type": "string" }),
        },
        AttributeType::N => json!({ "type": "number" }),
        AttributeType::BOOL => json!({ "type": "boolean" }),
        AttributeType::L => json!({ "type": "list", "items": { "type": "any" } }),
        AttributeType::M => json!({ "type": "map", "properties": {} }),
        AttributeType::SS => json!({ "type": "set", "items": "string" }),
        AttributeType::NS => json!({ "type": "set", "items": "number" }),
        AttributeType::B | AttributeType::BS | AttributeType::NULL => json!({ "type": "any" }),
    };
    if attribute.present >= 1.0 {
        body["required"] = json!(true);
    }
    body
}

fn type_of(body: &Value) -> AttributeType {
    match body["type"].as_str() {
        Some("number") => AttributeType::N,
        Some("boolean") => AttributeType::BOOL,
        Some("list") => AttributeType::L,
        Some("map") => AttributeType::M,
        Some("set") if body["items"] == "number" || body["items"]["type"] == "number" => AttributeType::NS,
        Some("set") => AttributeType::SS,
        _ => AttributeType::S,
    }
}

/// Returns the format of the attribute's value in keys.
pub fn format_of(attributes: &Value, name: &str) -> Format {
    let padding = &attributes[name]["padding"];
    let digits = padding["length"].as_u64().filter(|digits| (1..=38).contains(digits));
    match (digits, padding["char"].as_str()) {
        (Some(digits), Some("0")) => Format::Padded(digits as u8),
        _ => Format::Plain,
    }
}

/// Returns an attribute for a key part that ElectroDB cannot compute.
pub fn computed() -> Value {
    Value::Object(Map::from_iter([
        ("type".to_owned(), json!("string")),
        ("required".to_owned(), json!(true)),
    ]))
}
