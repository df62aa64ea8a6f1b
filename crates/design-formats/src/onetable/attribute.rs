//! One attribute of a model: its type, its generated values, and value templates such as `USER#${user_id}`.

use dynalab_modeling::Template;
use dynalab_modeling::design::{Attribute, AttributeType, Values};
use dynalab_modeling::template::{Format, Piece};
use serde_json::{Map, Value, json};

use super::KEPT;
use crate::kept;

/// The range of sample times.
const FROM: &str = "2026-01-01T00:00:00Z";
const TO: &str = "2026-12-31T00:00:00Z";

/// Reads an attribute. With `is_iso`, dates are strings, otherwise numbers.
pub fn read(name: &str, body: &Value, is_iso: bool) -> Attribute {
    let data_type = type_of(body, is_iso);
    let is_date = type_name(body) == "date" || body["ttl"] == json!(true);
    let values = match (body.get("enum"), body["generate"].as_str()) {
        (Some(Value::Array(values)), _) if !values.is_empty() => {
            Values::Choice { values: values.clone(), weights: Vec::new() }
        }
        (_, Some("ulid")) => Values::Ulid { from: FROM.to_owned(), to: TO.to_owned() },
        (_, Some("uuid")) => Values::Uuid,
        _ if is_date => Values::Time { from: FROM.to_owned(), to: TO.to_owned() },
        _ => Values::Any,
    };
    let mut attribute =
        Attribute { name: name.to_owned(), data_type, values, present: 1.0, ..Attribute::default() };
    let written = write(&attribute);
    kept::keep(&mut attribute.extra, KEPT, body, &written);
    attribute
}

/// Returns the attribute as JSON with its kept members. A kept type is used while its meaning is unchanged.
pub fn whole(attribute: &Attribute, is_iso: bool) -> Value {
    let written = write(attribute);
    let mut whole = written.clone();
    kept::restore(&attribute.extra, KEPT, &mut whole);
    if type_of(&whole, is_iso) != attribute.data_type {
        whole["type"] = written["type"].clone();
    }
    whole
}

fn write(attribute: &Attribute) -> Value {
    let (name, items) = match attribute.data_type {
        AttributeType::S | AttributeType::NULL => ("string", None),
        AttributeType::N => ("number", None),
        AttributeType::B => ("binary", None),
        AttributeType::BOOL => ("boolean", None),
        AttributeType::L => ("array", None),
        AttributeType::M => ("object", None),
        AttributeType::SS => ("set", Some("string")),
        AttributeType::NS => ("set", Some("number")),
        AttributeType::BS => ("set", Some("binary")),
    };
    let mut body = Map::from_iter([("type".to_owned(), json!(name))]);
    if let Some(items) = items {
        body.insert("items".to_owned(), json!({ "type": items }));
    }
    if attribute.present >= 1.0 {
        body.insert("required".to_owned(), json!(true));
    }
    let is_text = attribute.data_type == AttributeType::S;
    match &attribute.values {
        Values::Choice { values, .. } if is_text && values.iter().all(Value::is_string) => {
            body.insert("enum".to_owned(), json!(values));
        }
        Values::Ulid { .. } => drop(body.insert("generate".to_owned(), json!("ulid"))),
        Values::Uuid => drop(body.insert("generate".to_owned(), json!("uuid"))),
        _ => {}
    }
    Value::Object(body)
}

/// Returns the type's name in lower case, because code has `String` where JSON has `string`.
fn type_name(body: &Value) -> String {
    body["type"].as_str().unwrap_or("string").to_ascii_lowercase()
}

pub fn type_of(body: &Value, is_iso: bool) -> AttributeType {
    match type_name(body).as_str() {
        // TTL requires a number.
        "date" if is_iso && body["ttl"] != json!(true) => AttributeType::S,
        "number" | "date" => AttributeType::N,
        "boolean" => AttributeType::BOOL,
        "object" => AttributeType::M,
        "array" => AttributeType::L,
        "binary" | "buffer" | "arraybuffer" | "uint8array" => AttributeType::B,
        "set" => match type_name(&body["items"]).as_str() {
            "number" => AttributeType::NS,
            "binary" | "buffer" => AttributeType::BS,
            _ => AttributeType::SS,
        },
        _ => AttributeType::S,
    }
}

/// Parses `${attribute}`, or `${attribute:8:0}` with leading zeros. Returns None if the text is not a template.
pub fn template_of(text: &str) -> Option<Template> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let (before, inside) = rest.split_at(start);
        let end = inside.find('}')?;
        if !before.is_empty() {
            pieces.push(Piece::Text(before.to_owned()));
        }
        let mut parts = inside[2..end].split(':');
        let attribute = parts.next().filter(|name| !name.is_empty())?.to_owned();
        let format = match (parts.next(), parts.next()) {
            (None, _) => Format::Plain,
            (Some(digits), Some("0")) => {
                Format::Padded(digits.parse().ok().filter(|digits| (1..=38).contains(digits))?)
            }
            _ => return None,
        };
        pieces.push(Piece::Value { attribute, format });
        rest = &inside[end + 1..];
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    (!pieces.is_empty()).then_some(Template { pieces })
}

/// Returns the template as a value template. Returns None if a piece is computed, such as a month or a shard.
pub fn value_of(template: &Template) -> Option<String> {
    let mut text = String::new();
    for piece in &template.pieces {
        match piece {
            // This text would start a variable.
            Piece::Text(plain) if plain.contains("${") => return None,
            Piece::Text(plain) => text.push_str(plain),
            Piece::Value { attribute, format: Format::Plain | Format::Iso | Format::Ulid } => {
                text.push_str(&format!("${{{attribute}}}"));
            }
            Piece::Value { attribute, format: Format::Padded(digits) } => {
                text.push_str(&format!("${{{attribute}:{digits}:0}}"));
            }
            Piece::Value { .. } => return None,
        }
    }
    Some(text)
}
