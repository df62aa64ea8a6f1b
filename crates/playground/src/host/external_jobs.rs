//! Runs the external jobs of the engine: exports write objects into buckets, imports read them.

use dynalab_service::transfer::{Delivery, ExternalJob, Failure, File, Task, Transfers, WantedJob};
use dynalab_storage::buckets::{Buckets, NewObject};
use dynalab_storage::{Store, StoreError};
use dynalab_types::Timestamp;

use super::{BatchResult, CommitResult};
use crate::Host;
use crate::protocol::{Role, Space, ToPage};

/// A job that ends the worker would end it again after every start, so it is tried only this often.
const ATTEMPTS_MAX: u8 = 3;
/// The place where attempts are counted: a name that no bucket can have.
const ATTEMPTS: &str = ".attempts";
/// The most objects that an import of DynamoDB reads.
const OBJECTS_MAX: usize = 50_000;

/// An external job whose result is applied in parts, between two of them. Dropped, it is continued from the files.
#[derive(Debug, Default)]
pub struct OpenJob(Option<(ExternalJob, Delivery)>);

impl OpenJob {
    /// Whether [`Host::run_external_jobs`] has to be called again at once.
    pub fn is_open(&self) -> bool {
        self.0.is_some()
    }
}

impl<S: Store> Host<S> {
    /// Runs the external jobs of the engine, one after another, and stores the result of each like a request. Call it after a batch was
    /// stored, and when this tab becomes the writer: it continues the jobs that another tab began. A follower and a tab that views the
    /// past do nothing. If a result cannot be stored, the other jobs wait for the next call. A result with several parts is applied up to
    /// the next part; process the waiting messages before the next call.
    pub async fn run_external_jobs(
        &mut self,
        open: &mut OpenJob,
        buckets: &impl Buckets,
        now: Timestamp,
    ) -> BatchResult {
        let mut news = CommitResult::default();
        // Long work has its parts first.
        let mut begun = if self.work.is_some() { None } else { open.0.take() };
        while self.role() != Role::Follower && self.work.is_none() && !self.saved.history().is_looking_back()
        {
            let was_begun = begun.is_some();
            let Some((job, delivery)) = self.next_delivery(begun.take(), buckets, now).await else { break };
            self.log.has_grown = false;
            let left = self.saved.complete_part(now, &job, delivery);
            let Some(chunk) = self.saved.uncommitted_chunk() else {
                // What was begun no longer fits the engine, so it begins with the files.
                if was_begun {
                    continue;
                }
                break;
            };
            let kept = self.keep(chunk, &mut |_| (), &mut news).await;
            // The job did not crash the worker. A stale mark only overcounts attempts.
            let _ = buckets.delete(ATTEMPTS, &job.arn).await;
            if kept.is_err() {
                break;
            }
            news.messages.push(ToPage::Changed { space: Space::Saved, revision: self.revision.0 });
            if let Some(left) = left {
                open.0 = Some((job, left));
                break;
            }
        }
        self.fold().await;
        let CommitResult { messages, appended, deposed } = news;
        BatchResult { messages, appended, deposed }
    }

    /// Returns the job that was begun, or the next one with the result of its files. Counts the attempt.
    async fn next_delivery(
        &self,
        begun: Option<(ExternalJob, Delivery)>,
        buckets: &impl Buckets,
        now: Timestamp,
    ) -> Option<(ExternalJob, Delivery)> {
        let arn = match &begun {
            Some((job, _)) => job.arn.clone(),
            None => self.saved.engine().wanted()?,
        };
        let attempts = begin_attempt(buckets, &arn, now).await;
        if begun.is_some() {
            return begun;
        }
        let job = match attempts < ATTEMPTS_MAX {
            true => self.saved.engine().external_job().map(WantedJob::computed),
            false => None,
        };
        let Some(job) = job else {
            return Some((ExternalJob::without_files(arn), Delivery::Failed(too_often())));
        };
        let delivery = run(buckets, &job, now).await.unwrap_or_else(Delivery::Failed);
        Some((job, delivery))
    }
}

/// Returns how often a job was begun and not ended, and counts one more. Returns 0 if the count cannot be read.
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

async fn run(buckets: &impl Buckets, job: &ExternalJob, now: Timestamp) -> Result<Delivery, Failure> {
    match &job.task {
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
