//! Why a design, a template or a value cannot be used, and the sentence of each error.

use std::fmt;

/// A document that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentError {
    /// Not JSON at all.
    NotJson {
        line: usize,
        column: usize,
        detail: String,
    },
    /// A member is missing or has another type. The place is a path such as `patterns[3].rate`.
    Member {
        place: String,
        line: usize,
        column: usize,
        detail: String,
    },
    /// Written by a later version of Dynalab.
    Version {
        found: u64,
    },
    TooLong {
        bytes: usize,
    },
}

/// A template that cannot be read. Places are bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateError {
    UnclosedBrace { at: usize },
    StrayBrace { at: usize },
    NoAttribute { at: usize },
    UnknownFormat { at: usize, format: String },
}

/// A template whose values cannot be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FillError {
    NoValue {
        attribute: String,
    },
    /// Only strings and numbers can be a part of a key.
    NotAKeyValue {
        attribute: String,
    },
    WrongForm {
        attribute: String,
        format: String,
        value: String,
    },
}

impl fmt::Display for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DocumentError::NotJson { line, column, detail } => {
                write!(formatter, "The design is not valid JSON at line {line}, column {column}: {detail}")
            }
            DocumentError::Member { place, line, column, detail } => {
                write!(formatter, "{place} at line {line}, column {column}: {detail}")
            }
            DocumentError::Version { found } => {
                write!(formatter, "The design has version {found}. This version of Dynalab reads version 1.")
            }
            DocumentError::TooLong { bytes } => {
                write!(
                    formatter,
                    "The design has {bytes} bytes. The limit is {}.",
                    crate::document::BYTES_MAX
                )
            }
        }
    }
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

impl fmt::Display for FillError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FillError::NoValue { attribute } => write!(formatter, "{attribute} has no value."),
            FillError::NotAKeyValue { attribute } => {
                write!(formatter, "{attribute} is neither a string nor a number.")
            }
            FillError::WrongForm { attribute, format, value } => {
                write!(
                    formatter,
                    "{attribute} has the value {value}, which does not fit the format {format}."
                )
            }
        }
    }
}

impl std::error::Error for DocumentError {}
impl std::error::Error for TemplateError {}
impl std::error::Error for FillError {}
