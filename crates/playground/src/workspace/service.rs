//! What a workspace can do besides the requests of its engine. The service of the engine decides. Each default method does what a
//! workspace of the plain engine does.

use dynalab_engine::engine::Engine;
use dynalab_engine::hooks::Plain;
use dynalab_types::Timestamp;

use super::{RequestOutcome, Workspace};
use crate::history::History;
use crate::views::trace::TraceService;

/// A service that a workspace can have.
pub trait WorkspaceService: TraceService {
    /// The workspace's own clock.
    type Clock: Default;

    /// Returns the time of the workspace at that time of the computer's clock.
    fn time(_clock: &Self::Clock, wall: Timestamp) -> Timestamp {
        wall
    }

    fn follow_clock(_clock: &mut Self::Clock, _engine: &Engine<Self>, _wall: Timestamp) {}

    /// How many times as fast as the computer's clock; `None` without a clock of its own.
    fn clock_rate(_engine: &Engine<Self>) -> Option<u64> {
        None
    }

    /// Runs a request that moves the head itself. Returns `None` for other requests.
    fn run_on_branch(
        _workspace: &mut Workspace<Self>,
        _at: Timestamp,
        _operation: &str,
        _body: &str,
    ) -> Option<RequestOutcome> {
        None
    }

    /// Runs a request that the workspace answers itself. Returns `None` for other requests.
    fn run_own(
        _workspace: &mut Workspace<Self>,
        _at: Timestamp,
        _operation: &str,
        _body: &str,
    ) -> Option<RequestOutcome> {
        None
    }

    /// Returns true if a request belongs to the newest step.
    fn is_continuation(_history: &History, _operation: &str, _body: &str) -> bool {
        false
    }

    /// Returns true if the workspace answers an operation itself, and that changes something.
    fn own_operation_writes(_operation: &str) -> bool {
        false
    }

    /// Returns the name of an operation that the history has and the engine does not know.
    fn own_name(_operation: &str) -> Option<&'static str> {
        None
    }
}

impl WorkspaceService for Plain {
    type Clock = ();
}
