//! The messages about a workspace whose stored data cannot be read as a whole. Each question is answered with bytes, which only the
//! part of the page that asks has to read.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SalvageQuestion {
    /// Answered with a [`SalvageView`] as bytes.
    Report,
    /// Puts the readable tables and items into the store of a new workspace. The damaged one stays as it is. Answered by
    /// [`Done`](super::ToPage::Done).
    CopyTo { workspace: String },
    /// Answered with a file of every stored value.
    RawFile,
}

/// What is readable, and what is not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SalvageView {
    /// The tables of the copy, in the order of their names.
    pub tables: Vec<SalvagedTable>,
    /// How many stored values have bytes, and how many bytes these are.
    pub stored_chunks: u64,
    pub stored_bytes: u64,
    /// Tables and items first, then chunks. Nothing when everything was readable.
    pub losses: Vec<Loss>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SalvagedTable {
    pub name: String,
    pub items: u64,
}

/// Something that is not in the copy, or only in part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loss {
    Chunk(LostChunk),
    /// Items that are readable, of a table whose definition is not.
    TableWithoutDefinition {
        name: String,
        items: u64,
    },
    /// Items that are readable, but not the name of their table.
    ItemsWithoutTable {
        items: u64,
    },
    /// Values under keys that no chunk has.
    Strays {
        values: u64,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostChunk {
    pub place: LossPlace,
    /// As stored; 0 where nothing is.
    pub size_bytes: u64,
    pub reason: LossReason,
    /// Its changes were made at or after the first and at or before the second, as far as that is known. Milliseconds since 1970.
    pub made_from_ms: Option<u64>,
    pub made_until_ms: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LossPlace {
    Head,
    /// From 0.
    Snapshot {
        index: u64,
    },
    Log {
        revision: u64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LossReason {
    /// So many chunks from here on are not stored.
    Missing {
        count: u64,
    },
    /// It is shorter or longer than when it was stored.
    WrongLength,
    /// Its bytes are not those that were stored.
    Changed,
    NewerVersion,
    /// It is a whole chunk from another place.
    Misplaced,
    /// Dynalab never reported that it was saved.
    Unfinished,
    NotBytes,
    BrowserFailed,
    /// It is as it was stored, and this version does not know the content.
    UnknownContent,
}
