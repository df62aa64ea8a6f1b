//! Errors of CreateTable and UpdateTable about key schemas.

use std::fmt;

use crate::error::phrases::INVALID;

/// Errors of CreateTable and UpdateTable about key schemas.
#[derive(Clone, Debug, PartialEq)]
pub enum KeySchemaError {
    KeyWithoutDefinition,
    /// The partition key and the sort key are the same attribute.
    SameKeyTwice,
    DuplicateDefinition {
        attribute: String,
    },
    KeysNotDefined {
        keys: Vec<String>,
        definitions: Vec<String>,
    },
    /// This and the next two variants are for global indexes.
    SameKeyTwiceOfMany,
    RangeBeforeHash,
    TooManyKeyAttributes {
        key_type: &'static str,
    },
}

impl fmt::Display for KeySchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use KeySchemaError::*;
        match self {
            SameKeyTwice => {
                f.write_str("Both the Hash Key and the Range Key element in the KeySchema have the same name")
            }
            DuplicateDefinition { attribute } => write!(f, "Attribute Name is duplicated: {attribute}"),
            KeysNotDefined { keys, definitions } => write!(
                f,
                "{INVALID}Some index key attributes are not defined in AttributeDefinitions. Keys: [{}], \
                 AttributeDefinitions: [{}]",
                keys.join(", "),
                definitions.join(", ")
            ),
            SameKeyTwiceOfMany => {
                f.write_str("The KeySchema contains multiple key attributes with the same name")
            }
            RangeBeforeHash => {
                write!(
                    f,
                    "{INVALID}All HASH key attributes must precede RANGE key attributes in the KeySchema"
                )
            }
            TooManyKeyAttributes { key_type } => {
                write!(
                    f,
                    "{INVALID}The KeySchema exceeds the maximum allowed number of {key_type} key attributes"
                )
            }
            KeyWithoutDefinition => {
                f.write_str("Invalid KeySchema: Some index key attribute have no definition")
            }
        }
    }
}
