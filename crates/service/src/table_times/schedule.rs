//! When the changes of a table end. Each kind of change has a task of its own, because several can take place at once: the
//! encryption beside the stream, the throughput while an index is being filled.

use dynalab_engine::codec::record_form;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::scheduler::{Task, TaskKind, Work};
use dynalab_engine::database::table::{BillingMode, Table, TableDefinition, TableStatus};
use dynalab_engine::execution::lifecycle::{activated, warm_up, with_capacity};
use dynalab_engine::execution::table_action::TableAction;
use dynalab_engine::registry::Checked;
use dynalab_engine::settings::durations::Timed;
use dynalab_types::Timestamp;
use dynalab_types::binary::Malformed;
use serde::{Deserialize, Serialize};

use crate::backfill;
use crate::complete::{Context, TaskContext};
use crate::table_times::{
    CapacityChange, ClassChange, EncryptionChange, IndexChange, StreamChange, TableTimes, TimingContext,
};

/// The change that a task ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Ending {
    Capacity,
    Stream,
    TableClass,
    WarmThroughput,
}

impl Ending {
    fn task(self, definition: &TableDefinition, kind: TaskKind) -> Work {
        let table = Some(definition.reference());
        Work::Task(Task { kind, table, payload: record_form::write(&self).into() })
    }

    fn from_bytes(bytes: &[u8]) -> Result<Ending, Malformed> {
        record_form::read(bytes, |_| Err(Malformed))
    }
}

/// Checks the payload of a task.
pub(crate) fn check_payload(bytes: &[u8]) -> Result<(), Malformed> {
    Ending::from_bytes(bytes).map(drop)
}

/// A changed table on its way to the writes.
struct Changing<'a> {
    timing: TimingContext<'a>,
    table: &'a Table,
    after: &'a mut TableDefinition,
    times: TableTimes,
    writes: WriteSet,
}

/// Schedules the end of what a request changes, and sets the status of the table until then.
pub(crate) fn schedule_update(
    context: &Context,
    table: &Table,
    after: &mut TableDefinition,
    actions: &[TableAction],
    work: Vec<Work>,
) -> WriteSet {
    let timing = TimingContext::of(context);
    let times = timing.times(&table.definition.name);
    let before = times.clone();
    let mut changing = Changing { timing, table, after, times, writes: WriteSet::default() };
    changing.change_capacity(actions.contains(&TableAction::Throughput));
    changing.change_stream();
    changing.change_class();
    changing.change_encryption();
    changing.warm_up();
    changing.change_protection();
    changing.change_index(context, work);
    let Changing { times, mut writes, .. } = changing;
    if times != before {
        writes.changes.push(times.change(&table.definition.name));
    }
    writes
}

