//! The view model of a load test: what the result says, the use of each partition, what it consumes and costs, and which key is hot.
//! Computed from the responses of `Dynalab.DescribeLoadTest` and `Dynalab.DescribeLoadTestSources`.

pub mod report;
pub mod sources;

use dynalab_pricing::{PriceBook, TableClass};

use report::{HotKey, Report, ResourceUse, SecondCount, SecondHeat, permille};

/// The price book has the price of a million on-demand units.
const MILLION: f64 = 1_000_000.0;
const HOUR_SECONDS: f64 = 3_600.0;
/// A key value with at least this share of its table or index is hot, if nothing is throttled.
const HOT_PERMILLE: u64 = 300;
/// The newest seconds in the diagrams.
pub const SECONDS_SHOWN: u64 = 60;

/// The most important statement about the result.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// No load test has run.
    Nothing,
    /// Every request succeeded.
    Served,
    /// DynamoDB throttles this share of the requests. The reason is the most frequent one.
    Throttled { permille: u64, reason: String },
    /// Requests failed for another reason, and none were throttled.
    Failed { permille: u64, error: String },
}

#[derive(Clone, Debug, PartialEq)]
pub struct LoadTestView {
    pub verdict: Verdict,
    /// The responses in the shown seconds, oldest first.
    pub seconds: Vec<SecondCount>,
    /// The highest number of requests in a shown second.
    pub most_per_second: u64,
    pub throttles: Vec<Reason>,
    pub resources: Vec<ResourceView>,
    /// Units per second of simulated time, of all tables and indexes together.
    pub read_units_per_second: f64,
    pub write_units_per_second: f64,
    /// In US dollars at this load. `None` if the book lacks a price.
    pub usd_per_hour: Option<f64>,
    /// The hottest key value, if one is hot.
    pub hot: Option<HotKey>,
}

/// A reason for throttling, as DynamoDB names it, and its share of all requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub name: String,
    pub requests: u64,
    pub permille: u64,
}

/// A table or an index with its partitions.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceView {
    /// The name of the table, or of the index.
    pub name: String,
    pub is_index: bool,
    pub read_units: f64,
    pub write_units: f64,
    /// In the order of their hashes.
    pub partitions: Vec<PartitionView>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PartitionView {
    pub id: u64,
    pub throttled: u64,
    /// Its highest use in a shown second, in permille of its limit.
    pub peak_permille: u64,
    /// The shown seconds, oldest first.
    pub heat: Vec<SecondHeat>,
}

impl LoadTestView {
    pub fn from_report(report: &Report, book: &PriceBook) -> LoadTestView {
        let first = report.by_second.last().map_or(0, |last| (last.second + 1).saturating_sub(SECONDS_SHOWN));
        let seconds: Vec<SecondCount> =
            report.by_second.iter().filter(|second| second.second >= first).copied().collect();
        let elapsed_seconds = report.elapsed_ms as f64 / 1_000.0;
        let per_second = |units: f64| if elapsed_seconds > 0.0 { units / elapsed_seconds } else { 0.0 };
        let sum = |units: fn(&ResourceUse) -> f64| report.resources.iter().map(units).sum::<f64>();
        let throttles = report.throttled.iter().map(|throttled| Reason {
            name: throttled.reason.clone(),
            requests: throttled.requests,
            permille: permille(throttled.requests, report.requests),
        });
        LoadTestView {
            verdict: verdict(report),
            most_per_second: seconds.iter().map(requests_of).max().unwrap_or_default(),
            seconds,
            throttles: throttles.collect(),
            resources: report.resources.iter().map(|used| resource(used, first)).collect(),
            read_units_per_second: per_second(sum(|used| used.read_units)),
            write_units_per_second: per_second(sum(|used| used.write_units)),
            usd_per_hour: usd_per_hour(report, elapsed_seconds, book),
            hot: hot_key(report),
        }
    }
}

fn requests_of(second: &SecondCount) -> u64 {
    second.ok + second.throttled + second.failed
}

fn verdict(report: &Report) -> Verdict {
    if report.requests == 0 {
        return Verdict::Nothing;
    }
    if let Some(most) = report.throttled.first() {
        let throttled = permille(report.throttled_requests(), report.requests);
        return Verdict::Throttled { permille: throttled, reason: most.reason.clone() };
    }
    match report.failed.iter().max_by_key(|failed| failed.requests) {
        Some(most) => Verdict::Failed {
            permille: permille(report.failed_requests(), report.requests),
            error: most.name.clone(),
        },
        None => Verdict::Served,
    }
}

fn resource(used: &ResourceUse, first: u64) -> ResourceView {
    let mut partitions: Vec<_> = used.partitions.iter().collect();
    // The digits of a hash have a fixed length, so they sort as the hashes do.
    partitions.sort_by(|one, other| one.from_hash.cmp(&other.from_hash).then(one.id.cmp(&other.id)));
    let partitions = partitions.into_iter().map(|partition| {
        let heat: Vec<SecondHeat> =
            partition.heat.iter().filter(|heat| heat.second >= first).copied().collect();
        PartitionView {
            id: partition.id,
            throttled: partition.throttled,
            peak_permille: heat.iter().map(|heat| heat.permille).max().unwrap_or_default(),
            heat,
        }
    });
    ResourceView {
        name: used.resource.index_name.as_ref().unwrap_or(&used.resource.table_name).clone(),
        is_index: used.resource.index_name.is_some(),
        read_units: used.read_units,
        write_units: used.write_units,
        partitions: partitions.collect(),
    }
}

/// On demand, the consumed units cost; with provisioned throughput, the provisioned units.
fn usd_per_hour(report: &Report, elapsed_seconds: f64, book: &PriceBook) -> Option<f64> {
    if elapsed_seconds <= 0.0 {
        return None;
    }
    let mut sum = 0.0;
    for used in &report.resources {
        let class = if used.infrequent_access { TableClass::InfrequentAccess } else { TableClass::Standard };
        let uses = [
            (false, used.read_units, used.provisioned_reads),
            (true, used.write_units, used.provisioned_writes),
        ];
        for (writes, consumed, provisioned) in uses {
            sum += if used.on_demand {
                consumed / elapsed_seconds * HOUR_SECONDS / MILLION * book.usd(class.on_demand(writes))?
            } else {
                provisioned as f64 * book.usd(class.hour(writes))?
            };
        }
    }
    Some(sum)
}

/// The key with the most throttled requests, or one with a large share.
fn hot_key(report: &Report) -> Option<HotKey> {
    let is_hot = |key: &&HotKey| key.throttled > 0 || key.permille >= HOT_PERMILLE;
    report.hot_keys.iter().find(is_hot).cloned()
}

#[cfg(test)]
mod tests;
