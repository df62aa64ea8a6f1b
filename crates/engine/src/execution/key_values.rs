//! Checks and encodes the values of key attributes.

use dynalab_types::key::ScalarRef;
use dynalab_types::{AttributeValue, DataType, Item, KeyAttribute, KeyBytes, KeySchema, ScalarType};

use crate::error::{DynamoError, KeyError, ValidationError};

pub(super) const PARTITION_KEY_MAX_BYTES: usize = 2048;
pub(super) const SORT_KEY_MAX_BYTES: usize = 1024;

/// Encodes the key of GetItem, UpdateItem and DeleteItem: exactly the key attributes, each of its type.
///
/// # Errors
/// The attributes are not exactly those of the key, or a value is empty or too long.
pub fn bytes_of_key(schema: &KeySchema, key: &Item) -> Result<KeyBytes, DynamoError> {
    let exact = key.len() == schema.attributes().count();
    let typed = |attribute: &KeyAttribute| {
        key.get(&attribute.name)
            .is_some_and(|value| ScalarRef::from_value(value, attribute.scalar_type).is_some())
    };
    if !exact || !schema.attributes().all(typed) {
        return Err(KeyError::DoesNotMatchSchema.into());
    }
    check_key_values(schema, key)?;
    schema.key_bytes(key).ok_or_else(|| KeyError::DoesNotMatchSchema.into())
}

/// Encodes the key of an item to put. Key attributes must be present, of the right type, not empty and not too long.
///
/// # Errors
/// A key attribute is missing, or its value has a wrong type, is empty or too long.
pub fn bytes_of_item(schema: &KeySchema, item: &Item) -> Result<KeyBytes, DynamoError> {
    for attribute in schema.attributes() {
        let Some(value) = item.get(&attribute.name) else {
            return Err(KeyError::Missing { attribute: attribute.name.to_string() }.into());
        };
        if ScalarRef::from_value(value, attribute.scalar_type).is_none() {
            return Err(ValidationError::Key(KeyError::TypeMismatch {
                attribute: attribute.name.to_string(),
                expected: data_type(attribute.scalar_type),
                actual: value.data_type(),
            })
            .into());
        }
    }
    check_key_values(schema, item)?;
    schema.key_bytes(item).ok_or_else(|| KeyError::DoesNotMatchSchema.into())
}

fn check_key_values(schema: &KeySchema, item: &Item) -> Result<(), DynamoError> {
    for attribute in schema.attributes() {
        if let Some(value) = item.get(&attribute.name)
            && is_empty(value)
        {
            let attribute = attribute.name.to_string();
            return Err(KeyError::Empty { attribute, data_type: value.data_type() }.into());
        }
    }
    check_key_lengths(schema, item)
}

pub(crate) fn check_key_lengths(schema: &KeySchema, item: &Item) -> Result<(), DynamoError> {
    let length = |attributes: &[KeyAttribute]| -> usize {
        attributes.iter().filter_map(|attribute| item.get(&attribute.name)).map(byte_length).sum()
    };
    if length(&schema.partition) > PARTITION_KEY_MAX_BYTES {
        return Err(KeyError::PartitionKeyTooLong.into());
    }
    if length(&schema.sort) > SORT_KEY_MAX_BYTES {
        return Err(KeyError::SortKeyTooLong.into());
    }
    Ok(())
}

pub(crate) fn data_type(scalar_type: ScalarType) -> DataType {
    match scalar_type {
        ScalarType::S => DataType::S,
        ScalarType::N => DataType::N,
        ScalarType::B => DataType::B,
    }
}

pub(crate) fn is_empty(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::S(text) => text.is_empty(),
        AttributeValue::B(bytes) => bytes.is_empty(),
        _ => false,
    }
}

pub(super) fn byte_length(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::B(bytes) => bytes.len(),
        other => other.size_bytes() as usize,
    }
}
