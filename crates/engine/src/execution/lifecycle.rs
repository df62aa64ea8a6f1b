//! Background work of tables and indexes: they become ACTIVE or are deleted, and global indexes receive delayed writes.

use dynalab_types::Timestamp;

use crate::database::Database;
use crate::database::change::{Change, WriteSet};
use crate::database::scheduler::{DueTime, Scheduler, TaskKind, Work};
use crate::database::stream::Stream;
use crate::database::table::{BillingMode, Table, TableDefinition, TableStatus};
use crate::registry::backup::Backup;
use crate::registry::contributor_insights::ContributorInsights;

/// Returns the changes of due work, or none if its table was deleted. `arrivals` is the number of entries added to the
/// scheduler so far.
pub(crate) fn perform<S: WorkService>(
    due: DueTime,
    work: &Work,
    database: &Database,
    (scheduler, arrivals): (&Scheduler, u64),
) -> WriteSet {
    let at = due.at;
    if let Work::ForgetToken { token } = work {
        return WriteSet::from_change(Change::Token { token: token.clone(), before: None, after: None });
    }
    let Some(table) = work.table().and_then(|table| table.find(database)) else { return WriteSet::default() };
    if let Some(writes) = S::perform_work(work, table, (scheduler, database), at) {
        return writes;
    }
    match work {
        Work::FinishTableChange { .. } => finished_table(table, at),
        Work::FinishTableDelete { .. } => deleted_table(table, database, at),
        // The index was deleted while it was being filled.
        Work::FinishIndexCreate { index, .. } if !is_being_created(table, index) => WriteSet::default(),
        Work::FinishIndexCreate { index, .. } => {
            let backfill =
                Change::Backfill { table: table.definition.name.clone(), index: index.clone(), filled: true };
            let mut definition = definition_after_index(table, scheduler, at);
            for found in definition.indexes.iter_mut().filter(|found| found.name == *index) {
                found.status = TableStatus::Active;
                found.filled_after = arrivals;
            }
            let mut writes = WriteSet::from_change(backfill);
            writes.changes.push(Change::alter_table(definition));
            writes
        }
        Work::FinishIndexDelete { index, .. } => {
            let mut definition = finished(&table.definition, at);
            definition.indexes.retain(|found| found.name != *index);
            let keys_left = |name: &str| {
                definition.key.contains(name)
                    || table.has_search_attribute(name)
                    || definition.indexes.iter().any(|index| index.key.contains(name))
            };
            let definitions = definition.attribute_definitions.clone();
            definition.attribute_definitions =
                definitions.into_iter().filter(|(name, _)| keys_left(name)).collect();
            let mut writes = WriteSet::from_change(Change::alter_table(definition));
            let insights = ContributorInsights::key_of(&table.definition.name, index);
            if database.record(&insights).is_some() {
                writes.changes.push(Change::record(insights, None));
            }
            writes.changes.extend(S::forget_index(database, table, index));
            writes
        }
        Work::PropagateToIndexes { key, before, after, .. } => WriteSet::from_change(Change::IndexEntries {
            arrival: due.arrival,
            table: table.definition.name.clone(),
            key: key.clone(),
            before: before.clone(),
            after: after.clone(),
        }),
        Work::ForgetToken { .. } | Work::Task(_) => WriteSet::default(),
    }
}

/// Deletes a table with its records, and closes its streams. A table with point-in-time recovery leaves a backup.
fn deleted_table(table: &Table, database: &Database, at: Timestamp) -> WriteSet {
    let mut writes = WriteSet::default();
    if table.definition.settings.recovery.is_some() {
        writes
            .changes
            .push(Backup::of_deleted_table(table, at, database).kept(&table.items, database.prepared()));
    }
    writes.changes.push(Change::drop_table(table.definition.name.clone()));
    let open = table.definition.settings.open_stream().and_then(|arn| database.stream(arn).ok());
    let log = table.definition.recovery_log().and_then(|arn| database.recovery_log(&arn));
    writes.changes.extend(open.into_iter().chain(log).map(Stream::close));
    let records = database.registry().of_table(&table.definition.name);
    writes.changes.extend(records.map(|key| Change::record(key.clone(), None)));
    writes
}

fn is_being_created(table: &Table, index: &str) -> bool {
    table.definition.index(index).is_some_and(|index| index.status == TableStatus::Creating)
}

