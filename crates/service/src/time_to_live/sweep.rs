//! TTL deletion. It runs for each table when the next item is due, at multiples of its interval. Its deletions consume no
//! capacity.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::scheduler::{Task, TaskKind, Work};
use dynalab_engine::database::stream::{RecordedBy, RecordingMark};
use dynalab_engine::database::table::Table;
use dynalab_engine::execution::item_write::write_item;
use dynalab_engine::registry::Checked;
use dynalab_engine::settings::dials::Dials;
use dynalab_engine::trace::EventKind;
use dynalab_types::{KeyBytes, Timestamp};

use crate::complete::TaskContext;
use crate::metrics::collect::count_deleted;
use crate::time_to_live::Sweeper;
use crate::zones::Zones;

impl Sweeper {
    /// Returns the stored record, or an empty one.
    pub fn load(database: &Database, table: &str) -> Sweeper {
        let bytes = database.record(&Sweeper::key(table));
        bytes.and_then(|bytes| Sweeper::from_bytes(bytes).checked()).unwrap_or_default()
    }
}

/// Schedules the next run, unless an earlier one is scheduled. Call it after writes to the table and after changes of its rule.
pub(crate) fn schedule(
    table: &Table,
    dials: &Dials,
    (database, zones): (&Database, Option<&Arc<Zones>>),
    now: Timestamp,
) -> WriteSet {
    let sweeper = Sweeper::load(database, &table.definition.name);
    let Some(next) = table.expiries.waiting(now).next() else { return WriteSet::default() };
    // The recovery of a zone schedules the run that waited for it.
    let Some(writes_from) = writes_from(now, zones) else { return WriteSet::default() };
    let due_at = next.due_at.max(writes_from);
    let wakes_at = next_wake(due_at, now, dials.time_to_live_sweep_interval_ms);
    if sweeper.wakes_at.is_some_and(|before| before <= wakes_at) {
        return WriteSet::default();
    }
    let after = Sweeper { wakes_at: Some(wakes_at), ..sweeper };
    WriteSet::from_change(Change::record(Sweeper::key(&table.definition.name), Some(after.to_bytes())))
        .then(wakes_at.epoch_ms - now.epoch_ms, Work::Task(sweep_task(table)))
}

/// Returns when deletions can be written, or `None` while too few zones are left.
fn writes_from(now: Timestamp, zones: Option<&Arc<Zones>>) -> Option<Timestamp> {
    zones.map_or(Some(now), |zones| zones.writes_from(now))
}

/// Returns the time of a run: a multiple of the interval, or the time when an item is due if there is no interval.
fn next_wake(due_at: Timestamp, now: Timestamp, interval_ms: u64) -> Timestamp {
    let soonest_ms = due_at.epoch_ms.max(now.epoch_ms + 1);
    match interval_ms {
        0 => Timestamp::from_epoch_ms(soonest_ms),
        _ => Timestamp::from_epoch_ms(soonest_ms.div_ceil(interval_ms).saturating_mul(interval_ms)),
    }
}

/// The most items that one run deletes. The next run, a millisecond later, goes on. So a jump of the clock can be stopped inside a sweep.
const SWEPT_AT_ONCE: usize = 1_000;

/// Deletes the expired items. The remaining items determine the next run. Deletes nothing while a partition has no leader.
pub(crate) fn perform(table: &Table, context: TaskContext) -> WriteSet {
    let now = context.due.at;
    let name = &table.definition.name;
    let sweeper = Sweeper::load(context.database, name);
    if sweeper.wakes_at != Some(now) {
        // The run was rescheduled to another time.
        return WriteSet::default();
    }
    let can_write = writes_from(now, context.service.zones()) == Some(now);
    let is_free = |key: &KeyBytes| can_write && context.locks.lock_owner(name, key).is_none();
    let mut free = table.expiries.due(now).map(|expiry| expiry.key).filter(|key| is_free(key));
    let due: Vec<KeyBytes> = free.by_ref().take(SWEPT_AT_ONCE).collect();
    let goes_on = free.next().is_some();
    let mut writes = WriteSet::default();
    for key in &due {
        writes.append(deletion(table, key, now, context.config.delays.index_propagation_ms));
    }
    let count = due.len() as u64;
    let mut after = Sweeper { wakes_at: goes_on.then(|| now.plus_ms(1)), ..sweeper };
    if let Some(first) = due.first().and_then(|key| table.items.get(key)) {
        after.swept += count;
        after.swept_at = Some(now);
        count_deleted(name, count, now, context.database, context.config, context.unconditional_records);
        let first = table.definition.key.key_of(&first);
        context.trace.emit(|| EventKind::Swept { table: name.clone(), count, first, at: now });
    }
    writes.changes.push(Change::record(Sweeper::key(name), Some(after.to_bytes())));
    if goes_on { writes.then(1, Work::Task(sweep_task(table))) } else { writes }
}

fn sweep_task(table: &Table) -> Task {
    let table = Some(table.definition.reference());
    Task { kind: TaskKind::TIME_TO_LIVE_SWEEP, table, payload: [].into() }
}

fn deletion(table: &Table, key: &KeyBytes, now: Timestamp, delay_ms: u64) -> WriteSet {
    let recorded = RecordingMark { at: now, taken_back: false, by: RecordedBy::Service };
    let before = || table.items.packed(key).cloned();
    write_item(&table.definition, key.clone(), before, None, Some(recorded), delay_ms)
}
