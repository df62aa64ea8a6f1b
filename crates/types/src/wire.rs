//! DynamoDB JSON: decoding and encoding of attribute values.
//!
//! DynamoDB decodes in two stages. A wrong JSON type anywhere in a body is a serialization error, reported before any
//! invalid value. Call [`check_value_shape`] for the whole body first.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use crate::attribute_value::{AttributeMap, AttributeValue, DataType, Item};
use crate::json::{self, Object, Value};
use crate::number::{ExponentWidth, Number, NumberError};
use crate::ordered::try_set_of;

/// Maximum nesting level of a scalar. A value on its own is level 1.
pub const NESTING_LEVELS_MAX: usize = 32;

/// The maximum length of an attribute name in UTF-8.
pub const NAME_MAX_BYTES: usize = 65_535;

/// A JSON type that a member cannot have. DynamoDB stops decoding at the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// `found` is the parser's token name: NUMBER_VALUE, DECIMAL_VALUE, TRUE_VALUE, FALSE_VALUE, STRING_VALUE.
    CannotConvert {
        found: &'static str,
        wanted: &'static str,
    },
    /// An object where a scalar or a list is expected.
    StructureNotExpected,
    /// A list where another type is expected. `class` is DynamoDB's name of the expected type.
    ListNotExpected {
        class: &'static str,
    },
    /// A list where a structure is expected. `structure` is the name of the member.
    StructureIsList {
        structure: String,
    },
    /// A scalar where a member that is a list, a map or a structure is expected.
    UnexpectedFieldType,
    /// A scalar where an attribute value is expected, or a structure inside a list or a map.
    UnexpectedValueType,
    /// A string where a boolean is expected.
    UnexpectedToken,
    /// A number or boolean where base64 is expected.
    NotBase64Text,
    Base64Length {
        length: usize,
    },
    Base64Padding,
}

/// A value with valid JSON types that is not a valid attribute value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueError {
    Shape(ShapeError),
    Empty,
    MoreThanOneType,
    NullNotTrue,
    EmptySet(DataType),
    /// The type of the set and its elements in the order sent, as text (base64 for binary).
    DuplicateInSet {
        data_type: DataType,
        elements: Vec<String>,
    },
    Number(NumberError),
    TooDeep,
    /// The empty name of an attribute, at any depth.
    EmptyName,
    NameTooLong,
}

impl From<ShapeError> for ValueError {
    fn from(error: ShapeError) -> ValueError {
        ValueError::Shape(error)
    }
}

/// How error messages call the type of an attribute value.
pub const ATTRIBUTE_VALUE_CLASS: &str = "class com.amazonaws.dynamodb.v20120810.AttributeValue";
/// How error messages call a map of attribute values.
pub const ATTRIBUTE_MAP_CLASS: &str =
    "java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>";
const ATTRIBUTE_LIST_CLASS: &str = "java.util.List<com.amazonaws.dynamodb.v20120810.AttributeValue>";

/// Decodes an item or any other map of attribute values.
///
/// # Errors
/// A member is no attribute value, or a name is empty or too long.
pub fn decode_item(object: &Object) -> Result<Item, ValueError> {
    decode_item_as(object, ExponentWidth::Wide)
}

/// Decodes an item whose numbers have exponents of the given width. The item's names are checked first. Names inside
/// values are checked after the depth of the values.
///
/// # Errors
/// A member is no attribute value, or a name is empty or too long.
pub fn decode_item_as(object: &Object, width: ExponentWidth) -> Result<Item, ValueError> {
    object.keys().try_for_each(|name| check_name(name))?;
    let limits = Limits { width, levels_max: NESTING_LEVELS_MAX, is_parameter: false };
    decode_map(object, 0, limits).map_err(|error| match error {
        ValueError::EmptyName if object.values().any(|value| is_too_deep(value, 1)) => ValueError::TooDeep,
        error => error,
    })
}

fn is_too_deep(value: &Value, level: usize) -> bool {
    if level > NESTING_LEVELS_MAX {
        return true;
    }
    let inner = |kind: &str| value.get(kind).filter(|inner| !inner.is_null());
    match (inner("M"), inner("L")) {
        (Some(Value::Object(map)), _) => map.values().any(|value| is_too_deep(value, level + 1)),
        (_, Some(Value::Array(elements))) => elements.iter().any(|value| is_too_deep(value, level + 1)),
        _ => false,
    }
}

