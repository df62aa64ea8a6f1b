//! The write of one item: its capacity, the affected indexes, and the resulting change.

use std::sync::Arc;

use dynalab_capacity::index_write::IndexEntryChange;
use dynalab_capacity::{HalfUnits, index_write_units, write_units};
use dynalab_types::size::ITEM_SIZE_MAX_BYTES;
use dynalab_types::{Item, KeyBytes, PackedItem};

use crate::database::change::{Change, WriteSet};
use crate::database::charges::{CapacityKind, Owner};
use crate::database::stream::{RecordedBy, RecordingMark};
use crate::database::table::{IndexDefinition, IndexKind, Table, TableDefinition};
use crate::error::{DynamoError, KeyError};
use crate::execution::context::{Context, ItemService};
use crate::trace::EventKind;

/// One item before and after the write.
pub struct ItemWrite<'a> {
    pub table: &'a Table,
    pub key: KeyBytes,
    pub before: Option<Arc<Item>>,
    pub after: Option<Arc<Item>>,
}

impl ItemWrite<'_> {
    /// Charges the table and its indexes, and returns the writes.
    ///
    /// # Errors
    /// The write is throttled, or the item collection would become too large.
    pub fn settle<S: WriteService>(self, context: &mut Context<S>) -> Result<WriteSet, DynamoError> {
        let definition = &self.table.definition;
        let units = self.table_units();
        if let Some(most_bytes) = S::collection_limit(context) {
            self.check_collection(most_bytes, |_| 0)?;
        }
        S::admit_write(context, &self, units)?;
        context.charge(Owner::table(&definition.name), CapacityKind::Write, units);
        Ok(self.settle_indexes(context))
    }

    fn table_units(&self) -> HalfUnits {
        let size =
            |item: &Option<Arc<Item>>| item.as_ref().map_or(0, |item| self.table.stored_size_bytes(item));
        write_units(size(&self.before).max(size(&self.after)))
    }

    /// Charges the indexes and returns the writes, if the table has been charged before.
    pub fn settle_indexes<S: WriteService>(self, context: &mut Context<S>) -> WriteSet {
        let definition = &self.table.definition;
        self.trace_write(context);
        for index in &definition.indexes {
            self.charge_index(context, index);
        }
        S::charge_write(context, self.table, self.before.as_ref(), self.after.as_ref());
        if self.before.is_none() && self.after.is_none() {
            return WriteSet::default();
        }
        self.into_writes(context)
    }

    fn trace_write(&self, context: &mut Context<impl WriteService>) {
        let definition = &self.table.definition;
        if let Some(item) = self.after.as_ref().or(self.before.as_ref()) {
            context.trace.emit_item(|| EventKind::Wrote {
                table: definition.name.clone(),
                key: definition.key.key_of(item),
                before: self.before.clone(),
                after: self.after.clone(),
            });
        }
    }

    fn charge_index(&self, context: &mut Context<impl WriteService>, index: &IndexDefinition) {
        let change = self.entry_change(index);
        let units = index_write_units(change);
        if units.is_zero() {
            return;
        }
        let owner = Owner {
            table: self.table.definition.name.clone(),
            index: Some((index.kind, index.name.clone())),
        };
        self.trace_index_write(context, index, change);
        context.charge(owner, CapacityKind::Write, units);
    }

    /// Traces an index write. An entry whose key changes is deleted at its old key and put at its new one.
    fn trace_index_write(
        &self,
        context: &mut Context<impl WriteService>,
        index: &IndexDefinition,
        change: IndexEntryChange,
    ) {
        let mut emit = |item: &Option<Arc<Item>>, before_bytes, after_bytes| {
            if let Some(item) = item {
                context.trace.emit_item(|| EventKind::IndexWrote {
                    index: index.name.clone(),
                    key: index.key.key_of(item),
                    before_bytes,
                    after_bytes,
                });
            }
        };
        match change {
            IndexEntryChange::Absent | IndexEntryChange::Unchanged => {}
            IndexEntryChange::Added { size_bytes } => emit(&self.after, None, Some(size_bytes)),
            IndexEntryChange::Removed { size_bytes } => emit(&self.before, Some(size_bytes), None),
            IndexEntryChange::Replaced { before_bytes, after_bytes } => {
                emit(&self.after, Some(before_bytes), Some(after_bytes));
            }
            IndexEntryChange::Moved { before_bytes, after_bytes } => {
                emit(&self.before, Some(before_bytes), None);
                emit(&self.after, None, Some(after_bytes));
            }
        }
    }

    /// Returns how the write changes the entry of an index.
    pub fn entry_change(&self, index: &IndexDefinition) -> IndexEntryChange {
        let entry = |item: &Option<Arc<Item>>| {
            let item = item.as_ref()?;
            let key = index.entry_key(&self.key, item)?;
            Some((key, item.clone(), index.projected.entry_size_bytes(item)))
        };
        match (entry(&self.before), entry(&self.after)) {
            (None, None) => IndexEntryChange::Absent,
            (None, Some((_, _, size_bytes))) => IndexEntryChange::Added { size_bytes },
            (Some((_, _, size_bytes)), None) => IndexEntryChange::Removed { size_bytes },
            (Some((before_key, before, before_bytes)), Some((after_key, after, after_bytes))) => {
                if before_key != after_key {
                    IndexEntryChange::Moved { before_bytes, after_bytes }
                } else if index.projected.same_entry(&before, &after) {
                    IndexEntryChange::Unchanged
                } else {
                    IndexEntryChange::Replaced { before_bytes, after_bytes }
                }
            }
        }
    }

    fn into_writes(self, context: &mut Context<impl WriteService>) -> WriteSet {
        let definition = &self.table.definition;
        let delay_ms = context.config.delays.index_propagation_ms;
        // The items are compared only if a stream or recovery log records the change.
        let changed = definition.is_recorded() && self.before != self.after;
        let recorded =
            changed.then_some(RecordingMark { at: context.now, taken_back: false, by: RecordedBy::Client });
        let after = self.after.as_deref().map(PackedItem::pack);
        if has_late_indexes(definition, delay_ms) {
            context.trace.emit_item(|| EventKind::IndexScheduled {
                table: definition.name.clone(),
                due: context.now.plus_ms(delay_ms),
            });
        }
        let before = || self.before.as_deref().map(PackedItem::pack);
        write_item(definition, self.key, before, after, recorded, delay_ms)
    }
}

