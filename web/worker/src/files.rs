//! Exports and imports in the worker: the place of its buckets, and requests about the files in them.

use dynalab_playground::files;
use dynalab_playground::protocol::ToPage;
use dynalab_playground::protocol::files::{FilesAnswer, FilesQuestion};
use dynalab_storage::StoreError;
use dynalab_storage::buckets::{Buckets, MemoryBuckets, NewObject, ObjectSummary};
use dynalab_types::Timestamp;

#[cfg(target_arch = "wasm32")]
type StoredBuckets = dynalab_storage::IndexedDbBuckets;
/// Lets the crate compile natively. A worker runs only in a browser.
#[cfg(not(target_arch = "wasm32"))]
type StoredBuckets = MemoryBuckets;

/// The buckets of a temporary copy are in memory: it cannot read stored buckets.
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

    /// Moves the files of a copy that is stored now into stored buckets. If there is no space, they stay in the memory of this worker.
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
