//! The terms of table definitions: statuses, billing modes, classes, throughput, kinds of index.

use dynalab_types::Timestamp;
use serde::{Deserialize, Serialize};

/// The status of a table or a global index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableStatus {
    Creating,
    Updating,
    Deleting,
    Active,
}

impl TableStatus {
    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        match self {
            TableStatus::Creating => "CREATING",
            TableStatus::Updating => "UPDATING",
            TableStatus::Deleting => "DELETING",
            TableStatus::Active => "ACTIVE",
        }
    }
}

/// How a table is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BillingMode {
    Provisioned,
    PayPerRequest,
}

impl BillingMode {
    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        match self {
            BillingMode::Provisioned => "PROVISIONED",
            BillingMode::PayPerRequest => "PAY_PER_REQUEST",
        }
    }
}

/// The class of a table. It changes prices, and nothing in the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableClass {
    Standard,
    StandardInfrequentAccess,
}

impl TableClass {
    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        match self {
            TableClass::Standard => "STANDARD",
            TableClass::StandardInfrequentAccess => "STANDARD_INFREQUENT_ACCESS",
        }
    }
}

/// Provisioned capacity in units per second. Zero in an on-demand table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Throughput {
    pub read: u64,
    pub write: u64,
    pub last_increase: Option<Timestamp>,
    pub last_decrease: Option<Timestamp>,
    /// The number of decreases on the UTC day of the last decrease.
    pub decreases_today: u64,
}

/// The configured maximum throughput of an on-demand table or global index. `None` is no maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnDemandThroughput {
    pub max_read: Option<i64>,
    pub max_write: Option<i64>,
}

impl OnDemandThroughput {
    /// The value of a request that removes a maximum.
    pub const UNLIMITED: i64 = -1;

    /// Returns a maximum as a definition has it: -1 and a missing member are no maximum.
    pub fn kept(self) -> Option<OnDemandThroughput> {
        let kept = |units: Option<i64>| units.filter(|units| *units != OnDemandThroughput::UNLIMITED);
        let maximum = OnDemandThroughput { max_read: kept(self.max_read), max_write: kept(self.max_write) };
        (maximum != OnDemandThroughput::default()).then_some(maximum)
    }
}

/// The kind of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IndexKind {
    Global,
    Local,
}
