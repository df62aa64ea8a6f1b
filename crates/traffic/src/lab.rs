//! The partition lab: simulates a day of traffic to a table, minute by minute, with the traffic model. The report has the served
//! and throttled requests, the reasons, the heat of the hash space, and the consumed capacity.
//!
//! All global indexes of a described table have the same key and the same entries, so one model represents each of them. The load of
//! a design has the keys and entries of each index. An index receives the writes that the table accepts. DynamoDB throttles a write on
//! the table that an index cannot accept.

mod curve;
mod day;
mod heat;
pub mod offered;
mod report;
mod resource;

use serde::{Deserialize, Serialize};

use crate::twin::Throughput;
use crate::workload::keys::{HotKey, KEYS_MAX, Sharded, ShardedKeys, TimeSeries, Zipf};
use crate::workload::rate::Hours;
use crate::workload::{AttributeType, KeyDistribution, KeyTemplate, Mix, Rate, Span, Traffic, Workload};

pub use curve::{DayCurve, Percents};
pub use day::{DAY_MINUTES, Day};
pub use heat::HeatMap;
pub use offered::{OfferedTable, busiest_request, busiest_table};
pub use report::{Break, DayReport, Limit, QUARTER_MINUTES, Quarter, Reason, Throttles};

/// The sources of the types in a [`DayReport`]. An encoding by the order of fields has them in its version.
pub const SOURCES: [&[u8]; 4] = [
    include_bytes!("lab.rs"),
    include_bytes!("lab/heat.rs"),
    include_bytes!("lab/offered.rs"),
    include_bytes!("lab/report.rs"),
];

pub(crate) const TABLE: &str = "Table";
pub(crate) const INDEX: &str = "Index";
const SEED: u64 = 7;
const PERMILLE: u64 = 1_000;

/// The traffic of a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayTraffic {
    pub peak_per_second: u64,
    /// Percent of the peak at each full hour.
    pub percents: Percents,
    pub reads_permille: u64,
    /// The share of strongly consistent reads among the reads.
    pub strong_permille: u64,
}

/// The distribution of requests over partition keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DayKeys {
    /// All keys equally often.
    Even { count: u64 },
    /// By Zipf's law.
    Zipf { count: u64, exponent_permille: u64 },
    /// One key with a share of all requests.
    Hot { count: u64, hot_permille: u64 },
    /// One key at a time, which changes after each period.
    Time { period_ms: u64 },
}

/// How a table is charged for throughput.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Billing {
    OnDemand { warm: Units },
    Provisioned { units: Units },
    AutoScaling { minimum: Units, maximum: Units, target_percent: u64 },
}

/// Units per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Units {
    pub reads: u64,
    pub writes: u64,
}

/// One design of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableDesign {
    pub keys: DayKeys,
    /// The number of partition keys for each key (write sharding).
    pub shards: u64,
    /// A read gets all shards of its key. If false, the reader knows the shard.
    pub reads_all_shards: bool,
    pub item_bytes: u64,
    pub billing: Billing,
    /// The quota of the table, and of each index, in units per second.
    pub quota_units: u64,
    pub indexes: Option<IndexDesign>,
    /// What a design offers to the table and its indexes. It replaces the traffic, the keys, the sizes and the indexes above.
    pub offered: Option<OfferedTable>,
}

/// The global indexes of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexDesign {
    pub count: u64,
    /// The number of values of the index's partition key, all equally frequent.
    pub key_values: u64,
    /// The size of an entry: keys and projected attributes.
    pub entry_bytes: u64,
}

impl DayKeys {
    pub(crate) fn distribution(self, shards: u64) -> KeyDistribution {
        let shards = shards.clamp(1, KEYS_MAX);
        // A workload has at most `KEYS_MAX` keys, including all shards.
        let within = |count: u64| count.min(KEYS_MAX / shards);
        let sharded = |keys: ShardedKeys| match shards {
            1 => keys.distribution(),
            shards => KeyDistribution::Sharded(Sharded { keys, shards }),
        };
        match self {
            DayKeys::Even { count } => KeyDistribution::Uniform { count: within(count) * shards },
            DayKeys::Zipf { count, exponent_permille } => {
                sharded(ShardedKeys::Zipf(Zipf { count: within(count), exponent_permille }))
            }
            DayKeys::Hot { count, hot_permille } => {
                sharded(ShardedKeys::HotKey(HotKey { count: within(count), hot_permille }))
            }
            DayKeys::Time { period_ms } => KeyDistribution::TimeSeries(TimeSeries { period_ms, shards }),
        }
    }
}

