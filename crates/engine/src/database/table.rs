//! A table: its definition, its items in the order of their key bytes, and the entries of its indexes.

mod definition;
pub mod settings;
pub mod tags;
mod terms;
pub mod warm_throughput;

use std::sync::Arc;

use dynalab_types::{Item, KeyBytes, PackedItem, SmallMap};

use crate::database::expiries::Expiries;
use crate::database::item_collections::ItemCollections;
use crate::database::replication_queue::ReplicationQueue;
use crate::database::rows::Rows;
use crate::registry::vector_index::VectorIndexes;

pub use definition::{IndexDefinition, PendingSettings, TableDefinition};
pub use terms::{BillingMode, IndexKind, OnDemandThroughput, TableClass, TableStatus, Throughput};

/// The entries of one index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexRows {
    pub rows: Rows,
    /// The total size of the projected entries in bytes.
    pub size_bytes: u64,
}

impl IndexRows {
    fn put(&mut self, index: &IndexDefinition, table_key: &KeyBytes, item: &Item, packed: &PackedItem) {
        if let Some(key) = index.entry_key(table_key, item) {
            self.size_bytes += index.projected.entry_size_bytes(item);
            if let Some(replaced) = self.rows.insert(key, packed.clone()) {
                self.size_bytes -= index.entry_size_bytes(&replaced);
            }
        }
    }

    fn remove(&mut self, index: &IndexDefinition, table_key: &KeyBytes, item: &Item) {
        if let Some(key) = index.entry_key(table_key, item)
            && let Some(removed) = self.rows.remove(&key)
        {
            self.size_bytes -= index.entry_size_bytes(&removed);
        }
    }

    /// Applies one write of the table. `after` is the item and its packed form.
    pub fn apply_item_change(
        &mut self,
        index: &IndexDefinition,
        table_key: &KeyBytes,
        before: Option<&Item>,
        after: Option<(&Item, &PackedItem)>,
    ) {
        if let Some(before) = before {
            self.remove(index, table_key, before);
        }
        if let Some((after, packed)) = after {
            self.put(index, table_key, after, packed);
        }
    }

    /// Builds all entries for the items of a table.
    pub fn of_items(index: &IndexDefinition, items: &Rows) -> IndexRows {
        let mut rows = IndexRows::default();
        for (key, packed) in items.iter() {
            rows.put(index, key, &packed.unpack(), packed);
        }
        rows
    }
}

/// A table with its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub definition: Arc<TableDefinition>,
    pub items: Rows,
    pub size_bytes: u64,
    pub indexes: SmallMap<Arc<str>, IndexRows>,
    /// Empty in a table without local indexes.
    pub(crate) collections: ItemCollections,
    pub vectors: VectorIndexes,
    pub expiries: Expiries,
    pub replication_queue: ReplicationQueue,
}

impl Table {
    /// Returns a table without items.
    pub fn new(definition: Arc<TableDefinition>) -> Table {
        let indexes =
            definition.indexes.iter().map(|index| (index.name.clone(), IndexRows::default())).collect();
        Table {
            definition,
            items: Rows::default(),
            size_bytes: 0,
            indexes,
            collections: ItemCollections::default(),
            vectors: VectorIndexes::default(),
            expiries: Expiries::default(),
            replication_queue: ReplicationQueue::default(),
        }
    }

    /// Drops what follows from the items and the records of the registry.
    pub(crate) fn drop_derived(&mut self) {
        self.vectors = VectorIndexes::default();
        self.expiries = Expiries::default();
        self.replication_queue = ReplicationQueue::default();
    }

    /// Returns true if a vector index of the table declares the attribute.
    pub(crate) fn has_search_attribute(&self, attribute: &str) -> bool {
        self.vectors.has_search_attribute(attribute)
    }

    /// Returns the size of an item in bytes for write charges and the table's size. A vector has four bytes per dimension.
    #[inline]
    pub fn stored_size_bytes(&self, item: &Item) -> u64 {
        self.vectors.stored_size_bytes(item)
    }

    /// Returns the size of a stored item for read charges. Vectors count as in write charges.
    pub fn read_size_bytes(&self, item: &PackedItem) -> u64 {
        if self.vectors.iter().next().is_none() {
            item.size_bytes()
        } else {
            self.stored_size_bytes(&item.unpack())
        }
    }

    /// Returns the size of all items as DescribeTable reports it: a vector counts four bytes per dimension.
    pub fn stored_table_bytes(&self) -> u64 {
        self.vectors.stored_table_bytes(self.size_bytes)
    }

    /// Returns the entries of an index.
    #[inline]
    pub fn index_rows(&self, name: &str) -> Option<&IndexRows> {
        self.indexes.get(name)
    }
}
