//! Models the load on the keys of a table second by second. It shows that DynamoDB throttles one hot key while the table has
//! unused capacity. It models demand, not requests, with the limits of `dynalab_capacity` and the engine's hash of each key.

use std::collections::BTreeMap;

use dynalab_capacity::admission::{CapacityRules, PartitionFlow, PartitionLimits, TableCapacity, TableFlow};
use dynalab_capacity::partition_map::PartitionMap;
use dynalab_capacity::second::{SecondResult, advance_second};
use dynalab_types::json::{self, Value};
use dynalab_types::key::{ScalarRef, collection_prefix};

use super::items::ItemsView;
use super::tables::TableSummary;

/// The number of past seconds that are shown for each key.
pub const SECONDS_SHOWN: usize = 14;
const PARTITIONS: u64 = 4;
/// The capacity of a new on-demand table, in write units per second.
const TABLE: TableCapacity = TableCapacity::OnDemand { warm: 4_000, most: None };

/// The sale of each round: its first second, the time until its peak, and its duration in seconds.
const ROUND_SECONDS: u64 = 75;
const SALE_BEGINS: u64 = 22;
const SALE_RISES: u64 = 6;
const SALE_LASTS: u64 = 40;
const SALE_WRITES: u64 = 1_480;

#[derive(Clone, Debug)]
pub struct LiveLoad {
    second: u64,
    is_limited: bool,
    /// The key of the item on sale.
    hot_key: Option<Value>,
    keys: BTreeMap<String, LoadedKey>,
    partitions: PartitionMap,
    flows: Vec<PartitionFlow>,
    table: TableFlow,
    served: Vec<SecondResult>,
}

/// The load of one item.
#[derive(Clone, Debug)]
pub struct LoadedKey {
    /// The value of its partition key.
    pub partition_key: String,
    /// Writes of one unit each in the latest seconds, oldest first.
    pub writes: Vec<u64>,
    /// The position of its partition key in the hash space, from 0 to 1.
    pub turn: f64,
    place: usize,
    seed: u64,
    is_hot: bool,
}

/// The demand on one partition and the throttled part of it in the latest second, in write units.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionLoad {
    pub id: u64,
    /// The hash range of the partition, from 0 to 1.
    pub from: f64,
    pub until: f64,
    pub asked: u64,
    pub throttled: u64,
}

/// The key of the item on sale.
#[derive(Clone, Debug, PartialEq)]
pub struct HotKey {
    /// The key of the item, as in [`super::items::ItemRow::key_json`].
    pub key_json: String,
    pub partition_key: String,
    pub turn: f64,
    pub partition: u64,
    pub writes: u64,
    pub throttled: u64,
}

/// Returns the limit of one partition in write units per second.
pub fn limit() -> u64 {
    CapacityRules::OF_THE_SERVICE.partition_write_units
}

impl LiveLoad {
    /// Creates the model. `hot_key` is the primary key of the item on sale, in DynamoDB JSON. If it is not JSON, nothing is on
    /// sale.
    pub fn new(hot_key: &str) -> LiveLoad {
        let partitions = PartitionMap::even(PARTITIONS);
        let (rules, limits) = rules(true);
        LiveLoad {
            second: 0,
            is_limited: true,
            hot_key: json::parse(hot_key).ok(),
            keys: BTreeMap::new(),
            flows: vec![PartitionFlow::begun(limits, 0); partitions.partitions().len()],
            table: TableFlow::begun(&rules, TABLE, 0),
            served: vec![SecondResult::default(); partitions.partitions().len()],
            partitions,
        }
    }

    /// Updates the model with the current items of a table. Known items keep their past. Only string partition keys are
    /// supported: the sample of the home page has no others.
    pub fn sync_with_view(&mut self, table: &TableSummary, view: &ItemsView) {
        let mut keys = BTreeMap::new();
        for row in view.collections.iter().flat_map(|collection| &collection.items) {
            let known = self.keys.remove(&row.key_json);
            if let Some(key) = known.or_else(|| self.begin(table, &row.key_json)) {
                keys.insert(row.key_json.clone(), key);
            }
        }
        self.keys = keys;
    }

