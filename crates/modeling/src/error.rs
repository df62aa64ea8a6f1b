//! The errors of designs, templates and values.

use std::fmt;

use dynalab_types::TooMuch;
use serde::{Deserialize, Serialize};

/// The error of a document that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DocumentError {
    /// The text is not JSON.
    NotJson {
        line: usize,
        column: usize,
        detail: String,
    },
    /// A member is missing or has the wrong type. `place` is a path such as `patterns[3].rate`.
    Member {
        place: String,
        line: usize,
        column: usize,
        detail: String,
    },
    /// A newer version of Dynalab wrote the document.
    Version {
        found: u64,
    },
    TooLong {
        bytes: usize,
    },
    /// A part is more than a design can have.
    TooMuch(TooMuch),
}

/// The error of an invalid template. Positions are in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateError {
    UnclosedBrace { at: usize },
    StrayBrace { at: usize },
    NoAttribute { at: usize },
    UnknownFormat { at: usize, format: String },
}

/// The error of a template whose values are missing or invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FillError {
    NoValue {
        attribute: String,
    },
    /// The value is not a string or a number, so it cannot be part of a key.
    NotAKeyValue {
        attribute: String,
    },
    WrongForm {
        attribute: String,
        format: String,
        value: String,
    },
    /// The text would become too long.
    TooMuch(TooMuch),
}

impl fmt::Display for TemplateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TemplateError::UnclosedBrace { at } => {
                write!(formatter, "The brace at byte {at} of the template has no closing brace.")
            }
            TemplateError::StrayBrace { at } => write!(
                formatter,
                "The closing brace at byte {at} of the template has no opening brace. Write }}}} for a brace."
            ),
            TemplateError::NoAttribute { at } => {
                write!(formatter, "The braces at byte {at} of the template contain no attribute name.")
            }
            TemplateError::UnknownFormat { at, format } => write!(
                formatter,
                "The template has the unknown format {format} at byte {at}. Use a number of digits, iso, date, month, hour, ulid or shardN."
            ),
        }
    }
}

impl std::error::Error for DocumentError {}
impl std::error::Error for TemplateError {}
impl std::error::Error for FillError {}
