//! Buckets: named objects outside the workspaces, for files. The [`Buckets`] trait and its in-memory implementation.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::error::StoreError;

/// The name of the browser database with the buckets of all workspaces.
pub const DATABASE: &str = "dynalab-buckets";

/// One object without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectSummary {
    pub bucket: String,
    pub key: String,
    pub size_bytes: u64,
    /// When the object was put, in milliseconds since 1970.
    pub put_ms: u64,
}

/// One object to put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewObject<'a> {
    pub bucket: &'a str,
    pub key: &'a str,
    pub bytes: &'a [u8],
}

/// A place that stores objects. A bucket exists as long as it has an object.
#[allow(async_fn_in_trait, reason = "buckets live on one thread: nobody needs these futures to be Send")]
pub trait Buckets {
    /// Returns all objects, ordered by bucket and key.
    ///
    /// # Errors
    /// `Unavailable`, `Interrupted` or `Corrupt` if the storage fails. The other methods have the same errors.
    async fn list(&self) -> Result<Vec<ObjectSummary>, StoreError>;

    /// Puts all objects or none. Replaces objects of the same bucket and key.
    ///
    /// # Errors
    /// `Full` if there is no space.
    async fn put(&self, objects: &[NewObject<'_>], now_ms: u64) -> Result<(), StoreError>;

    /// Returns the content of an object, or `None` if it does not exist.
    ///
    /// # Errors
    /// The errors of the storage.
    async fn get(&self, bucket: &str, key: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// Deletes an object. Succeeds if it does not exist.
    ///
    /// # Errors
    /// The errors of the storage.
    async fn delete(&self, bucket: &str, key: &str) -> Result<(), StoreError>;
}

#[derive(Clone, Debug)]
struct Stored {
    bytes: Vec<u8>,
    put_ms: u64,
}

/// Buckets in memory. A clone is a second handle on the same objects.
#[derive(Clone, Debug, Default)]
pub struct MemoryBuckets {
    objects: Rc<RefCell<BTreeMap<(String, String), Stored>>>,
    room_bytes: Rc<Cell<Option<u64>>>,
}

impl MemoryBuckets {
    /// Limits the total stored bytes. `None` removes the limit.
    pub fn set_room_bytes(&self, room_bytes: Option<u64>) {
        self.room_bytes.set(room_bytes);
    }
}

impl Buckets for MemoryBuckets {
    async fn list(&self) -> Result<Vec<ObjectSummary>, StoreError> {
        let objects = self.objects.borrow();
        let summary = |((bucket, key), stored): (&(String, String), &Stored)| ObjectSummary {
            bucket: bucket.clone(),
            key: key.clone(),
            size_bytes: stored.bytes.len() as u64,
            put_ms: stored.put_ms,
        };
        Ok(objects.iter().map(summary).collect())
    }

    async fn put(&self, objects: &[NewObject<'_>], now_ms: u64) -> Result<(), StoreError> {
        let mut after = self.objects.borrow().clone();
        for NewObject { bucket, key, bytes } in objects {
            let stored = Stored { bytes: bytes.to_vec(), put_ms: now_ms };
            after.insert(((*bucket).to_owned(), (*key).to_owned()), stored);
        }
        let size_bytes: u64 = after.values().map(|stored| stored.bytes.len() as u64).sum();
        if self.room_bytes.get().is_some_and(|room_bytes| size_bytes > room_bytes) {
            return Err(StoreError::Full);
        }
        self.objects.replace(after);
        Ok(())
    }

    async fn get(&self, bucket: &str, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let objects = self.objects.borrow();
        Ok(objects.get(&(bucket.to_owned(), key.to_owned())).map(|stored| stored.bytes.clone()))
    }

    async fn delete(&self, bucket: &str, key: &str) -> Result<(), StoreError> {
        self.objects.borrow_mut().remove(&(bucket.to_owned(), key.to_owned()));
        Ok(())
    }
}
