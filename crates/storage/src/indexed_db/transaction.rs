//! One transaction: chunks go in as `Uint8Array`s and come out as bytes.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    DomException, IdbCursorDirection, IdbCursorWithValue, IdbKeyRange, IdbObjectStore, IdbRequest,
};

use super::bindings::Transaction;
use super::failure;
use super::request::{answer, complete};
use crate::error::StoreError;
use crate::format::{self, HEADER_BYTES, Head, Kind};
use crate::rules;
use crate::store::Revision;

pub(super) const META: &str = "meta";
pub(super) const LOG: &str = "log";
pub(super) const SNAPSHOT: &str = "snapshot";
const HEAD_KEY: &str = "head";
/// Bounds what the browser hands over at once: 16 MB, when chunks have 256 KB.
const CHUNKS_PER_READ: u64 = 64;

/// A transaction that writes nothing unless it is committed.
pub(super) struct Work {
    transaction: Transaction,
    /// The requests that write a value: one of them may know why the transaction was aborted.
    writes: RefCell<Vec<IdbRequest>>,
    is_over: bool,
}

impl Work {
    pub(super) fn new(transaction: Transaction) -> Work {
        Work { transaction, writes: RefCell::default(), is_over: false }
    }

    /// The head, with everything counted that is in the log; and whether something torn is left there. Needs the log
    /// in its scope.
    pub(super) async fn read_head(&self) -> Result<Option<(Head, bool)>, StoreError> {
        let head = answer(self.store(META)?.get(&HEAD_KEY.into()).map_err(thrown)?);
        let newest =
            self.store(LOG)?.open_cursor_with_range_and_direction(&JsValue::NULL, IdbCursorDirection::Prev);
        let newest = answer(newest.map_err(thrown)?);
        let head = head.await?;
        let head = if head.is_undefined() { None } else { Some(bytes_of(head, META)?) };
        let last = match newest.await?.dyn_into::<IdbCursorWithValue>() {
            Ok(cursor) => {
                let number = number_of(&cursor.key().map_err(thrown)?)?;
                Some((number, bytes_of(cursor.value().map_err(thrown)?, LOG)?))
            }
            Err(_) => None,
        };
        let last = last.as_ref().map(|(number, chunk)| (*number, &chunk[..]));
        rules::read_head(head)?.map(|head| rules::at_end(head, last)).transpose()
    }

    /// Needs every object store in its scope.
    pub(super) async fn read_head_or_empty(&self) -> Result<(Head, bool), StoreError> {
        match self.read_head().await? {
            Some(read) => Ok(read),
            None => Ok((rules::without_head(self.is_empty().await?)?, false)),
        }
    }

