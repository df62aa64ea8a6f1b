//! The traffic of one table and its indexes from the load of a design: the requests of each access pattern, with their keys and units.

use std::rc::Rc;

use dynalab_load::{DAY_MINUTES, Flow, Load, PatternLoad, RequestLoad};
use serde::{Deserialize, Serialize};

use super::{SEED, key};
use crate::workload::keys::{HotKey, KEYS_MAX, TimeSeries};
use crate::workload::rate::PER_SECOND_MILLI_MAX;
use crate::workload::{KeyDistribution, Mix, Rate, Span, TRAFFIC_MAX, Traffic, Workload};

/// The most flows with keys of their own. The reads and the writes of all others are one flow each.
const OWN_FLOWS: usize = TRAFFIC_MAX - 2;
const READ_STEP_BYTES: f64 = 8_192.0;
const WRITE_STEP_BYTES: f64 = 1_024.0;
/// Most units of one request in the model. A larger read or write is several requests.
const MOST_READ_UNITS: f64 = 50.0;
const MOST_WRITE_UNITS: f64 = 400.0;
/// A share of one key from which the key has a place of its own in the model.
const HOT_SHARE: f64 = 0.002;
const DAY_MS: u64 = 86_400_000;

/// The traffic of a table in production.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedTable {
    /// The size of the table with its local indexes.
    pub size_bytes: u64,
    /// What the table gets, with its local indexes. The busiest flow is first.
    pub flows: Vec<KeyFlow>,
    /// What each global index gets that is read or written. The index that is written most is first.
    pub indexes: Vec<Vec<KeyFlow>>,
}

/// Requests of one kind to one set of keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyFlow {
    pub is_write: bool,
    pub keys: KeyDistribution,
    /// The bytes that one request reads or writes.
    pub bytes: u64,
    /// Requests per second in each minute of the day, in thousandths.
    pub minutes_milli: Vec<u64>,
}

/// A flow in units, before it is divided into requests. All flows of a pattern share its day.
struct UnitFlow {
    is_write: bool,
    keys: KeyDistribution,
    /// Units of one execution, and executions per second.
    units: f64,
    flow: Rc<Flow>,
}

impl OfferedTable {
    /// Returns the traffic that a load has for a table.
    pub fn from_load(load: &Load, table: &str) -> OfferedTable {
        let Some(found) = load.table(table) else { return OfferedTable::default() };
        let is_local = |name: &str| found.indexes.iter().any(|index| index.is_local && index.name == name);
        let of = |is_of: &dyn Fn(Option<&str>) -> bool| flows(load, table, is_of);
        let global = found.indexes.iter().filter(|index| !index.is_local);
        let mut indexes: Vec<Vec<UnitFlow>> =
            global.map(|index| of(&|name| name == Some(index.name.as_str()))).collect();
        indexes.retain(|flows| !flows.is_empty());
        let written = |flows: &Vec<UnitFlow>| {
            flows.iter().filter(|flow| flow.is_write).map(UnitFlow::per_second).sum::<f64>()
        };
        indexes.sort_by(|one, other| written(other).total_cmp(&written(one)));
        OfferedTable {
            size_bytes: found.table_bytes() as u64,
            flows: divide(of(&|index| index.is_none_or(is_local))),
            indexes: indexes.into_iter().map(divide).collect(),
        }
    }
}

/// Returns the name of the table with the key that is nearest to the limits of one partition. The lab simulates this table.
pub fn busiest_table(load: &Load) -> Option<&str> {
    busiest(load).map(|(table, _)| table)
}

/// Returns the request of this table whose busiest key is nearest to the limits of one partition.
pub fn busiest_request(load: &Load) -> Option<&RequestLoad> {
    busiest(load)?.1
}

