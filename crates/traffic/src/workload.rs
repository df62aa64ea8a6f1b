//! Seeded traffic: the description of a workload (operations, keys and rates), and the requests that it generates.
//!
//! The same description and the same times give the same requests, byte for byte, natively and in a page. Only integers are used.
//! [`Generator`] creates requests for the engine, and [`driver`] sends those that are due. The traffic model uses the same shares
//! and rates without creating requests.

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

/// The maximum number of traffic entries in a workload.
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
    /// The number of items with one partition key. The sort key's template gets the number of the item, or the time in a time
    /// series.
    pub items_per_key: u64,
    /// The range of item sizes in bytes. An item always has the same size.
    pub item_bytes: Span,
    pub mix: Mix,
    /// The share of strongly consistent reads among the reads.
    pub strong_permille: u64,
    /// The maximum number of items that a query requests.
    pub query_limit: u64,
    pub keys: KeyDistribution,
    pub rate: Rate,
}

/// A range with both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    pub least: u64,
    pub most: u64,
}

/// The number of requests of each kind among a thousand. The sum is a thousand.
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
    /// Returns the highest rate, in thousandths of a request per second.
    pub fn most_per_second_milli(&self) -> u64 {
        self.traffic.iter().map(|traffic| traffic.rate.most_per_second_milli()).sum()
    }
}

impl Traffic {
    /// Returns the size of one item. It depends only on the seed and the item's numbers, so it is the same for every write.
    pub fn item_size_bytes(&self, seed: u64, partition_number: u64, sort_number: u64) -> u64 {
        let mut draw = chance::draw_of(seed, &[chance::FOR_ITEM_SIZE, partition_number, sort_number]);
        let span = self.item_bytes.most.saturating_sub(self.item_bytes.least);
        self.item_bytes.least + draw.below(span + 1)
    }
}
