//! What the engine wants done outside: exports go into buckets, imports come from them.

use dynalab_service::transfer::{Delivery, ExternalJob, Failure, File, Task, Transfers, WantedJob};
use dynalab_storage::buckets::{Buckets, NewObject};
use dynalab_storage::{Store, StoreError};
use dynalab_types::Timestamp;

use super::{BatchResult, CommitResult};
use crate::Host;
use crate::protocol::{Role, Space, ToPage};

/// A worker that dies of an errand would die of it again after every start.
const ATTEMPTS_MAX: u8 = 3;
/// Where attempts are counted, under a name that no bucket can have.
const ATTEMPTS: &str = ".attempts";
/// Imports of the service read no more.
const OBJECTS_MAX: usize = 50_000;

impl<S: Store> Host<S> {
    /// Does what the engine wants, one thing after another, and keeps what came of each like a request. To be called after
    /// a batch that was kept, and when there is a new writer; what was begun by another goes on here. Whoever follows or
    /// looks back does nothing. When a delivery cannot be kept, the rest waits for the next call.
    pub async fn run_errands(&mut self, buckets: &impl Buckets, now: Timestamp) -> BatchResult {
        let mut news = CommitResult::default();
        while self.role() != Role::Follower && self.work.is_none() && !self.saved.history().is_looking_back()
        {
            let Some(arn) = self.saved.engine().wanted() else { break };
            let attempts = begin_attempt(buckets, &arn, now).await;
            let errand = match attempts < ATTEMPTS_MAX {
                true => self.saved.engine().external_job().map(WantedJob::computed),
                false => None,
            };
            let (errand, delivery) = match errand {
                Some(errand) => {
                    let delivery = run(buckets, &errand, now).await.unwrap_or_else(Delivery::Failed);
                    (errand, delivery)
                }
                None => (ExternalJob::without_files(arn.clone()), Delivery::Failed(too_often())),
            };
            self.log.has_grown = false;
            self.saved.complete_job(now, &errand, delivery);
            let Some(chunk) = self.saved.uncommitted_chunk() else { break };
            let kept = self.keep(chunk, &mut |_| (), &mut news).await;
            // Whoever got here has not died of it. A mark that stays says too much at worst.
            let _ = buckets.delete(ATTEMPTS, &arn).await;
            if kept.is_err() {
                break;
            }
            news.messages.push(ToPage::Changed { space: Space::Saved, revision: self.revision.0 });
        }
        self.fold().await;
        let CommitResult { messages, appended, deposed } = news;
        BatchResult { messages, appended, deposed }
    }
}

/// How often this has been begun before, and not ended; once more from now on. Where nothing can be written down, nothing is
/// counted.
async fn begin_attempt(buckets: &impl Buckets, arn: &str, now: Timestamp) -> u8 {
    let before = buckets.get(ATTEMPTS, arn).await.ok().flatten();
    let before = before.and_then(|mark| mark.first().copied()).unwrap_or(0);
    let mark = [before.saturating_add(1)];
    let _ = buckets.put(&[NewObject { bucket: ATTEMPTS, key: arn, bytes: &mark }], now.epoch_ms).await;
    before
}

fn too_often() -> Failure {
    Failure {
        code: "InternalServerError".into(),
        message:
            "The page was ended several times while it worked on this: it may be too much for this browser."
                .into(),
    }
}

async fn run(buckets: &impl Buckets, errand: &ExternalJob, now: Timestamp) -> Result<Delivery, Failure> {
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
