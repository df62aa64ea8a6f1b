//! The replication of a write to followers and global indexes. Each delay depends on the seed. A write is stored as pending
//! until all have received it.

use std::sync::Arc;

use dynalab_capacity::index_write_units;
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::replication_queue::{Follower, ItemQueue, PendingWrite};
use dynalab_engine::database::table::{IndexKind, Table, TableStatus};
use dynalab_engine::execution::item_write::ItemWrite;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::seed::draw::draw_between;
use dynalab_engine::settings::dials::Dials;
use dynalab_engine::settings::zone::Zone;
use dynalab_engine::trace::{EventKind, Tracer};
use dynalab_types::{KeyBytes, PackedItem, Timestamp, fingerprint};

use crate::replicas::{map_of, order_of};
use crate::zones::Zones;

/// The purposes of these random numbers.
const REPLICA_LAG: u64 = 180;
const INDEX_LAG: u64 = 181;
/// The maximum number of items per table with pending writes. Beyond that, the item closest to arrival counts as replicated.
const ITEMS_MAX: usize = 2_000;
/// The number of replicated items that each write removes from the pending ones. A write adds at most one, so they do not
/// accumulate.
const TIDIED: usize = 8;

/// Returns true if there are replication delays, or if a zone has ever failed.
fn is_needed(dials: Option<&Dials>, zones: Option<&Arc<Zones>>) -> bool {
    dials.is_some_and(|dials| dials.has_replica_lag() || dials.has_index_lag()) || zones.is_some()
}

/// Returns the pending write of an applied change. The changes of one group are passed in order, so each sees the effect of the
/// earlier ones.
pub(crate) fn schedule_replication(
    at: Timestamp,
    change: &Change,
    database: &Database,
    zones: Option<&Arc<Zones>>,
    trace: &mut Tracer,
) -> WriteSet {
    let dials = database.dials().map(AsRef::as_ref);
    if !is_needed(dials, zones) {
        return WriteSet::default();
    }
    WriteSet { changes: records_of(at, dials, (database, zones), change, trace), later: Vec::new() }
}

fn records_of(
    at: Timestamp,
    dials: Option<&Dials>,
    (database, zones): (&Database, Option<&Arc<Zones>>),
    change: &Change,
    trace: &mut Tracer,
) -> Vec<Change> {
    let Change::Item { table, key, before, after, .. } = change else { return Vec::new() };
    let Some(table) = database.find(table).filter(|_| before != after) else { return Vec::new() };
    // No request can read a table that is being created.
    if table.definition.status == TableStatus::Creating {
        return Vec::new();
    }
    let name = &table.definition.name;
    let mut item = ItemQueue { key: key.clone(), writes: table.replication_queue.of_item(key).to_vec() };
    item.writes.retain(|write| write.completion_time() > at);
    let (indexes, busy) = match dials.filter(|dials| dials.has_index_lag()) {
        Some(dials) => {
            let unpacked = |item: &Option<PackedItem>| item.as_ref().map(|item| Arc::new(item.unpack()));
            let write =
                ItemWrite { table, key: key.clone(), before: unpacked(before), after: unpacked(after) };
            index_arrivals(at, dials, database, &write, &item)
        }
        None => Default::default(),
    };
    let write = PendingWrite {
        written_at: at,
        replicas: replica_arrivals(at, dials, (database, zones), table, &item),
        indexes,
        before: before.clone(),
    };
    let is_late = write.completion_time() > at;
    let tell = || {
        let after = |arrives: Timestamp| arrives.epoch_ms.saturating_sub(at.epoch_ms);
        EventKind::Underway {
            table: name.clone(),
            replicas: Zone::ALL
                .into_iter()
                .map(|zone| (zone, after(write.replicas[zone.place()])))
                .filter(|(_, after)| *after > 0)
                .collect(),
            indexes: write.indexes.iter().map(|(index, arrives)| (index.clone(), after(*arrives))).collect(),
        }
    };
    if is_late {
        trace.emit_item(tell);
        item.push(write);
    }
    let is_kept = !item.writes.is_empty();
    let mut records = busy;
    if is_kept || !table.replication_queue.of_item(key).is_empty() {
        let kept = is_kept.then(|| item.to_bytes());
        records.push(Change::record(ItemQueue::record_key(name, key), kept));
    }
    records.extend(tidied(at, table, key).map(|key| Change::record(ItemQueue::record_key(name, key), None)));
    records.extend(missed(database, zones, table));
    records
}

