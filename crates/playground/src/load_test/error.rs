//! Why a load test does not start, with the sentence of each reason.

use std::fmt;

use dynalab_types::json::FormError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadTestError {
    /// The body is not JSON, or a member is missing, unknown or invalid.
    Form(FormError),
    /// The body is JSON, but not an object.
    NotObject,
    /// The history has no request that a load test can repeat.
    NoPatterns,
    /// The history has no access pattern with this id.
    UnknownPattern {
        id: String,
    },
    OutOfRange {
        member: String,
        least: u64,
        most: u64,
    },
    /// All shares are zero.
    NoShare,
    /// Requests have one key value only, so it cannot have another share.
    OneValue {
        attribute: String,
        value: String,
    },
    TooManyRequests {
        requests: u64,
        most: u64,
    },
    /// The tables are too large to copy.
    TooManyItems {
        items: u64,
        most: u64,
    },
}

impl From<FormError> for LoadTestError {
    fn from(error: FormError) -> LoadTestError {
        LoadTestError::Form(error)
    }
}

impl fmt::Display for LoadTestError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadTestError::Form(error) => error.fmt(formatter),
            LoadTestError::NotObject => {
                formatter.write_str("The request is not a JSON object. Write it in braces, such as {}.")
            }
            LoadTestError::NoPatterns => formatter.write_str(
                "The history has no request that a load test can repeat. Send some requests first.",
            ),
            LoadTestError::UnknownPattern { id } => {
                write!(
                    formatter,
                    "The history has no access pattern \"{id}\". Read the access patterns again."
                )
            }
            LoadTestError::OutOfRange { member, least, most } => {
                write!(formatter, "\"{member}\" must be a number from {least} to {most}. Correct it.")
            }
            LoadTestError::NoShare => {
                formatter.write_str("All shares are 0. Give at least one access pattern a share.")
            }
            LoadTestError::OneValue { attribute, value } => write!(
                formatter,
                "Every request has the value {value} of \"{attribute}\", because no item has another. Its share is always 100 %."
            ),
            LoadTestError::TooManyRequests { requests, most } => write!(
                formatter,
                "The load test has {requests} requests, and {most} is the maximum. Lower the rate or the duration."
            ),
            LoadTestError::TooManyItems { items, most } => write!(
                formatter,
                "The tables have {items} items, and a load test copies at most {most}. Delete some items first."
            ),
        }
    }
}

impl std::error::Error for LoadTestError {}
