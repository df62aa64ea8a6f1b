//! What operations on resource policies refuse.

use std::fmt;

use crate::error::{AccountError, DynamoError};

/// What operations on resource policies refuse.
#[derive(Clone, Debug, PartialEq)]
pub enum PolicyError {
    /// There is none, or none of the revision that was expected.
    NotFound {
        arn: String,
    },
    TooLong {
        most: usize,
    },
    NotJson,
    Version,
    MissingElement {
        element: &'static str,
    },
    BothElements {
        element: &'static str,
        other: &'static str,
    },
    Effect,
    Action {
        action: String,
    },
    Resource {
        resource: String,
    },
}

impl PolicyError {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            PolicyError::NotFound { .. } => "PolicyNotFoundException",
            _ => "ValidationException",
        }
    }
}

impl From<PolicyError> for DynamoError {
    fn from(error: PolicyError) -> DynamoError {
        DynamoError::Account(AccountError::Policy(error))
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const INVALID: &str = "Resource policy is not valid: ";
        use PolicyError::*;
        match self {
            NotFound { arn } => {
                write!(f, "Resource-based policy not found for the provided ResourceArn: {arn}")
            }
            TooLong { most } => write!(f, "{INVALID}it is longer than {most} bytes"),
            NotJson => write!(f, "{INVALID}it is not a JSON object"),
            Version => write!(f, "{INVALID}Version must be 2012-10-17 or 2008-10-17"),
            MissingElement { element } => write!(f, "{INVALID}{element} is missing"),
            BothElements { element, other } => {
                write!(f, "{INVALID}{element} and {other} cannot be used together")
            }
            Effect => write!(f, "{INVALID}Effect must be Allow or Deny"),
            Action { action } => write!(f, "{INVALID}{action} is not an action of DynamoDB"),
            Resource { resource } => {
                write!(f, "{INVALID}{resource} does not belong to the resource of the policy")
            }
        }
    }
}
