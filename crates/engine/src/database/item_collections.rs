//! The sizes of item collections: the items with one partition key and their entries in all local indexes. Only tables with
//! local indexes have them. They are derived from the items. Each write updates them, so no write has to count a collection.

use std::collections::BTreeMap;

use dynalab_types::key::ScalarRef;
use dynalab_types::{Item, KeyBytes, KeySchema};

use crate::database::rows::Rows;
use crate::database::table::{IndexKind, TableDefinition};

/// Sizes in bytes by collection. Collections without items have no entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ItemCollections {
    sizes: BTreeMap<Box<[u8]>, u64>,
}

impl ItemCollections {
    /// Computes all collections of a table from its items.
    pub fn of_items(definition: &TableDefinition, items: &Rows) -> ItemCollections {
        let mut collections = ItemCollections::default();
        if definition.has_local_indexes() {
            for (key, packed) in items.iter() {
                collections.apply_item_change(definition, key, None, Some(&packed.unpack()));
            }
        }
        collections
    }

    /// Updates the size for one write of a table with local indexes.
    pub fn apply_item_change(
        &mut self,
        definition: &TableDefinition,
        key: &KeyBytes,
        before: Option<&Item>,
        after: Option<&Item>,
    ) {
        let Some(collection) = before.or(after).and_then(|item| collection_of(&definition.key, key, item))
        else {
            return;
        };
        let bytes = |item: Option<&Item>| item.map_or(0, |item| bytes_of(definition, item));
        let size = (self.size_bytes(collection) + bytes(after)).saturating_sub(bytes(before));
        match self.sizes.get_mut(collection) {
            Some(_) if size == 0 => drop(self.sizes.remove(collection)),
            Some(kept) => *kept = size,
            None if size == 0 => {}
            None => drop(self.sizes.insert(collection.into(), size)),
        }
    }

    /// Returns the size in bytes. `collection` is the common prefix of its items' keys.
    pub fn size_bytes(&self, collection: &[u8]) -> u64 {
        self.sizes.get(collection).copied().unwrap_or_default()
    }
}

/// Returns the prefix of an item's key that its whole collection shares.
pub(crate) fn collection_of<'k>(schema: &KeySchema, key: &'k KeyBytes, item: &Item) -> Option<&'k [u8]> {
    const HASH_BYTES: usize = 8;
    let mut encoded = Vec::new();
    for attribute in &schema.partition {
        ScalarRef::from_value(item.get(&attribute.name)?, attribute.scalar_type)?.write(&mut encoded);
    }
    key.as_slice().get(..HASH_BYTES + encoded.len())
}

/// Returns the bytes that an item adds to its collection: the item and its entries in local indexes.
pub(crate) fn bytes_of(definition: &TableDefinition, item: &Item) -> u64 {
    let local = definition.indexes_of_kind(IndexKind::Local).filter(|index| index.accepts_item(item));
    item.size_bytes() + local.map(|index| index.projected.entry_size_bytes(item)).sum::<u64>()
}
