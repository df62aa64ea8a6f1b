//! The messages about a damaged workspace. Each answer is bytes, which only the requesting part of the page has to decode.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SalvageQuestion {
    /// Requests the report. The answer is an encoded [`SalvageView`].
    Report,
    /// Stores the readable tables and items as a new workspace. The damaged one is not changed. Answered by
    /// [`Done`](super::ToPage::Done).
    CopyTo { workspace: String },
    /// Requests a file of every stored value.
    RawFile,
}

/// The readable and the unreadable content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SalvageView {
    /// The tables of the copy, ordered by name.
    pub tables: Vec<SalvagedTable>,
    /// The number of stored values that have bytes. The next field is their total size.
    pub stored_chunks: u64,
    pub stored_bytes: u64,
    /// The losses: tables and items first, then chunks. Empty if everything is readable.
    pub losses: Vec<Loss>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SalvagedTable {
    pub name: String,
    pub items: u64,
}

/// Content that is missing in the copy, completely or in part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loss {
    Chunk(LostChunk),
    /// Readable items of a table whose definition is not readable.
    TableWithoutDefinition {
        name: String,
        items: u64,
    },
    /// Readable items whose table name is not readable.
    ItemsWithoutTable {
        items: u64,
    },
    /// Values under keys that no chunk can have.
    Strays {
        values: u64,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostChunk {
    pub place: LossPlace,
    /// The stored size; 0 if nothing is stored.
    pub size_bytes: u64,
    pub reason: LossReason,
    /// The period of its changes, both ends included, in milliseconds since 1970. `None` if unknown.
    pub made_from_ms: Option<u64>,
    pub made_until_ms: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LossPlace {
    Head,
    /// Counts from 0.
    Snapshot {
        index: u64,
    },
    Log {
        revision: u64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LossReason {
    /// This chunk and the following ones, `count` in total, are not stored.
    Missing {
        count: u64,
    },
    /// The chunk has another length than when it was stored.
    WrongLength,
    /// The bytes differ from those that were stored.
    Changed,
    NewerVersion,
    /// An intact chunk from another place.
    Misplaced,
    /// The chunk is incomplete. Dynalab never reported that it was saved.
    Unfinished,
    NotBytes,
    BrowserFailed,
    /// The chunk is intact, but this version does not know its content.
    UnknownContent,
}
