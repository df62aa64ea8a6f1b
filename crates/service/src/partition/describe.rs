//! Describes the partitions of a table or global index.

use dynalab_capacity::admission::TableCapacity;
use dynalab_capacity::partition_map::Partition;
use dynalab_engine::database::charges::CapacityKind;
use dynalab_engine::database::table::{IndexDefinition, Table};
use dynalab_engine::registry::Checked;
use dynalab_types::Timestamp;

use super::admission::{Admission, current_map, limits_of};
use super::resource::{Resource, capacity_of};
use super::split::for_each_row;
use super::state::{ByKind, PartitionState};
use crate::backfill::capacity_since;
use crate::complete::Context;
use crate::contract::partitions::{
    HashSlice, PartitionDescription, PartitionThroughput, PartitionsDescription,
};

/// The capacity of reads or writes in thousandths of a unit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figures {
    /// The capacity per second. `None` without a limit.
    second_milli: Option<u64>,
    /// The available capacity. A negative value is a debt.
    saved_milli: Option<i64>,
    last_second_milli: u64,
    /// For tables and indexes only.
    last_minute_milli: Option<u64>,
    throttled: u64,
}

pub(crate) fn describe_partitions(
    context: &Context,
    table: &Table,
    index: Option<&IndexDefinition>,
    hash_slices: Option<u64>,
) -> PartitionsDescription {
    let limits = context.capacity_rules();
    let map = current_map(context, table, index);
    let mut slices = Slices { count: hash_slices.unwrap_or_default(), last: 0, told: Vec::new() };
    let describe = |(place, partition): (usize, &Partition)| {
        let (mut size_bytes, mut item_count) = (0, 0);
        for_each_row(table, index, &map, place, |key, row| {
            size_bytes += index.map_or_else(|| row.size_bytes(), |index| index.entry_size_bytes(row));
            item_count += 1;
            if hash_slices.is_some() {
                slices.add(key.hash());
            }
        });
        let (figures, busy_since) = partition_figures(context, table, index, map.count(), partition.id);
        let rest = &partition.from.rest;
        PartitionDescription {
            id: partition.id,
            parent: partition.parent,
            from_hash: hash_text(partition.from.hash),
            from_key: (!rest.is_empty()).then(|| rest.iter().map(|byte| format!("{byte:02x}")).collect()),
            to_hash: map.end_of(place).map(|end| hash_text(end.hash)),
            item_count,
            size_bytes,
            busy_since: busy_since.map(Timestamp::epoch_seconds),
            reads: figures.read.describe(),
            writes: figures.write.describe(),
        }
    };
    let partitions = map.partitions().iter().enumerate().map(describe).collect();
    let total = total_figures(context, table, index);
    PartitionsDescription {
        table_name: table.definition.name.to_string(),
        index_name: index.map(|index| index.name.to_string()),
        limited: limits.is_some(),
        reads: total.read.describe(),
        writes: total.write.describe(),
        partitions,
        hash_slices: hash_slices.map(|_| slices.told),
    }
}

fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// The parts of the hash range with items, in the order of hashes.
struct Slices {
    /// The number of equal parts of the hash range.
    count: u64,
    /// The number of the part that is the last in the list.
    last: u64,
    told: Vec<HashSlice>,
}

impl Slices {
    /// Counts a row. Rows are in the order of hashes, so it belongs to the last slice or a new one.
    fn add(&mut self, hash: u64) {
        let number = ((u128::from(hash) * u128::from(self.count)) >> 64) as u64;
        match self.told.last_mut().filter(|_| self.last == number) {
            Some(slice) => slice.item_count += 1,
            None => self.told.push(HashSlice { first_hash: hash_text(hash), item_count: 1 }),
        }
        self.last = number;
    }
}

impl Figures {
    pub(super) fn describe(&self) -> PartitionThroughput {
        PartitionThroughput {
            units_per_second: self.second_milli.map(|milli| milli as f64 / 1_000.0),
            saved_units: self.saved_milli.map(|milli| milli as f64 / 1_000.0),
            last_second_units: self.last_second_milli as f64 / 1_000.0,
            last_minute_units: self.last_minute_milli.map(|milli| milli as f64 / 1_000.0),
            throttled_requests: self.throttled,
        }
    }
}

/// Returns the figures of the table or index as a whole.
pub(super) fn total_figures(
    context: &Context,
    table: &Table,
    index: Option<&IndexDefinition>,
) -> ByKind<Figures> {
    let Some(rules) = context.capacity_rules() else { return ByKind::default() };
    let capacity = capacity_of(&table.definition, index);
    let key = Resource::key(&table.definition.name, index.map(|index| index.name.as_ref()));
    let kept = context.record(&key).and_then(|bytes| Resource::from_bytes(bytes).checked());
    let begun_ms = capacity_since(context, table, index).epoch_ms;
    let mut resource = kept.unwrap_or_else(|| Resource::begun(&rules, &capacity, begun_ms));
    let now_ms = context.now.epoch_ms;
    resource.roll(&rules, &capacity, now_ms);
    let figures = |kind: CapacityKind| {
        let flow = resource.flows.get(kind);
        let (units, saves) = match *capacity.get(kind) {
            TableCapacity::Provisioned { units } => (units, !rules.has_static_shares),
            TableCapacity::OnDemand { warm, most } => {
                (flow.grown_units(&rules, warm).min(most.unwrap_or(u64::MAX)), false)
            }
        };
        Figures {
            second_milli: Some(units.saturating_mul(1_000)),
            saved_milli: saves.then_some(flow.bucket.level_milli),
            last_second_milli: flow.window.last_second_milli(now_ms),
            last_minute_milli: Some(resource.minutes.get(kind).last_minute_milli(now_ms)),
            throttled: *resource.throttled.get(kind),
        }
    };
    ByKind { read: figures(CapacityKind::Read), write: figures(CapacityKind::Write) }
}

/// Returns the figures of one partition, and the time since which it is busy.
fn partition_figures(
    context: &Context,
    table: &Table,
    index: Option<&IndexDefinition>,
    partitions: u64,
    id: u64,
) -> (ByKind<Figures>, Option<Timestamp>) {
    let Some(rules) = context.capacity_rules() else { return (ByKind::default(), None) };
    let capacity = capacity_of(&table.definition, index);
    let limits = limits_of(&rules, &capacity, partitions);
    let key = PartitionState::key(&table.definition.name, index, id);
    let kept = context.record(&key).and_then(|bytes| PartitionState::from_bytes(bytes).checked());
    let begun_ms = capacity_since(context, table, index).epoch_ms;
    let mut state = kept.unwrap_or_else(|| PartitionState::begun(&limits, begun_ms, 0));
    let now_ms = context.now.epoch_ms;
    state.roll(&rules, &limits, now_ms);
    let figures = |kind: CapacityKind| {
        let (limits, flow) = (limits.get(kind), state.flows.get(kind));
        Figures {
            second_milli: limits.share.map(|share| share.second_milli),
            saved_milli: limits.share.map(|_| flow.share.level_milli),
            last_second_milli: flow.window.last_second_milli(now_ms),
            last_minute_milli: None,
            throttled: *state.throttled.get(kind),
        }
    };
    let busy_since = state.heat.since_second.map(|second| Timestamp::from_epoch_ms(second * 1_000));
    (ByKind { read: figures(CapacityKind::Read), write: figures(CapacityKind::Write) }, busy_since)
}
