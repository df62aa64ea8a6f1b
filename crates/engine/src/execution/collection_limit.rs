//! Checks a write against the size limit of item collections.

use dynalab_types::Item;

use crate::database::item_collections::{bytes_of, collection_of};
use crate::database::table::Table;
use crate::error::DynamoError;
use crate::execution::item_write::ItemWrite;

impl ItemWrite<'_> {
    /// Returns the growth of the item collection in bytes, negative if it shrinks.
    pub(crate) fn collection_growth_bytes(&self) -> i64 {
        let definition = &self.table.definition;
        let bytes = |item: Option<&Item>| item.map_or(0, |item| bytes_of(definition, item)) as i64;
        bytes(self.after.as_deref()) - bytes(self.before.as_deref())
    }

    pub(crate) fn collection(&self) -> Option<&[u8]> {
        let item = self.after.as_deref().or(self.before.as_deref())?;
        collection_of(&self.table.definition.key, &self.key, item)
    }

    /// Rejects a write that enlarges a full item collection. `earlier_bytes` returns the growth in bytes from earlier writes of
    /// the same transaction, which are not written yet.
    ///
    /// # Errors
    /// `ItemCollectionTooLarge` if the collection would be larger than `most_bytes`.
    pub(crate) fn check_collection(
        &self,
        most_bytes: u64,
        earlier_bytes: impl FnOnce(&[u8]) -> i64,
    ) -> Result<(), DynamoError> {
        let Table { definition, collections, .. } = self.table;
        if !definition.has_local_indexes() {
            return Ok(());
        }
        let Some(collection) = self.collection() else { return Ok(()) };
        let growth = self.collection_growth_bytes();
        let size = collections.size_bytes(collection).saturating_add_signed(earlier_bytes(collection));
        match growth > 0 && size.saturating_add_signed(growth) > most_bytes {
            true => Err(DynamoError::ItemCollectionTooLarge),
            false => Ok(()),
        }
    }
}
