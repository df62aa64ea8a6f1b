//! Seeded traffic: a description of what is asked of which keys and how often, and the requests that follow from it.
//!
//! The same description and the same times give the same requests, byte for byte, natively and in a page: there are
//! integers only. [`Generator`] makes requests for the exact engine, [`driver`] sends what is due, and the statistical
//! twin reckons with the same shares and rates without making any request.

pub mod chance;
mod description;
pub mod driver;
mod error;
mod generator;
mod key_template;
pub mod keys;
mod preparation;
pub mod rate;
mod request;

use serde::{Deserialize, Serialize};

pub use error::WorkloadError;
pub use generator::{Arrival, Generator};
pub use key_template::{AttributeType, KeyTemplate};
pub use keys::KeyDistribution;
pub use preparation::FILLED_ITEMS_MAX;
pub use rate::Rate;
pub use request::GeneratedRequest;

/// Of one workload.
pub const TRAFFIC_MAX: usize = 8;

/// Traffic to one or more tables, drawn from one seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Workload {
    pub seed: u64,
    pub traffic: Vec<Traffic>,
}

/// Traffic to one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    pub table: String,
    pub partition_key: KeyTemplate,
    pub sort_key: Option<KeyTemplate>,
    /// How many items there are under one partition key; the sort key's template gets their number. In a time series it
    /// gets the moment instead.
    pub items_per_key: u64,
    /// An item keeps its size, which lies between these, both included.
    pub item_bytes: Span,
    pub mix: Mix,
    /// Of the reads, those that are strongly consistent.
    pub strong_permille: u64,
    /// Items that a query asks for at most.
    pub query_limit: u64,
    pub keys: KeyDistribution,
    pub rate: Rate,
}

/// From the least to the most, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    pub least: u64,
    pub most: u64,
}

/// Of a thousand requests, how many are which; together a thousand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mix {
    pub get: u64,
    pub query: u64,
    pub put: u64,
    pub update: u64,
}

impl Mix {
    pub fn reads_permille(&self) -> u64 {
        self.get + self.query
    }

    pub fn writes_permille(&self) -> u64 {
        self.put + self.update
    }
}

impl Workload {
    /// Requests a second at the busiest moment, in thousandths.
    pub fn most_per_second_milli(&self) -> u64 {
        self.traffic.iter().map(|traffic| traffic.rate.most_per_second_milli()).sum()
    }
}

impl Traffic {
    /// The size of one item, which depends on its numbers alone, so that it stays the same whenever it is written.
    pub fn item_size_bytes(&self, seed: u64, partition_number: u64, sort_number: u64) -> u64 {
        let mut draw = chance::draw_of(seed, &[chance::FOR_ITEM_SIZE, partition_number, sort_number]);
        let span = self.item_bytes.most.saturating_sub(self.item_bytes.least);
        self.item_bytes.least + draw.below(span + 1)
    }
}