/// Limits for a value that is decoded.
#[derive(Clone, Copy)]
struct Limits {
    width: ExponentWidth,
    levels_max: usize,
    /// True for a parameter of a statement: its first problem is that of the text.
    is_parameter: bool,
}

/// Decodes one attribute value.
///
/// # Errors
/// The JSON is no attribute value.
pub fn decode_value(value: &Value) -> Result<AttributeValue, ValueError> {
    decode_value_as(value, ExponentWidth::Wide, NESTING_LEVELS_MAX)
}

/// Decodes one attribute value with the given exponent width and maximum nesting level.
///
/// # Errors
/// The JSON is no attribute value, or is nested more than `levels_max` levels.
pub fn decode_value_as(
    value: &Value,
    width: ExponentWidth,
    levels_max: usize,
) -> Result<AttributeValue, ValueError> {
    decode_at(value, 1, Limits { width, levels_max, is_parameter: false })
}

/// Decodes a parameter of a statement. The problem of several is the first in the order of the text.
///
/// # Errors
/// The JSON is no attribute value.
pub fn decode_parameter(value: &Value) -> Result<AttributeValue, ValueError> {
    let (width, levels_max) = (ExponentWidth::Narrow, NESTING_LEVELS_MAX);
    decode_at(value, 1, Limits { width, levels_max, is_parameter: true })
}

fn decode_map(object: &Object, level: usize, limits: Limits) -> Result<AttributeMap, ValueError> {
    let mut map = AttributeMap::with_capacity(object.len());
    if limits.is_parameter {
        for (name, value) in object.in_order_sent() {
            check_name(name)?;
            map.insert(name.as_str(), decode_at(value, level + 1, limits)?);
        }
        return Ok(map);
    }
    for (name, value) in object {
        check_name(name)?;
        map.insert(name.as_str(), decode_at(value, level + 1, limits)?);
    }
    Ok(map)
}

/// Checks the length of an attribute name.
///
/// # Errors
/// The name is empty, or longer than 65,535 bytes.
pub fn check_name(name: &str) -> Result<(), ValueError> {
    match name.len() {
        0 => Err(ValueError::EmptyName),
        1..=NAME_MAX_BYTES => Ok(()),
        _ => Err(ValueError::NameTooLong),
    }
}

fn decode_at(value: &Value, level: usize, limits: Limits) -> Result<AttributeValue, ValueError> {
    let object = attribute_object(value)?;
    if level > limits.levels_max {
        return Err(ValueError::TooDeep);
    }
    let mut members = object
        .iter()
        .filter(|(_, inner)| !inner.is_null())
        .filter_map(|(tag, inner)| Some((DataType::from_name(tag)?, inner)));
    let Some((data_type, inner)) = members.next() else { return Err(ValueError::Empty) };
    if members.next().is_some() {
        return Err(ValueError::MoreThanOneType);
    }
    Ok(match data_type {
        DataType::S => AttributeValue::S(text(inner)?.into()),
        DataType::N => AttributeValue::N(number(inner, limits.width)?),
        DataType::B => AttributeValue::B(binary(inner)?),
        DataType::Bool => AttributeValue::Bool(boolean(inner)?),
        DataType::Null => match boolean(inner)? {
            true => AttributeValue::Null,
            false => return Err(ValueError::NullNotTrue),
        },
        DataType::L => {
            let elements = list(inner, ATTRIBUTE_LIST_CLASS)?;
            AttributeValue::L(
                elements
                    .iter()
                    .map(|element| decode_at(element, level + 1, limits))
                    .collect::<Result<_, _>>()?,
            )
        }
        DataType::M => AttributeValue::M(decode_map(map(inner)?, level, limits)?),
        DataType::Ss => AttributeValue::Ss(set(data_type, inner, |value| Ok(text(value)?.into()))?),
        DataType::Ns => AttributeValue::Ns(set(data_type, inner, |value| number(value, limits.width))?),
        DataType::Bs => AttributeValue::Bs(set(data_type, inner, |value| Ok(binary(value)?))?),
    })
}

fn set<Element: Ord>(
    data_type: DataType,
    value: &Value,
    decode: impl Fn(&Value) -> Result<Element, ValueError>,
) -> Result<BTreeSet<Element>, ValueError> {
    let elements = list(value, ATTRIBUTE_LIST_CLASS)?;
    if elements.is_empty() {
        return Err(ValueError::EmptySet(data_type));
    }
    let set = try_set_of(elements.iter().map(decode))?;
    if set.len() < elements.len() {
        let elements = elements.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        return Err(ValueError::DuplicateInSet { data_type, elements });
    }
    Ok(set)
}

