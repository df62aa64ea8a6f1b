//! Tables: keys, indexes, the key templates of each entity, and the settings that decide cost and recovery.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Extra;
use super::entity::{AttributeType, is_false};
use super::scaling::{Alarm, Scaling};
use super::settings::{Capacity, Settings};
use crate::template::Template;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The partition key, one attribute. Only global indexes can have several.
    pub partition_key: Vec<KeyAttribute>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sort_key: Vec<KeyAttribute>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub indexes: Vec<Index>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vector_indexes: Vec<VectorIndex>,
    /// The entities that the table stores, with their keys.
    #[serde(default)]
    pub items: Vec<Placement>,
    /// The attribute with the time at which an item expires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttl: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream: Option<Stream>,
    /// Point-in-time recovery.
    #[serde(default, skip_serializing_if = "is_false")]
    pub recovery: bool,
    #[serde(default)]
    pub mode: Mode,
    /// How often a schedule switches the table to on-demand mode, per 24 hours.
    #[serde(default, skip_serializing_if = "is_never")]
    pub switches_to_on_demand: u32,
    /// Auto scaling of the provisioned capacity of the table and its indexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scaling: Vec<Scaling>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alarms: Vec<Alarm>,
    #[serde(default, skip_serializing_if = "TableClass::is_standard")]
    pub class: TableClass,
    #[serde(default, skip_serializing_if = "is_false")]
    pub deletion_protection: bool,
    /// Other Regions with a replica.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replicas: Vec<Replica>,
    #[serde(default, skip_serializing_if = "ReplicaConsistency::is_eventual")]
    pub replica_consistency: ReplicaConsistency,
    #[serde(default, skip_serializing_if = "Capacity::is_empty")]
    pub capacity: Capacity,
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyAttribute {
    pub name: String,
    #[serde(rename = "type", default)]
    pub data_type: AttributeType,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexKind {
    #[default]
    Global,
    Local,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Index {
    pub name: String,
    #[serde(default)]
    pub kind: IndexKind,
    /// The partition key, up to four attributes in a global index.
    pub partition_key: Vec<KeyAttribute>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sort_key: Vec<KeyAttribute>,
    #[serde(default)]
    pub projection: Projection,
    /// The units of a global index.
    #[serde(default, skip_serializing_if = "Capacity::is_empty")]
    pub capacity: Capacity,
    #[serde(flatten)]
    pub extra: Extra,
}

/// The attributes that the index stores besides the keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Projection {
    #[default]
    All,
    KeysOnly,
    Include(Vec<String>),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VectorIndex {
    pub name: String,
    pub attribute: String,
    pub dimensions: u32,
    /// The distance function: COSINE, EUCLIDEAN or DOT_PRODUCT.
    pub distance: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition_key: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<String>,
    #[serde(default)]
    pub projection: Projection,
    #[serde(flatten)]
    pub extra: Extra,
}

/// One kind of item: an entity, its keys in this table, and its attributes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    pub entity: String,
    /// The name of the kind, if an entity has several. Empty means the entity's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// A template for each key attribute of the table, and of each index that contains the item.
    pub keys: BTreeMap<String, ItemKey>,
    /// The stored attributes of the entity. None means all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attributes: Option<Vec<String>>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// A key template, in JSON a string. With a condition it is an object.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "ItemKeyForm", into = "ItemKeyForm")]
pub struct ItemKey {
    pub template: Template,
    /// The condition for the attribute. None means always. A condition makes an index sparse.
    pub when: Option<When>,
}

/// The condition that an attribute has one of the values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct When {
    pub attribute: String,
    pub is: Vec<Value>,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum ItemKeyForm {
    Always(Template),
    Sometimes { template: Template, when: When },
}

impl From<ItemKeyForm> for ItemKey {
    fn from(form: ItemKeyForm) -> ItemKey {
        match form {
            ItemKeyForm::Always(template) => ItemKey { template, when: None },
            ItemKeyForm::Sometimes { template, when } => ItemKey { template, when: Some(when) },
        }
    }
}

impl From<ItemKey> for ItemKeyForm {
    fn from(key: ItemKey) -> ItemKeyForm {
        match key.when {
            None => ItemKeyForm::Always(key.template),
            Some(when) => ItemKeyForm::Sometimes { template: key.template, when },
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stream {
    /// The view type: KEYS_ONLY, NEW_IMAGE, OLD_IMAGE or NEW_AND_OLD_IMAGES.
    pub view: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readers: Vec<StreamReader>,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StreamReader {
    pub name: String,
    /// The entities whose changes the reader uses. Empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<String>,
    /// What the reader does with the deletes of TTL. None means that the design does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expired: Option<ExpiredRecords>,
    /// Settings of the event source mapping, with the names of Lambda's API, such as `BatchSize`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub mapping: BTreeMap<String, Value>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// What a stream reader does with the records of items that TTL deletes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpiredRecords {
    /// The event source mapping does not send them.
    Filtered,
    /// The reader tells them apart by `userIdentity` and processes them.
    Processed,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_never(count: &u32) -> bool {
    *count == 0
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    #[default]
    OnDemand,
    /// Capacity is provisioned for the peak plus this percentage.
    Provisioned { headroom_percent: f64 },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableClass {
    #[default]
    Standard,
    InfrequentAccess,
}

impl TableClass {
    pub fn is_standard(&self) -> bool {
        *self == TableClass::Standard
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Replica {
    pub region: String,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplicaConsistency {
    #[default]
    Eventual,
    Strong,
}

impl ReplicaConsistency {
    pub fn is_eventual(&self) -> bool {
        *self == ReplicaConsistency::Eventual
    }
}

impl Table {
    /// Returns the key attributes of the table alone.
    pub fn key(&self) -> impl Iterator<Item = &KeyAttribute> {
        self.partition_key.iter().chain(&self.sort_key)
    }

    /// Returns each key attribute once: those of the table, then those of its indexes.
    pub fn key_attributes(&self) -> Vec<&KeyAttribute> {
        let mut all: Vec<&KeyAttribute> = Vec::new();
        let of_indexes = self.indexes.iter().flat_map(Index::key);
        for attribute in self.key().chain(of_indexes) {
            if all.iter().all(|known| known.name != attribute.name) {
                all.push(attribute);
            }
        }
        all
    }

    pub fn index(&self, name: &str) -> Option<&Index> {
        self.indexes.iter().find(|index| index.name == name)
    }

    /// Returns the kind of item with this name.
    pub fn placement(&self, name: &str) -> Option<&Placement> {
        self.items.iter().find(|placement| placement.name() == name)
    }
}

impl Index {
    pub fn key(&self) -> impl Iterator<Item = &KeyAttribute> {
        self.partition_key.iter().chain(&self.sort_key)
    }
}

impl Placement {
    pub fn name(&self) -> &str {
        if self.name.is_empty() { &self.entity } else { &self.name }
    }
}
