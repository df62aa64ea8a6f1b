//! Limits of an account or a table that a request would pass.

use std::fmt;

use crate::error::DynamoError;

/// Limits of an account or a table that a request would pass.
#[derive(Clone, Debug, PartialEq)]
pub enum LimitError {
    /// The twenty-first, by UpdateTable.
    TooManyGlobalIndexes,
    /// Only one index may be created or deleted at a time.
    OneOnlineIndexOperation,
    /// The fifth and later decreases of a day come one an hour.
    TooManyDecreases { today: u64 },
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use LimitError::*;
        f.write_str("Subscriber limit exceeded: ")?;
        match self {
            TooManyGlobalIndexes => {
                f.write_str("Number of global secondary indexes exceeds per-table limit of 20")
            }
            TooManyDecreases { today } => write!(
                f,
                "Provisioned throughput decreases are limited within a given UTC day. \
                     After the first 4 decreases, each subsequent decrease in the same UTC day can be performed at most \
                     once every 3600 seconds. Number of decreases today: {today}"
            ),
            OneOnlineIndexOperation => {
                f.write_str("Only 1 online index can be created or deleted simultaneously per table")
            }
        }
    }
}

impl From<LimitError> for DynamoError {
    fn from(error: LimitError) -> DynamoError {
        DynamoError::Limit(error)
    }
}
