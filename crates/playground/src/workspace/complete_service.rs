//! What a workspace of the complete engine can do besides its requests.

use dynalab_service::clock::{RATE_OF_THE_WALL, VirtualClock, rate_of};
use dynalab_service::{Complete, Engine};
use dynalab_traffic::workload::driver::RUN_WORKLOAD;
use dynalab_types::Timestamp;

use super::service::WorkspaceService;
use super::{RequestOutcome, branch_requests, burst, put_items, step_clients, workspace_operations};
use crate::Workspace;
use crate::history::History;

impl WorkspaceService for Complete {
    type Clock = VirtualClock;

    fn time(clock: &VirtualClock, wall: Timestamp) -> Timestamp {
        clock.at(wall)
    }

    fn follow_clock(clock: &mut VirtualClock, engine: &Engine, wall: Timestamp) {
        clock.sync_to(engine, wall);
    }

    fn clock_rate(engine: &Engine) -> Option<u64> {
        rate_of(engine).map(|rate| rate / RATE_OF_THE_WALL)
    }

    fn run_on_branch(
        workspace: &mut Workspace,
        at: Timestamp,
        operation: &str,
        body: &str,
    ) -> Option<RequestOutcome> {
        (operation == branch_requests::BRANCH).then(|| branch_requests::run(workspace, at, body))
    }

    fn run_own(
        workspace: &mut Workspace,
        at: Timestamp,
        operation: &str,
        body: &str,
    ) -> Option<RequestOutcome> {
        if operation == RUN_WORKLOAD {
            return Some(burst::run(&mut workspace.engine, at, body));
        }
        workspace_operations::answer(workspace, at, operation, body)
    }

    fn is_continuation(history: &History, operation: &str, body: &str) -> bool {
        put_items::is_continuation(history, operation, body)
    }

    /// A burst of requests is the workspace's own.
    fn own_operation_writes(operation: &str) -> bool {
        matches!(operation, RUN_WORKLOAD | branch_requests::BRANCH | step_clients::RUN | put_items::PUT)
    }

    fn own_name(operation: &str) -> Option<&'static str> {
        [RUN_WORKLOAD, step_clients::RUN, put_items::PUT].into_iter().find(|name| *name == operation)
    }
}