fn number(value: &Value, width: ExponentWidth) -> Result<Number, ValueError> {
    Number::parse_as(text(value)?, width).map_err(ValueError::Number)
}

fn attribute_object(value: &Value) -> Result<&Object, ShapeError> {
    match value {
        Value::Object(object) => Ok(object),
        Value::Array(_) => Err(ShapeError::ListNotExpected { class: ATTRIBUTE_VALUE_CLASS }),
        _ => Err(ShapeError::UnexpectedValueType),
    }
}

/// Returns the parser's token name of a scalar.
pub fn token_name(value: &Value) -> &'static str {
    match value {
        Value::Bool(true) => "TRUE_VALUE",
        Value::Bool(false) => "FALSE_VALUE",
        Value::Number(number) if json::is_decimal(number) => "DECIMAL_VALUE",
        Value::Number(_) => "NUMBER_VALUE",
        Value::String(_) => "STRING_VALUE",
        Value::Null => "NULL_VALUE",
        Value::Array(_) => "START_ARRAY",
        Value::Object(_) => "START_OBJECT",
    }
}

/// Returns a text of a request.
///
/// # Errors
/// The value has another JSON type.
pub fn text(value: &Value) -> Result<&str, ShapeError> {
    match value {
        Value::String(text) => Ok(text),
        Value::Array(_) => Err(ShapeError::ListNotExpected { class: "class java.lang.String" }),
        Value::Object(_) => Err(ShapeError::StructureNotExpected),
        scalar => Err(ShapeError::CannotConvert { found: token_name(scalar), wanted: "String" }),
    }
}

/// Returns a Boolean of a request.
///
/// # Errors
/// The value has another JSON type.
pub fn boolean(value: &Value) -> Result<bool, ShapeError> {
    match value {
        Value::Bool(value) => Ok(*value),
        Value::String(_) => Err(ShapeError::UnexpectedToken),
        Value::Array(_) => Err(ShapeError::ListNotExpected { class: "class java.lang.Boolean" }),
        Value::Object(_) => Err(ShapeError::StructureNotExpected),
        scalar => Err(ShapeError::CannotConvert { found: token_name(scalar), wanted: "Boolean" }),
    }
}

/// Returns a list of a request.
///
/// # Errors
/// The value has another JSON type.
pub fn list<'a>(value: &'a Value, _class: &'static str) -> Result<&'a [Value], ShapeError> {
    match value {
        Value::Array(elements) => Ok(elements),
        Value::Object(_) => Err(ShapeError::StructureNotExpected),
        _ => Err(ShapeError::UnexpectedFieldType),
    }
}

/// Returns an object of a request.
///
/// # Errors
/// The value has another JSON type.
pub fn map(value: &Value) -> Result<&Object, ShapeError> {
    match value {
        Value::Object(object) => Ok(object),
        Value::Array(_) => Err(ShapeError::ListNotExpected { class: ATTRIBUTE_MAP_CLASS }),
        _ => Err(ShapeError::UnexpectedFieldType),
    }
}

fn binary(value: &Value) -> Result<Box<[u8]>, ShapeError> {
    let text = match value {
        Value::String(text) => text,
        Value::Array(_) => return Err(ShapeError::ListNotExpected { class: "class java.nio.ByteBuffer" }),
        Value::Object(_) => return Err(ShapeError::StructureNotExpected),
        _ => return Err(ShapeError::NotBase64Text),
    };
    if text.len() % 4 != 0 {
        return Err(ShapeError::Base64Length { length: text.len() });
    }
    base64_bytes(text).map(Vec::into_boxed_slice).ok_or(ShapeError::Base64Padding)
}