/// Finishes a table. The indexes of a restored table with items are filled now.
fn finished_table(table: &Table, at: Timestamp) -> WriteSet {
    let definition = &table.definition;
    let mut writes = WriteSet::default();
    if definition.status == TableStatus::Creating && !table.items.is_empty() {
        let filled = definition.indexes.iter().map(|index| Change::Backfill {
            table: definition.name.clone(),
            index: index.name.clone(),
            filled: true,
        });
        writes.changes.extend(filled);
    }
    writes.changes.push(Change::alter_table(finished(definition, at)));
    writes
}

/// Returns the definition with which an index that is ACTIVE now leaves its table. If another request has changed the table
/// meanwhile, the settings of that request stay pending until its own work is due.
pub(crate) fn definition_after_index(table: &Table, scheduler: &Scheduler, at: Timestamp) -> TableDefinition {
    let definition = &table.definition;
    let is_of_table = |work: &Work| work.table().is_some_and(|table| *table == definition.reference());
    let has = |kind: TaskKind| {
        let is_kind = |work: &Work| matches!(work, Work::Task(task) if task.kind == kind);
        scheduler.iter().any(|(_, work)| is_kind(work) && is_of_table(work))
    };
    let change = Work::FinishTableChange { table: definition.reference() };
    if scheduler.iter().any(|(_, work)| *work == change) || has(TaskKind::TABLE_CHANGE) {
        definition.as_ref().clone()
    } else if has(TaskKind::TABLE_SETTING) {
        activated(definition)
    } else {
        finished(definition, at)
    }
}

/// Returns the definition with the status ACTIVE, and with its pending settings as they are.
pub fn activated(definition: &TableDefinition) -> TableDefinition {
    let mut after = definition.clone();
    if after.status != TableStatus::Deleting {
        after.status = TableStatus::Active;
    }
    after
}

/// Returns the definition with its pending settings applied and the status ACTIVE.
pub(crate) fn finished(definition: &TableDefinition, at: Timestamp) -> TableDefinition {
    let mut after = with_capacity(&activated(definition), at);
    warm_up(&mut after);
    for index in &mut after.indexes {
        if definition.status == TableStatus::Creating {
            index.status = TableStatus::Active;
        }
    }
    after
}

/// Returns the definition with its pending throughput and mode applied. The warm throughput is at least that of before.
pub fn with_capacity(definition: &TableDefinition, at: Timestamp) -> TableDefinition {
    let mut after = definition.clone();
    let was = definition.billing;
    let table_units = definition.warm.units(was, &definition.throughput);
    if let Some(pending) = after.pending.take() {
        if pending.billing == BillingMode::PayPerRequest && after.billing != BillingMode::PayPerRequest {
            after.on_demand_since = Some(at);
        }
        after.billing = pending.billing;
        after.throughput = pending.throughput;
        for index in &mut after.indexes {
            if let Some(throughput) = pending.index_throughput.get(&index.name) {
                index.throughput = *throughput;
            }
        }
    }
    if after.billing != was && after.billing == BillingMode::Provisioned {
        after.on_demand_throughput = None;
        after.indexes.iter_mut().for_each(|index| index.on_demand_throughput = None);
    }
    after.warm.keep(table_units, after.billing, &after.throughput);
    for (index, before) in after.indexes.iter_mut().zip(&definition.indexes) {
        index.warm.keep(before.warm.units(was, &before.throughput), after.billing, &index.throughput);
        if index.status == TableStatus::Updating {
            index.status = TableStatus::Active;
        }
    }
    after
}

/// Applies the requested warm throughput of the table and its indexes.
pub fn warm_up(after: &mut TableDefinition) {
    let billing = after.billing;
    after.warm.finish(after.warm.units(billing, &after.throughput), billing, &after.throughput);
    for index in &mut after.indexes {
        index.warm.finish(index.warm.units(billing, &index.throughput), billing, &index.throughput);
    }
}

/// The simulation of DynamoDB for due work. The default methods do nothing.
pub trait WorkService {
    /// Performs work of the scheduler on an existing table in place of the engine, or returns `None`.
    fn perform_work(
        _work: &Work,
        _table: &Table,
        _known: (&Scheduler, &Database),
        _at: Timestamp,
    ) -> Option<WriteSet> {
        None
    }

    /// Returns the changes that delete the records of a deleted index.
    fn forget_index(_database: &Database, _table: &Table, _index: &str) -> Vec<Change> {
        Vec::new()
    }
}
