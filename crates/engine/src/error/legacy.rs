//! Errors of the legacy parameters: Expected, AttributeUpdates, KeyConditions, QueryFilter, ScanFilter and AttributesToGet.

use std::fmt;

use dynalab_types::DataType;

use crate::error::phrases::INVALID;

/// What is wrong with a legacy parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum LegacyError {
    // Any condition.
    ArgumentCount {
        operator: &'static str,
    },
    ArgumentType {
        operator: &'static str,
        data_type: DataType,
    },
    ArgumentTypesDiffer,
    BetweenOrder,
    ConditionalOperatorAlone,
    ConditionalOperatorWithOne,
    /// In a Query with several conditions.
    ConditionalOperatorUnknown,

    Expected {
        attribute: String,
        problem: ExpectedProblem,
    },

    // AttributeUpdates.
    ActionWithoutValue,
    DeleteType {
        data_type: DataType,
    },
    AddType {
        data_type: DataType,
    },

    // Reading.
    DuplicateAttribute {
        attribute: String,
    },
    AttributesWithSelect {
        select: &'static str,
    },
    NotIndexable,
    FilterOnKey {
        attribute: String,
    },
}

/// Conflicting members in the expectation of one attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedProblem {
    ValueAndList,
    ExistsAndOperator,
    OperatorAlone {
        operator: &'static str,
    },
    ListAlone,
    /// `exists` is true if Exists is present and true, false if it is absent.
    ValueRequired {
        exists: bool,
    },
    ValueOfAbsent,
}

impl fmt::Display for LegacyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use LegacyError::*;
        match self {
            ArgumentCount { operator } => {
                write!(f, "{INVALID}Invalid number of argument(s) for the {operator} ComparisonOperator")
            }
            ArgumentType { operator, data_type } => write!(
                f,
                "{INVALID}ComparisonOperator {operator} is not valid for {data_type} AttributeValue type"
            ),
            ArgumentTypesDiffer => {
                write!(f, "{INVALID}AttributeValues inside AttributeValueList must be of same type")
            }
            BetweenOrder => f.write_str(
                "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound",
            ),
            ConditionalOperatorAlone => {
                f.write_str("ConditionalOperator cannot be used without Filter or Expected")
            }
            ConditionalOperatorWithOne => f.write_str(
                "ConditionalOperator can only be used when Filter or Expected has two or more elements",
            ),
            // DynamoDB's spelling.
            ConditionalOperatorUnknown => {
                f.write_str("Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]")
            }
            ActionWithoutValue => {
                write!(f, "{INVALID}Only DELETE action is allowed when no attribute value is specified")
            }
            DeleteType { data_type } => {
                write!(f, "{INVALID}DELETE action with value is not supported for the type {data_type}")
            }
            AddType { data_type } => {
                write!(f, "{INVALID}ADD action is not supported for the type {data_type}")
            }
            DuplicateAttribute { attribute } => {
                write!(f, "{INVALID}Duplicate value in attribute name: {attribute}")
            }
            // DynamoDB's message differs here from the one for a ProjectionExpression.
            AttributesWithSelect { select: "COUNT" } => {
                f.write_str("Cannot specify the AttributesToGet when choosing to get only the Count")
            }
            AttributesWithSelect { select } => {
                write!(f, "Cannot specify the AttributesToGet when choosing to get {select}")
            }
            NotIndexable => f.write_str("Attempted conditional constraint is not an indexable operation"),
            FilterOnKey { attribute } => write!(
                f,
                "QueryFilter can only contain non-primary key attributes: Primary key attribute: {attribute}"
            ),
            Expected { attribute, problem } => {
                write!(f, "{INVALID}{problem} for Attribute: {attribute}")
            }
        }
    }
}

impl fmt::Display for ExpectedProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpectedProblem::ValueAndList => {
                f.write_str("Value and AttributeValueList cannot be used together")
            }
            ExpectedProblem::ExistsAndOperator => {
                f.write_str("Exists and ComparisonOperator cannot be used together")
            }
            ExpectedProblem::OperatorAlone { operator } => {
                write!(f, "Value or AttributeValueList must be used with ComparisonOperator: {operator}")
            }
            ExpectedProblem::ListAlone => {
                f.write_str("AttributeValueList can only be used with a ComparisonOperator")
            }
            ExpectedProblem::ValueRequired { exists: true } => {
                f.write_str("Value must be provided when Exists is true")
            }
            ExpectedProblem::ValueRequired { exists: false } => {
                f.write_str("Value must be provided when Exists is null")
            }
            ExpectedProblem::ValueOfAbsent => f.write_str("Value cannot be used when Exists is false"),
        }
    }
}
