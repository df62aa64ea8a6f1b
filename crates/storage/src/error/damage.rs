//! The kinds of damage in stored bytes, and their messages.

use std::fmt;

use crate::error::Failure;
use crate::format::FormatError;
use crate::store::Revision;

/// A kind of damage in stored bytes. Unreadable bytes are never skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// There are chunks, but no head.
    NoHead,
    Chunk {
        place: Place,
        error: FormatError,
    },
    WrongRevision {
        place: Place,
        found: Revision,
        expected: Revision,
    },
    WrongCount {
        part: Part,
        found: u64,
        counted: u64,
    },
    /// A key of the log exceeds the highest revision.
    NoSuchRevision {
        number: u64,
    },
    /// A key of the log is not a whole number.
    NoRevision,
    /// A value is not an array of bytes.
    NotBytes {
        object_store: &'static str,
    },
    /// The database lacks an object store.
    NoObjectStore {
        object_store: &'static str,
    },
    /// An entry of the object list is not a valid size and time.
    ObjectEntry,
    /// The stored size of an object differs from its size in the object list. `None`: the object is missing there.
    ObjectBytes {
        bucket: String,
        key: String,
        stored: Option<u64>,
        listed: Option<u64>,
    },
    /// The browser cannot read what it stored.
    Unreadable(Failure),
    /// The chunks are intact, but the caller cannot read the payloads.
    Content {
        detail: String,
    },
}

/// Where a chunk is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Head,
    Snapshot { index: usize },
    Log { revision: Revision },
}

/// The part of a workspace in which stored bytes are damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Snapshot,
    Log,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::NoHead => write!(f, "there are chunks, but the head is missing"),
            Damage::Chunk { place, error } => write!(f, "{place}: {error}"),
            Damage::WrongRevision { place, found, expected } => {
                write!(f, "{place} says revision {found} instead of {expected}")
            }
            Damage::WrongCount { part, found, counted } => {
                write!(f, "the {part} has {found} chunks instead of {counted}")
            }
            Damage::NoSuchRevision { number } => write!(f, "there is no revision {number}"),
            Damage::NoRevision => write!(f, "a key in the log is not a number"),
            Damage::NotBytes { object_store } => write!(f, "a value in {object_store} is not a chunk"),
            Damage::NoObjectStore { object_store } => {
                write!(f, "the database has no object store {object_store}")
            }
            Damage::ObjectEntry => {
                write!(f, "an entry in the list of objects does not name an object, its size and its time")
            }
            Damage::ObjectBytes { bucket, key, stored, listed } => {
                write!(f, "the object “{key}” in the bucket “{bucket}” has ")?;
                write_size(f, *stored)?;
                write!(f, ", and its entry in the list says ")?;
                write_size(f, *listed)
            }
            Damage::Unreadable(failure) => failure.fmt(f),
            Damage::Content { detail } => f.write_str(detail),
        }
    }
}

fn write_size(f: &mut fmt::Formatter<'_>, size_bytes: Option<u64>) -> fmt::Result {
    match size_bytes {
        Some(size_bytes) => write!(f, "{size_bytes} bytes"),
        None => write!(f, "nothing"),
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Head => write!(f, "the head"),
            Place::Snapshot { index } => write!(f, "snapshot chunk {index}"),
            Place::Log { revision } => write!(f, "log chunk {revision}"),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Snapshot => write!(f, "snapshot"),
            Part::Log => write!(f, "log"),
        }
    }
}
