//! The work of a worker besides its host, by the service of the engine. Each default method is that of the worker with the plain engine: it
//! leaves everything to the complete one.

use dynalab_engine::hooks::Plain;
use dynalab_playground::host::service::HostService;
use dynalab_playground::host::{BatchResult, Host};
use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};
use dynalab_types::Timestamp;

use crate::PageStore;

/// A service that a worker can have.
pub trait WorkerService: HostService {
    /// The state of the worker beside its host.
    type Beside;

    fn beside(is_kept: bool) -> Self::Beside;

    /// Stores the files of a temporary copy that becomes a workspace.
    fn keep(_beside: &mut Self::Beside) -> impl Future<Output = ()> {
        async {}
    }

    /// Returns the time until scheduled work is due, in milliseconds.
    fn due_in_ms(_host: &Host<PageStore, Self>, _wall: Timestamp) -> Option<u64> {
        None
    }

    /// Runs the external jobs of the engine, up to the next part of one.
    fn run_external_jobs(
        _host: &mut Host<PageStore, Self>,
        _beside: &mut Self::Beside,
        _now: Timestamp,
    ) -> impl Future<Output = Option<BatchResult>> {
        async { None }
    }

    /// Whether an external job has more parts.
    fn has_open_job(_beside: &Self::Beside) -> bool {
        false
    }

    /// Answers a message about something beside the workspace. `database` is the name of the store, if there is one.
    fn answer(
        _beside: &mut Self::Beside,
        _database: Option<&str>,
        message: ToWorker,
    ) -> impl Future<Output = Option<ToPage>> {
        async move {
            Some(match message {
                ToWorker::Files { id, .. } | ToWorker::Salvage { id, .. } => {
                    ToPage::Refused { id, refusal: Refusal::NeedsCompleteEngine }
                }
                _ => return None,
            })
        }
    }
}

impl WorkerService for Plain {
    type Beside = ();

    fn beside(_: bool) {}
}
