//! The work of a host with the complete engine besides answering from a workspace.

use dynalab_service::Complete;
use dynalab_storage::Store;
use dynalab_types::Timestamp;

use super::Reply;
use super::load_test::RunningLoadTest;
use super::service::HostService;
use super::traffic::Traffic;
use crate::Host;
use crate::protocol::ToWorker;

impl HostService for Complete {
    type Traffic = Traffic;
    type LoadTest = RunningLoadTest;

    fn let_time_pass<T: Store>(host: &mut Host<T>, wall: Timestamp) -> Vec<Reply> {
        host.let_time_pass(wall)
    }

    fn about_traffic<T: Store>(host: &mut Host<T>, message: &ToWorker, wall: Timestamp) -> Option<Reply> {
        host.about_traffic(message, wall).or_else(|| host.about_load_test(message, wall))
    }
}
