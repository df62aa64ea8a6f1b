//! A design: entities, their relations, the tables that store them, and the access patterns that prove the keys.

pub mod entity;
pub mod expectation;
pub mod operation;
pub mod pattern;
pub mod scaling;
pub mod settings;
pub mod table;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use entity::{Attribute, AttributeType, Entity, PerParent, Relation, Skew, Values};
pub use expectation::{Expectation, ExpectedRows, Order, StateAfter};
pub use operation::{
    Action, BatchGet, Delete, Get, KeyCondition, KeyTemplates, Operation, Put, Query, RawRequest, Scan,
    SearchVectors, Update,
};
pub use pattern::{Access, AccessPattern, Consistency, Parameter, Rate};
pub use scaling::{Alarm, Dimension, Scaling};
pub use settings::{Capacity, DeletionPolicy, Encryption, Settings, Units};
pub use table::{
    ExpiredRecords, Index, IndexKind, ItemKey, KeyAttribute, Mode, Placement, Projection, Replica,
    ReplicaConsistency, Stream, StreamReader, Table, TableClass, VectorIndex, When,
};

/// Unknown members of a document. Writing keeps them, sorted by name, after the known ones.
pub type Extra = BTreeMap<String, Value>;

pub const VERSION: u32 = 1;

/// A key design. The members of a document are in the order of the fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Design {
    pub version: u32,
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The seed of the sample data, the only source of randomness.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// The Region of the prices: one of the price book.
    #[serde(default = "default_region")]
    pub region: String,
    #[serde(default)]
    pub entities: Vec<Entity>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<Relation>,
    #[serde(default)]
    pub tables: Vec<Table>,
    #[serde(default)]
    pub patterns: Vec<AccessPattern>,
    #[serde(flatten)]
    pub extra: Extra,
}

fn default_seed() -> u64 {
    1
}

fn default_region() -> String {
    "us-east-1".to_owned()
}

impl Default for Design {
    fn default() -> Design {
        Design {
            version: VERSION,
            name: String::new(),
            notes: String::new(),
            seed: default_seed(),
            region: default_region(),
            entities: Vec::new(),
            relations: Vec::new(),
            tables: Vec::new(),
            patterns: Vec::new(),
            extra: Extra::new(),
        }
    }
}

impl Design {
    pub fn entity(&self, name: &str) -> Option<&Entity> {
        self.entities.iter().find(|entity| entity.name == name)
    }

    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }

    pub fn pattern(&self, name: &str) -> Option<&AccessPattern> {
        self.patterns.iter().find(|pattern| pattern.name == name)
    }

    /// Returns the relations whose child is this entity. The first one determines the number of its rows.
    pub fn parents_of<'a>(&'a self, child: &'a str) -> impl Iterator<Item = &'a Relation> {
        self.relations.iter().filter(move |relation| relation.child == child)
    }
}
