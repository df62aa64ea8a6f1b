//! What the worker with the complete engine does besides its host: files in buckets, and what is readable of a damaged workspace.

use dynalab_playground::Host;
use dynalab_playground::host::{BatchResult, OpenJob};
use dynalab_playground::protocol::{ToPage, ToWorker};
use dynalab_service::Complete;
use dynalab_types::Timestamp;

use crate::files::WorkerBuckets;
use crate::service::WorkerService;
use crate::{PageStore, device_time, salvage};

/// What the worker has beside its host.
pub struct Beside {
    buckets: WorkerBuckets,
    open_job: OpenJob,
}

impl WorkerService for Complete {
    type Beside = Beside;

    fn beside(is_kept: bool) -> Beside {
        Beside { buckets: WorkerBuckets::new(is_kept), open_job: OpenJob::default() }
    }

    async fn keep(beside: &mut Beside) {
        beside.buckets.keep().await;
    }

    fn due_in_ms(host: &Host<PageStore>, wall: Timestamp) -> Option<u64> {
        host.due_in_ms(wall)
    }

    async fn run_external_jobs(
        host: &mut Host<PageStore>,
        beside: &mut Beside,
        now: Timestamp,
    ) -> Option<BatchResult> {
        Some(host.run_external_jobs(&mut beside.open_job, &beside.buckets, now).await)
    }

    fn has_open_job(beside: &Beside) -> bool {
        beside.open_job.is_open()
    }

    async fn answer(beside: &mut Beside, database: Option<&str>, message: ToWorker) -> Option<ToPage> {
        Some(match message {
            ToWorker::Files { id, question } => beside.buckets.answer(id, question, device_time()).await,
            ToWorker::Salvage { id, question } => match database {
                Some(database) => salvage::answer(id, database, question).await,
                None => salvage::refuse(id),
            },
            _ => return None,
        })
    }
}
