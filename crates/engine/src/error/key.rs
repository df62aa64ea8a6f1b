//! Errors about the keys and sizes of items and index entries.

use std::fmt;

use dynalab_types::DataType;

use crate::error::phrases::INVALID;

/// Errors about the keys and sizes of items and index entries.
#[derive(Clone, Debug, PartialEq)]
pub enum KeyError {
    DoesNotMatchSchema,
    Missing {
        attribute: String,
    },
    TypeMismatch {
        attribute: String,
        expected: DataType,
        actual: DataType,
    },
    /// A path leads into a key attribute of the table, or of an index if `index` is true.
    Path {
        attribute: String,
        index: bool,
    },
    Empty {
        attribute: String,
        data_type: DataType,
    },
    PartitionKeyTooLong,
    SortKeyTooLong,
    IndexKeyTypeMismatch {
        attribute: String,
        expected: DataType,
        actual: DataType,
        index: String,
    },
    EmptyIndexKey {
        attribute: String,
        data_type: DataType,
        index: String,
    },
    IndexKeyTooLong {
        attribute: String,
        actual: usize,
        most: usize,
        index: String,
    },
    UpdateOfKey {
        attribute: String,
    },
    UpdateToEmptyIndexKey {
        data_type: DataType,
    },
    ItemTooLarge,
    UpdatedItemTooLarge,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use KeyError::*;
        match self {
            DoesNotMatchSchema => f.write_str("The provided key element does not match the schema"),
            Missing { attribute } => write!(f, "{INVALID}Missing the key {attribute} in the item"),
            TypeMismatch { attribute, expected, actual } => {
                write!(f, "{INVALID}Type mismatch for key {attribute} expected: {expected} actual: {actual}")
            }
            Path { attribute, index } => write!(
                f,
                "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: {}Key: \
                 {attribute}",
                if *index { "Index" } else { "" }
            ),
            Empty { attribute, data_type } => write!(
                f,
                "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an \
                 empty {} value. Key: {attribute}",
                plain_type(*data_type)
            ),
            PartitionKeyTooLong => {
                write!(f, "{INVALID}Size of hashkey has exceeded the maximum size limit of2048 bytes")
            }
            SortKeyTooLong => {
                write!(
                    f,
                    "{INVALID}Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
                )
            }
            IndexKeyTypeMismatch { attribute, expected, actual, index } => write!(
                f,
                "{INVALID}Type mismatch for Index Key {attribute} Expected: {expected} Actual: {actual} IndexName: {index}"
            ),
            EmptyIndexKey { attribute, data_type, index } => write!(
                f,
                "One or more parameter values are not valid. A value specified for a secondary index key is not \
                 supported. The AttributeValue for a key attribute cannot contain an empty {} value. IndexName: {index}, \
                 IndexKey: {attribute}",
                plain_type(*data_type)
            ),
            IndexKeyTooLong { attribute, actual, most, index } => write!(
                f,
                "{INVALID}Size limit exceeded for Index Key {attribute} Actual Size: {actual} bytes Max Size: {most} bytes \
                 IndexName: {index}"
            ),
            UpdateOfKey { attribute } => {
                write!(f, "{INVALID}Cannot update attribute {attribute}. This attribute is part of the key")
            }
            UpdateToEmptyIndexKey { data_type } => write!(
                f,
                "One or more parameter values are not valid. The update expression attempted to update a secondary index \
                 key to a value that is not supported. The AttributeValue for a key attribute cannot contain an empty {} \
                 value.",
                plain_type(*data_type)
            ),
            UpdatedItemTooLarge => f.write_str("Item size to update has exceeded the maximum allowed size"),
            ItemTooLarge => f.write_str("Item size has exceeded the maximum allowed size"),
        }
    }
}

/// Returns "string" or "binary" for the messages about empty keys.
fn plain_type(data_type: DataType) -> &'static str {
    if data_type == DataType::B { "binary" } else { "string" }
}
