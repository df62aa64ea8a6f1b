//! Packed items in the order of their key bytes. A table and each of its indexes store them.

use std::collections::BTreeMap;
use std::ops::RangeBounds;
use std::sync::Arc;

use dynalab_types::{Item, KeyBytes, PackedItem};

/// Index entries share the allocation of the table's items. Attributes outside the projection are removed when an entry is
/// read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    rows: BTreeMap<KeyBytes, PackedItem>,
}

impl Rows {
    /// Returns an item, unpacked.
    pub fn get(&self, key: &KeyBytes) -> Option<Arc<Item>> {
        self.packed(key).map(|packed| Arc::new(packed.unpack()))
    }

    /// Returns an item as it is stored.
    #[inline]
    pub fn packed(&self, key: &KeyBytes) -> Option<&PackedItem> {
        self.rows.get(key)
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    #[inline]
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

    /// Stores an item. Returns the previous one.
    pub fn insert(&mut self, key: KeyBytes, item: PackedItem) -> Option<PackedItem> {
        self.rows.insert(key, item)
    }

    pub fn remove(&mut self, key: &KeyBytes) -> Option<PackedItem> {
        self.rows.remove(key)
    }
}
