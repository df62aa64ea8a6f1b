//! All items of a new table, which are stored at once.

use dynalab_types::PackedItem;

use crate::database::StateService;
use crate::database::item_collections::ItemCollections;
use crate::database::prepared::Prepared;
use crate::database::rows::Rows;
use crate::database::table::{IndexRows, Table, TableDefinition};

/// The items of a table with what is counted of them, so that storing them takes no time for each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewItems {
    pub rows: Rows,
    /// The total size of the items in bytes.
    pub size_bytes: u64,
    pub(crate) collections: ItemCollections,
}

impl NewItems {
    /// Counts the items for a table with this definition.
    pub fn of_rows(rows: Rows, definition: &TableDefinition) -> NewItems {
        let size_bytes = rows.iter().map(|(_, item)| item.size_bytes()).sum();
        NewItems::with_size(rows, size_bytes, definition)
    }

    /// Does the same for items whose total size is known.
    pub fn with_size(rows: Rows, size_bytes: u64, definition: &TableDefinition) -> NewItems {
        let collections = ItemCollections::of_items(definition, &rows);
        NewItems { rows, size_bytes, collections }
    }
}

impl Table {
    /// Returns the items for a new table with the same keys and local indexes. The two share the rows, so this takes no time for each.
    pub fn to_new_items(&self) -> NewItems {
        NewItems {
            rows: self.items.clone(),
            size_bytes: self.size_bytes,
            collections: self.collections.clone(),
        }
    }

    /// Stores new items with what follows from them. The result is that of a write of each item.
    pub(crate) fn add_items<S: StateService>(&mut self, new: &NewItems, prepared: &Prepared) {
        if !self.items.is_empty() {
            new.rows.iter().for_each(|(key, item)| drop(self.write::<S>(key, Some(item.clone()), true)));
            return;
        }
        self.items = new.rows.clone();
        self.size_bytes = new.size_bytes;
        self.collections = new.collections.clone();
        if self.follows_items() {
            new.rows.iter().for_each(|(key, item)| S::follow_item(self, key, None, Some(item)));
        }
        self.fill_indexes(prepared);
    }

    /// Removes new items again.
    pub(crate) fn remove_items<S: StateService>(&mut self, new: &NewItems) {
        if self.items.len() != new.rows.len() || !self.items.differences_since(&new.rows).is_empty() {
            new.rows.iter().for_each(|(key, _)| drop(self.write::<S>(key, None, true)));
            return;
        }
        self.items = Rows::default();
        self.size_bytes = 0;
        self.collections = ItemCollections::default();
        if self.follows_items() {
            new.rows.iter().for_each(|(key, item)| S::follow_item(self, key, Some(item), None));
        }
        self.fill_indexes(&Prepared::default());
    }

    /// Returns true if more than indexes is derived from each item.
    fn follows_items(&self) -> bool {
        self.vectors.iter().next().is_some() || self.expiries.rule().is_some()
    }

    fn fill_indexes(&mut self, prepared: &Prepared) {
        let definition = self.definition.clone();
        for index in definition.indexes.iter().filter(|index| index.is_filled()) {
            let rows = prepared.index_rows(index, &self.items);
            self.indexes.insert(index.name.clone(), rows);
        }
    }
}

impl IndexRows {
    /// Applies one write of the table, of which both images are packed.
    pub(crate) fn follow(
        &mut self,
        index: &crate::database::table::IndexDefinition,
        key: &dynalab_types::KeyBytes,
        before: Option<&PackedItem>,
        after: Option<&PackedItem>,
    ) {
        let unpacked = (before.map(PackedItem::unpack), after.map(PackedItem::unpack));
        self.apply_item_change(index, key, unpacked.0.as_ref(), unpacked.1.as_ref().zip(after));
    }
}
