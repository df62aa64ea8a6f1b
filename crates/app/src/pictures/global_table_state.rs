//! The data of the map: the table with its replicas, the replication between them, and one item in each Region.

use dynalab_playground::views::regions::{Member, Replication};
use serde_json::Value;

use crate::table::keys::{TableDescription, TableKeys};

/// The attribute of the item that names its writer.
pub const VALUE: &str = "written";

/// One Region of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplicaRegion {
    pub name: String,
    /// The status of the replica, such as CREATING or ACTIVE.
    pub status: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GlobalTableState {
    /// The key of the item, or none if the keys are binary.
    pub key: Option<Value>,
    /// The Regions. The table's own Region is first.
    pub regions: Vec<ReplicaRegion>,
    pub replication: Replication,
    /// Maximum replication lag in milliseconds of a link without its own lag.
    pub usual_lag_ms: u64,
}

impl GlobalTableState {
    pub fn is_global(&self) -> bool {
        self.regions.len() > 1
    }

    pub fn member(&self, region: &str) -> Option<&Member> {
        self.replication.replicas.iter().find(|member| member.region_name == region)
    }

    /// Returns the item's value in a Region.
    pub fn value(&self, region: &str) -> Option<&str> {
        self.member(region)?.text(VALUE)
    }

    pub fn is_late(&self) -> bool {
        self.usual_lag_ms > 0 || self.replication.links.iter().any(|link| link.lag_ms.is_some())
    }
}

/// Returns the key of the item, or none if the keys are binary.
pub fn key_of(keys: &TableDescription) -> Option<Value> {
    let is_bytes = |place| keys.attribute(place).is_some_and(|(_, attribute_type)| attribute_type == "B");
    (0..2).all(|place| !is_bytes(place)).then(|| keys.key_named("REGIONS", 1))
}
