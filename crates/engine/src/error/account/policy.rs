//! Errors of operations on resource-based policies.

use std::fmt;

use crate::error::phrases::INVALID;

/// Errors of operations on resource-based policies.
#[derive(Clone, Debug, PartialEq)]
pub enum PolicyError {
    Revision(PolicyRevisionError),
    NoStream {
        table: String,
        label: String,
    },
    TooLong {
        most: usize,
    },
    NotJson,
    /// The policy is `null`.
    NoPolicy,
    Syntax {
        line: usize,
        column: usize,
    },
    StatementEmpty,
    SameIds,
    MissingField {
        field: &'static str,
    },
    Actions {
        actions: Vec<String>,
    },
    Resource {
        relative_id: String,
        arn: String,
    },
    /// The policy grants access to all principals.
    Unbounded,
    /// With this policy, no principal could change the policy again.
    LocksOut,
}

impl PolicyError {
    pub(crate) fn name(&self) -> &'static str {
        use PolicyError::*;
        match self {
            Revision(_) => "PolicyNotFoundException",
            NoStream { .. } => "ResourceNotFoundException",
            LocksOut => "AccessDeniedException",
            _ => "ValidationException",
        }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DOCUMENT: &str = "One or more parameter values were invalid: Invalid policy document: ";
        use PolicyError::*;
        match self {
            NoStream { table, label } => {
                write!(f, "Requested resource not found: Stream: {label} not found for Table: {table}")
            }
            TooLong { most } => write!(f, "{INVALID}Maximum policy size of {most} bytes exceeded"),
            NotJson => write!(f, "{DOCUMENT}This policy contains invalid Json"),
            NoPolicy => write!(f, "{DOCUMENT}This text appears not to be a policy"),
            Syntax { line, column } => write!(f, "{DOCUMENT}Syntax error at position ({line},{column})"),
            StatementEmpty => write!(f, "{DOCUMENT}Could not parse the policy: Statement is empty!"),
            SameIds => write!(f, "{DOCUMENT}The Statement Ids in the policy are not unique"),
            MissingField { field } => write!(f, "{DOCUMENT}Missing required field {field}"),
            Actions { actions } => {
                let names: Vec<String> = actions.iter().map(|action| format!("\"{action}\"")).collect();
                write!(f, "{DOCUMENT}The following action names are invalid: {}", names.join(", "))
            }
            Resource { relative_id, arn } => {
                write!(f, "{DOCUMENT}The relative-id \"{relative_id}\" is invalid for ARN \"{arn}\"")
            }
            Unbounded => f.write_str(
                "Resource-based policy grants unbounded access in one or more elements. Please revise the policy to \
                 ensure least-privilege form of access",
            ),
            LocksOut => f.write_str(
                "The new resource policy will not allow you to update the resource policy in the future.",
            ),
            Revision(error) => error.fmt(f),
        }
    }
}

/// Errors of a missing policy or an unexpected revision.
#[derive(Clone, Debug, PartialEq)]
pub enum PolicyRevisionError {
    NotFound {
        arn: String,
    },
    /// The request expected no policy.
    Unexpected {
        table: String,
        revision: String,
    },
    ExpectedOne {
        table: String,
        expected: String,
    },
    ExpectedOther {
        table: String,
        expected: String,
        revision: String,
    },
}

impl fmt::Display for PolicyRevisionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NOT_FOUND: &str = "Resource-based policy not found for the provided ResourceArn: ";
        use PolicyRevisionError::*;
        match self {
            NotFound { arn } => write!(f, "{NOT_FOUND}{arn}"),
            Unexpected { table, revision } => write!(
                f,
                "{NOT_FOUND}Requested policy update expecting none to be present for table {table}, but a policy \
                 exists with revision id {revision}."
            ),
            ExpectedOne { table, expected } => write!(
                f,
                "{NOT_FOUND}Requested update for policy with revision id {expected}, but table {table} has no \
                 associated policy."
            ),
            ExpectedOther { table, expected, revision } => write!(
                f,
                "{NOT_FOUND}Requested update for policy with revision id {expected}, but the policy associated to \
                 target table {table} has revision id {revision}."
            ),
        }
    }
}
