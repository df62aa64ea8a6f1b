//! What a table carries besides its keys: capacity in units, tags, encryption, policies. No check uses it; files of other tools keep it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Extra;

/// The units of a table or an index. Those of a table in the other capacity mode are kept, and not written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Capacity {
    /// Provisioned capacity units.
    #[serde(default, skip_serializing_if = "Units::is_empty")]
    pub units: Units,
    /// Warm throughput in units per second.
    #[serde(default, skip_serializing_if = "Units::is_empty")]
    pub warm: Units,
    /// Maximum on-demand throughput in request units per second.
    #[serde(default, skip_serializing_if = "Units::is_empty")]
    pub maximum: Units,
    #[serde(flatten)]
    pub extra: Extra,
}

/// Numbers for reads and writes. None is one that no file says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Units {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write: Option<u64>,
}

/// Settings of a table that its keys, indexes and costs do not depend on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// How many days point-in-time recovery reaches back, from 1 to 35.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery_days: Option<u64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// Encryption with a key of AWS KMS. None means that no file says it: DynamoDB then uses its own key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encryption: Option<Encryption>,
    /// What happens to the table when its stack is deleted.
    #[serde(default, skip_serializing_if = "DeletionPolicy::is_retain")]
    pub deletion_policy: DeletionPolicy,
    /// What happens to the table when its stack replaces it.
    #[serde(default, skip_serializing_if = "DeletionPolicy::is_retain")]
    pub replacement_policy: DeletionPolicy,
    /// The resource-based policy of the table, as a document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<Value>,
    /// The resource-based policy of the stream, as a document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream_policy: Option<Value>,
    /// The mode of contributor insights. None means that they are off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contributor_insights: Option<String>,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Encryption {
    /// False is DynamoDB's own key, said in words.
    #[serde(default)]
    pub enabled: bool,
    /// The id, ARN or alias of the key. None means the key of the account for DynamoDB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// CloudFormation's policy for a table that a stack no longer has. A file without one is written with Retain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeletionPolicy {
    #[default]
    Retain,
    Delete,
    RetainExceptOnCreate,
}

/// The mode of contributor insights if a file turns them on without one.
pub const INSIGHTS_MODE: &str = "ACCESSED_AND_THROTTLED_KEYS";

/// The smallest units that the AWS console offers, for a provisioned table whose units no file says.
const SMALLEST: u64 = 5;

impl Units {
    pub fn is_empty(&self) -> bool {
        *self == Units::default()
    }

    /// Returns the provisioned units for reads and for writes. One that is not known is the smallest.
    pub fn provisioned(self) -> [u64; 2] {
        [self.read.unwrap_or(SMALLEST), self.write.unwrap_or(SMALLEST)]
    }
}

impl Capacity {
    /// Takes over the numbers that others say.
    pub fn replace(&mut self, others: &Capacity) {
        for (own, other) in [
            (&mut self.units, others.units),
            (&mut self.warm, others.warm),
            (&mut self.maximum, others.maximum),
        ] {
            own.read = other.read.or(own.read);
            own.write = other.write.or(own.write);
        }
    }

    pub fn is_empty(&self) -> bool {
        *self == Capacity::default()
    }
}

impl Settings {
    pub fn is_empty(&self) -> bool {
        *self == Settings::default()
    }
}

impl DeletionPolicy {
    pub const ALL: [DeletionPolicy; 3] =
        [DeletionPolicy::Retain, DeletionPolicy::Delete, DeletionPolicy::RetainExceptOnCreate];

    pub fn is_retain(&self) -> bool {
        *self == DeletionPolicy::Retain
    }

    /// Returns the word of a template.
    pub fn word(self) -> &'static str {
        match self {
            DeletionPolicy::Retain => "Retain",
            DeletionPolicy::Delete => "Delete",
            DeletionPolicy::RetainExceptOnCreate => "RetainExceptOnCreate",
        }
    }

    pub fn of_word(word: &str) -> Option<DeletionPolicy> {
        DeletionPolicy::ALL.into_iter().find(|policy| policy.word() == word)
    }
}
