//! What the engine wants done outside: exports go into buckets, imports come from them.

use dynalab_engine::transfer::{Delivery, Errand, Failure, File, Task};
use dynalab_storage::buckets::{Buckets, NewObject};
use dynalab_storage::{Store, StoreError};
use dynalab_types::Timestamp;

use super::{Host, News, Processed};
use crate::protocol::{Role, Space, ToPage};

/// Imports of the service read no more.
const OBJECTS_MAX: usize = 50_000;

impl<S: Store> Host<S> {
    /// Does what the engine wants, one thing after another, and keeps what came of each like a request. To be called after
    /// a batch that was kept, and when there is a new writer; what was begun by another goes on here. Whoever follows or
    /// looks back does nothing. When a delivery cannot be kept, the rest waits for the next call.
    pub async fn run_errands(&mut self, buckets: &impl Buckets, now: Timestamp) -> Processed {
        let mut news = News::default();
        while self.role() != Role::Follower && !self.saved.history().is_looking_back() {
            let Some(errand) = self.saved.engine().errand() else { break };
            let delivery = run(buckets, &errand, now).await.unwrap_or_else(Delivery::Failed);
            self.has_grown = false;
            self.saved.deliver(now, &errand, delivery);
            let Some(chunk) = self.saved.uncommitted_chunk() else { break };
            if self.keep(chunk, &mut |_| (), &mut news).await.is_err() {
                break;
            }
            news.messages.push(ToPage::Changed { space: Space::Saved, revision: self.revision.0 });
        }
        self.fold().await;
        let News { messages, appended, deposed } = news;
        Processed { messages, appended, deposed }
    }
}

async fn run(buckets: &impl Buckets, errand: &Errand, now: Timestamp) -> Result<Delivery, Failure> {
    match &errand.task {
        Task::Put(files) => {
            let objects = files.iter().map(|File { bucket, key, bytes }| NewObject { bucket, key, bytes });
            let objects: Vec<NewObject> = objects.collect();
            buckets.put(&objects, now.epoch_ms).await.map_err(failed)?;
            Ok(Delivery::Put)
        }
        Task::Take { bucket, prefix } => take(buckets, bucket, prefix).await.map(Delivery::Taken),
    }
}

async fn take(buckets: &impl Buckets, bucket: &str, prefix: &str) -> Result<Vec<File>, Failure> {
    let mut objects = buckets.list().await.map_err(failed)?;
    objects.retain(|object| object.bucket == bucket);
    if objects.is_empty() {
        return Err(Failure::no_such_bucket());
    }
    objects.retain(|object| object.key.starts_with(prefix));
    if objects.len() > OBJECTS_MAX {
        let message = format!("More than {OBJECTS_MAX} objects begin with {prefix:?}.");
        return Err(Failure { code: "S3TooManyObjects".into(), message });
    }
    let mut files = Vec::with_capacity(objects.len());
    for object in objects {
        // Another tab may have deleted it meanwhile.
        if let Some(bytes) = buckets.get(bucket, &object.key).await.map_err(failed)? {
            files.push(File { bucket: object.bucket, key: object.key, bytes });
        }
    }
    Ok(files)
}

fn failed(error: StoreError) -> Failure {
    match error {
        StoreError::Full => Failure::access_denied("The browser has no room left for these files."),
        other => Failure::access_denied(&other.to_string()),
    }
}