impl Billing {
    /// Returns the throughput at the start of the day.
    pub(crate) fn throughput(&self) -> Throughput {
        match *self {
            Billing::OnDemand { warm } => Throughput::OnDemand {
                warm_read_units: warm.reads,
                warm_write_units: warm.writes,
                most_read_units: None,
                most_write_units: None,
            },
            Billing::Provisioned { units } | Billing::AutoScaling { minimum: units, .. } => {
                Throughput::Provisioned { read_units: units.reads, write_units: units.writes }
            }
        }
    }

    pub fn is_on_demand(&self) -> bool {
        matches!(self, Billing::OnDemand { .. })
    }
}

/// Returns the workload of a table. A read that gets all shards is several requests.
pub fn table_workload(traffic: &DayTraffic, design: &TableDesign) -> Workload {
    let keys = design.keys.distribution(design.shards);
    let of = |mix: Mix, permille: u64, times: u64| Traffic {
        table: TABLE.to_owned(),
        partition_key: key("pk"),
        sort_key: matches!(design.keys, DayKeys::Time { .. }).then(|| key("sk")),
        items_per_key: 1,
        item_bytes: Span { least: design.item_bytes, most: design.item_bytes },
        mix,
        strong_permille: traffic.strong_permille,
        query_limit: 1,
        keys,
        rate: rate(traffic, permille, times),
    };
    let reads = traffic.reads_permille.min(PERMILLE);
    let writes = PERMILLE - reads;
    let all = match design.reads_all_shards && design.shards > 1 && reads > 0 {
        false => vec![of(Mix { get: reads, query: 0, put: writes, update: 0 }, PERMILLE, 1)],
        true => vec![
            of(Mix { get: PERMILLE, query: 0, put: 0, update: 0 }, reads, design.shards),
            of(Mix { get: 0, query: 0, put: PERMILLE, update: 0 }, writes, 1),
        ],
    };
    Workload { seed: SEED, traffic: all }
}

/// Returns the workload of one index: each write of the table adds an entry.
pub(crate) fn index_workload(traffic: &DayTraffic, index: &IndexDesign) -> Workload {
    let traffic = Traffic {
        table: INDEX.to_owned(),
        partition_key: key("gsi1pk"),
        sort_key: None,
        items_per_key: 1,
        item_bytes: Span { least: index.entry_bytes, most: index.entry_bytes },
        mix: Mix { get: 0, query: 0, put: PERMILLE, update: 0 },
        strong_permille: 0,
        query_limit: 1,
        keys: KeyDistribution::Uniform { count: index.key_values },
        rate: rate(traffic, PERMILLE - traffic.reads_permille.min(PERMILLE), 1),
    };
    Workload { seed: SEED, traffic: vec![traffic] }
}

fn rate(traffic: &DayTraffic, permille: u64, times: u64) -> Rate {
    let peak = traffic.peak_per_second.saturating_mul(permille).saturating_mul(times);
    Rate::Hours(Hours {
        peak_per_second_milli: peak.min(crate::workload::rate::PER_SECOND_MILLI_MAX),
        percents: traffic.percents,
    })
}

fn key(name: &str) -> KeyTemplate {
    KeyTemplate { name: name.to_owned(), attribute_type: AttributeType::N, template: "{n}".to_owned() }
}

/// The page's requests about a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DayQuestion {
    /// Begins a day of each design. Earlier days are discarded.
    Begin { traffic: DayTraffic, designs: Vec<TableDesign> },
    /// Simulates the next minutes.
    Advance,
}

/// The progress of all days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DayAnswer {
    Running {
        /// The sum over all days.
        minutes_done: u64,
        minutes: u64,
    },
    /// The reports, in the order of the designs.
    Over { reports: Vec<DayReport> },
}
