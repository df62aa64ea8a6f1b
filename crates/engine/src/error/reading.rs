//! Errors of Query and Scan about conditions, indexes and projections.

use std::fmt;

use crate::error::phrases::INVALID;

/// Errors of Query and Scan about conditions, indexes and projections.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadingError {
    KeyConditionRequired,
    MissedKeyCondition {
        attribute: String,
    },
    TooManyKeyConditions {
        conditions: usize,
        key_attributes: usize,
    },
    KeyConditionNotSupported,
    /// HASH attributes of an index with several that have no equality.
    HashKeysWithoutEquality {
        missing: String,
    },
    KeyConditionType,
    RangeKeyGap {
        missing: String,
        present: String,
    },
    FilterOnKey {
        attribute: String,
    },
    ConsistentReadOnGlobalIndex,
    NoSuchIndex {
        index: String,
    },
    SelectAllOnNarrowIndex {
        index: String,
    },
    NotProjected {
        index: String,
        attributes: Vec<String>,
    },
    AllProjectedWithoutIndex,
    SpecificWithoutProjection,
    ProjectionWithSelect {
        select: &'static str,
    },
}

impl fmt::Display for ReadingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ReadingError::*;
        match self {
            KeyConditionRequired => f.write_str(
                "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.",
            ),
            MissedKeyCondition { attribute } => write!(f, "Query condition missed key schema element: {attribute}"),
            TooManyKeyConditions { conditions, key_attributes } => write!(
                f,
                "The number of query conditions ({conditions}) exceeds the number of key attributes defined in the schema \
                 ({key_attributes})"
            ),
            KeyConditionNotSupported => f.write_str("Query key condition not supported"),
            // Not verified word by word: this is the counterpart of the message about RANGE attributes.
            HashKeysWithoutEquality { missing } => write!(
                f,
                "HASH key attributes {missing} must have equality conditions specified in the query"
            ),
            KeyConditionType => write!(f, "{INVALID}Condition parameter type does not match schema type"),
            RangeKeyGap { missing, present } => write!(
                f,
                "RANGE key attributes {missing} must have equality conditions specified in the query because a condition \
                 is present on key attribute {present}"
            ),
            FilterOnKey { attribute } => write!(
                f,
                "Filter Expression can only contain non-primary key attributes: Primary key attribute: {attribute}"
            ),
            ConsistentReadOnGlobalIndex => {
                f.write_str("Consistent reads are not supported on global secondary indexes")
            }
            NoSuchIndex { index } => write!(f, "The table does not have the specified index: {index}"),
            SelectAllOnNarrowIndex { index } => write!(
                f,
                "{INVALID}Select type ALL_ATTRIBUTES is not supported for global secondary index {index} because its \
                 projection type is not ALL"
            ),
            NotProjected { index, attributes } => write!(
                f,
                "{INVALID}Global secondary index {index} does not project [{}]",
                attributes.join(", ")
            ),
            AllProjectedWithoutIndex => {
                f.write_str("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName")
            }
            SpecificWithoutProjection => f.write_str(
                "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES",
            ),
            ProjectionWithSelect { select: "COUNT" } => {
                f.write_str("Cannot specify the ProjectionExpression when choosing to get only the Count")
            }
            ProjectionWithSelect { select } => {
                write!(f, "Cannot specify the ProjectionExpression when choosing to get {select}")
            }
        }
    }
}
