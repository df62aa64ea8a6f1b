//! The backfill of a new global index from the items of its table. It takes time for each item. Descriptions count the entries
//! so far. No request can read them before the index is ACTIVE, so they are stored only at the end.

use std::sync::Arc;

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::rows::Rows;
use dynalab_engine::database::scheduler::{Task, TaskKind, Work};
use dynalab_engine::database::table::{IndexDefinition, Table, TableDefinition, TableStatus};
use dynalab_engine::registry::vector_index::VectorIndexDefinition;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::response::table_description::Figures;
use dynalab_types::binary::{Malformed, Reader};
use dynalab_types::{PackedItem, Timestamp};
use serde::{Deserialize, Serialize};

use crate::complete::Context;

/// The time in which an index was or will be filled. An index without one was created with its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Backfill {
    pub begins: Timestamp,
    pub ends: Timestamp,
    /// The number of items in the table when the index was requested.
    pub items: u64,
}

impl Backfill {
    fn record_key(table: &str, index: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::INDEX_BACKFILL, table, index)
    }

    /// Returns the backfill of an index, unless it takes no time.
    pub fn load(database: &Database, table: &str, index: &str) -> Option<Backfill> {
        let bytes = database.record(&Backfill::record_key(table, index))?;
        Backfill::from_bytes(bytes).checked().filter(|backfill| backfill.begins < backfill.ends)
    }

    fn to_bytes(self) -> Vec<u8> {
        record_form::write(&self)
    }

    /// Reads the bytes of `to_bytes`.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Backfill, Malformed> {
        record_form::read(bytes, Backfill::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<Backfill, Malformed> {
        Ok(Backfill {
            begins: Timestamp::from_epoch_ms(reader.unsigned()?),
            ends: Timestamp::from_epoch_ms(reader.unsigned()?),
            items: reader.unsigned()?,
        })
    }

    /// Returns the number of items processed so far.
    pub fn looked_at(&self, now: Timestamp) -> u64 {
        let (begins, ends) = (self.begins.epoch_ms, self.ends.epoch_ms);
        if now >= self.ends {
            return self.items;
        }
        let passed = u128::from(now.epoch_ms.saturating_sub(begins));
        (u128::from(self.items) * passed / u128::from((ends - begins).max(1))) as u64
    }
}

/// Stores the plan of a new index's backfill. `periods` are the milliseconds until its table is ACTIVE again, and until the index
/// of an empty table is. Returns how long it takes in all, in milliseconds.
pub(crate) fn plan(
    context: &Context,
    table: &Table,
    index: &Arc<str>,
    periods: (u64, u64),
    writes: &mut WriteSet,
) -> u64 {
    let name = &table.definition.name;
    let rate = context.config.dials.as_ref().map_or(0, |dials| dials.index_backfill_units);
    let items = table.items.len() as u64;
    let takes_ms = items.saturating_mul(1_000).checked_div(rate).unwrap_or(0);
    let (allocated_ms, empty_ms) = periods;
    let total_ms = empty_ms + takes_ms;
    let (begins, ends) = (context.now.plus_ms(allocated_ms), context.now.plus_ms(total_ms));
    let backfill = Backfill { begins, ends, items };
    let key = Backfill::record_key(name, index);
    writes.changes.push(Change::record(key, Some(backfill.to_bytes())));
    wait(table, index, (allocated_ms, total_ms), writes)
}

/// Schedules the time at which the table of a new index is ACTIVE again, if that is before the index is. Returns when the index
/// is, in milliseconds.
pub(crate) fn wait(
    table: &Table,
    index: &Arc<str>,
    (allocated_ms, total_ms): (u64, u64),
    writes: &mut WriteSet,
) -> u64 {
    if total_ms > allocated_ms {
        let table = Some(table.definition.reference());
        let task = Task { kind: TaskKind::INDEX_BACKFILL, table, payload: index.as_bytes().into() };
        writes.later.push((allocated_ms, Work::Task(task)));
    }
    total_ms
}

/// Returns when a table or global index began to save unused capacity: when it was created, or when its backfill began.
pub(crate) fn capacity_since(context: &Context, table: &Table, index: Option<&IndexDefinition>) -> Timestamp {
    let definition = &table.definition;
    let backfill = index.and_then(|index| {
        let bytes = context.record(&Backfill::record_key(&definition.name, &index.name))?;
        Backfill::from_bytes(bytes).checked()
    });
    backfill.map_or(definition.created_at, |backfill| backfill.begins)
}

/// Returns the entries that a backfill has made so far. `None` for an ACTIVE index, or without a backfill.
pub(crate) fn entries(
    database: &Database,
    table: &Table,
    index: &IndexDefinition,
    now: Timestamp,
) -> Option<Figures> {
    if index.is_filled() {
        return None;
    }
    let looked_at = Backfill::load(database, &table.definition.name, &index.name)?.looked_at(now);
    let mut figures = Figures::default();
    for (_, item) in table.items.iter().take(looked_at as usize) {
        let item = item.unpack();
        if index.accepts_item(&item) {
            figures.items += 1;
            figures.bytes += index.projected.entry_size_bytes(&item);
        }
    }
    Some(figures)
}

/// Starts the backfill. From now on its table can be changed and deleted again.
pub(crate) fn begin(task: &Task, table: &Table) -> WriteSet {
    let is_meant = |index: &IndexDefinition| {
        index.name.as_bytes() == task.payload.as_ref() && index.status == TableStatus::Creating
    };
    let definition = &table.definition;
    let is_vector = |index: &VectorIndexDefinition| {
        index.name.as_bytes() == task.payload.as_ref() && index.status == TableStatus::Creating
    };
    let is_known = definition.indexes.iter().any(is_meant) || table.vectors.definitions().any(is_vector);
    if definition.status != TableStatus::Updating || !is_known {
        return WriteSet::default();
    }
    let after = TableDefinition { status: TableStatus::Active, ..definition.as_ref().clone() };
    WriteSet::from_change(Change::alter_table(after))
}

/// Counts those of the first items that have all key attributes of the index but no entry. One of their values has a wrong type
/// or size.
pub(crate) fn skipped(index: &IndexDefinition, items: &Rows, first: u64) -> u64 {
    let is_skipped = |item: &PackedItem| {
        let item = item.unpack();
        let is_there = index.key.attributes().all(|attribute| item.get(&attribute.name).is_some());
        is_there && !index.accepts_item(&item)
    };
    items.iter().take(first as usize).filter(|(_, item)| is_skipped(item)).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backfill_is_read_with_a_version_and_without() {
        const BEFORE: &[u8] = &[172, 2, 244, 3, 7];
        let kept =
            Backfill { begins: Timestamp::from_epoch_ms(300), ends: Timestamp::from_epoch_ms(500), items: 7 };
        assert_eq!(Backfill::from_bytes(BEFORE), Ok(kept));
        assert_eq!(Backfill::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