    /// Whether there are no chunks, neither in the log nor in the snapshot.
    pub(super) async fn is_empty(&self) -> Result<bool, StoreError> {
        for store_name in [LOG, SNAPSHOT] {
            let count = answer(self.store(store_name)?.count().map_err(thrown)?).await?;
            if count.as_f64() != Some(0.0) {
                return Ok(false);
            }
        }
        Ok(true)
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
            let last = (end - 1).min(next + CHUNKS_PER_READ - 1);
            let request = store.get_all_with_key(&keys(next, last)?).map_err(thrown)?;
            let values: Array = answer(request).await?.unchecked_into();
            let is_complete = u64::from(values.length()) == last - next + 1;
            for value in values.iter() {
                chunks.push(bytes_of(value, store_name)?);
            }
            // Whoever counts them will miss some.
            if !is_complete {
                break;
            }
            next = last + 1;
        }
        Ok(chunks)
    }

    pub(super) fn put_head(&self, head: &Head) -> Result<(), StoreError> {
        self.put(META, &HEAD_KEY.into(), &Uint8Array::from(&format::encode_head(head)[..]))
    }

    pub(super) fn put_fence(&self, place: Revision) -> Result<(), StoreError> {
        self.put_chunk(LOG, place.0, &format::header(Kind::Fence, place, b""), b"")
    }

    pub(super) fn put_chunk(
        &self,
        store_name: &str,
        at: u64,
        header: &[u8; HEADER_BYTES],
        payload: &[u8],
    ) -> Result<(), StoreError> {
        self.put(store_name, &key(at), &joined(header, payload))
    }

    /// A chunk as it came from another store.
    pub(super) fn put_stored(&self, store_name: &str, at: u64, chunk: &[u8]) -> Result<(), StoreError> {
        self.put(store_name, &key(at), &Uint8Array::from(chunk))
    }

    /// Deletes the chunks with these keys.
    pub(super) fn delete_chunks(
        &self,
        store_name: &str,
        gone: RangeInclusive<u64>,
    ) -> Result<(), StoreError> {
        if gone.is_empty() {
            return Ok(());
        }
        let keys = keys(*gone.start(), *gone.end())?;
        self.store(store_name)?.delete(&keys).map(drop).map_err(thrown)
    }

    pub(super) fn clear(&self, store_name: &str) -> Result<(), StoreError> {
        self.store(store_name)?.clear().map(drop).map_err(thrown)
    }

    /// Answers when the transaction is complete.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        self.ended().await?.map_err(failure::of_cause)
    }

    /// Adds one chunk where none is, and answers when the transaction is complete: false when there is one.
    pub(super) async fn commit_chunk(
        self,
        at: u64,
        header: &[u8; HEADER_BYTES],
        payload: &[u8],
    ) -> Result<bool, StoreError> {
        let added = self.store(LOG)?.add_with_key(&joined(header, payload), &key(at)).map_err(thrown)?;
        self.writes.borrow_mut().push(added);
        match self.ended().await? {
            Ok(()) => Ok(true),
            Err(Some(cause)) if cause.name() == "ConstraintError" => Ok(false),
            Err(cause) => Err(failure::of_cause(cause)),
        }
    }

    /// The sooner it is said that nothing follows, the sooner it is done.
    async fn ended(mut self) -> Result<Result<(), Option<DomException>>, StoreError> {
        self.transaction.commit().map_err(thrown)?;
        let ended = complete(&self.transaction).await;
        self.is_over = true;
        Ok(ended.map_err(|cause| cause.or_else(|| self.cause_in_writes())))
    }

    /// WebKit aborts a transaction without a cause when a request fails after the call of `commit`.
    fn cause_in_writes(&self) -> Option<DomException> {
        let writes = self.writes.borrow();
        let mut causes = writes.iter().filter_map(|request| request.error().ok().flatten());
        causes.find(|cause| cause.name() != "AbortError")
    }

    /// Nobody waits for it: when it fails, the commit does.
    pub(super) fn put(&self, store_name: &str, key: &JsValue, bytes: &Uint8Array) -> Result<(), StoreError> {
        let request = self.store(store_name)?.put_with_key(bytes, key).map_err(thrown)?;
        self.writes.borrow_mut().push(request);
        Ok(())
    }

    pub(super) fn store(&self, name: &str) -> Result<IdbObjectStore, StoreError> {
        self.transaction.object_store(name).map_err(thrown)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if !self.is_over {
            // One that was aborted already throws.
            drop(self.transaction.abort());
        }
    }
}

fn joined(header: &[u8; HEADER_BYTES], payload: &[u8]) -> Uint8Array {
    Uint8Array::from(&[header, payload].concat()[..])
}

/// Keys are numbers; a BigInt, which is what a `u64` would become, is no valid key.
fn key(number: u64) -> JsValue {
    JsValue::from_f64(number as f64)
}

/// From `first` to `last`, both included.
fn keys(first: u64, last: u64) -> Result<JsValue, StoreError> {
    IdbKeyRange::bound(&key(first), &key(last)).map(JsValue::from).map_err(thrown)
}

fn number_of(key: &JsValue) -> Result<u64, StoreError> {
    let number = key.as_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0);
    number.map(|number| number as u64).ok_or_else(|| StoreError::corrupt("a key in the log is not a number"))
}

pub(super) fn bytes_of(value: JsValue, store_name: &str) -> Result<Vec<u8>, StoreError> {
    match value.dyn_into::<Uint8Array>() {
        Ok(bytes) => Ok(bytes.to_vec()),
        Err(_) => Err(StoreError::corrupt(format_args!("a value in {store_name} is not a chunk"))),
    }
}

pub(super) fn thrown(thrown: JsValue) -> StoreError {
    failure::of_work(&thrown)
}
