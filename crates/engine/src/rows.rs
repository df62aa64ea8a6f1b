//! Items in the order of their key bytes, packed: what a table and each of its indexes keep.

use std::collections::BTreeMap;
use std::ops::RangeBounds;
use std::sync::Arc;

use dynalab_types::{Item, KeyBytes, PackedItem};

/// Entries of an index hold the same allocation as the table; what an index does not project is left out when it is
/// read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    rows: BTreeMap<KeyBytes, PackedItem>,
}

impl Rows {
    /// Unpacked, to be looked at.
    pub fn get(&self, key: &KeyBytes) -> Option<Arc<Item>> {
        self.packed(key).map(|packed| Arc::new(packed.unpack()))
    }

    /// As it is kept, to be passed on.
    pub fn packed(&self, key: &KeyBytes) -> Option<&PackedItem> {
        self.rows.get(key)
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&KeyBytes, &PackedItem)> {
        self.rows.iter()
    }

    pub fn range(
        &self,
        keys: impl RangeBounds<[u8]>,
    ) -> impl DoubleEndedIterator<Item = (&KeyBytes, &PackedItem)> {
        self.rows.range::<[u8], _>(keys)
    }

    /// Returns what stood there before.
    pub(crate) fn insert(&mut self, key: KeyBytes, item: PackedItem) -> Option<PackedItem> {
        self.rows.insert(key, item)
    }

    pub(crate) fn remove(&mut self, key: &KeyBytes) -> Option<PackedItem> {
        self.rows.remove(key)
    }
}
