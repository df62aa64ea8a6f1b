//! Errors of requests that exceed a quota of the account or the table.

use std::fmt;

use dynalab_types::Timestamp;

use crate::calendar::java_text;
use crate::error::DynamoError;
use crate::vector_index::VECTOR_INDEXES_MAX;

/// Errors of requests that exceed a quota of the account or the table.
#[derive(Clone, Debug, PartialEq)]
pub enum LimitError {
    /// UpdateTable would create the 21st global index.
    TooManyGlobalIndexes,
    /// UpdateTable would create the sixth vector index.
    TooManyVectorIndexes,
    /// Only one index can be created or deleted at a time.
    OneOnlineIndexOperation,
    /// From the fifth decrease of a day on, only one decrease per hour is allowed.
    TooManyDecreases { today: u64 },
    /// The fifth change to on-demand mode in 24 hours.
    TooManyModeSwitches { last: Timestamp, next: Timestamp },
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use LimitError::*;
        f.write_str("Subscriber limit exceeded: ")?;
        match self {
            TooManyGlobalIndexes => {
                f.write_str("Number of global secondary indexes exceeds per-table limit of 20")
            }
            TooManyVectorIndexes => write!(
                f,
                "Number of vector secondary indexes exceeds per-table limit of {VECTOR_INDEXES_MAX}"
            ),
            TooManyDecreases { today } => write!(
                f,
                "Provisioned throughput decreases are limited within a given UTC day. \
                     After the first 4 decreases, each subsequent decrease in the same UTC day can be performed at most \
                     once every 3600 seconds. Number of decreases today: {today}"
            ),
            // The message of 2019, when the limit was one change. The current message is not known.
            TooManyModeSwitches { last, next } => write!(
                f,
                "Update to PayPerRequest mode are limited to 4 times in 1 day(s). Last update at {}. Next update can be made \
                 at {}",
                java_text(*last),
                java_text(*next)
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
