//! The result of a load test so far: responses by second, throttling by reason, heat of the partitions, units and hot keys.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Report {
    pub running: bool,
    /// More requests are due than Dynalab can process in time. The test takes longer than its duration.
    pub late: bool,
    /// Whether the throughput limits of the workspace are on. The load test always has them.
    pub limits_in_workspace: bool,
    /// The Region of the tables, for the price.
    pub region: String,
    pub per_second: u64,
    pub seconds: u64,
    /// Simulated time since the start.
    pub elapsed_ms: u64,
    pub requests: u64,
    pub ok: u64,
    /// The most frequent reason first.
    pub throttled: Vec<ThrottleCount>,
    /// Responses that are neither success nor throttling, by the name of the error.
    pub failed: Vec<ErrorCount>,
    pub by_second: Vec<SecondCount>,
    pub patterns: Vec<PatternCount>,
    pub resources: Vec<ResourceUse>,
    /// The key value with the most throttled requests first; without any, the one with the most requests.
    pub hot_keys: Vec<HotKey>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ThrottleCount {
    /// As DynamoDB names it, such as `TableWriteKeyRangeThroughputExceeded`.
    pub reason: String,
    pub requests: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ErrorCount {
    pub name: String,
    pub requests: u64,
}

/// The responses in one second, counted from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct SecondCount {
    pub second: u64,
    pub ok: u64,
    pub throttled: u64,
    pub failed: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct PatternCount {
    pub id: String,
    pub requests: u64,
    pub ok: u64,
    pub throttled: u64,
    pub failed: u64,
}

/// A table or a global index.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Resource {
    pub table_name: String,
    pub index_name: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ResourceUse {
    pub resource: Resource,
    pub on_demand: bool,
    pub infrequent_access: bool,
    /// Provisioned units per second; 0 on demand.
    pub provisioned_reads: u64,
    pub provisioned_writes: u64,
    /// Units consumed since the start.
    pub read_units: f64,
    pub write_units: f64,
    pub partitions: Vec<PartitionHeat>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct PartitionHeat {
    pub id: u64,
    /// The first hash of the partition, in hexadecimal digits.
    pub from_hash: String,
    pub throttled: u64,
    /// Its use in each full second.
    pub heat: Vec<SecondHeat>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct SecondHeat {
    pub second: u64,
    /// Consumed units as a share of the partition's limit: reads or writes, whichever is higher.
    pub permille: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct HotKey {
    pub resource: Resource,
    pub attribute: String,
    pub value: String,
    pub requests: u64,
    pub throttled: u64,
    /// Its share of the requests to the table or index.
    pub permille: u64,
}

/// Returns a part as a share of all, rounded to whole permille. 0 of nothing.
pub(crate) fn permille(part: u64, all: u64) -> u64 {
    (part * 1_000 + all / 2) / all.max(1)
}

impl Report {
    pub fn throttled_requests(&self) -> u64 {
        self.throttled.iter().map(|throttled| throttled.requests).sum()
    }

    pub fn failed_requests(&self) -> u64 {
        self.failed.iter().map(|failed| failed.requests).sum()
    }
}
