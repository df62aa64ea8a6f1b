//! Exports and imports in the worker: where its buckets are, and what is asked about the files in them.

use dynalab_playground::files;
use dynalab_playground::protocol::ToPage;
use dynalab_playground::protocol::files::{FilesAnswer, FilesQuestion};
use dynalab_storage::StoreError;
use dynalab_storage::buckets::{Buckets, MemoryBuckets, NewObject, ObjectSummary};
use dynalab_types::Timestamp;

#[cfg(target_arch = "wasm32")]
type StoredBuckets = dynalab_storage::IndexedDbBuckets;
/// Only so that the crate can be looked at natively; a worker runs in a browser.
#[cfg(not(target_arch = "wasm32"))]
type StoredBuckets = MemoryBuckets;

/// Those of a copy that is only looked at are in memory: what somebody has handed on gets at nobody's files.
pub enum WorkerBuckets {
    Kept(StoredBuckets),
    OfCopy(MemoryBuckets),
}

impl WorkerBuckets {
    pub fn new(is_kept: bool) -> WorkerBuckets {
        if is_kept {
            WorkerBuckets::Kept(StoredBuckets::default())
        } else {
            WorkerBuckets::OfCopy(MemoryBuckets::default())
        }
    }

    /// The copy is kept from now on, and its files are too. When they find no room they stay where they are, as long as
    /// this worker lives.
    pub async fn keep(&mut self) {
        let kept = StoredBuckets::default();
        if let WorkerBuckets::OfCopy(files) = self
            && files::move_all(files, &kept).await.is_ok()
        {
            *self = WorkerBuckets::Kept(kept);
        }
    }

    pub async fn answer(&self, id: u32, question: FilesQuestion, now: Timestamp) -> ToPage {
        let answered: Result<FilesAnswer, _> = files::answer(self, question, now).await;
        match answered {
            Ok(answer) => ToPage::Files { id, answer },
            Err(refusal) => ToPage::Refused { id, refusal },
        }
    }
}

impl Buckets for WorkerBuckets {
    async fn list(&self) -> Result<Vec<ObjectSummary>, StoreError> {
        match self {
            WorkerBuckets::Kept(buckets) => buckets.list().await,
            WorkerBuckets::OfCopy(buckets) => buckets.list().await,
        }
    }

    async fn put(&self, objects: &[NewObject<'_>], now_ms: u64) -> Result<(), StoreError> {
        match self {
            WorkerBuckets::Kept(buckets) => buckets.put(objects, now_ms).await,
            WorkerBuckets::OfCopy(buckets) => buckets.put(objects, now_ms).await,
        }
    }

    async fn get(&self, bucket: &str, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        match self {
            WorkerBuckets::Kept(buckets) => buckets.get(bucket, key).await,
            WorkerBuckets::OfCopy(buckets) => buckets.get(bucket, key).await,
        }
    }

    async fn delete(&self, bucket: &str, key: &str) -> Result<(), StoreError> {
        match self {
            WorkerBuckets::Kept(buckets) => buckets.delete(bucket, key).await,
            WorkerBuckets::OfCopy(buckets) => buckets.delete(bucket, key).await,
        }
    }
}
