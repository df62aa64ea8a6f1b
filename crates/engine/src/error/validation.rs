//! All ValidationExceptions: one variant for each message, and the message in one place.
//!
//! These are the messages of October 2026. DynamoDB has been rewording its request layer Region by Region: `regional_checks` says
//! where Regions differ from us-east-1.

use std::fmt;

use dynalab_expressions::{ExpressionError, UnusedAliases, UpdateError};
use dynalab_types::wire::ValueError;

use crate::error::control::ControlError;
use crate::error::legacy::LegacyError;
use crate::error::setting::SettingError;
use crate::error::statement::StatementError;
use crate::error::table::TableError;
use crate::error::transaction::TransactionError;
use crate::error::value::{MessageWording, write_number_error, write_value_error};
use crate::error::violation::Violation;
use crate::error::{BatchError, KeyError, PageError, ParameterError, ReadingError};

/// The reason of a ValidationException.
#[derive(Clone, Debug, PartialEq)]
pub enum ValidationError {
    /// The request layer's prefix and the message of another error.
    Enveloped(Box<ValidationError>),
    Violations(Vec<Violation>),
    /// A violation alone and without the prefix.
    BareViolation(Box<Violation>),
    RequiredParameter {
        name: &'static str,
    },
    RequiredRequestItems {
        operation: &'static str,
    },
    Value(ValueError),
    /// A value error in the wording of the older request layer (BatchWriteItem, Scan, transactions).
    OlderValue(ValueError),
    InvalidExpressionValue {
        error: ValueError,
        key: String,
    },

    /// Errors of items and index entries.
    Key(KeyError),
    /// Errors about placeholders, and about parameters that cannot be combined.
    Parameter(ParameterError),
    /// Errors of Query and Scan.
    Reading(ReadingError),
    Page(PageError),
    Batch(BatchError),
    Expression(ExpressionError),
    UnusedAliases(UnusedAliases),
    Update(UpdateError),
    /// Errors of the legacy parameters.
    Legacy(LegacyError),
    Transaction(TransactionError),
    Statement(StatementError),
    Table(TableError),
    Setting(SettingError),
    Control(ControlError),
}

impl ValidationError {
    /// Adds the prefix "1 validation error detected", unless the message has one already.
    pub fn enveloped(self) -> ValidationError {
        match self {
            // These have the prefix already.
            ValidationError::Violations(_) | ValidationError::Enveloped(_) => self,
            other => ValidationError::Enveloped(Box::new(other)),
        }
    }
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ValidationError::*;
        match self {
            Enveloped(inner) => write!(f, "1 validation error detected: {inner}"),
            Violations(violations) => write_violations(violations, f),
            BareViolation(violation) => violation.fmt(f),
            RequiredParameter { name } => {
                write!(f, "The parameter '{name}' is required but was not present in the request")
            }
            RequiredRequestItems { operation } => {
                write!(f, "The requestItems parameter is required for {operation}")
            }
            Value(error) => write_value_error(error, MessageWording::Newer, f),
            OlderValue(error) => write_value_error(error, MessageWording::Older, f),
            InvalidExpressionValue { error, key } => {
                write!(f, "ExpressionAttributeValues contains invalid value: ")?;
                write_value_error(error, MessageWording::Older, f)?;
                write!(f, " for key {key}")
            }
            Expression(error) => error.fmt(f),
            UnusedAliases(unused) => unused.fmt(f),
            Update(UpdateError::Number(error)) => write_number_error(error, f),
            Update(error) => error.fmt(f),
            Legacy(error) => error.fmt(f),
            Table(error) => error.fmt(f),
            Setting(error) => error.fmt(f),
            Control(error) => error.fmt(f),
            Transaction(error) => error.fmt(f),
            Statement(error) => error.fmt(f),
            Key(error) => error.fmt(f),
            Parameter(error) => error.fmt(f),
            Reading(error) => error.fmt(f),
            Page(error) => error.fmt(f),
            Batch(error) => error.fmt(f),
        }
    }
}

fn write_violations(violations: &[Violation], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let plural = if violations.len() == 1 { "" } else { "s" };
    write!(f, "{} validation error{plural} detected: ", violations.len())?;
    for (index, violation) in violations.iter().enumerate() {
        let separator = if index == 0 { "" } else { "; " };
        write!(f, "{separator}{violation}")?;
    }
    Ok(())
}
