//! Long work in parts: a jump of the clock over much scheduled work, and work that fell due meanwhile. A part ends after a number of
//! tasks, never after a time, so the same requests have the same parts everywhere. Each part is a request of its own in the history,
//! with the same result when it is executed again.

use dynalab_capacity::HalfUnits;
use dynalab_engine::TraceLevel;
use dynalab_types::Timestamp;

use super::service::WorkspaceService;
use super::{Answer, TIME_PASSES, Workspace};

/// The request that jumps.
pub(crate) const JUMP: &str = "Dynalab.AdvanceClock";
/// Scheduled tasks between two looks at the page's messages. One can take milliseconds: a minute's look at 50 alarms.
pub const TASKS_AT_ONCE: u64 = 250;

impl<S: WorkspaceService> Workspace<S> {
    /// Executes a request, or the first part of a jump. Returns the time to which the jump continues.
    pub fn execute_part(
        &mut self,
        at: Timestamp,
        operation: &str,
        body: &str,
        level: TraceLevel,
    ) -> (Answer, Option<Timestamp>) {
        if operation != JUMP {
            return (self.execute(at, operation, body, level), None);
        }
        self.engine.bound_due_work(TASKS_AT_ONCE);
        let answer = self.execute(at, operation, body, level);
        self.engine.bound_due_work(u64::MAX);
        (answer, self.left.take())
    }

    /// Continues a jump to a time. It belongs to the request before it. Returns the time to which the jump still continues.
    pub fn continue_part(&mut self, until: Timestamp) -> (Answer, Option<Timestamp>) {
        let now = self.engine.now();
        let body = jump_by(until.epoch_ms.saturating_sub(now.epoch_ms));
        self.engine.bound_due_work(TASKS_AT_ONCE);
        let answer = self.continue_with(now, JUMP, &body, true);
        self.engine.bound_due_work(u64::MAX);
        (answer, self.left.take())
    }

    /// Executes a part of the work that is due at a time, and records it as a jump. Returns the time if work is left.
    pub(super) fn pass(&mut self, at: Timestamp) -> Option<Timestamp> {
        let (operation, body) = TIME_PASSES;
        self.engine.bound_due_work(TASKS_AT_ONCE);
        let mut ran = self.run(at, operation, body, TraceLevel::Off);
        self.engine.bound_due_work(u64::MAX);
        let left = self.engine.take_behind();
        let changes = std::mem::take(&mut ran.changes);
        let at = if left.is_some() { self.engine.now() } else { at };
        self.remember(at, TIME_PASSES, (200, HalfUnits::ZERO), changes, true);
        left
    }

    /// Executes a part of the work that is due before a request, if that is more than one part. Returns true if it did; then more can be
    /// left. The request itself executes less than a part.
    pub(crate) fn pass_before(&mut self, at: Timestamp) -> bool {
        if self.history.is_looking_back() || self.engine.next_due_at().is_none_or(|due| due > at) {
            return false;
        }
        let (operation, body) = TIME_PASSES;
        self.engine.bound_due_work(TASKS_AT_ONCE);
        let ran = self.run(at, operation, body, TraceLevel::Off);
        self.engine.bound_due_work(u64::MAX);
        let is_cut = self.engine.take_behind().is_some();
        if is_cut {
            self.remember(self.engine.now(), TIME_PASSES, (200, HalfUnits::ZERO), ran.changes, true);
        } else {
            self.engine.reverse(ran.changes);
        }
        is_cut
    }

    /// Returns the body of a jump to the time that the clock has reached. `None` for a request that was executed whole.
    pub(super) fn body_of_part(&mut self, operation: &str, began: Timestamp) -> Option<String> {
        let left = self.engine.take_behind().filter(|_| operation == JUMP);
        self.left = left;
        left.map(|_| jump_by(self.engine.now().epoch_ms.saturating_sub(began.epoch_ms)))
    }
}

fn jump_by(ms: u64) -> String {
    format!("{{\"Milliseconds\":{ms}}}")
}
