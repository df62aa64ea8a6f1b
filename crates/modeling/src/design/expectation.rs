//! What a pattern must return, and what a table must contain after it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Extra;
use super::operation::{KeyCondition, KeyTemplates};
use crate::template::Template;

/// Every part that is written must hold. At least one must be written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Expectation {
    /// The number of returned items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
    /// An empty result is meant. Without it, an empty result of a read is red.
    #[serde(default, skip_serializing_if = "super::entity::is_false")]
    pub empty: bool,
    /// Exactly the items of these rows of the sample.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<ExpectedRows>,
    /// Attributes that every returned item has, with these values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub each: BTreeMap<String, Template>,
    /// Attributes of the first returned item.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub first: BTreeMap<String, Template>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// The request fails with this error, as a condition may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Items after a write.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<StateAfter>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// Rows of an entity that meet the conditions. Several entries of one expectation are joined.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExpectedRows {
    /// The kind of item, by its name in the table.
    pub item: String,
    /// A condition for each attribute, of the pattern's parameters.
    #[serde(rename = "where", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub conditions: BTreeMap<String, KeyCondition>,
    /// Only as many, in this order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// The items are ordered by this attribute.
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
    /// Whether nothing is written.
    pub fn is_blank(&self) -> bool {
        let mut written = self.clone();
        written.extra.clear();
        written == Expectation::default()
    }
}
