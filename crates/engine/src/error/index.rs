//! Errors of CreateTable and UpdateTable about indexes.

use std::fmt;

use crate::error::phrases::INVALID;

/// Errors of CreateTable and UpdateTable about indexes.
#[derive(Clone, Debug, PartialEq)]
pub enum IndexError {
    LocalIndexNeedsRangeKey,
    WithoutRangeKey {
        index: String,
    },
    OtherHashKey {
        index: String,
        index_key: String,
        table_key: String,
    },
    DuplicateName {
        index: String,
    },
    /// Another index of the table has this name.
    AlreadyExists,
    /// The request creates an index and has no AttributeDefinitions.
    DefinitionsNotSpecified {
        index: String,
    },
    NotGlobal {
        verb: &'static str,
        index: String,
    },
    TooManyLocal,
    TooManyGlobal,
    EmptyList {
        list: &'static str,
    },
    /// An index update without a change.
    EmptyUpdate,
    OneActionPerUpdate,
    OneUpdateEach {
        index: String,
    },
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use IndexError::*;
        match self {
            LocalIndexNeedsRangeKey => write!(
                f,
                "{INVALID}Table KeySchema does not have a range key, which is required when specifying a \
                 LocalSecondaryIndex"
            ),
            WithoutRangeKey { index } => {
                write!(f, "{INVALID}Index KeySchema does not have a range key for index: {index}")
            }
            OtherHashKey { index, index_key, table_key } => write!(
                f,
                "{INVALID}Index KeySchema does not have the same leading hash key as table KeySchema for index: \
                 {index}. index hash key: {index_key}, table hash key: {table_key}"
            ),
            DuplicateName { index } => write!(f, "{INVALID}Duplicate index name: {index}"),
            DefinitionsNotSpecified { index } => {
                write!(f, "{INVALID}AttributeDefinitions is not specified for index: {index}")
            }
            AlreadyExists => f.write_str("Attempting to create an index which already exists"),
            NotGlobal { verb, index } => {
                write!(f, "Cannot {verb} an index that is not a GlobalSecondaryIndex: {index}")
            }
            TooManyLocal => {
                write!(f, "{INVALID}Number of LocalSecondaryIndexes exceeds per-table limit of 5")
            }
            TooManyGlobal => {
                write!(f, "{INVALID}GlobalSecondaryIndex count exceeds the per-table limit of 20")
            }
            EmptyList { list } => write!(f, "{INVALID}List of {list} is empty"),
            EmptyUpdate => write!(
                f,
                "{INVALID}One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, \
                 GlobalSecondaryIndexUpdate.Delete must not be null"
            ),
            OneActionPerUpdate => write!(
                f,
                "{INVALID}Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object"
            ),
            OneUpdateEach { index } => write!(
                f,
                "{INVALID}Only one global secondary index update per index is allowed simultaneously. Index: {index}"
            ),
        }
    }
}
