//! What a worker does besides its host, by the service of the engine. Each method does by itself what the worker with the plain engine
//! does: it leaves everything to the complete one.

use dynalab_engine::hooks::Plain;
use dynalab_playground::host::service::HostService;
use dynalab_playground::host::{BatchResult, Host};
use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};
use dynalab_types::Timestamp;

use crate::PageStore;

/// A service that a worker can have.
pub trait WorkerService: HostService {
    /// What the worker has beside its host.
    type Beside;

    fn beside(is_kept: bool) -> Self::Beside;

    /// The copy that is looked at is kept from now on.
    fn keep(_beside: &mut Self::Beside) -> impl Future<Output = ()> {
        async {}
    }

    /// How long nothing happens by itself.
    fn due_in_ms(_host: &Host<PageStore, Self>, _wall: Timestamp) -> Option<u64> {
        None
    }

    /// Does what the engine wants done outside.
    fn run_external_jobs(
        _host: &mut Host<PageStore, Self>,
        _beside: &Self::Beside,
        _now: Timestamp,
    ) -> impl Future<Output = Option<BatchResult>> {
        async { None }
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
