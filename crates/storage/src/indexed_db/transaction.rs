//! One transaction: reads and writes bytes in object stores as `Uint8Array`s.

use indexed_db_futures::KeyRange;
use indexed_db_futures::error::{Error, UnexpectedDataError};
use indexed_db_futures::internals::SystemRepr;
use indexed_db_futures::object_store::ObjectStore;
use indexed_db_futures::prelude::*;
use indexed_db_futures::primitive::TryToJs;
use indexed_db_futures::transaction::Transaction;
use indexed_db_futures::typed_array::{Uint8Array, Uint8ArraySlice};
use web_sys::IdbTransaction;

use super::failure;
use crate::error::{Damage, StoreError};

/// A transaction that writes nothing unless it is committed.
pub(super) struct Work<'a> {
    transaction: Transaction<'a>,
}

impl<'a> Work<'a> {
    pub(super) fn new(transaction: Transaction<'a>) -> Work<'a> {
        // A transaction ends when it is complete or aborted. The library would treat the first failed request as the end. At that
        // time the transaction does not have the reason of the abort yet.
        transaction.as_sys().set_onerror(None);
        Work { transaction }
    }

    pub(super) fn store(&self, name: &str) -> Result<ObjectStore<'_>, StoreError> {
        self.transaction.object_store(name).map_err(failure::of_work)
    }

    /// Starts to put a value. Does not wait for the request: if it fails, the commit fails.
    pub(super) fn put<K: TryToJs>(&self, store_name: &str, key: K, bytes: &[u8]) -> Result<(), StoreError> {
        let store = self.store(store_name)?;
        let put = store.put(Uint8ArraySlice::new(bytes)).with_key(key).without_key_type();
        put.primitive().map(drop).map_err(failure::of_work)
    }

    /// Starts to delete the values with these keys. Does not wait, like [`put`](Work::put).
    pub(super) fn delete<K: TryToJs>(&self, store_name: &str, keys: KeyRange<K>) -> Result<(), StoreError> {
        self.store(store_name)?.delete::<K, _>(keys).primitive().map(drop).map_err(failure::of_work)
    }

    /// Starts to delete all values. Does not wait, like [`put`](Work::put).
    pub(super) fn clear(&self, store_name: &str) -> Result<(), StoreError> {
        self.store(store_name)?.clear().map(drop).map_err(failure::of_work)
    }

    /// Reads the bytes under one key. Fails if the value is not bytes, so it is not confused with a missing value.
    pub(super) async fn get<K: TryToJs>(
        &self,
        store_name: &'static str,
        key: K,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.get_all(store_name, KeyRange::Only(key), 1).await?.pop())
    }

    /// Reads the bytes under these keys, in the order of the keys, at most `limit` of them.
    pub(super) async fn get_all<K: TryToJs>(
        &self,
        store_name: &'static str,
        keys: KeyRange<K>,
        limit: u32,
    ) -> Result<Vec<Vec<u8>>, StoreError> {
        let store = self.store(store_name)?;
        let values = store
            .get_all()
            .with_query::<K, _>(keys)
            .with_limit(limit)
            .primitive()
            .map_err(failure::of_work)?;
        let values = values.await.map_err(failure::of_work)?;
        values.map(|value| bytes_of(value, store_name)).collect()
    }

    pub(super) async fn count(&self, store_name: &str) -> Result<u32, StoreError> {
        let store = self.store(store_name)?;
        store.count().primitive().map_err(failure::of_work)?.await.map_err(failure::of_work)
    }

    /// Waits until the database has begun the transaction. A transaction that only writes must wait before its commit. WebKit
    /// considers a committed transaction that has not begun complete, and never ends it if the worker ends.
    pub(super) async fn wait_until_begun(&self, store_name: &str) -> Result<(), StoreError> {
        self.count(store_name).await.map(drop)
    }

    /// Commits and waits until the transaction is complete. An explicit commit completes it sooner. The reason of an abort is
    /// read from the transaction, because its requests do not have it.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        let transaction = IdbTransaction::clone(self.transaction.as_sys());
        match self.transaction.commit().await {
            Ok(()) => Ok(()),
            Err(Error::MissingData(UnexpectedDataError::TransactionAborted)) => {
                Err(failure::of_cause(transaction.error().as_ref()))
            }
            // The transaction was aborted before the commit, or could not be committed.
            Err(error) => match transaction.error() {
                Some(cause) => Err(failure::of_cause(Some(&cause))),
                None => Err(failure::of_work(error)),
            },
        }
    }
}

/// Returns the bytes of a stored value. Fails if the value is not an array of bytes.
pub(super) fn bytes_of(
    value: Result<Uint8Array, Error>,
    object_store: &'static str,
) -> Result<Vec<u8>, StoreError> {
    match value {
        Ok(bytes) => Ok(bytes.into()),
        Err(Error::Serialisation(_)) => Err(Damage::NotBytes { object_store }.into()),
        Err(error) => Err(failure::of_work(error)),
    }
}
