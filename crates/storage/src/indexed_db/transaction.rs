//! One transaction: chunks go in as `Uint8Array`s and come out as bytes.

use indexed_db_futures::KeyRange;
use indexed_db_futures::internals::SystemRepr;
use indexed_db_futures::object_store::ObjectStore;
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::Transaction;
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};

use super::failure;
use crate::error::StoreError;
use crate::format::{self, HEADER_BYTES, Head};
use crate::rules;

pub(super) const META: &str = "meta";
pub(super) const LOG: &str = "log";
pub(super) const SNAPSHOT: &str = "snapshot";
const HEAD_KEY: &str = "head";
/// Bounds what the browser hands over at once: 16 MB, when chunks have 256 KB.
const CHUNKS_PER_READ: u64 = 64;

/// A transaction that writes nothing unless it is committed.
pub(super) struct Work<'a> {
    transaction: Transaction<'a>,
}

impl<'a> Work<'a> {
    pub(super) fn new(transaction: Transaction<'a>) -> Work<'a> {
        Work { transaction }
    }

    pub(super) async fn read_head(&self) -> Result<Option<Head>, StoreError> {
        self.ask_for_head()?.await
    }

    /// The question is on its way when this returns: what is written after it cannot change the answer.
    pub(super) fn ask_for_head(
        &self,
    ) -> Result<impl Future<Output = Result<Option<Head>, StoreError>>, StoreError> {
        let request = self.store(META)?.get::<JsValue, _, _>(HEAD_KEY).primitive().map_err(work_error)?;
        Ok(async move {
            let value = request.await.map_err(work_error)?;
            rules::read_head(value.map(|value| bytes_of(value, META)).transpose()?)
        })
    }

    /// Needs every object store in its scope.
    pub(super) async fn read_head_or_empty(&self) -> Result<Head, StoreError> {
        match self.read_head().await? {
            Some(head) => Ok(head),
            None => {
                let has_chunks =
                    self.has_chunk_from(LOG, 0).await? || self.has_chunk_from(SNAPSHOT, 0).await?;
                rules::without_head(!has_chunks)
            }
        }
    }

    /// The chunks from key `first` up to but not including key `end`, in order.
    pub(super) async fn read_chunks(
        &self,
        store_name: &str,
        first: u64,
        end: u64,
    ) -> Result<Vec<Vec<u8>>, StoreError> {
        let store = self.store(store_name)?;
        let mut chunks = Vec::new();
        let mut next = first;
        while next < end {
            let page_end = end.min(next + CHUNKS_PER_READ);
            let keys = KeyRange::Bound(key(next), false, key(page_end), true);
            let request = store.get_all::<JsValue>().with_query::<JsValue, _>(keys).primitive();
            for value in request.map_err(work_error)?.await.map_err(work_error)? {
                chunks.push(bytes_of(value.map_err(work_error)?, store_name)?);
            }
            next = page_end;
        }
        Ok(chunks)
    }

    pub(super) async fn has_chunk_from(&self, store_name: &str, first: u64) -> Result<bool, StoreError> {
        let keys = KeyRange::LowerBound(key(first), false);
        let request = self.store(store_name)?.count().with_query::<JsValue, _>(keys).primitive();
        Ok(request.map_err(work_error)?.await.map_err(work_error)? > 0)
    }

    pub(super) fn put_head(&self, head: &Head) -> Result<(), StoreError> {
        let bytes = Uint8Array::from(&format::encode_head(head)[..]);
        self.put(META, HEAD_KEY.into(), &bytes)
    }

    pub(super) fn put_chunk(
        &self,
        store_name: &str,
        at: u64,
        header: &[u8; HEADER_BYTES],
        payload: &[u8],
    ) -> Result<(), StoreError> {
        let (header_bytes, payload_bytes) = (HEADER_BYTES as u32, payload.len() as u32);
        let bytes = Uint8Array::new_with_length(header_bytes + payload_bytes);
        bytes.subarray(0, header_bytes).copy_from(header);
        bytes.subarray(header_bytes, header_bytes + payload_bytes).copy_from(payload);
        self.put(store_name, key(at), &bytes)
    }

    /// A chunk as it came from another store.
    pub(super) fn put_stored(&self, store_name: &str, at: u64, chunk: &[u8]) -> Result<(), StoreError> {
        self.put(store_name, key(at), &Uint8Array::from(chunk))
    }

    /// Deletes the chunks from key `first` up to and including key `last`.
    pub(super) fn delete_chunks(&self, store_name: &str, first: u64, last: u64) -> Result<(), StoreError> {
        let keys = KeyRange::Bound(key(first), false, key(last), false);
        self.store(store_name)?.delete::<JsValue, _>(keys).primitive().map(drop).map_err(work_error)
    }

    pub(super) fn clear(&self, store_name: &str) -> Result<(), StoreError> {
        self.store(store_name)?.clear().map(drop).map_err(work_error)
    }

    /// Answers when the transaction is complete, with the durability that it asked for.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        let raw: web_sys::IdbTransaction = self.transaction.as_sys().clone().into();
        let committed = self.transaction.commit().await;
        // The transaction knows why it was aborted; the requests in it know only that it was.
        committed.map_err(|error| match raw.error() {
            Some(cause) => failure::of_exception(&cause),
            None => failure::of_work(&error),
        })
    }

    fn put(&self, store_name: &str, key: JsValue, bytes: &Uint8Array) -> Result<(), StoreError> {
        let value: &JsValue = bytes.as_ref();
        let request = self.store(store_name)?.put(value).with_key(key).primitive();
        // Nobody waits for a single request: when it fails, the commit does.
        request.map(drop).map_err(work_error)
    }

    fn store(&self, name: &str) -> Result<ObjectStore<'_>, StoreError> {
        self.transaction.object_store(name).map_err(work_error)
    }
}

/// Keys are numbers; a BigInt, which is what a `u64` would become, is no valid key.
fn key(number: u64) -> JsValue {
    JsValue::from_f64(number as f64)
}

fn bytes_of(value: JsValue, store_name: &str) -> Result<Vec<u8>, StoreError> {
    match value.dyn_into::<Uint8Array>() {
        Ok(bytes) => Ok(bytes.to_vec()),
        Err(_) => Err(StoreError::corrupt(format_args!("a value in {store_name} is not a chunk"))),
    }
}

fn work_error(error: indexed_db_futures::error::Error) -> StoreError {
    failure::of_work(&error)
}
