//! The expected result of a pattern, and the expected items after it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Extra;
use super::operation::{KeyCondition, KeyTemplates};
use crate::template::Template;

/// The expected result. All specified parts must be true, and at least one is required.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Expectation {
    /// The number of returned items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
    /// An empty result is expected. Without it, a read with an empty result is red.
    #[serde(default, skip_serializing_if = "super::entity::is_false")]
    pub empty: bool,
    /// The result has exactly the items of these sample rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<ExpectedRows>,
    /// Attributes with values that every returned item has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub each: BTreeMap<String, Template>,
    /// Attributes of the first returned item.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub first: BTreeMap<String, Template>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// The expected error of the request, such as a failed condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Items after a write.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<StateAfter>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// Rows of an entity that meet the conditions. Several entries of an expectation are joined.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExpectedRows {
    /// The kind of item, by its name in the table.
    pub item: String,
    /// A condition per attribute, with the pattern's parameters.
    #[serde(rename = "where", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub conditions: BTreeMap<String, KeyCondition>,
    /// Maximum number of rows, in the order of `order`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// The order of the items by one attribute.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Order {
    pub by: String,
    #[serde(default, skip_serializing_if = "super::entity::is_false")]
    pub descending: bool,
    #[serde(flatten)]
    pub extra: Extra,
}

/// One item after a write.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StateAfter {
    pub table: String,
    pub key: KeyTemplates,
    /// The item does not exist.
    #[serde(default, skip_serializing_if = "super::entity::is_false")]
    pub gone: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub has: BTreeMap<String, Template>,
    #[serde(flatten)]
    pub extra: Extra,
}

impl Expectation {
    /// Returns true if no part is specified.
    pub fn is_blank(&self) -> bool {
        let mut written = self.clone();
        written.extra.clear();
        written == Expectation::default()
    }
}