impl Changing<'_> {
    fn takes_ms(&self, timed: Timed) -> u64 {
        self.timing.duration_ms(&self.table.definition, timed)
    }

    fn until(&self, takes_ms: u64) -> Timestamp {
        self.timing.now.plus_ms(takes_ms)
    }

    /// Schedules the end of a change during which the table is UPDATING.
    fn update(&mut self, takes_ms: u64, ending: Ending) {
        if takes_ms > 0 {
            self.after.status = TableStatus::Updating;
        }
        self.writes.later.push((takes_ms, ending.task(self.after, TaskKind::TABLE_CHANGE)));
    }

    fn change_capacity(&mut self, of_table: bool) {
        let Some(pending) = &self.after.pending else { return };
        let was = self.table.definition.billing;
        let was_on_demand = (pending.billing != was).then_some(was == BillingMode::PayPerRequest);
        let only_indexes = was_on_demand.is_none() && !of_table;
        let timed = match was_on_demand {
            Some(true) => Timed::ToProvisioned,
            // The date is that of the last change to on demand, or of the creation.
            Some(false) if self.table.definition.on_demand_since.is_some() => Timed::BackToOnDemand,
            Some(false) => Timed::FirstToOnDemand,
            None if only_indexes => Timed::IndexThroughput,
            None => Timed::Throughput,
        };
        let takes_ms = self.takes_ms(timed);
        let until = self.until(takes_ms);
        self.times.capacity = Some(CapacityChange { until, only_indexes, was_on_demand });
        match only_indexes {
            true => {
                if takes_ms > 0 {
                    self.after.status = self.table.definition.status;
                }
                let task = Ending::Capacity.task(self.after, TaskKind::TABLE_SETTING);
                self.writes.later.push((takes_ms, task));
            }
            false => self.update(takes_ms, Ending::Capacity),
        }
    }

    fn change_stream(&mut self) {
        if self.after.settings.stream == self.table.definition.settings.stream {
            return;
        }
        let Some(stream) = &self.after.settings.stream else { return };
        let (label, enables) = (stream.label.to_string(), stream.enabled);
        let takes_ms = self.takes_ms(Timed::Stream);
        if takes_ms > 0 {
            self.times.stream = Some(StreamChange { until: self.until(takes_ms), label, enables });
            self.update(takes_ms, Ending::Stream);
        }
    }

    fn change_class(&mut self) {
        let Some(class) = self.times.cool_downs.note_class(self.timing, self.table, self.after) else {
            return;
        };
        let takes_ms = self.takes_ms(Timed::TableClass);
        if takes_ms > 0 {
            self.times.class = Some(ClassChange { until: self.until(takes_ms), class });
            self.update(takes_ms, Ending::TableClass);
        }
    }

    fn change_encryption(&mut self) {
        if self.after.settings.encryption == self.table.definition.settings.encryption {
            return;
        }
        self.times.cool_downs.note_encryption(self.timing);
        let (after, before) = (&self.after.settings.encryption, &self.table.definition.settings.encryption);
        let key = after.as_ref().or(before.as_ref()).and_then(|encryption| encryption.key.as_deref());
        let until = self.until(self.takes_ms(Timed::Encryption));
        self.times.encryption = Some(EncryptionChange { until, key: key.map(str::to_owned) });
    }

    fn warm_up(&mut self) {
        let is_wanted = self.after.warm.wanted.is_some()
            || self.after.indexes.iter().any(|index| index.warm.wanted.is_some());
        if !is_wanted || self.times.warm_until.is_some() {
            return;
        }
        let takes_ms = self.takes_ms(Timed::WarmThroughput);
        self.times.warm_until = Some(self.until(takes_ms));
        let task = Ending::WarmThroughput.task(self.after, TaskKind::TABLE_SETTING);
        self.writes.later.push((takes_ms, task));
    }

    fn change_protection(&mut self) {
        if self.after.deletion_protection != self.table.definition.deletion_protection {
            self.times.cool_downs.note_protection(self.timing, self.table);
        }
    }

    /// Returns the milliseconds until the table of a new index is ACTIVE again, and until the index of an empty table is. Where
    /// both are a setting's value, the table of a vector index is UPDATING only as long as other changes take.
    fn index_periods(&self, index: &str) -> (u64, u64) {
        let allocated_ms = self.takes_ms(Timed::IndexAllocation);
        let filled_ms = self.takes_ms(Timed::IndexCreation).max(allocated_ms);
        match self.after.index(index).is_none() && allocated_ms == filled_ms {
            true => (self.timing.config.delays.table_change_ms.min(filled_ms), filled_ms),
            false => (allocated_ms, filled_ms),
        }
    }

    /// Schedules the end of an index that is created or deleted. The other work has its own ending.
    fn change_index(&mut self, context: &Context, work: Vec<Work>) {
        for work in work {
            let (index, takes_ms, allocated_ms) = match &work {
                Work::FinishIndexCreate { index, .. } => {
                    let periods = self.index_periods(index);
                    let takes_ms = match self.after.index(index) {
                        Some(_) => backfill::plan(context, self.table, index, periods, &mut self.writes),
                        None => backfill::wait(self.table, index, periods, &mut self.writes),
                    };
                    (index.to_string(), takes_ms, periods.0)
                }
                Work::FinishIndexDelete { index, .. } => {
                    let takes_ms = self.takes_ms(Timed::IndexDeletion);
                    (index.to_string(), takes_ms, takes_ms)
                }
                _ => continue,
            };
            let (allocated, until) = (self.until(allocated_ms), self.until(takes_ms));
            self.times.index = Some(IndexChange { index, allocated, until });
            self.writes.later.push((takes_ms, work));
        }
    }
}

/// Schedules the end of a change of capacity that auto scaling makes. Returns the writes with the changed table.
pub(crate) fn scale(timing: TimingContext, table: &Table, mut after: TableDefinition) -> WriteSet {
    let times = timing.times(&table.definition.name);
    let mut changing = Changing { timing, table, after: &mut after, times, writes: WriteSet::default() };
    changing.change_capacity(true);
    let Changing { times, writes: later, .. } = changing;
    let mut writes = WriteSet::from_change(Change::alter_table(after));
    writes.changes.push(times.change(&table.definition.name));
    writes.append(later);
    writes
}

/// Ends a change of a table.
pub(crate) fn perform(task: &Task, table: &Table, context: TaskContext) -> WriteSet {
    let Some(ending) = Ending::from_bytes(&task.payload).checked() else { return WriteSet::default() };
    let name = &table.definition.name;
    let mut times = TableTimes::load(context.database, name);
    let mut after = match task.kind {
        TaskKind::TABLE_CHANGE => activated(&table.definition),
        _ => table.definition.as_ref().clone(),
    };
    match ending {
        Ending::Capacity => {
            times.capacity = None;
            after = with_capacity(&after, context.due.at);
        }
        Ending::Stream => times.stream = None,
        Ending::TableClass => times.class = None,
        Ending::WarmThroughput => {
            times.warm_until = None;
            warm_up(&mut after);
        }
    }
    let mut writes = WriteSet::from_change(Change::alter_table(after));
    writes.changes.push(times.change(name));
    writes
}
