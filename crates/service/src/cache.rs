//! A cache in front of the tables, like DAX. The item cache has items by key, and the query cache has responses by request.
//! Each entry has a TTL. A write through the cache updates the item cache only. A write that bypasses the cache does not update
//! it.

pub(crate) mod entry;

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

use crate::cache::entry::{Entry, EntryKind};
use crate::complete::Context;

/// The default maximum number of entries in the item cache. The query cache has a tenth of the maximum.
pub(crate) const ITEMS_MAX: u64 = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CacheSettings {
    /// In milliseconds. With 0, an entry stays until it is written or evicted.
    pub item_ttl_ms: u64,
    /// In milliseconds. With 0, the query cache is off.
    pub query_ttl_ms: u64,
    pub item_max: u64,
}

impl CacheSettings {
    /// Returns the key of the record with this name.
    pub fn key(name: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::CACHE, name)
    }

    /// Returns the settings of the cache with this name.
    pub fn load(database: &Database, name: &str) -> Option<CacheSettings> {
        CacheSettings::from_bytes(database.record(&CacheSettings::key(name))?).checked()
    }

    /// Encodes the record.
    pub fn to_bytes(self) -> Vec<u8> {
        record_form::write(&self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<CacheSettings, Malformed> {
        record_form::read(bytes, CacheSettings::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<CacheSettings, Malformed> {
        let mut next = || reader.unsigned();
        Ok(CacheSettings { item_ttl_ms: next()?, query_ttl_ms: next()?, item_max: next()? })
    }

    fn most(self, kind: EntryKind) -> usize {
        let most = match kind {
            EntryKind::Item => self.item_max,
            EntryKind::Query => (self.item_max / 10).max(1),
        };
        most as usize
    }

    /// Returns true if an entry of that time has not expired.
    pub fn is_fresh(self, kind: EntryKind, put_at_ms: u64, now_ms: u64) -> bool {
        match kind {
            EntryKind::Item => self.item_ttl_ms == 0 || now_ms < put_at_ms.saturating_add(self.item_ttl_ms),
            EntryKind::Query => now_ms < put_at_ms.saturating_add(self.query_ttl_ms),
        }
    }
}

/// The hits and misses, and the number of all accesses. Evictions use that number to find the least recently used entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CacheCounts {
    pub item_hits: u64,
    pub item_misses: u64,
    pub query_hits: u64,
    pub query_misses: u64,
    pub evicted: u64,
    asked: u64,
}

impl CacheCounts {
    /// Returns the key of the record with this name.
    pub fn key(name: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::CACHE_COUNTS, name)
    }

    /// Returns the counts, which are zero without a record.
    pub fn read(bytes: Option<&[u8]>) -> CacheCounts {
        bytes.and_then(|bytes| CacheCounts::from_bytes(bytes).checked()).unwrap_or_default()
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<CacheCounts, Malformed> {
        record_form::read(bytes, CacheCounts::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<CacheCounts, Malformed> {
        let mut next = || reader.unsigned();
        Ok(CacheCounts {
            item_hits: next()?,
            item_misses: next()?,
            query_hits: next()?,
            query_misses: next()?,
            evicted: next()?,
            asked: next()?,
        })
    }

    fn to_bytes(self) -> Vec<u8> {
        record_form::write(&self)
    }
}

/// A cache that a request uses.
pub(crate) struct Cache<'c> {
    pub name: &'c str,
    pub settings: CacheSettings,
}

impl<'c> Cache<'c> {
    /// Returns the cache with this name.
    pub fn find(database: &Database, name: &'c str) -> Option<Cache<'c>> {
        Some(Cache { name, settings: CacheSettings::load(database, name)? })
    }

    /// Returns the entry and its age in milliseconds. Counts a hit or a miss.
    pub fn look(&self, kind: EntryKind, label: &str, context: &mut Context) -> Option<(Entry, u64)> {
        let mut counts = CacheCounts::read(context.record(&CacheCounts::key(self.name)));
        counts.asked += 1;
        let key = entry::key(self.name, kind, label);
        let now_ms = context.now.epoch_ms;
        let found = context.record(&key).and_then(|bytes| Entry::from_bytes(bytes).checked());
        let found = found.filter(|entry| self.settings.is_fresh(kind, entry.put_at_ms, now_ms));
        let counter = match (kind, found.is_some()) {
            (EntryKind::Item, true) => &mut counts.item_hits,
            (EntryKind::Item, false) => &mut counts.item_misses,
            (EntryKind::Query, true) => &mut counts.query_hits,
            (EntryKind::Query, false) => &mut counts.query_misses,
        };
        *counter += 1;
        if let Some(entry) = &found {
            let used = Entry { used: counts.asked, ..entry.clone() };
            context.write_always(key, Some(used.to_bytes()));
        }
        context.write_always(CacheCounts::key(self.name), Some(counts.to_bytes()));
        found.map(|entry| {
            let age_ms = now_ms.saturating_sub(entry.put_at_ms);
            (entry, age_ms)
        })
    }

    /// Stores the result of a request. If the cache is full, it evicts the least recently used entry.
    pub fn put(&self, kind: EntryKind, label: &str, content: Vec<u8>, context: &mut Context) {
        let mut counts = CacheCounts::read(context.record(&CacheCounts::key(self.name)));
        counts.asked += 1;
        let key = entry::key(self.name, kind, label);
        if context.record(&key).is_none() && self.count(kind, context) >= self.settings.most(kind) {
            let mut entries = self.entries(kind, context);
            while entries.len() >= self.settings.most(kind) {
                let oldest = entries.iter().enumerate().min_by_key(|(_, (_, entry))| entry.used);
                let Some((place, _)) = oldest else { break };
                let (evicted, _) = entries.swap_remove(place);
                context.write_always(evicted, None);
                counts.evicted += 1;
            }
        }
        let entry = Entry { put_at_ms: context.now.epoch_ms, used: counts.asked, content };
        context.write_always(key, Some(entry.to_bytes()));
        context.write_always(CacheCounts::key(self.name), Some(counts.to_bytes()));
    }

    /// Returns the number of entries. Reading all of them is left for a full cache.
    fn count(&self, kind: EntryKind, context: &Context) -> usize {
        context.count_records(RecordKind::CACHE_ENTRY, "", &entry::name_prefix(self.name, kind))
    }

    /// Returns the entries, including those that this step has settled.
    fn entries(&self, kind: EntryKind, context: &Context) -> Vec<(RecordKey, Entry)> {
        let of_cache = context.record_keys(RecordKind::CACHE_ENTRY, "", &entry::name_prefix(self.name, kind));
        let read = |key: RecordKey| {
            let entry = Entry::from_bytes(context.record(&key)?).checked()?;
            Some((key, entry))
        };
        of_cache.into_iter().filter_map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_with_a_version_and_without() {
        const BEFORE: &[u8] = &[1, 2, 172, 2];
        let kept = CacheSettings { item_ttl_ms: 1, query_ttl_ms: 2, item_max: 300 };
        assert_eq!(CacheSettings::from_bytes(BEFORE), Ok(kept));
        assert_eq!(CacheSettings::from_bytes(&kept.to_bytes()), Ok(kept));
    }

    #[test]
    fn counts_are_read_with_a_version_and_without() {
        const BEFORE: &[u8] = &[1, 2, 3, 4, 5, 172, 2];
        let kept = CacheCounts {
            item_hits: 1,
            item_misses: 2,
            query_hits: 3,
            query_misses: 4,
            evicted: 5,
            asked: 300,
        };
        assert_eq!(CacheCounts::from_bytes(BEFORE), Ok(kept));
        assert_eq!(CacheCounts::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
