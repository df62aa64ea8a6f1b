//! The buckets of a browser: one IndexedDB database with the objects' bytes in one object store, and in another what a list
//! tells of them, so that a list reads no bytes. Both have keys of the form [bucket, key].
//!
//! The database is open only while something is done: nobody else waits for it, and nothing has to be opened again.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

use super::connection::{Connection, Scope};
use super::failure;
use super::request::answer;
use super::transaction::{Work, bytes_of, thrown};
use crate::buckets::{Buckets, DATABASE, NewObject, ObjectSummary};
use crate::error::StoreError;
use crate::store::Durability;

const BYTES: &str = "bytes";
/// Size and time, eight bytes each, the smallest first.
const ENTRIES: &str = "entries";
const BOTH: &[&str] = &[BYTES, ENTRIES];

#[derive(Clone, Copy, Debug, Default)]
pub struct IndexedDbBuckets;

impl IndexedDbBuckets {
    async fn transact<T>(
        self,
        scope: Scope,
        work: impl AsyncFnOnce(Work) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let connection = Connection::open(DATABASE, BOTH).await?;
        let transaction = connection.begin(scope).map_err(|thrown| failure::of_work(&thrown))?;
        work(Work::new(transaction)).await
    }
}

impl Buckets for IndexedDbBuckets {
    async fn list(&self) -> Result<Vec<ObjectSummary>, StoreError> {
        self.transact(Scope::read(&[ENTRIES]), async |work| {
            let entries = work.store(ENTRIES)?;
            let keys = answer(entries.get_all_keys().map_err(thrown)?);
            let values = answer(entries.get_all().map_err(thrown)?);
            let (keys, values) = (Array::from(&keys.await?), Array::from(&values.await?));
            let summaries = keys.iter().zip(values.iter()).map(|(key, value)| summary(&key, value));
            let mut summaries: Vec<ObjectSummary> = summaries.collect::<Result<_, _>>()?;
            // The database has the order of UTF-16.
            summaries.sort_by(|one, other| (&one.bucket, &one.key).cmp(&(&other.bucket, &other.key)));
            Ok(summaries)
        })
        .await
    }

    async fn put(&self, objects: &[NewObject<'_>], now_ms: u64) -> Result<(), StoreError> {
        self.transact(Scope::write(BOTH, Durability::Strict), async |work| {
            for NewObject { bucket, key, bytes } in objects {
                let name = name_of(bucket, key);
                let entry = [(bytes.len() as u64).to_le_bytes(), now_ms.to_le_bytes()].concat();
                work.put(BYTES, &name, &Uint8Array::from(*bytes))?;
                work.put(ENTRIES, &name, &Uint8Array::from(&entry[..]))?;
            }
            work.commit().await
        })
        .await
    }

    async fn get(&self, bucket: &str, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.transact(Scope::read(&[BYTES]), async |work| {
            let found = answer(work.store(BYTES)?.get(&name_of(bucket, key)).map_err(thrown)?).await?;
            if found.is_undefined() { Ok(None) } else { bytes_of(found, BYTES).map(Some) }
        })
        .await
    }

    async fn delete(&self, bucket: &str, key: &str) -> Result<(), StoreError> {
        self.transact(Scope::write(BOTH, Durability::Strict), async |work| {
            for store_name in BOTH {
                work.store(store_name)?.delete(&name_of(bucket, key)).map_err(thrown)?;
            }
            work.commit().await
        })
        .await
    }
}

fn name_of(bucket: &str, key: &str) -> JsValue {
    Array::of2(&bucket.into(), &key.into()).into()
}

fn summary(name: &JsValue, entry: JsValue) -> Result<ObjectSummary, StoreError> {
    let name = name.dyn_ref::<Array>().map(|name| (name.get(0).as_string(), name.get(1).as_string()));
    let entry = bytes_of(entry, ENTRIES)?;
    let number = |place: usize| entry.get(place..place + 8)?.try_into().map(u64::from_le_bytes).ok();
    match (name, number(0), number(8)) {
        (Some((Some(bucket), Some(key))), Some(size_bytes), Some(put_ms)) => {
            Ok(ObjectSummary { bucket, key, size_bytes, put_ms })
        }
        _ => Err(StoreError::corrupt("an entry of a bucket is none")),
    }
}
