//! Errors of operations on Contributor Insights.

use std::fmt;

/// Errors of operations on Contributor Insights.
#[derive(Clone, Debug, PartialEq)]
pub enum InsightsError {
    IndexNotFound { table: String, index: String },
    InvalidToken,
    IndexNameLength,
    TableNotActive,
    IndexNotActive,
}

impl InsightsError {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            InsightsError::IndexNotFound { .. } => "ResourceNotFoundException",
            _ => "ValidationException",
        }
    }
}

impl fmt::Display for InsightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const STATE: &str = "Table or Index is not in a valid state to update Key Access Insights: ";
        match self {
            InsightsError::IndexNotFound { table, index } => {
                write!(f, "Requested resource not found: Index: {index} not found for table: {table}")
            }
            InsightsError::IndexNameLength => {
                f.write_str("IndexName must be at least 3 characters long and at most 255 characters long")
            }
            InsightsError::TableNotActive => {
                write!(f, "{STATE}TableStatus must be ACTIVE to enable ContributorInsights.")
            }
            InsightsError::IndexNotActive => {
                write!(f, "{STATE}IndexStatus must be ACTIVE to enable ContributorInsights.")
            }
            InsightsError::InvalidToken => f.write_str("Invalid NextToken"),
        }
    }
}
