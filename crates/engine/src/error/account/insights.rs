//! What operations on contributor insights refuse.

use std::fmt;

use crate::error::{AccountError, DynamoError};

/// What operations on contributor insights refuse.
#[derive(Clone, Debug, PartialEq)]
pub enum InsightsError {
    IndexNotFound { table: String, index: String },
    InvalidToken,
}

impl InsightsError {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            InsightsError::IndexNotFound { .. } => "ResourceNotFoundException",
            InsightsError::InvalidToken => "ValidationException",
        }
    }
}

impl From<InsightsError> for DynamoError {
    fn from(error: InsightsError) -> DynamoError {
        DynamoError::Account(AccountError::Insights(error))
    }
}

impl fmt::Display for InsightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InsightsError::IndexNotFound { table, index } => {
                write!(f, "Requested resource not found: Table: {table} Index: {index} not found")
            }
            InsightsError::InvalidToken => f.write_str("Invalid NextToken"),
        }
    }
}
