//! Errors of batch operations.

use std::fmt;

/// Errors of batch operations.
#[derive(Clone, Debug, PartialEq)]
pub enum BatchError {
    TooManyKeys { table: String },
    TooManyGetItems,
    TooManyWriteItems,
    DuplicateKeys,
    WriteRequestNotOneAction,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use BatchError::*;
        match self {
            TooManyKeys { table } => write!(
                f,
                "1 validation error detected: Value at 'RequestItems.{table}.member.Keys' failed to satisfy constraint: \
                 Member must have length less than or equal to 100"
            ),
            TooManyGetItems => f.write_str("Too many items requested for the BatchGetItem call"),
            TooManyWriteItems => f.write_str("Too many items requested for the BatchWriteItem call"),
            WriteRequestNotOneAction => f.write_str(
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported \
                 datatypes",
            ),
            DuplicateKeys => f.write_str("Provided list of item keys contains duplicates"),
        }
    }
}
