//! The table list: what each table is and holds.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSummary {
    pub name: String,
    /// CREATING, ACTIVE, UPDATING, DELETING: the service's words.
    pub status: String,
    pub key: KeyNames,
    pub item_count: u64,
    /// Items only, as the service measures them.
    pub size_bytes: u64,
    pub indexes: Vec<IndexSummary>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyNames {
    pub partition: String,
    /// S, N or B.
    pub partition_type: String,
    pub sort: Option<String>,
    pub sort_type: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexSummary {
    pub name: String,
    pub kind: IndexKind,
    pub status: String,
    pub key: KeyNames,
    /// ALL, KEYS_ONLY or INCLUDE.
    pub projection: String,
    /// The attributes named by INCLUDE.
    pub projected: Vec<String>,
    pub item_count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexKind {
    Global,
    Local,
}
