//! The messages about files: objects in buckets, which exports write and imports read.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FilesQuestion {
    List,
    /// Puts files under their names after the prefix, replacing existing objects. The answer is the list.
    Put {
        bucket: String,
        prefix: String,
        files: Vec<NewFile>,
    },
    Get {
        bucket: String,
        key: String,
    },
    /// Deletes an object. The answer is the list.
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
    /// All objects, ordered by bucket and key.
    List(Vec<FileSummary>),
    Bytes(Vec<u8>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSummary {
    pub bucket: String,
    pub key: String,
    pub size_bytes: u64,
    /// The time of the put in milliseconds since 1970.
    pub put_ms: u64,
}
