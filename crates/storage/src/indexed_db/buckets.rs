//! The buckets of a browser: one IndexedDB database with two object stores. One has the bytes of the objects. The second has size
//! and time of each object, so that a list reads no bytes. Both have keys of the form [bucket, key].
//!
//! The database is open only during an operation. So it never blocks another tab and never has to be reopened.

use indexed_db_futures::KeyRange;
use indexed_db_futures::error::Error;
use indexed_db_futures::prelude::*;
use indexed_db_futures::typed_array::Uint8Array;

use super::connection::{Connection, Scope};
use super::failure;
use super::transaction::{Work, bytes_of};
use crate::buckets::{Buckets, DATABASE, NewObject, ObjectSummary};
use crate::error::{Damage, StoreError};
use crate::store::Durability;

const BYTES: &str = "bytes";
/// The object store with size and time of each object: eight bytes each, little endian.
const ENTRIES: &str = "entries";
const BOTH: &[&str] = &[BYTES, ENTRIES];

/// The buckets in the browser's database. Each call opens it.
#[derive(Clone, Copy, Debug, Default)]
pub struct IndexedDbBuckets;

impl IndexedDbBuckets {
    async fn transact<T>(
        self,
        scope: Scope,
        work: impl AsyncFnOnce(Work<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let connection = Connection::open(DATABASE, BOTH).await?;
        let transaction = connection.begin(scope).map_err(failure::of_work)?;
        work(Work::new(transaction)).await
    }
}

impl Buckets for IndexedDbBuckets {
    async fn list(&self) -> Result<Vec<ObjectSummary>, StoreError> {
        self.transact(Scope::read(&[ENTRIES]), async |work| {
            let entries = work.store(ENTRIES)?;
            let keys = entries.get_all_keys::<Vec<String>>().primitive().map_err(failure::of_work)?;
            let keys = keys.await.map_err(failure::of_work)?;
            let values = entries.get_all::<Uint8Array>().primitive().map_err(failure::of_work)?;
            let values = values.await.map_err(failure::of_work)?;
            let mut summaries: Vec<ObjectSummary> =
                keys.zip(values).map(|(key, value)| summary(key, value)).collect::<Result<_, _>>()?;
            // IndexedDB orders strings by UTF-16.
            summaries.sort_by(|one, other| (&one.bucket, &one.key).cmp(&(&other.bucket, &other.key)));
            Ok(summaries)
        })
        .await
    }

    async fn put(&self, objects: &[NewObject<'_>], now_ms: u64) -> Result<(), StoreError> {
        self.transact(Scope::write(BOTH, Durability::Strict), async |work| {
            work.wait_until_begun(ENTRIES).await?;
            for NewObject { bucket, key, bytes } in objects {
                let entry = [(bytes.len() as u64).to_le_bytes(), now_ms.to_le_bytes()].concat();
                work.put(BYTES, [*bucket, *key], bytes)?;
                work.put(ENTRIES, [*bucket, *key], &entry)?;
            }
            work.commit().await
        })
        .await
    }

    async fn get(&self, bucket: &str, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.transact(Scope::read(BOTH), async |work| {
            let bytes = work.get(BYTES, [bucket, key]).await?;
            let entry = work.get(ENTRIES, [bucket, key]).await?;
            let listed = entry.map(|entry| numbers_of(&entry)).transpose()?.map(|(size_bytes, _)| size_bytes);
            let stored = bytes.as_ref().map(|bytes| bytes.len() as u64);
            if stored != listed {
                let (bucket, key) = (bucket.to_owned(), key.to_owned());
                return Err(Damage::ObjectBytes { bucket, key, stored, listed }.into());
            }
            Ok(bytes)
        })
        .await
    }

    async fn delete(&self, bucket: &str, key: &str) -> Result<(), StoreError> {
        self.transact(Scope::write(BOTH, Durability::Strict), async |work| {
            work.wait_until_begun(ENTRIES).await?;
            for store_name in BOTH {
                work.delete(store_name, KeyRange::Only([bucket, key]))?;
            }
            work.commit().await
        })
        .await
    }
}

fn summary(
    name: Result<Vec<String>, Error>,
    entry: Result<Uint8Array, Error>,
) -> Result<ObjectSummary, StoreError> {
    let name = match name {
        Ok(name) => <[String; 2]>::try_from(name).map_err(|_| Damage::ObjectEntry)?,
        Err(Error::Serialisation(_)) => return Err(Damage::ObjectEntry.into()),
        Err(error) => return Err(failure::of_work(error)),
    };
    let (size_bytes, put_ms) = numbers_of(&bytes_of(entry, ENTRIES)?)?;
    let [bucket, key] = name;
    Ok(ObjectSummary { bucket, key, size_bytes, put_ms })
}

/// Decodes the size in bytes and the time of an entry.
fn numbers_of(entry: &[u8]) -> Result<(u64, u64), StoreError> {
    match entry.as_chunks() {
        ([size_bytes, put_ms], []) => Ok((u64::from_le_bytes(*size_bytes), u64::from_le_bytes(*put_ms))),
        _ => Err(Damage::ObjectEntry.into()),
    }
}
