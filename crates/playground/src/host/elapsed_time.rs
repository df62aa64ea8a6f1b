//! Work that falls due between two batches, and the time until the next work.

use dynalab_storage::Store;
use dynalab_types::Timestamp;

use super::Reply;
use crate::Host;
use crate::protocol::{Role, Space, ToPage};

impl<S: Store> Host<S> {
    /// Executes the work that fell due since the last batch. Followers do nothing.
    pub(super) fn let_time_pass(&mut self, wall: Timestamp) -> Vec<Reply> {
        let mut changed = Vec::new();
        let revision = self.revision.0;
        let mut tell = |space, waits_for_commit| {
            changed.push(Reply { message: ToPage::Changed { space, revision }, waits_for_commit });
        };
        self.saved.follow_clock(wall);
        self.demo.follow_clock(wall);
        self.advance_load_test(wall);
        let sent = self.send_traffic(wall);
        if self.role() != Role::Follower && (self.saved.let_time_pass(wall) | sent) {
            tell(Space::Saved, true);
        }
        if self.demo.let_time_pass(wall) {
            self.demo.commit();
            tell(Space::Demo, false);
        }
        changed
    }

    /// Returns the milliseconds of the real clock until work falls due. An empty batch then executes it.
    pub fn due_in_ms(&self, wall: Timestamp) -> Option<u64> {
        let saved = match (self.role(), self.traffic.is_running()) {
            (Role::Follower, _) => None,
            (_, true) => Some(0),
            (_, false) => self.saved.due_in_ms(wall),
        };
        saved.into_iter().chain(self.demo.due_in_ms(wall)).chain(self.load_test_due_in_ms()).min()
    }
}