/// Returns the busiest table with its busiest request. It has none if no access pattern uses it.
fn busiest(load: &Load) -> Option<(&str, Option<&RequestLoad>)> {
    // The executions per second at the peak.
    let peaks: Vec<(&PatternLoad, f64)> =
        load.patterns.iter().map(|pattern| (pattern, pattern.flow().peak)).collect();
    let of_tables = load.tables.iter().map(|table| match nearest(&peaks, &table.name) {
        Some((request, nearness)) => ((table.name.as_str(), Some(request)), nearness),
        None => ((table.name.as_str(), None), 0.0),
    });
    busiest_of(of_tables).map(|(found, _)| found)
}

/// Returns the request of a table whose busiest key is nearest to the limits of one partition, and what part of them it reaches.
fn nearest<'a>(peaks: &[(&'a PatternLoad, f64)], table: &str) -> Option<(&'a RequestLoad, f64)> {
    use dynalab_capacity::partitions::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};
    let nearness = |(pattern, peak): (&PatternLoad, f64), request: &RequestLoad| {
        let rate = peak * request.keys.busiest_share;
        let reads = request.read_units / PARTITION_READ_UNITS as f64;
        let writes = request.mean_write_units(pattern.failed_conditions) / PARTITION_WRITE_UNITS as f64;
        rate * reads.max(writes)
    };
    busiest_of(peaks.iter().flat_map(|one| {
        let requests = one.0.requests.iter().filter(move |request| request.table == table);
        requests.map(move |request| (request, nearness(*one, request)))
    }))
}

/// Returns the one with the highest figure, the first of equals.
fn busiest_of<T>(all: impl Iterator<Item = (T, f64)>) -> Option<(T, f64)> {
    all.reduce(|best, one| if one.1 > best.1 { one } else { best })
}

fn flows(load: &Load, table: &str, is_of: &dyn Fn(Option<&str>) -> bool) -> Vec<UnitFlow> {
    let mut flows = Vec::new();
    for pattern in &load.patterns {
        let requests = pattern.requests_on(table).filter(|request| is_of(request.index.as_deref()));
        let mut shared: Option<Rc<Flow>> = None;
        for request in requests {
            let written = request.mean_write_units(pattern.failed_conditions);
            for (is_write, units) in [(false, request.read_units), (true, written)] {
                if units > 0.0 && pattern.average > 0.0 {
                    let keys = distribution(request);
                    let flow = Rc::clone(shared.get_or_insert_with(|| Rc::new(pattern.flow())));
                    flows.push(UnitFlow { is_write, keys, units, flow });
                }
            }
        }
    }
    flows
}

/// Returns keys of which the busiest has its share.
fn distribution(request: &RequestLoad) -> KeyDistribution {
    let keys = &request.keys;
    // Without a known key, the keys are those that one execution reaches.
    let known = keys.busiest_share > 0.0;
    let share = if known { keys.busiest_share.min(1.0) } else { 1.0 / request.partitions.max(1.0) };
    let even = (1.0 / share).round().clamp(1.0, KEYS_MAX as f64) as u64;
    if keys.is_time {
        let shards = even.min(10_000);
        return KeyDistribution::TimeSeries(TimeSeries { period_ms: DAY_MS, shards });
    }
    let values =
        if known { keys.values } else { request.partitions }.round().clamp(1.0, KEYS_MAX as f64) as u64;
    if share >= HOT_SHARE && share * values as f64 > 1.05 {
        let hot_permille = (share * 1_000.0).round() as u64;
        return KeyDistribution::HotKey(HotKey { count: values, hot_permille });
    }
    KeyDistribution::Uniform { count: even }
}

/// Divides units into requests. The busiest flows keep their keys.
fn divide(mut flows: Vec<UnitFlow>) -> Vec<KeyFlow> {
    flows.sort_by(|one, other| other.per_second().total_cmp(&one.per_second()));
    let rest = flows.split_off(flows.len().min(OWN_FLOWS));
    let joined = [false, true].into_iter().filter_map(|is_write| {
        let rest = rest.iter().filter(|flow| flow.is_write == is_write);
        rest.fold(None, |sum: Option<UnitFlow>, flow| Some(flow.joined_with(sum)))
    });
    let joined: Vec<UnitFlow> = joined.collect();
    let flows: Vec<KeyFlow> = flows.iter().chain(&joined).map(UnitFlow::requests).collect();
    // A table of which only indexes are read is simulated too.
    if flows.is_empty() { vec![KeyFlow::idle()] } else { flows }
}

