//! The messages about files: objects in buckets, which exports write and imports read.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FilesQuestion {
    List,
    /// Takes files in, under their names after the prefix; they replace what is there. Answered with the list.
    Put {
        bucket: String,
        prefix: String,
        files: Vec<NewFile>,
    },
    Get {
        bucket: String,
        key: String,
    },
    /// Answered with the list.
    Delete {
        bucket: String,
        key: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewFile {
    pub name: String,
    pub bytes: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FilesAnswer {
    /// All there are, in the order of buckets and keys.
    List(Vec<FileSummary>),
    Bytes(Vec<u8>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSummary {
    pub bucket: String,
    pub key: String,
    pub size_bytes: u64,
    /// Milliseconds since 1970.
    pub put_ms: u64,
}