/// Returns an error for a wrong JSON type anywhere inside an attribute value. Ignores all other problems.
///
/// # Errors
/// A value has another JSON type than its tag needs.
pub fn check_value_shape(value: &Value) -> Result<(), ShapeError> {
    if value.is_null() {
        return Ok(());
    }
    for (tag, inner) in attribute_object(value)?.iter().filter(|(_, inner)| !inner.is_null()) {
        match DataType::from_name(tag) {
            Some(DataType::S | DataType::N) => drop(text(inner)?),
            Some(DataType::B) => drop(binary(inner)?),
            Some(DataType::Bool | DataType::Null) => drop(boolean(inner)?),
            Some(DataType::L) => list(inner, ATTRIBUTE_LIST_CLASS)?.iter().try_for_each(check_value_shape)?,
            Some(DataType::M) => map(inner)?.values().try_for_each(check_value_shape)?,
            Some(DataType::Ss | DataType::Ns) => {
                list(inner, ATTRIBUTE_LIST_CLASS)?.iter().try_for_each(|element| text(element).map(drop))?;
            }
            Some(DataType::Bs) => {
                list(inner, ATTRIBUTE_LIST_CLASS)?
                    .iter()
                    .try_for_each(|element| binary(element).map(drop))?;
            }
            None => {}
        }
    }
    Ok(())
}

/// Writes an item (or any attribute map) as DynamoDB JSON.
pub fn write_item(item: &AttributeMap, json: &mut String) {
    json.push('{');
    for (index, (name, value)) in item.iter().enumerate() {
        if index > 0 {
            json.push(',');
        }
        write_json_string(name, json);
        json.push(':');
        write_value(value, json);
    }
    json.push('}');
}

/// Writes one attribute value as DynamoDB JSON.
pub fn write_value(value: &AttributeValue, json: &mut String) {
    json.push_str("{\"");
    json.push_str(value.data_type().name());
    json.push_str("\":");
    match value {
        AttributeValue::S(text) => write_json_string(text, json),
        AttributeValue::N(number) => write_number(*number, json),
        AttributeValue::B(bytes) => write_binary(bytes, json),
        AttributeValue::Bool(value) => json.push_str(if *value { "true" } else { "false" }),
        AttributeValue::Null => json.push_str("true"),
        AttributeValue::L(elements) => write_list(elements.iter(), json, write_value),
        AttributeValue::M(map) => write_item(map, json),
        AttributeValue::Ss(texts) => {
            write_list(texts.iter(), json, |text, json| write_json_string(text, json))
        }
        AttributeValue::Ns(numbers) => {
            write_list(numbers.iter(), json, |number, json| write_number(*number, json))
        }
        AttributeValue::Bs(binaries) => {
            write_list(binaries.iter(), json, |bytes, json| write_binary(bytes, json))
        }
    }
    json.push('}');
}

fn write_list<Element>(
    elements: impl Iterator<Item = Element>,
    json: &mut String,
    write: impl Fn(Element, &mut String),
) {
    json.push('[');
    for (index, element) in elements.enumerate() {
        if index > 0 {
            json.push(',');
        }
        write(element, json);
    }
    json.push(']');
}

fn write_number(number: Number, json: &mut String) {
    use std::fmt::Write as _;
    // Writing to a String cannot fail.
    let _ = write!(json, "\"{number}\"");
}

fn write_binary(bytes: &[u8], json: &mut String) {
    json.push('"');
    BASE64.encode_string(bytes, json);
    json.push('"');
}

/// Encodes bytes as base64 with padding, as in DynamoDB JSON.
pub fn base64_text(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// Decodes base64 that [`base64_text`] wrote.
pub fn base64_bytes(text: &str) -> Option<Vec<u8>> {
    BASE64.decode(text).ok()
}

/// Appends a JSON string with its quotes.
pub fn write_json_string(text: &str, json: &mut String) {
    json.push('"');
    let mut plain_from = 0;
    for (index, byte) in text.bytes().enumerate() {
        let escape: &str = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x00..=0x1F => "",
            _ => continue,
        };
        json.push_str(&text[plain_from..index]);
        plain_from = index + 1;
        if escape.is_empty() {
            const HEX: &[u8; 16] = b"0123456789abcdef";
            json.push_str("\\u00");
            json.push(HEX[usize::from(byte >> 4)] as char);
            json.push(HEX[usize::from(byte & 15)] as char);
        } else {
            json.push_str(escape);
        }
    }
    json.push_str(&text[plain_from..]);
    json.push('"');
}

/// Returns one item as DynamoDB JSON text.
pub fn item_json(item: &AttributeMap) -> String {
    let mut json = String::new();
    write_item(item, &mut json);
    json
}

/// Returns one value as DynamoDB JSON text.
pub fn value_json(value: &AttributeValue) -> String {
    let mut json = String::new();
    write_value(value, &mut json);
    json
}

#[cfg(test)]
mod tests;
