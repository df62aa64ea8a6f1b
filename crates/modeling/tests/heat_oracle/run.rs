//! What an engine consumes on each partition key when it runs the patterns, and what it throttles when its partitions have limits.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_engine::database::change::Change;
use dynalab_engine::database::charges::CapacityKind;
use dynalab_engine::database::table::IndexKind;
use dynalab_engine::trace::EventKind;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_modeling::literal::{item_json, show};
use dynalab_modeling::sample::items::item_of;
use dynalab_modeling::table_request;
use dynalab_service::partition::map_of;
use dynalab_service::{Command, Engine, Execution, Request};
use dynalab_types::packed_item::PackedItem;
use dynalab_types::{Item, Timestamp};
use serde_json::{Value, json};

use crate::designs::Case;
use crate::requests::{Draw, Part, Preparation, draws_of};

const START_MS: u64 = 1_790_000_000_000;

/// A table, or a global index of it.
pub type Place = (String, Option<String>);
/// Read and write units by key.
pub type Loads = BTreeMap<Place, BTreeMap<String, [f64; 2]>>;

/// Units that one request consumed on a key.
struct Use {
    place: Place,
    key: String,
    units: [f64; 2],
}

/// What the requests of a design consume, measured one by one.
pub struct Measured {
    /// By pattern and draw.
    uses: Vec<Vec<Vec<Use>>>,
    /// The hash of each key.
    hashes: BTreeMap<(Place, String), u64>,
}

/// An engine with the tables of a design and its sample. After each request it is as before.
struct Ground {
    engine: Engine,
    now_ms: u64,
}

impl Ground {
    /// Creates the tables with as many partitions as `partitions` says, by table or index.
    fn new(case: &Case, partitions: &BTreeMap<Place, u64>) -> Ground {
        let mut ground =
            Ground { engine: Engine::new(case.design.seed, EngineConfig::instant()), now_ms: START_MS };
        for table in &case.design.tables {
            let mut body = table_request::keys_only(table);
            let warm = |index: Option<String>| {
                let count = partitions.get(&(table.name.clone(), index)).copied().unwrap_or(4);
                json!({ "ReadUnitsPerSecond": 12_000, "WriteUnitsPerSecond": count * 1_000 })
            };
            body["WarmThroughput"] = warm(None);
            for index in body["GlobalSecondaryIndexes"].as_array_mut().into_iter().flatten() {
                index["WarmThroughput"] = warm(index["IndexName"].as_str().map(str::to_owned));
            }
            ground.must("CreateTable", &body);
            for placement in &table.items {
                for row in &case.sample.rows(&placement.entity).unwrap().rows {
                    let item = item_json(&item_of(table, placement, row).unwrap());
                    ground.must("PutItem", &json!({ "TableName": table.name, "Item": item }));
                }
            }
        }
        ground
    }

    fn execute(&mut self, operation: &str, body: &Value, level: TraceLevel) -> Execution {
        let request =
            Request::parse(operation, &body.to_string()).unwrap_or_else(|error| panic!("{error:?}: {body}"));
        self.engine.execute(Command { at: Timestamp::from_epoch_ms(self.now_ms), request }, level)
    }

    fn must(&mut self, operation: &str, body: &Value) -> Execution {
        let execution = self.execute(operation, body, TraceLevel::Off);
        if let Err(error) = &execution.outcome {
            panic!("{error:?}: {operation} {body}");
        }
        execution
    }

    /// Undoes writes of items. The consumption of partitions stays.
    fn undo(&mut self, changes: Vec<Change>) {
        let items = changes.into_iter().filter(|change| matches!(change, Change::Item { .. }));
        self.engine.reverse(items.collect());
    }

    fn item(&self, table: &str, key: &Item) -> Option<Item> {
        let table = self.engine.database().find(table)?;
        table.items.packed(&table.definition.key.key_bytes(key)?).map(PackedItem::unpack)
    }

    /// Makes the items as the request must find them, without consuming anything.
    fn prepare(&mut self, preparations: Vec<Preparation>) -> Vec<Change> {
        let mut changes = Vec::new();
        for preparation in preparations {
            let (table, key, after) = match preparation {
                Preparation::Absent { table, key } => (table, key, None),
                Preparation::As { table, key, model, attributes } => {
                    let mut item = self.item(&table, &key).unwrap();
                    let model = self.item(&table, &model).unwrap();
                    for name in attributes {
                        item.insert(name, model.get(name).unwrap().clone());
                    }
                    (table, key, Some(PackedItem::pack(&item)))
                }
            };
            let found = self.engine.database().find(&table).unwrap();
            let (table, key) = (found.definition.name.clone(), found.definition.key.key_bytes(&key).unwrap());
            let mut change = [Change::Item {
                table,
                key,
                before: None,
                after,
                global_indexes_follow: true,
                recorded: None,
            }];
            self.engine.apply(&mut change);
            changes.extend(change);
        }
        changes
    }

