//! The error for stored data that cannot be read: the part and its problem.

use std::fmt;
use std::sync::Arc;

use dynalab_types::binary::Malformed;

use crate::database::scheduler::TaskKind;
use crate::registry::RecordKey;

/// Opening stops at the first of these. The stored data stays unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// A chunk of a snapshot or log, whose content is not known yet.
    Chunk,
    /// `what` is the kind in words for people.
    Record {
        what: String,
        key: RecordKey,
        size_bytes: usize,
        problem: Problem,
    },
    Task {
        kind: TaskKind,
        table: Option<Arc<str>>,
        problem: Problem,
    },
    /// A change of a missing table.
    NoTable {
        table: Arc<str>,
    },
}

/// The problem of a record or a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The bytes are invalid in every version.
    Malformed,
    /// The kind is unknown, so a later version wrote it.
    UnknownKind,
    /// The format is unknown, so a later version wrote it.
    NewerForm { found: u8, known: u8 },
}

impl From<Malformed> for Unreadable {
    fn from(_: Malformed) -> Unreadable {
        Unreadable::Chunk
    }
}

impl From<Malformed> for Problem {
    fn from(_: Malformed) -> Problem {
        Problem::Malformed
    }
}

impl std::error::Error for Unreadable {}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Chunk => f.write_str("the changes or the snapshot cannot be read"),
            Unreadable::Record { what, key, size_bytes, problem } => {
                write!(f, "the record \u{201c}{what}\u{201d}")?;
                if !key.name.is_empty() {
                    write!(f, " named \u{201c}{}\u{201d}", key.name)?;
                }
                if !key.table.is_empty() {
                    write!(f, " of table \u{201c}{}\u{201d}", key.table)?;
                }
                write!(f, " ({size_bytes} bytes) {problem}")
            }
            Unreadable::Task { kind, table, problem } => {
                write!(f, "a task of kind {}", kind.0)?;
                if let Some(table) = table {
                    write!(f, " of table \u{201c}{table}\u{201d}")?;
                }
                write!(f, " {problem}")
            }
            Unreadable::NoTable { table } => {
                write!(f, "the log changes table \u{201c}{table}\u{201d}, which is not there")
            }
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Malformed => f.write_str("is damaged"),
            Problem::UnknownKind => f.write_str("was written by a later version of Dynalab"),
            Problem::NewerForm { found, known } => write!(
                f,
                "was written by a later version of Dynalab: it has form {found}, and this version knows forms up to {known}"
            ),
        }
    }
}
