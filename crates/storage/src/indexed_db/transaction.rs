//! One transaction: bytes go in and out of object stores as `Uint8Array`s.

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
        // A transaction ends when it is complete or aborted. The library would take the first failed request for its end, and
        // at that moment the transaction does not know yet why it will be aborted.
        transaction.as_sys().set_onerror(None);
        Work { transaction }
    }

    pub(super) fn store(&self, name: &str) -> Result<ObjectStore<'_>, StoreError> {
        self.transaction.object_store(name).map_err(failure::of_work)
    }

    /// Nobody waits for it: when it fails, the commit does.
    pub(super) fn put<K: TryToJs>(&self, store_name: &str, key: K, bytes: &[u8]) -> Result<(), StoreError> {
        let store = self.store(store_name)?;
        let put = store.put(Uint8ArraySlice::new(bytes)).with_key(key).without_key_type();
        put.primitive().map(drop).map_err(failure::of_work)
    }

    /// Deletes what has one of these keys. Nobody waits for it, as for [`put`](Work::put).
    pub(super) fn delete<K: TryToJs>(&self, store_name: &str, keys: KeyRange<K>) -> Result<(), StoreError> {
        self.store(store_name)?.delete::<K, _>(keys).primitive().map(drop).map_err(failure::of_work)
    }

    /// Nobody waits for it, as for [`put`](Work::put).
    pub(super) fn clear(&self, store_name: &str) -> Result<(), StoreError> {
        self.store(store_name)?.clear().map(drop).map_err(failure::of_work)
    }

    /// The bytes under one key. A value that is not bytes is not taken for one that is missing.
    pub(super) async fn get<K: TryToJs>(
        &self,
        store_name: &'static str,
        key: K,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.get_all(store_name, KeyRange::Only(key)).await?.pop())
    }

    /// The bytes under these keys, in the order of the keys.
    pub(super) async fn get_all<K: TryToJs>(
        &self,
        store_name: &'static str,
        keys: KeyRange<K>,
    ) -> Result<Vec<Vec<u8>>, StoreError> {
        let store = self.store(store_name)?;
        let values = store.get_all().with_query::<K, _>(keys).primitive().map_err(failure::of_work)?;
        let values = values.await.map_err(failure::of_work)?;
        values.map(|value| bytes_of(value, store_name)).collect()
    }

    pub(super) async fn count(&self, store_name: &str) -> Result<u32, StoreError> {
        let store = self.store(store_name)?;
        store.count().primitive().map_err(failure::of_work)?.await.map_err(failure::of_work)
    }

    /// Waits until the database has begun the transaction. One that only writes must, before its commit: WebKit takes a
    /// transaction that is committed and has not begun for over, and never ends it when the worker goes away.
    pub(super) async fn wait_until_begun(&self, store_name: &str) -> Result<(), StoreError> {
        self.count(store_name).await.map(drop)
    }

    /// Answers when the transaction is complete. The sooner it is said that nothing follows, the sooner it is done. When it was
    /// aborted, the transaction knows why; the requests in it know only that it was.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        let transaction = IdbTransaction::clone(self.transaction.as_sys());
        match self.transaction.commit().await {
            Ok(()) => Ok(()),
            Err(Error::MissingData(UnexpectedDataError::TransactionAborted)) => {
                Err(failure::of_cause(transaction.error().as_ref()))
            }
            // It was aborted before it could be committed, or it never could be.
            Err(error) => match transaction.error() {
                Some(cause) => Err(failure::of_cause(Some(&cause))),
                None => Err(failure::of_work(error)),
            },
        }
    }
}

/// An array of bytes that was stored.
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