    /// Attributes the charges of a request with one table key.
    fn uses(&self, case: &Case, part: &Part, execution: &Execution) -> Vec<Use> {
        let mut uses = Vec::new();
        for charge in execution.charges.iter() {
            let index = charge.owner.index.as_ref().filter(|(kind, _)| *kind == IndexKind::Global);
            let index = index.map(|(_, name)| name.to_string());
            let units = charge.units.as_units();
            let mut add = |key: String, units: f64| {
                let units = match charge.kind {
                    CapacityKind::Read => [units, 0.0],
                    CapacityKind::Write => [0.0, units],
                };
                uses.push(Use { place: (charge.owner.table.to_string(), index.clone()), key, units });
            };
            match (&index, charge.kind) {
                (Some(name), CapacityKind::Write) => {
                    let keys = entry_keys(case, &part.table, name, &execution.changes);
                    keys.iter().for_each(|key| add(key.clone(), units / keys.len() as f64));
                }
                _ => add(part.key.clone(), units),
            }
        }
        uses
    }

    fn hashes(&self, case: &Case) -> BTreeMap<(Place, String), u64> {
        let mut hashes = BTreeMap::new();
        for table in &case.design.tables {
            let found = self.engine.database().find(&table.name).unwrap();
            for (key, item) in found.items.iter() {
                let item = item.unpack();
                let text = partition_text(table.partition_key.iter().map(|key| key.name.as_str()), &item);
                hashes.insert(((table.name.clone(), None), text.unwrap()), key.hash());
                for index in &found.definition.indexes {
                    let names = index.key.partition.iter().map(|key| key.name.as_ref());
                    let text = partition_text(names, &item);
                    if let (Some(text), Some(entry)) = (text, index.entry_key(key, &item)) {
                        let place = (table.name.clone(), Some(index.name.to_string()));
                        hashes.insert((place, text), entry.hash());
                    }
                }
            }
        }
        hashes
    }
}

fn partition_text<'a>(names: impl Iterator<Item = &'a str>, item: &Item) -> Option<String> {
    let values = names.map(|name| item.get(name).map(show));
    Some(values.collect::<Option<Vec<_>>>()?.join(" / "))
}

/// Returns the partition keys of the entry that a write left and of the one that it made: two if the entry moved. Both have the same
/// size in a generated design.
fn entry_keys(case: &Case, table: &str, index: &str, changes: &[Change]) -> Vec<String> {
    let index = case.design.table(table).and_then(|table| table.index(index)).unwrap();
    let text = |item: &Option<PackedItem>| {
        let item = item.as_ref()?.unpack();
        partition_text(index.partition_key.iter().map(|key| key.name.as_str()), &item)
    };
    let mut keys = BTreeSet::new();
    for change in changes {
        if let Change::Item { before, after, .. } = change {
            keys.extend([text(before), text(after)].into_iter().flatten());
        }
    }
    keys.into_iter().collect()
}

/// Returns the units by table and index, local ones too.
fn sums<'a>(executions: impl Iterator<Item = &'a Execution>) -> BTreeMap<String, [f64; 2]> {
    let mut sums: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    for charge in executions.flat_map(|execution| execution.charges.iter()) {
        let sum = sums.entry(format!("{:?}", charge.owner)).or_default();
        sum[usize::from(charge.kind == CapacityKind::Write)] += charge.units.as_units();
    }
    sums
}

impl Measured {
    /// Runs each pattern with each row.
    pub fn of(case: &Case) -> Measured {
        let mut ground = Ground::new(case, &BTreeMap::new());
        let mut uses = Vec::new();
        for pattern in &case.design.patterns {
            let draws = (0..draws_of(case, pattern)).map(|number| {
                let draw = Draw::new(case, pattern, number);
                let prepared = ground.prepare(draw.preparations());
                let mut run = |operation: &str, body: &Value| {
                    let execution = ground.must(operation, body);
                    ground.undo(execution.changes.clone());
                    execution
                };
                let whole: Vec<_> =
                    draw.whole().iter().map(|(operation, body)| run(operation, body)).collect();
                let parts: Vec<_> =
                    draw.parts().into_iter().map(|part| (run(part.operation, &part.body), part)).collect();
                // The keys of a request are those of its parts, so these must consume what the request consumes.
                assert_eq!(sums(whole.iter()), sums(parts.iter().map(|(part, _)| part)), "{}", pattern.name);
                let uses = parts.iter().flat_map(|(execution, part)| ground.uses(case, part, execution));
                let uses: Vec<Use> = uses.collect();
                ground.undo(prepared);
                uses
            });
            uses.push(draws.collect::<Vec<_>>());
        }
        let hashes = ground.hashes(case);
        Measured { uses, hashes }
    }

    /// Returns the loads of all patterns, each draw as often as `times` says.
    pub fn loads(&self, times: &[Vec<u64>]) -> Loads {
        let mut loads = Loads::new();
        for (uses, times) in self.uses.iter().zip(times) {
            for (uses, times) in uses.iter().zip(times) {
                for one in uses {
                    let keys = loads.entry(one.place.clone()).or_default();
                    let units = keys.entry(one.key.clone()).or_default();
                    units[0] += one.units[0] * *times as f64;
                    units[1] += one.units[1] * *times as f64;
                }
            }
        }
        loads
    }

