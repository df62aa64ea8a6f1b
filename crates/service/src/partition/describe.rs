//! Describes the partitions of a table or global index.

use dynalab_capacity::admission::TableCapacity;
use dynalab_capacity::partition_map::Partition;
use dynalab_engine::charges::CapacityKind;
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::registry::Checked;
use dynalab_engine::table::{IndexDefinition, Table};
use dynalab_types::Timestamp;

use super::admission::{Admission, current_map, limits_of};
use super::resource::{Resource, capacity_of};
use super::split::for_each_row;
use super::state::{ByKind, PartitionState};
use crate::backfill::capacity_since;
use crate::complete::Context;

/// All partitions of a table or global index at one time.
#[derive(Debug)]
pub struct PartitionsDescription {
    table: String,
    index: Option<String>,
    /// True if limits are on.
    limited: bool,
    total: ByKind<Figures>,
    partitions: Vec<PartitionDescription>,
    /// The slices with items, in the order of hashes. `None` if not requested.
    slices: Option<Vec<HashSlice>>,
}

/// One of several equal parts of the hash range.
#[derive(Debug)]
struct HashSlice {
    number: u64,
    /// The hash of its first item.
    first_hash: u64,
    item_count: u64,
}

#[derive(Debug)]
struct PartitionDescription {
    partition: Partition,
    /// The first hash of the next partition. `None` for the last partition.
    to_hash: Option<u64>,
    figures: ByKind<Figures>,
    busy_since: Option<Timestamp>,
    size_bytes: u64,
    item_count: u64,
}

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

impl PartitionsDescription {
    pub(crate) fn from_table(
        context: &Context,
        table: &Table,
        index: Option<&IndexDefinition>,
        hash_slices: Option<u64>,
    ) -> PartitionsDescription {
        let limits = context.capacity_rules();
        let map = current_map(context, table, index);
        let mut slices: Vec<HashSlice> = Vec::new();
        let describe = |(place, partition): (usize, &Partition)| {
            let (mut size_bytes, mut item_count) = (0, 0);
            for_each_row(table, index, &map, place, |key, row| {
                size_bytes += index.map_or_else(|| row.size_bytes(), |index| index.entry_size_bytes(row));
                item_count += 1;
                if let Some(count) = hash_slices {
                    count_in_slice(&mut slices, key.hash(), count);
                }
            });
            let (figures, busy_since) = partition_figures(context, table, index, map.count(), partition.id);
            PartitionDescription {
                partition: partition.clone(),
                to_hash: map.end_of(place).map(|end| end.hash),
                figures,
                busy_since,
                size_bytes,
                item_count,
            }
        };
        PartitionsDescription {
            table: table.definition.name.to_string(),
            index: index.map(|index| index.name.to_string()),
            limited: limits.is_some(),
            total: total_figures(context, table, index),
            partitions: map.partitions().iter().enumerate().map(describe).collect(),
            slices: hash_slices.map(|_| slices),
        }
    }

    pub(crate) fn encode(&self, body: &mut ObjectWriter) {
        body.text("TableName", &self.table);
        if let Some(index) = &self.index {
            body.text("IndexName", index);
        }
        body.boolean("Limited", self.limited);
        self.total.encode(body);
        body.objects("Partitions", &self.partitions, |object, described| described.encode(object));
        if let Some(slices) = &self.slices {
            body.objects("HashSlices", slices, |object, slice| {
                object.text("FirstHash", &format!("{:016x}", slice.first_hash));
                object.integer("ItemCount", slice.item_count);
            });
        }
    }
}

/// Counts a row. Rows are in the order of hashes, so it belongs to the last slice or a new one.
fn count_in_slice(slices: &mut Vec<HashSlice>, hash: u64, count: u64) {
    let number = ((u128::from(hash) * u128::from(count)) >> 64) as u64;
    match slices.last_mut().filter(|slice| slice.number == number) {
        Some(slice) => slice.item_count += 1,
        None => slices.push(HashSlice { number, first_hash: hash, item_count: 1 }),
    }
}

impl PartitionDescription {
    fn encode(&self, object: &mut ObjectWriter) {
        let partition = &self.partition;
        object.integer("Id", partition.id);
        if let Some(parent) = partition.parent {
            object.integer("Parent", parent);
        }
        object.text("FromHash", &format!("{:016x}", partition.from.hash));
        if !partition.from.rest.is_empty() {
            let digits: String = partition.from.rest.iter().map(|byte| format!("{byte:02x}")).collect();
            object.text("FromKey", &digits);
        }
        if let Some(hash) = self.to_hash {
            object.text("ToHash", &format!("{hash:016x}"));
        }
        object.integer("ItemCount", self.item_count);
        object.integer("SizeBytes", self.size_bytes);
        if let Some(since) = self.busy_since {
            object.date("BusySince", since);
        }
        self.figures.encode(object);
    }
}

impl ByKind<Figures> {
    fn encode(&self, object: &mut ObjectWriter) {
        object.object("Reads", |object| self.read.encode(object));
        object.object("Writes", |object| self.write.encode(object));
    }
}

impl Figures {
    pub(super) fn encode(&self, object: &mut ObjectWriter) {
        if let Some(milli) = self.second_milli {
            object.double("UnitsPerSecond", milli as f64 / 1_000.0);
        }
        if let Some(milli) = self.saved_milli {
            object.double("SavedUnits", milli as f64 / 1_000.0);
        }
        object.double("LastSecondUnits", self.last_second_milli as f64 / 1_000.0);
        if let Some(milli) = self.last_minute_milli {
            object.double("LastMinuteUnits", milli as f64 / 1_000.0);
        }
        object.integer("ThrottledRequests", self.throttled);
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
