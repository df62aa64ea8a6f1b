//! Errors of vector indexes: their definitions, the vectors of items, and searches.

use std::fmt;

use dynalab_types::vector_limits::{DIMENSIONS_MAX, INLINE_FILTERS_MAX, VECTOR_INDEXES_MAX};
use dynalab_types::{DataType, Number};

use crate::error::phrases::{INVALID, VALIDATION_EXCEPTION};

/// The beginning of messages about items, with a full stop.
const INVALID_VECTOR: &str = "One or more parameter values were invalid. ";

/// What is wrong with a vector index, a vector of an item, or a search.
#[derive(Clone, Debug, PartialEq)]
pub enum VectorError {
    NotOnDemand,
    TooManyIndexes,
    SearchAttributeNotDefined,
    SearchSchemaForm {
        index: String,
    },
    DimensionsOutOfRange,
    /// Two indexes on one attribute have different dimensions.
    DimensionsConflict {
        attribute: String,
    },
    WrongSize {
        parameter: String,
        expected: u64,
        actual: u64,
        index: String,
    },
    NotAList {
        parameter: String,
        index: String,
    },
    /// An element of a vector is not a number.
    NotANumber {
        parameter: String,
        actual: DataType,
        index: String,
    },
    NotAFloat {
        parameter: String,
        value: Number,
        index: String,
    },
    /// An attribute of the search schema has a wrong type.
    WrongSearchType {
        attribute: String,
        expected: DataType,
        actual: DataType,
        index: String,
    },
    Search(SearchError),
}

impl fmt::Display for VectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use VectorError::*;
        match self {
            NotOnDemand => {
                write!(f, "{INVALID}Vector indexes are only supported for PAY_PER_REQUEST tables")
            }
            // This message and the one about the form of a schema are Dynalab's own. DynamoDB's are not known.
            TooManyIndexes => {
                write!(f, "{INVALID}VectorIndex count exceeds the per-table limit of {VECTOR_INDEXES_MAX}")
            }
            SearchAttributeNotDefined => {
                write!(f, "{INVALID}One element in SearchSchema is not defined in attribute definitions")
            }
            SearchSchemaForm { index } => write!(
                f,
                "{INVALID}SearchSchema has at most one HASH and {INLINE_FILTERS_MAX} INLINE_FILTER elements, each for \
                 another attribute. IndexName: {index}"
            ),
            DimensionsOutOfRange => {
                write!(f, "{INVALID}Number of dimensions must be between 1 and {DIMENSIONS_MAX} inclusive.")
            }
            DimensionsConflict { attribute } => write!(
                f,
                "{INVALID}Conflicting attribute definition for '{attribute}'. All VectorIndexes on the same vector \
                 attribute must use the same dimensions."
            ),
            WrongSize { parameter, expected, actual, index } => write!(
                f,
                "{INVALID_VECTOR}Invalid size for parameter {parameter}, Expected: {expected}, Actual: {actual} \
                 IndexName: {index}"
            ),
            NotAList { parameter, index } => write!(
                f,
                "{INVALID_VECTOR}Invalid type for parameter {parameter}, Expected: 32-bit floating point number list \
                 IndexName: {index}"
            ),
            NotANumber { parameter, actual, index } => write!(
                f,
                "{INVALID_VECTOR}Invalid type for parameter {parameter}, Expected: 32-bit floating point number, \
                 Actual: {actual}. IndexName: {index}"
            ),
            NotAFloat { parameter, value, index } => write!(
                f,
                "{INVALID_VECTOR}Invalid value for parameter {parameter}, Value: {value} is outside valid range \
                 [-3.4028235E38, 3.4028235E38]. IndexName: {index}"
            ),
            WrongSearchType { attribute, expected, actual, index } => write!(
                f,
                "{INVALID_VECTOR}Attribute '{attribute}' type mismatch. Expected: {expected}, Actual: {actual}. \
                 IndexName: {index}"
            ),
            Search(error) => error.fmt(f),
        }
    }
}

/// Errors of the endpoint of SearchVectors, which reads requests differently from other operations.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchRequestError {
    WrongType {
        found: String,
        expected: &'static str,
        line: usize,
        column: usize,
    },
    /// An integer outside 32 bits.
    ValueOutOfRange {
        found: String,
        expected: &'static str,
        line: usize,
        column: usize,
    },
    MissingMember {
        member: &'static str,
        line: usize,
        column: usize,
    },
}

impl SearchRequestError {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            SearchRequestError::WrongType { .. } => "SerializationException",
            SearchRequestError::MissingMember { .. } | SearchRequestError::ValueOutOfRange { .. } => {
                VALIDATION_EXCEPTION
            }
        }
    }
}

impl fmt::Display for SearchRequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchRequestError::WrongType { found, expected, line, column } => {
                write!(f, "invalid type: {found}, expected {expected} at line {line} column {column}")
            }
            SearchRequestError::ValueOutOfRange { found, expected, line, column } => {
                write!(f, "invalid value: {found}, expected {expected} at line {line} column {column}")
            }
            SearchRequestError::MissingMember { member, line, column } => {
                write!(f, "missing field `{member}` at line {line} column {column}")
            }
        }
    }
}

/// Errors of searches.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchError {
    TopKOutOfRange {
        top_k: i64,
    },
    VectorInvalid,
    Comparator,
    HashConditionMissing,
    NotInSearchSchema {
        attribute: String,
    },
    OtherDimension {
        searched: u64,
        indexed: u64,
    },
    Backfilling {
        index: String,
    },
    ResponseTooLarge,
    /// Query or Scan of a vector index.
    OtherOperation {
        operation: &'static str,
    },
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use SearchError::*;
        match self {
            TopKOutOfRange { top_k } => write!(
                f,
                "Provided TopK value '{top_k}' is out of valid range. The value must be between 1 and 100 inclusive"
            ),
            VectorInvalid => f.write_str(
                "Search vector contains invalid values. All values in the search vector must be a 32-bit floating-point \
                 number attribute",
            ),
            Comparator => f.write_str(
                "Invalid SearchConditionExpression: Invalid comparator used in SearchConditionExpression",
            ),
            HashConditionMissing => {
                f.write_str("SearchConditionExpression must be provided when SearchSchema has a HASH key")
            }
            NotInSearchSchema { attribute } => write!(
                f,
                "SearchConditionExpression must not contain any attributes that is not in SearchSchema. Invalid \
                 attribute: {attribute}"
            ),
            OtherDimension { searched, indexed } => write!(
                f,
                "Input search vector dimension {searched} does not match vector index dimension {indexed}"
            ),
            Backfilling { index } => write!(f, "Cannot search backfilling vector index: {index}"),
            // DynamoDB ends one of the two messages with a full stop.
            OtherOperation { operation: "Scan" } => f.write_str("Scan operation not supported on this index type"),
            OtherOperation { operation } => write!(f, "{operation} operation not supported on this index type."),
            // DynamoDB's message is not known. This one is Dynalab's own.
            ResponseTooLarge => {
                f.write_str("The search results exceed the maximum allowed response size of 16 MB")
            }
        }
    }
}
