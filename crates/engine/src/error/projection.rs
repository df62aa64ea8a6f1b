//! Errors about the projection of an index.

use std::fmt;

use crate::error::phrases::INVALID;

/// Errors about the projection of an index.
#[derive(Clone, Debug, PartialEq)]
pub enum ProjectionError {
    UnknownType,
    NonKeyAttributesNotAllowed { projection: &'static str },
    NonKeyAttributesRequired,
    DuplicateNonKeyAttribute { attribute: String },
    TooManyAttributes,
}

impl fmt::Display for ProjectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ProjectionError::*;
        match self {
            UnknownType => write!(f, "{INVALID}Unknown ProjectionType: null"),
            NonKeyAttributesNotAllowed { projection } => {
                write!(f, "{INVALID}ProjectionType is {projection}, but NonKeyAttributes is specified")
            }
            NonKeyAttributesRequired => {
                write!(f, "{INVALID}ProjectionType is INCLUDE, but NonKeyAttributes is not specified")
            }
            DuplicateNonKeyAttribute { attribute } => {
                write!(f, "{INVALID}Duplicate element in NonKeyAttributes: {attribute}")
            }
            TooManyAttributes => write!(
                f,
                "{INVALID}Total number of NonKeyAttributes across all indexes exceeds the per-table limit of 100"
            ),
        }
    }
}