    fn begin(&self, table: &TableSummary, key_json: &str) -> Option<LoadedKey> {
        let key = json::parse(key_json).ok()?;
        let partition_key = key.get(&table.key.partition)?.get("S")?.as_str()?;
        let prefix = collection_prefix([ScalarRef::S(partition_key)]);
        let place = self.partitions.place_of_key(&prefix);
        let hash = prefix.iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte));
        Some(LoadedKey {
            partition_key: partition_key.to_owned(),
            writes: Vec::new(),
            turn: ring_position(hash),
            place,
            seed: key_json.bytes().fold(hash, |seed, byte| mix(seed ^ u64::from(byte))),
            is_hot: self.hot_key.as_ref() == Some(&key),
        })
    }

    /// Simulates one second.
    pub fn advance(&mut self) {
        for key in self.keys.values_mut() {
            if key.writes.len() == SECONDS_SHOWN {
                key.writes.remove(0);
            }
            key.writes.push(key.writes_in(self.second));
        }
        self.serve_latest();
        self.second += 1;
    }

    /// Applies the limits to the latest second.
    fn serve_latest(&mut self) {
        let mut demand_milli = vec![0; self.flows.len()];
        for key in self.keys.values() {
            demand_milli[key.place] += key.latest() * 1_000;
        }
        let (rules, limits) = rules(self.is_limited);
        let (table, flows, served) = (&mut self.table, &mut self.flows, &mut self.served);
        advance_second(&rules, TABLE, limits, table, flows, &demand_milli, 0, served);
    }

    /// Simulates until the peak of the sale. Used when animations are off.
    pub fn advance_to_sale(&mut self) {
        while self.second % ROUND_SECONDS < SALE_BEGINS + 2 * SALE_RISES {
            self.advance();
        }
    }

    pub fn is_limited(&self) -> bool {
        self.is_limited
    }

    /// Turns the limits of DynamoDB on or off, and computes the latest second again.
    pub fn limit(&mut self, is_limited: bool) {
        self.is_limited = is_limited;
        let (rules, limits) = rules(is_limited);
        let at_ms = self.second.saturating_sub(1) * 1_000;
        self.flows.fill(PartitionFlow::begun(limits, at_ms));
        self.table = TableFlow::begun(&rules, TABLE, at_ms);
        self.serve_latest();
    }

    /// Returns the load of an item. `key_json` is the primary key as in [`super::items::ItemRow::key_json`].
    pub fn key(&self, key_json: &str) -> Option<&LoadedKey> {
        self.keys.get(key_json)
    }

    pub fn keys(&self) -> impl Iterator<Item = &LoadedKey> {
        self.keys.values()
    }

    pub fn partitions(&self) -> Vec<PartitionLoad> {
        let partitions = self.partitions.partitions();
        let until = partitions.iter().skip(1).map(|next| ring_position(next.from.hash)).chain([1.0]);
        let loads = partitions.iter().zip(until).zip(&self.served);
        loads
            .map(|((partition, until), served)| {
                let throttled = served.throttled_by_partition_milli + served.throttled_by_table_milli;
                PartitionLoad {
                    id: partition.id,
                    from: ring_position(partition.from.hash),
                    until,
                    asked: (served.served_milli + throttled) / 1_000,
                    throttled: throttled / 1_000,
                }
            })
            .collect()
    }

    /// Returns the item on sale, during the sale.
    pub fn hot_key(&self) -> Option<HotKey> {
        let last = self.second.checked_sub(1)?;
        let (key_json, key) =
            self.keys.iter().find(|(_, key)| key.is_hot).filter(|_| sale_writes(last) > 0)?;
        let partition = self.partitions().into_iter().nth(key.place)?;
        Some(HotKey {
            key_json: key_json.clone(),
            partition_key: key.partition_key.clone(),
            turn: key.turn,
            partition: partition.id,
            writes: key.latest(),
            throttled: partition.throttled,
        })
    }
}

impl LoadedKey {
    /// Returns the writes in the latest second.
    pub fn latest(&self) -> u64 {
        self.writes.last().copied().unwrap_or(0)
    }

    fn writes_in(&self, second: u64) -> u64 {
        let noise = mix(self.seed ^ second.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let usual = 1 + self.seed % 6 + if self.seed.is_multiple_of(11) { 15 } else { 0 };
        let usual = usual * (60 + noise % 81) / 100;
        if self.is_hot { usual + sale_writes(second) * (97 + noise % 7) / 100 } else { usual }
    }
}

/// Returns 0 before and after the sale. The load rises for a few seconds until the peak.
fn sale_writes(second: u64) -> u64 {
    match (second % ROUND_SECONDS).checked_sub(SALE_BEGINS) {
        Some(since) if since < SALE_LASTS => SALE_WRITES * (since + 1).min(SALE_RISES) / SALE_RISES,
        _ => 0,
    }
}

fn rules(is_limited: bool) -> (CapacityRules, PartitionLimits) {
    let service = CapacityRules::OF_THE_SERVICE;
    let rules = if is_limited {
        service
    } else {
        CapacityRules { partition_write_units: 0, table_quota_units: 0, peak_ms: 0, ..service }
    };
    (rules, PartitionLimits::new(&rules, rules.partition_write_units, TABLE, PARTITIONS))
}

fn ring_position(hash: u64) -> f64 {
    hash as f64 / u64::MAX as f64
}

/// Returns pseudorandom bits, the same for the same input (the finalizer of SplitMix64).
fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests;
