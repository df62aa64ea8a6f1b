//! Invariants of every table, asserted after changes in debug builds. Sizes add up, each index matches its projection, and all
//! records can be read.

use dynalab_types::{Item, KeyBytes, PackedItem};

use crate::database::item_collections::ItemCollections;
use crate::database::scheduler::{Scheduler, Work};
use crate::database::table::{IndexDefinition, IndexKind, IndexRows, Table};
use crate::engine::Engine;
use crate::hooks::Service;

impl<S: Service> Engine<S> {
    /// Checks everything before it is stored. Skips global indexes with pending writes.
    pub(crate) fn assert_whole(&self) {
        if !cfg!(debug_assertions) {
            return;
        }
        for (key, bytes) in self.database.registry().iter() {
            debug_assert_eq!(S::check_record(key, bytes), Ok(()), "what is written can be read");
        }
        for table in self.database.all_tables() {
            table.assert_sizes();
            let is_behind = is_behind(table, &self.scheduler);
            let filled = table.definition.indexes.iter().filter(|index| index.is_filled());
            for index in filled.filter(|index| index.kind == IndexKind::Local || !is_behind) {
                table.assert_index(index);
            }
        }
    }
}

/// Returns true if writes to the table are pending for its global indexes.
fn is_behind(table: &Table, scheduler: &Scheduler) -> bool {
    let is_its = |work: &Work| match work {
        Work::PropagateToIndexes { table: written, .. } => written.name == table.definition.name,
        _ => false,
    };
    scheduler.iter().any(|(_, work)| is_its(work))
}

impl Table {
    fn assert_sizes(&self) {
        let items: u64 = self.items.iter().map(|(_, item)| item.size_bytes()).sum();
        debug_assert_eq!(self.size_bytes, items, "the size of table {}", self.definition.name);
        let collections = ItemCollections::of_items(&self.definition, &self.items);
        debug_assert_eq!(self.collections, collections, "the item collections of {}", self.definition.name);
    }

    fn assert_index(&self, index: &IndexDefinition) {
        let expected = IndexRows::of_items(index, &self.items);
        let rows = self.index_rows(&index.name);
        debug_assert!(rows == Some(&expected), "index {} of {}", index.name, self.definition.name);
    }
}

impl IndexRows {
    /// Checks an index after one write: it contains the entry of the current item and not the previous one.
    pub(crate) fn assert_followed(
        &self,
        index: &IndexDefinition,
        table_key: &KeyBytes,
        before: Option<&Item>,
        after: Option<(&Item, &PackedItem)>,
    ) {
        if !cfg!(debug_assertions) {
            return;
        }
        let entry = |item: &Item| index.entry_key(table_key, item);
        let now = after.and_then(|(item, packed)| Some((entry(item)?, packed)));
        if let Some((key, packed)) = &now {
            debug_assert!(self.rows.packed(key) == Some(packed), "index {} misses a write", index.name);
        }
        if let Some(gone) =
            before.and_then(entry).filter(|gone| now.as_ref().is_none_or(|(key, _)| key != gone))
        {
            debug_assert!(self.rows.packed(&gone).is_none(), "index {} keeps what is gone", index.name);
        }
    }
}
