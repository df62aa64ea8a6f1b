//! Auto scaling: compares each minute the consumption of a table with its target. Two minutes above the target increase the
//! throughput. Fifteen minutes below it decrease the throughput, within the quota of decreases.

pub(crate) mod changes;

use dynalab_capacity::scaling::{MINUTE_MS, ScalingHistory};
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::charges::{CapacityKind, Owner};
use dynalab_engine::database::scheduler::{Task, TaskKind, Work};
use dynalab_engine::database::table::{
    BillingMode, IndexKind, PendingSettings, Table, TableDefinition, TableStatus, Throughput,
};
use dynalab_engine::operations::update_table::capacity::changed;
use dynalab_engine::registry::auto_scaling::{AutoScaling, ScaledResource};
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::request::table_members::RequestedThroughput;
use dynalab_engine::settings::dials::Dials;
use dynalab_engine::trace::EventKind;
use dynalab_types::binary::{Malformed, Reader};
use dynalab_types::{SmallMap, Timestamp};
use serde::{Deserialize, Serialize};

use crate::complete::TaskContext;

use crate::partition::Resource;
use crate::scaling::changes::{ScalingChange, ScalingChanges};
use crate::table_times::{TimingContext, schedule};

/// The state between two evaluations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Scaling {
    wakes_at: Option<Timestamp>,
    /// By index (empty for the table) and whether it is for writes.
    watched: SmallMap<(String, bool), ScalingHistory>,
}

/// Schedules an evaluation at the end of the minute, if a table has auto scaling. Call it after a change of the settings, the
/// auto scaling or the items.
pub(crate) fn schedule(table: &Table, dials: &Dials, database: &Database, now: Timestamp) -> WriteSet {
    if dials.auto_scaling == 0 || dials.capacity_limits == 0 || !is_scaled(table, database) {
        return WriteSet::default();
    }
    let scaling = Scaling::load(database, table);
    match scaling.wakes_at.is_some_and(|at| at > now) {
        true => WriteSet::default(),
        false => scaling.awake(table, now),
    }
}

fn is_scaled(table: &Table, database: &Database) -> bool {
    table.definition.billing == BillingMode::Provisioned
        && database.record(&AutoScaling::key(&table.definition.name)).is_some()
}

/// Evaluates a table at the end of a minute.
pub(crate) fn perform(table: &Table, context: TaskContext) -> WriteSet {
    let now = context.due.at;
    let mut scaling = Scaling::load(context.database, table);
    if scaling.wakes_at != Some(now) {
        return WriteSet::default();
    }
    let dials = context.config.dials.as_ref();
    let is_on = dials.is_some_and(|dials| dials.auto_scaling > 0 && dials.capacity_limits > 0);
    if !is_on || !is_scaled(table, context.database) {
        return WriteSet::from_change(Change::record(Scaling::key(table), None));
    }
    let settings = AutoScaling::load(context.database, &table.definition.name);
    let mut wanted = NewThroughput::new(&table.definition);
    let mut changes = Vec::new();
    for (scaled, target) in settings.targets(&context.config.region) {
        let Some(current) = wanted.units(scaled) else { continue };
        let used_milli = used_milli(context.database, table, scaled, now);
        let key = (scaled.index.clone(), scaled.writes);
        let watched = scaling.watched.get_or_insert_with(key, ScalingHistory::default);
        watched.observe(used_milli, current, &target);
        // A table that is being changed accepts no other change.
        if table.definition.status != TableStatus::Active || table.definition.pending.is_some() {
            continue;
        }
        let Some(units) = watched.decide(used_milli, current, &target, now.epoch_ms) else { continue };
        if wanted.set(scaled, units, now) {
            *watched = ScalingHistory { scaled_at_ms: now.epoch_ms, ..ScalingHistory::default() };
            let (index, writes) = (scaled.index.clone(), scaled.writes);
            changes.push(ScalingChange { at: now, index, writes, before: current, after: units });
            let owner = owner(table, scaled);
            let kind = kind(scaled);
            let event = EventKind::Scaled { owner, kind, before: current, after: units, at: now };
            context.trace.emit(|| event);
        }
    }
    let mut writes = scaling.awake(table, now);
    writes.changes.extend(ScalingChanges::with(context.database, &table.definition.name, changes));
    if let Some(definition) = wanted.finish() {
        let timing = TimingContext { database: context.database, config: context.config, now };
        writes.append(schedule::scale(timing, table, definition));
    }
    writes
}

/// Returns the minutes in a row in which the load was above the target, and far below it. Also returns the time of the last
/// scaling.
pub(crate) fn watched_minutes(
    database: &Database,
    table: &Table,
    scaled: &ScaledResource,
) -> (u64, u64, Option<Timestamp>) {
    let scaling = Scaling::load(database, table);
    let watched = scaling.watched.get(&(scaled.index.clone(), scaled.writes)).copied().unwrap_or_default();
    let scaled_at = (watched.scaled_at_ms > 0).then(|| Timestamp::from_epoch_ms(watched.scaled_at_ms));
    (watched.minutes_above, watched.minutes_below, scaled_at)
}

fn kind(scaled: &ScaledResource) -> CapacityKind {
    if scaled.writes { CapacityKind::Write } else { CapacityKind::Read }
}

fn owner(table: &Table, scaled: &ScaledResource) -> Owner {
    let index = table.definition.index(&scaled.index).map(|index| (index.kind, index.name.clone()));
    Owner { table: table.definition.name.clone(), index }
}

