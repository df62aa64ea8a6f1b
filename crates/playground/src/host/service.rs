//! What a host does besides answering from a workspace. The service of the engine decides: each method does by itself what a host with
//! the plain engine does.

use dynalab_engine::hooks::Plain;
use dynalab_storage::Store;
use dynalab_types::Timestamp;

use super::{Host, Reply};
use crate::protocol::ToWorker;
use crate::workspace::service::WorkspaceService;

/// A service that a host's workspaces can have.
pub trait HostService: WorkspaceService {
    /// Traffic that runs by itself.
    type Traffic: Default;
    /// A load test on a copy of the tables.
    type LoadTest: Default;

    /// Does what fell due by itself since the last batch.
    fn let_time_pass<T: Store>(_host: &mut Host<T, Self>, _wall: Timestamp) -> Vec<Reply> {
        Vec::new()
    }

    /// Answers a message about traffic or a load test. Returns `None` for other messages.
    fn about_traffic<T: Store>(
        _host: &mut Host<T, Self>,
        _message: &ToWorker,
        _wall: Timestamp,
    ) -> Option<Reply> {
        None
    }
}

impl HostService for Plain {
    type Traffic = ();
    type LoadTest = ();
}
