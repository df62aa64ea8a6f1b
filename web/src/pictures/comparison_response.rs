//! The engine's comparison of two points in history, and its list of points, as JSON.

use serde::Deserialize;
use serde_json::Value;

/// The response of `Dynalab.ListMoments`.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct HistoryList {
    /// The number of the first point that can be shown.
    pub oldest: u64,
    pub shown: HistoryEntry,
    pub moments: Vec<HistoryEntry>,
    pub branches: Vec<Branch>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct HistoryEntry {
    pub moment: u64,
    pub number: u64,
    pub at: Option<u64>,
    pub operation: Option<String>,
    pub name: Option<String>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct Branch {
    pub branch: u64,
    pub current: bool,
    pub name: Option<String>,
    pub newest: HistoryEntry,
}

/// The response of `Dynalab.Compare`.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct ComparisonResponse {
    pub one: HistoryEntry,
    pub other: HistoryEntry,
    pub tables: Vec<Table>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct Table {
    pub table: String,
    /// added, removed, changed or same.
    pub difference: String,
    pub added: u64,
    pub removed: u64,
    pub changed: u64,
    pub unchanged: u64,
    pub settings: Vec<Pair>,
    pub items: Vec<Item>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct Item {
    pub difference: String,
    pub key: String,
    pub attributes: Vec<Pair>,
}

/// A value before and after, in DynamoDB JSON. A setting is plain JSON.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct Pair {
    pub name: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

impl Table {
    pub fn differences(&self) -> u64 {
        self.added + self.removed + self.changed
    }
}