/// Returns the consumption of the last complete minute, in thousandths of a unit.
fn used_milli(database: &Database, table: &Table, scaled: &ScaledResource, now: Timestamp) -> u64 {
    let key = Resource::key(&table.definition.name, Some(&scaled.index));
    let known = database.record(&key).and_then(|bytes| Resource::from_bytes(bytes).checked());
    known.map_or(0, |known| known.minutes.get(kind(scaled)).last_minute_milli(now.epoch_ms))
}

/// The new throughput of a table.
struct NewThroughput<'a> {
    before: &'a TableDefinition,
    table: Throughput,
    indexes: SmallMap<std::sync::Arc<str>, Throughput>,
    changes: bool,
}

impl<'a> NewThroughput<'a> {
    fn new(before: &'a TableDefinition) -> NewThroughput<'a> {
        NewThroughput { before, table: before.throughput, indexes: SmallMap::new(), changes: false }
    }

    /// Returns the throughput, or `None` if the index does not exist or is being created.
    fn throughput(&self, index: &str) -> Option<Throughput> {
        if index.is_empty() {
            return Some(self.table);
        }
        let found = self.before.index(index).filter(|found| {
            found.kind == IndexKind::Global
                && matches!(found.status, TableStatus::Active | TableStatus::Updating)
        })?;
        Some(self.indexes.get(index).copied().unwrap_or(found.throughput))
    }

    fn units(&self, scaled: &ScaledResource) -> Option<u64> {
        let throughput = self.throughput(&scaled.index)?;
        Some(if scaled.writes { throughput.write } else { throughput.read })
    }

    /// Sets the throughput. Returns false if the quota of decreases does not allow it. Changes of reads and writes in one
    /// minute count as one change.
    fn set(&mut self, scaled: &ScaledResource, units: u64, now: Timestamp) -> bool {
        let Some(mut after) = self.throughput(&scaled.index) else { return false };
        match scaled.writes {
            true => after.write = units,
            false => after.read = units,
        }
        let found = self.before.index(&scaled.index);
        let before = found.map_or(self.before.throughput, |index| index.throughput);
        let wanted = RequestedThroughput { read: after.read, write: after.write };
        let Ok(after) = changed(before, wanted, now) else { return false };
        match found {
            None => self.table = after,
            Some(index) => drop(self.indexes.insert(index.name.clone(), after)),
        }
        self.changes = true;
        true
    }

    fn finish(self) -> Option<TableDefinition> {
        if !self.changes {
            return None;
        }
        let mut after = self.before.clone();
        after.status = TableStatus::Updating;
        // The dates of the change are visible immediately. The new throughput is visible after the change.
        after.throughput = Throughput {
            read: self.before.throughput.read,
            write: self.before.throughput.write,
            ..self.table
        };
        for index in after.indexes.iter_mut().filter(|index| self.indexes.contains_key(&index.name)) {
            index.status = TableStatus::Updating;
        }
        after.pending = Some(PendingSettings {
            billing: self.before.billing,
            throughput: self.table,
            index_throughput: self.indexes,
        });
        Some(after)
    }
}

impl Scaling {
    fn key(table: &Table) -> RecordKey {
        RecordKey::of_table(RecordKind::SCALING, &table.definition.name, "")
    }

    fn load(database: &Database, table: &Table) -> Scaling {
        let bytes = database.record(&Scaling::key(table));
        bytes.and_then(|bytes| Scaling::from_bytes(bytes).checked()).unwrap_or_default()
    }

    /// Stores the state and schedules the next evaluation at the end of the minute.
    fn awake(mut self, table: &Table, now: Timestamp) -> WriteSet {
        let wakes_at = Timestamp::from_epoch_ms((now.epoch_ms / MINUTE_MS + 1) * MINUTE_MS);
        self.wakes_at = Some(wakes_at);
        let reference = Some(table.definition.reference());
        let task = Task { kind: TaskKind::AUTO_SCALING, table: reference, payload: [].into() };
        WriteSet::from_change(Change::record(Scaling::key(table), Some(self.to_bytes())))
            .then(wakes_at.epoch_ms - now.epoch_ms, Work::Task(task))
    }

    fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Scaling, Malformed> {
        record_form::read(bytes, Scaling::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<Scaling, Malformed> {
        let wakes_at_ms = reader.unsigned()?;
        let mut scaling = Scaling {
            wakes_at: (wakes_at_ms > 0).then(|| Timestamp::from_epoch_ms(wakes_at_ms)),
            ..Scaling::default()
        };
        for _ in 0..reader.count()? {
            let key = (reader.text()?.to_owned(), reader.byte()? == 1);
            let watched = ScalingHistory {
                minutes_above: reader.unsigned()?,
                minutes_below: reader.unsigned()?,
                scaled_at_ms: reader.unsigned()?,
            };
            scaling.watched.insert(key, watched);
        }
        Ok(scaling)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_watched_is_read_with_a_version_and_without() {
        const BEFORE: &[u8] = &[172, 2, 2, 0, 1, 1, 2, 3, 6, 98, 121, 45, 100, 97, 121, 0, 4, 5, 216, 4];
        let watched = |minutes_above, minutes_below, scaled_at_ms| ScalingHistory {
            minutes_above,
            minutes_below,
            scaled_at_ms,
        };
        let mut kept = Scaling { wakes_at: Some(Timestamp::from_epoch_ms(300)), ..Scaling::default() };
        kept.watched.insert((String::new(), true), watched(1, 2, 3));
        kept.watched.insert(("by-day".to_owned(), false), watched(4, 5, 600));
        assert_eq!(Scaling::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(Scaling::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