/// Returns items whose writes have reached all replicas and indexes.
fn tidied<'a>(at: Timestamp, table: &'a Table, written: &'a KeyBytes) -> impl Iterator<Item = &'a KeyBytes> {
    let replication_queue = &table.replication_queue;
    let too_many = (replication_queue.len() >= ITEMS_MAX)
        .then(|| replication_queue.first_to_complete().map(|(_, key)| key))
        .flatten();
    let ended = replication_queue.completed_items(at).take(TIDIED);
    let too_many =
        too_many.filter(|_| replication_queue.first_to_complete().is_some_and(|(ends, _)| ends > at));
    ended.chain(too_many).filter(move |key| *key != written)
}

/// Returns when this write reaches each replica. It never arrives before an older write of the same item.
fn replica_arrivals(
    at: Timestamp,
    dials: Option<&Dials>,
    (database, zones): (&Database, Option<&Arc<Zones>>),
    table: &Table,
    item: &ItemQueue,
) -> [Timestamp; 3] {
    let usual = Zones::default();
    let zones = zones.map_or(&usual, |zones| zones.as_ref());
    let seed = dials.map_or(0, |dials| dials.seed);
    let partition = map_of(database, table).of_key(item.key.as_slice()).id;
    let leader = zones.leader(order_of(seed, table, partition), at);
    Zone::ALL.map(|zone| {
        // A failed zone receives the write when it recovers, before it serves requests.
        if leader == Some(zone) || zones.is_down(zone) {
            return at;
        }
        let lag_ms = dials.map_or(0, |dials| {
            let most = dials.replica_lag_most_ms.max(dials.replica_lag_least_ms);
            let question = [REPLICA_LAG, at.epoch_ms, item.hash(), zone as u64];
            draw_between(dials.seed, &question, dials.replica_lag_least_ms, most)
        });
        let ready = zones.state(zone).serves_from.max(at);
        item.after_last(Follower::Replica(zone), at.plus_ms(lag_ms).max(ready))
    })
}

/// Returns when this write reaches each global index. Writes above the capacity of an index wait and keep it busy.
fn index_arrivals(
    at: Timestamp,
    dials: &Dials,
    database: &Database,
    write: &ItemWrite,
    item: &ItemQueue,
) -> (Vec<(Arc<str>, Timestamp)>, Vec<Change>) {
    let definition = &write.table.definition;
    let (mut arrivals, mut busy) = (Vec::new(), Vec::new());
    for index in definition.indexes_of_kind(IndexKind::Global).filter(|index| index.is_filled()) {
        let units = index_write_units(write.entry_change(index));
        if units.is_zero() {
            continue;
        }
        let most = dials.index_propagation_most_ms.max(dials.index_propagation_ms);
        let question = [INDEX_LAG, at.epoch_ms, item.hash(), fingerprint(index.name.as_bytes()) as u64];
        let lag_ms = draw_between(dials.seed, &question, dials.index_propagation_ms, most);
        let mut arrives = at.plus_ms(lag_ms);
        if dials.index_capacity > 0
            && let Some(takes_us) = (units.0 * 500_000).checked_div(index.throughput.write)
        {
            let key = RecordKey::of_table(RecordKind::INDEX_BUSY, &definition.name, &index.name);
            // An index can use its unused capacity of the last seconds at once (burst capacity).
            let burst_from_ms = at.epoch_ms.saturating_sub(dials.burst_ms);
            let until_us = until_us(database, &key).max(burst_from_ms * 1_000) + takes_us;
            arrives = arrives.max(Timestamp::from_epoch_ms(until_us / 1_000));
            busy.push(Change::record(key, Some(until_us.to_le_bytes().to_vec())));
        }
        arrivals.push((index.name.clone(), item.after_last(Follower::Index(&index.name), arrives)));
    }
    (arrivals, busy)
}

/// Returns the time until which an index is busy, in microseconds since 1970.
fn until_us(database: &Database, key: &RecordKey) -> u64 {
    database.record(key).and_then(|bytes| record_form::number(bytes).checked()).unwrap_or(0)
}

pub(crate) fn missed_key(table: &Arc<str>, zone: Zone) -> RecordKey {
    RecordKey { kind: RecordKind::MISSED_WRITES, table: table.clone(), name: zone.name().into() }
}

/// Returns how many writes a replica has missed since its zone failed.
pub(crate) fn missed_writes(database: &Database, table: &Arc<str>, zone: Zone) -> u64 {
    let bytes = database.record(&missed_key(table, zone));
    bytes.and_then(|bytes| record_form::number(bytes).checked()).unwrap_or(0)
}

/// Counts a write for the failed zones.
fn missed(database: &Database, zones: Option<&Arc<Zones>>, table: &Table) -> Vec<Change> {
    let name = &table.definition.name;
    let down = |zone: &Zone| zones.is_some_and(|zones| zones.is_down(*zone));
    let counted = Zone::ALL.into_iter().filter(down).map(|zone| {
        let count = missed_writes(database, name, zone) + 1;
        Change::record(missed_key(name, zone), Some(count.to_le_bytes().to_vec()))
    });
    counted.collect()
}