    /// Returns the draws of the busiest key of a pattern that uses one key of a table in each, and no index.
    pub fn busiest_draws(&self, pattern: usize) -> Option<Vec<usize>> {
        let mut draws: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, uses) in self.uses[pattern].iter().enumerate() {
            let [one] = uses.as_slice() else { return None };
            if one.place.1.is_some() || one.key.starts_with("SHARD#") {
                return None;
            }
            draws.entry(&one.key).or_default().push(number);
        }
        // The first of several keys with as many draws.
        draws.into_values().rev().max_by_key(Vec::len)
    }

    pub fn draws(&self, pattern: usize) -> usize {
        self.uses[pattern].len()
    }

    fn hash(&self, place: &Place, key: &str) -> Option<u64> {
        self.hashes.get(&(place.clone(), key.to_owned())).copied()
    }

    /// Returns the number of partitions of a place with which the partition with the most load has the least, and its load in parts
    /// of the limit of writes.
    fn partitions(&self, place: &Place, keys: &BTreeMap<String, [f64; 2]>) -> (f64, u64) {
        let most = |count: u64| {
            let mut sums: BTreeMap<u64, [f64; 2]> = BTreeMap::new();
            for (key, units) in keys {
                let hash = self.hash(place, key).unwrap_or_default();
                let sum = sums.entry(((u128::from(hash) * u128::from(count)) >> 64) as u64).or_default();
                sum[0] += units[0];
                sum[1] += units[1];
            }
            sums.values().map(part).fold(0.0, f64::max)
        };
        let all = (4..=40).map(|count| (most(count), count));
        all.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((0.0, 4))
    }
}

/// Returns units in parts of the limit of writes. The limit of reads is three times as high.
pub fn part(units: &[f64; 2]) -> f64 {
    (units[0] / 3.0).max(units[1])
}

/// The requests that an engine with limits throttles in one second.
pub struct Throttled {
    /// Keys in partitions that throttled requests.
    pub keys: BTreeSet<(Place, String)>,
    pub requests: u64,
    /// The load of the partition with the most load, in units of the limit.
    pub most: f64,
}

/// Sends the requests of one second to an engine whose partitions have this limit of writes, and three times as much for reads.
pub fn throttle(case: &Case, measured: &Measured, times: &[Vec<u64>], limit: u64) -> Throttled {
    let loads = measured.loads(times);
    let found = loads.iter().map(|(place, keys)| (place, measured.partitions(place, keys)));
    let found: Vec<(&Place, (f64, u64))> = found.collect();
    let partitions = found.iter().map(|(place, (_, count))| ((*place).clone(), *count)).collect();
    let mut ground = Ground::new(case, &partitions);
    let dials = json!({ "capacity_limits": 1, "burst_ms": 0, "table_quota_units": 0,
        "partition_write_units": limit, "partition_read_units": 3 * limit });
    ground.must("Dynalab.SetDials", &json!({ "Profile": "instant", "Dials": dials }));
    let mut sent: Vec<(usize, usize)> = Vec::new();
    for (pattern, times) in times.iter().enumerate() {
        let draws = times.iter().enumerate();
        sent.extend(draws.flat_map(|(draw, times)| (0..*times).map(move |_| (pattern, draw))));
    }
    // The requests of all patterns are mixed, as they come in production.
    let count = sent.len();
    let step = (count * 5 / 8..).find(|step| greatest_divisor(*step, count) == 1).unwrap_or(1);
    let mut throttled: BTreeSet<(Place, u64)> = BTreeSet::new();
    let mut requests = 0;
    ground.now_ms = START_MS + 3_600_000;
    for number in 0..count {
        let (pattern, draw) = sent[number * step % count];
        let draw = Draw::new(case, &case.design.patterns[pattern], draw);
        let prepared = ground.prepare(draw.preparations());
        for (operation, body) in draw.whole() {
            let execution = ground.execute(operation, &body, TraceLevel::Full);
            for event in &execution.trace {
                if let EventKind::Throttled { owner, partition, .. } = &event.kind {
                    let index = owner.index.as_ref().map(|(_, name)| name.to_string());
                    throttled.insert(((owner.table.to_string(), index), *partition));
                    requests += 1;
                }
            }
            ground.undo(execution.changes);
        }
        ground.undo(prepared);
    }
    let mut keys = BTreeSet::new();
    for (place, text) in measured.hashes.keys() {
        let map = map_of(ground.engine.database(), &place.0, place.1.as_deref());
        let (Some(map), Some(hash)) = (map, measured.hash(place, text)) else { continue };
        let id = map.partitions()[map.place_of_hash(hash)].id;
        if throttled.contains(&(place.clone(), id)) {
            keys.insert((place.clone(), text.clone()));
        }
    }
    let most = found.iter().map(|(_, (most, _))| *most).fold(0.0, f64::max) / limit as f64;
    Throttled { keys, requests, most }
}

fn greatest_divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { greatest_divisor(other, one % other) }
}