impl UnitFlow {
    fn per_second(&self) -> f64 {
        self.units * self.flow.average
    }

    /// Returns the sum of two flows, in units, with the keys of the busier one.
    fn joined_with(&self, sum: Option<UnitFlow>) -> UnitFlow {
        let units = |flow: &UnitFlow| flow.flow.minutes.iter().map(|rate| rate * flow.units).collect();
        let mut minutes: Vec<f64> = units(self);
        for (minute, more) in minutes.iter_mut().zip(sum.iter().flat_map(units)) {
            *minute += more;
        }
        let average = self.per_second() + sum.as_ref().map_or(0.0, UnitFlow::per_second);
        let keys = sum.map_or_else(|| self.keys, |sum| sum.keys);
        let flow = Rc::new(Flow { average, minutes, ..Flow::clone(&self.flow) });
        UnitFlow { is_write: self.is_write, keys, units: 1.0, flow }
    }

    /// Returns requests of whole steps of size. Their rate has the same units per second.
    fn requests(&self) -> KeyFlow {
        let (step, bytes, most) = match self.is_write {
            false => (0.5, READ_STEP_BYTES, MOST_READ_UNITS),
            true => (1.0, WRITE_STEP_BYTES, MOST_WRITE_UNITS),
        };
        let each = ((self.units / step).ceil() * step).clamp(step, most);
        let milli = |rate: &f64| {
            let milli = (rate * self.units / each * 1_000.0).round();
            milli.clamp(0.0, PER_SECOND_MILLI_MAX as f64) as u64
        };
        KeyFlow {
            is_write: self.is_write,
            keys: self.keys,
            bytes: (each * bytes) as u64,
            minutes_milli: self.flow.minutes.iter().map(milli).collect(),
        }
    }
}

impl KeyFlow {
    /// Returns a flow without requests.
    fn idle() -> KeyFlow {
        KeyFlow {
            is_write: false,
            keys: KeyDistribution::Uniform { count: 1 },
            bytes: READ_STEP_BYTES as u64,
            minutes_milli: vec![0; DAY_MINUTES],
        }
    }

    /// Returns the requests per second in a minute, in thousandths. A part of the writes is not sent.
    pub(super) fn milli(&self, minute: u64, sent_millionths: u64) -> u64 {
        let milli = self.minutes_milli.get(minute as usize % DAY_MINUTES).copied().unwrap_or_default();
        let milli = milli.min(PER_SECOND_MILLI_MAX);
        match self.is_write {
            true => (u128::from(milli) * u128::from(sent_millionths) / 1_000_000) as u64,
            false => milli,
        }
    }
}

/// Returns the workload of flows, at their rates of midnight.
pub(super) fn workload(table: &str, flows: &[KeyFlow]) -> Workload {
    let of = |flow: &KeyFlow| Traffic {
        table: table.to_owned(),
        partition_key: key("pk"),
        sort_key: matches!(flow.keys, KeyDistribution::TimeSeries(_)).then(|| key("sk")),
        items_per_key: 1,
        item_bytes: Span { least: flow.bytes, most: flow.bytes },
        mix: match flow.is_write {
            false => Mix { get: 1_000, query: 0, put: 0, update: 0 },
            true => Mix { get: 0, query: 0, put: 1_000, update: 0 },
        },
        strong_permille: 0,
        query_limit: 1,
        keys: flow.keys,
        rate: Rate::Constant { per_second_milli: flow.milli(0, 1_000_000) },
    };
    Workload { seed: SEED, traffic: flows.iter().map(of).collect() }
}
