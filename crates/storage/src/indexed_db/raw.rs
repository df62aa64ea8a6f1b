//! Reads every value of a database as it is stored, for a salvage when opening the workspace fails.
//!
//! Nothing is checked. Values are read in batches. If a batch fails, its values are read one by one. So an unreadable value does
//! not affect the others. The log is read first and the head last. So a compaction in another tab cannot cause a gap.

use std::collections::BTreeMap;

use indexed_db_futures::KeyRange;
use indexed_db_futures::prelude::*;
use indexed_db_futures::primitive::TryToJs;

use super::chunks::{CHUNKS_PER_READ, HEAD_KEY, LOG, META, SNAPSHOT, key};
use super::connection::{Connection, Scope};
use super::failure;
use super::transaction::Work;
use super::{IndexedDbStore, connection};
use crate::error::{Damage, StoreError};
use crate::format::MAX_REVISION;
use crate::raw::{RawChunks, RawValue, UnreadableReason};

impl IndexedDbStore {
    /// Reads every value of the database with this name, in any layout. Returns no values if there is no database; none is
    /// created.
    ///
    /// # Errors
    /// `Unavailable` if IndexedDB is missing or blocked, or the browser's error if it cannot even list the values.
    pub async fn read_raw(name: &str) -> Result<RawChunks, StoreError> {
        let Some(connection) = connection::open_any_layout(name).await? else {
            return Ok(RawChunks::default());
        };
        let log = Part { connection: &connection, store_name: LOG, scope: Scope::read(&[LOG]) };
        let snapshot = Part { store_name: SNAPSHOT, scope: Scope::read(&[SNAPSHOT]), ..log };
        let head = Part { store_name: META, scope: Scope::read(&[META]), ..log };
        let (log, strays_in_log) = log.read_numbered().await?;
        let (snapshot, strays_in_snapshot) = snapshot.read_numbered().await?;
        let head = if head.exists() { head.read_one(HEAD_KEY).await? } else { None };
        Ok(RawChunks { head, snapshot, log, strays: strays_in_log + strays_in_snapshot })
    }
}

/// One object store, which may be missing.
#[derive(Clone, Copy)]
struct Part<'a> {
    connection: &'a Connection,
    store_name: &'static str,
    scope: Scope,
}

impl<'a> Part<'a> {
    fn exists(self) -> bool {
        self.connection.has_object_store(self.store_name)
    }

    fn begin(self) -> Result<Work<'a>, StoreError> {
        self.connection.begin(self.scope).map(Work::new).map_err(failure::of_work)
    }

    /// Reads the values by their numbers, and counts the keys that no chunk can have.
    async fn read_numbered(self) -> Result<(BTreeMap<u64, RawValue>, u64), StoreError> {
        let mut values = BTreeMap::new();
        if !self.exists() {
            return Ok((values, 0));
        }
        let keys = self.keys().await?;
        let numbers: Vec<u64> = keys.iter().copied().flatten().collect();
        for batch in numbers.chunks(CHUNKS_PER_READ as usize) {
            match self.read_batch(batch).await {
                Some(read) => values.extend(batch.iter().copied().zip(read.into_iter().map(Ok))),
                None => {
                    for &number in batch {
                        values.extend(self.read_one(key(number)).await?.map(|value| (number, value)));
                    }
                }
            }
        }
        Ok((values, (keys.len() - numbers.len()) as u64))
    }

    async fn keys(self) -> Result<Vec<Option<u64>>, StoreError> {
        let work = self.begin()?;
        let store = work.store(self.store_name)?;
        let keys = store.get_all_keys::<f64>().primitive().map_err(failure::of_work)?;
        let keys = keys.await.map_err(failure::of_work)?;
        let is_number = |key: &f64| *key >= 0.0 && key.fract() == 0.0 && *key <= MAX_REVISION as f64;
        Ok(keys.map(|key| key.ok().filter(is_number).map(|key| key as u64)).collect())
    }

    /// Returns `None` if one of the values cannot be read, or if other keys are between them.
    async fn read_batch(self, numbers: &[u64]) -> Option<Vec<Vec<u8>>> {
        let (first, last) = (*numbers.first()?, *numbers.last()?);
        let work = self.begin().ok()?;
        let read =
            work.get_all(self.store_name, KeyRange::from(key(first)..=key(last)), u32::MAX).await.ok()?;
        (read.len() == numbers.len()).then_some(read)
    }

    /// Returns `None` if the value was deleted meanwhile.
    async fn read_one<K: TryToJs>(self, key: K) -> Result<Option<RawValue>, StoreError> {
        let work = self.begin()?;
        Ok(match work.get(self.store_name, key).await {
            Ok(bytes) => bytes.map(Ok),
            Err(StoreError::Corrupt { damage: Damage::NotBytes { .. } }) => {
                Some(Err(UnreadableReason::NotBytes))
            }
            Err(_) => Some(Err(UnreadableReason::Failed)),
        })
    }
}
