//! The capacity that a write of an item needs in the partitions of its table and global indexes. If an index has no capacity
//! left, the write of the table is throttled.

use dynalab_capacity::index_write::IndexEntryChange;
use dynalab_capacity::{HalfUnits, index_write_units, write_units};
use dynalab_engine::database::charges::CapacityKind;
use dynalab_engine::database::table::{IndexDefinition, IndexKind};
use dynalab_engine::error::DynamoError;
use dynalab_engine::execution::item_write::ItemWrite;
use dynalab_types::{Item, KeyBytes};

use super::admission::{Admission, Draw};
use crate::complete::Context;

/// A draw that owns its key.
struct KeyedDraw<'a> {
    index: Option<&'a IndexDefinition>,
    key: KeyBytes,
    units: HalfUnits,
    growth_bytes: i64,
}

impl KeyedDraw<'_> {
    fn draw(&self) -> Draw<'_> {
        let growth_bytes = self.growth_bytes;
        let (index, key) = (self.index, self.key.as_slice());
        Draw { index, kind: CapacityKind::Write, key, units: self.units, growth_bytes }
    }
}

/// Admits the write and consumes its capacity, or rejects it.
pub(crate) fn admit(
    write: &ItemWrite,
    context: &mut Context,
    table_units: HalfUnits,
) -> Result<(), DynamoError> {
    admit_prepared(write, context, table_units)?;
    take_committed(write, context);
    Ok(())
}

/// Admits a prepared write of a transaction. It consumes only the table's capacity, which a transaction is charged when it
/// is prepared.
pub(crate) fn admit_prepared(
    write: &ItemWrite,
    context: &mut Context,
    table_units: HalfUnits,
) -> Result<(), DynamoError> {
    if context.capacity_rules().is_none() {
        return Ok(());
    }
    let of_table = Draw::write(write.key.as_slice(), table_units);
    context.check_capacity(write.table, &of_table)?;
    for draw in index_draws(write) {
        context.check_capacity(write.table, &draw.draw())?;
    }
    context.take_capacity(write.table, &of_table);
    Ok(())
}

/// Consumes the capacity of the indexes when the item is written.
pub(crate) fn take_committed(write: &ItemWrite, context: &mut Context) {
    if context.capacity_rules().is_none() {
        return;
    }
    let size = |item: &Option<std::sync::Arc<Item>>| {
        item.as_ref().map_or(0, |item| write.table.stored_size_bytes(item))
    };
    let growth_bytes = grown(size(&write.before), size(&write.after));
    let of_table = Draw { growth_bytes, ..Draw::write(write.key.as_slice(), HalfUnits::ZERO) };
    context.take_capacity(write.table, &of_table);
    for draw in index_draws(write) {
        context.take_capacity(write.table, &draw.draw());
    }
}

fn index_draws<'a>(write: &ItemWrite<'a>) -> Vec<KeyedDraw<'a>> {
    let mut draws = Vec::new();
    for index in &write.table.definition.indexes {
        let change = write.entry_change(index);
        match index.kind {
            IndexKind::Global => push_entry_draws(write, index, change, &mut draws),
            IndexKind::Local if index_write_units(change).is_zero() => {}
            IndexKind::Local => draws.push(KeyedDraw {
                index: None,
                key: write.key.clone(),
                units: index_write_units(change),
                growth_bytes: 0,
            }),
        }
    }
    draws
}

/// Adds the draws of an index entry. An entry whose key changes is deleted from one partition and written to another.
fn push_entry_draws<'a>(
    write: &ItemWrite,
    index: &'a IndexDefinition,
    change: IndexEntryChange,
    draws: &mut Vec<KeyedDraw<'a>>,
) {
    let key = |item: &Option<_>| {
        let item: &std::sync::Arc<Item> = item.as_ref()?;
        index.entry_key(&write.key, item)
    };
    let mut push = |key: Option<KeyBytes>, units, growth_bytes| {
        draws.extend(key.map(|key| KeyedDraw { index: Some(index), key, units, growth_bytes }));
    };
    match change {
        IndexEntryChange::Absent | IndexEntryChange::Unchanged => {}
        IndexEntryChange::Added { size_bytes } => {
            push(key(&write.after), write_units(size_bytes), grown(0, size_bytes));
        }
        IndexEntryChange::Removed { size_bytes } => {
            push(key(&write.before), write_units(size_bytes), grown(size_bytes, 0));
        }
        IndexEntryChange::Replaced { before_bytes, after_bytes } => {
            let units = index_write_units(change);
            push(key(&write.after), units, grown(before_bytes, after_bytes));
        }
        IndexEntryChange::Moved { before_bytes, after_bytes } => {
            push(key(&write.before), write_units(before_bytes), grown(before_bytes, 0));
            push(key(&write.after), write_units(after_bytes), grown(0, after_bytes));
        }
    }
}

fn grown(before_bytes: u64, after_bytes: u64) -> i64 {
    after_bytes as i64 - before_bytes as i64
}