fn has_late_indexes(definition: &TableDefinition, delay_ms: u64) -> bool {
    delay_ms > 0 && definition.indexes_of_kind(IndexKind::Global).next().is_some()
}

/// Returns the change of an item, and the scheduled work for delayed global indexes. A stream and a recovery log of the table
/// record it.
pub fn write_item(
    definition: &TableDefinition,
    key: KeyBytes,
    before: impl FnOnce() -> Option<PackedItem>,
    after: Option<PackedItem>,
    recorded: Option<RecordingMark>,
    delay_ms: u64,
) -> WriteSet {
    let late = has_late_indexes(definition, delay_ms);
    let writes = WriteSet::from_change(Change::Item {
        table: definition.name.clone(),
        key: key.clone(),
        before: None,
        after: after.clone(),
        global_indexes_follow: !late,
        recorded: recorded.filter(|_| definition.is_recorded()),
    });
    if !late {
        return writes;
    }
    writes.then(delay_ms, WriteSet::propagate(definition.reference(), key, before(), after))
}

/// Charges a write whose condition failed: by the larger of the existing item and the item to write.
pub(crate) fn charge_refused_write(
    context: &mut Context<impl WriteService>,
    table: &Table,
    key: &KeyBytes,
    before: Option<&Arc<Item>>,
    after_bytes: u64,
) -> Result<(), DynamoError> {
    let units = write_units(before.map_or(0, |item| table.stored_size_bytes(item)).max(after_bytes));
    context.admit_one(table, CapacityKind::Write, key, units)?;
    context.charge(Owner::table(&table.definition.name), CapacityKind::Write, units);
    Ok(())
}

/// Checks that an item to put is not larger than 400 KB.
///
/// # Errors
/// The item is larger than 400 KB.
pub fn check_item_size(item: &Item) -> Result<(), DynamoError> {
    if item.size_bytes() > ITEM_SIZE_MAX_BYTES { Err(KeyError::ItemTooLarge.into()) } else { Ok(()) }
}

/// Checks that an item after an update is not larger than 400 KB.
pub(crate) fn check_updated_item_size(item: &Item) -> Result<(), DynamoError> {
    if item.size_bytes() > ITEM_SIZE_MAX_BYTES { Err(KeyError::UpdatedItemTooLarge.into()) } else { Ok(()) }
}

/// The simulation of DynamoDB for writes of items. The default methods are the plain engine.
pub trait WriteService: ItemService {
    /// Returns the maximum size of an item collection in bytes, or `None` without a limit.
    fn collection_limit(_context: &Context<Self>) -> Option<u64> {
        None
    }

    /// Admits the write of an item and of its index entries.
    ///
    /// # Errors
    /// A throttling error if the capacity is exceeded.
    fn admit_write(
        _context: &mut Context<Self>,
        _write: &ItemWrite,
        _units: HalfUnits,
    ) -> Result<(), DynamoError> {
        Ok(())
    }

    /// Admits a write that a transaction prepares.
    ///
    /// # Errors
    /// A throttling error if the capacity is exceeded.
    fn admit_prepared<'a>(
        _context: &mut Context<Self>,
        _write: impl FnOnce() -> ItemWrite<'a>,
        _units: HalfUnits,
    ) -> Result<(), DynamoError> {
        Ok(())
    }

    /// Called when a prepared write of a transaction is committed.
    fn take_committed(_context: &mut Context<Self>, _write: &ItemWrite) {}

    /// Charges costs of a write other than the units of the table and its indexes.
    fn charge_write(
        _context: &mut Context<Self>,
        _table: &Table,
        _before: Option<&Arc<Item>>,
        _after: Option<&Arc<Item>>,
    ) {
    }
}
