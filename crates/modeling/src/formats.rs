//! Formats that designs are read from and written to. One file each, and one list of them.

mod command_lines;
mod create_table;
mod markdown;
mod model_server;
mod nosql_workbench;

use std::fmt;

use crate::design::Design;
use crate::error::DocumentError;

type Reader = fn(&str) -> Result<Imported, FormatError>;

/// A format. One of the two functions at least is there.
pub struct Format {
    pub id: &'static str,
    /// The end of a file's name.
    pub extension: &'static str,
    /// Whether a text looks like this format. Formats are tried in the order of the list.
    pub is_like: fn(&str) -> bool,
    pub read: Option<Reader>,
    pub write: Option<fn(&Design) -> String>,
}

/// Every format. Those with a shape of their own come first.
pub const ALL: &[Format] = &[
    Format {
        id: "dynalab",
        extension: "json",
        is_like: is_like_design,
        read: Some(read_design),
        write: Some(crate::document::write),
    },
    model_server::FORMAT,
    nosql_workbench::FORMAT,
    create_table::FORMAT,
    command_lines::FORMAT,
    markdown::FORMAT,
];

/// A design from another format.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The id of the format that was read.
    pub format: &'static str,
    pub design: Design,
    pub notes: Vec<ImportNote>,
}

/// What a person should know about an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportNote {
    /// The format has no expected results: write them.
    NoExpectedResults,
    /// The format has keys only: add entities and patterns.
    KeysOnly,
    /// A member that a design cannot have.
    LeftOut { place: String, member: String },
    /// The pattern has no request that can be read.
    NoRequest { pattern: String, reason: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    Design(DocumentError),
    NotJson {
        line: usize,
        column: usize,
    },
    TooLong {
        bytes: usize,
    },
    /// A member is missing or has another type.
    Member {
        place: String,
        wanted: &'static str,
    },
    /// No format has this shape.
    Unknown,
    /// The format can only be written.
    WriteOnly {
        format: &'static str,
    },
}

/// Reads a text in whatever format it is.
///
/// # Errors
/// When no format has this shape, or a member of it cannot be read.
pub fn read(text: &str) -> Result<Imported, FormatError> {
    if text.len() > crate::document::BYTES_MAX {
        return Err(FormatError::TooLong { bytes: text.len() });
    }
    let format = ALL.iter().find(|format| (format.is_like)(text)).ok_or(FormatError::Unknown)?;
    match format.read {
        Some(read) => read(text),
        None => Err(FormatError::WriteOnly { format: format.id }),
    }
}

pub fn find(id: &str) -> Option<&'static Format> {
    ALL.iter().find(|format| format.id == id)
}

fn json(text: &str) -> Result<serde_json::Value, FormatError> {
    serde_json::from_str(text)
        .map_err(|error| FormatError::NotJson { line: error.line(), column: error.column() })
}

fn is_like_design(text: &str) -> bool {
    json(text).is_ok_and(|value| value.get("version").is_some() && value.get("entities").is_some())
}

fn read_design(text: &str) -> Result<Imported, FormatError> {
    let design = crate::document::parse(text).map_err(FormatError::Design)?;
    Ok(Imported { format: "dynalab", design, notes: Vec::new() })
}

impl fmt::Display for FormatError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Design(error) => error.fmt(formatter),
            FormatError::NotJson { line, column } => {
                write!(formatter, "The text is not valid JSON at line {line}, column {column}.")
            }
            FormatError::TooLong { bytes } => {
                write!(formatter, "The text has {bytes} bytes. The limit is {}.", crate::document::BYTES_MAX)
            }
            FormatError::Member { place, wanted } => write!(formatter, "{place} must be {wanted}."),
            FormatError::Unknown => formatter.write_str("The text has no format that Dynalab can read."),
            FormatError::WriteOnly { format } => {
                write!(formatter, "Dynalab can write the format {format}, but not read it.")
            }
        }
    }
}

impl std::error::Error for FormatError {}
