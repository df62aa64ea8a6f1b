//! Errors of requests that exceed a quota of the account or the table.

use std::fmt;

use dynalab_types::Timestamp;
use dynalab_types::vector_limits::VECTOR_INDEXES_MAX;

use crate::response::calendar::{java_text, weekday_text};

const EXCEEDED: &str = "Subscriber limit exceeded: ";

/// Errors of requests that exceed a quota of the account or the table.
#[derive(Clone, Debug, PartialEq)]
pub enum LimitError {
    /// UpdateTable would create the 21st global index.
    TooManyGlobalIndexes,
    /// UpdateTable would create the sixth vector index.
    TooManyVectorIndexes,
    /// Only one index can be created or deleted at a time.
    OneOnlineIndexOperation,
    /// The throughput is above the account's maximum for one table, or for one index of it.
    AboveMaximumThroughput {
        member: &'static str,
        value: u64,
        most: u64,
        index: Option<String>,
        region: String,
    },
    /// From the fifth decrease of a day on, only one decrease per hour is allowed.
    TooManyDecreases { today: u64, last: Timestamp, next: Timestamp },
    /// The fifth change to on-demand mode in 24 hours.
    TooManyModeSwitches { last: Timestamp, next: Timestamp },
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use LimitError::*;
        match self {
            AboveMaximumThroughput { member, value, most, index, region } => {
                let (of_index, owner) = match index {
                    None => (String::new(), "table"),
                    Some(index) => (format!(" for index {index}"), "index"),
                };
                write!(
                    f,
                    "The requested {member}{of_index}, {value}, is above the per {owner} maximum for the account in \
                     {region}. Per table maximum: {most}. Refer to the Amazon DynamoDB Developer Guide for current limits \
                     and how to request higher limits."
                )
            }
            TooManyVectorIndexes => write!(
                f,
                "{EXCEEDED}Number of vector secondary indexes exceeds per-table limit of {VECTOR_INDEXES_MAX}"
            ),
            TooManyGlobalIndexes => {
                write!(f, "{EXCEEDED}Number of global secondary indexes exceeds per-table limit of 20")
            }
            // The format of the two dates is not known exactly.
            TooManyDecreases { today, last, next } => write!(
                f,
                "{EXCEEDED}Provisioned throughput decreases are limited within a given UTC day. \
                     After the first 4 decreases, each subsequent decrease in the same UTC day can be performed at most \
                     once every 3600 seconds. Number of decreases today: {today}. Last decrease at {}. Next decrease can be made \
                     at {}",
                weekday_text(*last),
                weekday_text(*next)
            ),
            // The message of 2019, when the limit was one change. The current message is not known.
            TooManyModeSwitches { last, next } => write!(
                f,
                "{EXCEEDED}Update to PayPerRequest mode are limited to 4 times in 1 day(s). Last update at {}. Next update can be made \
                 at {}",
                java_text(*last),
                java_text(*next)
            ),
            OneOnlineIndexOperation => {
                write!(f, "{EXCEEDED}Only 1 online index can be created or deleted simultaneously per table")
            }
        }
    }
}
