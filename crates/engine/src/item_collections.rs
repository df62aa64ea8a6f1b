//! Item collections: what the items of one partition key and their entries in all local indexes take together. Only a table with
//! local indexes has them. They follow from its items and are kept as these are written, so no write counts a collection again.

use std::collections::BTreeMap;

use dynalab_types::key::ScalarRef;
use dynalab_types::{Item, KeyBytes, KeySchema};

use crate::rows::Rows;
use crate::table::{IndexKind, TableDefinition};

/// Bytes by collection. One without items is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ItemCollections {
    sizes: BTreeMap<Box<[u8]>, u64>,
}

impl ItemCollections {
    /// All collections of a table that came in with its items.
    pub fn of_items(definition: &TableDefinition, items: &Rows) -> ItemCollections {
        let mut collections = ItemCollections::default();
        if definition.has_local_indexes() {
            for (key, packed) in items.iter() {
                collections.follow(definition, key, None, Some(&packed.unpack()));
            }
        }
        collections
    }

    /// Follows one write of a table with local indexes.
    pub fn follow(
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

    /// `collection` is what the keys of all its items begin with.
    pub fn size_bytes(&self, collection: &[u8]) -> u64 {
        self.sizes.get(collection).copied().unwrap_or_default()
    }
}

/// The beginning of an item's key that its whole collection shares.
pub(crate) fn collection_of<'k>(schema: &KeySchema, key: &'k KeyBytes, item: &Item) -> Option<&'k [u8]> {
    const HASH_BYTES: usize = 8;
    let mut encoded = Vec::new();
    for attribute in &schema.partition {
        ScalarRef::of(item.get(&attribute.name)?, attribute.scalar_type)?.write(&mut encoded);
    }
    key.as_slice().get(..HASH_BYTES + encoded.len())
}

/// What an item adds to its collection: itself, and its entries in local indexes.
pub(crate) fn bytes_of(definition: &TableDefinition, item: &Item) -> u64 {
    let local = definition.indexes_of_kind(IndexKind::Local).filter(|index| index.takes(item));
    item.size_bytes() + local.map(|index| index.projected.entry_size_bytes(item)).sum::<u64>()
}
