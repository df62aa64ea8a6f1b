//! The clock of a workspace: the real clock until a request sets or advances the virtual one, and the work that falls due.

use dynalab_types::Timestamp;

use super::Workspace;
use super::service::WorkspaceService;

/// A jump of 0 ms: runs due work and records it.
pub(crate) const TIME_PASSES: (&str, &str) = ("Dynalab.AdvanceClock", r#"{"Milliseconds":0}"#);

/// The clock as a view shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFace {
    /// The time of the entry that is shown.
    pub now: Timestamp,
    /// The rate of the virtual clock in simulated seconds per second, `None` for the real clock.
    pub rate: Option<u64>,
}

impl<S: WorkspaceService> Workspace<S> {
    /// Returns the workspace's time at a time of the real clock.
    pub fn time(&self, wall: Timestamp) -> Timestamp {
        if self.is_behind { self.engine.now() } else { S::time(&self.clock, wall) }
    }

    /// Sets the virtual clock to the engine's. Call it after a request, a move in the history, or chunks of another tab.
    pub fn follow_clock(&mut self, wall: Timestamp) {
        S::follow_clock(&mut self.clock, &self.engine, wall);
    }

    /// Returns the clock for a view at a time of the workspace.
    pub fn clock_face(&self, at: Timestamp) -> ClockFace {
        let now = match self.history.is_looking_back() {
            true => self.engine.now(),
            false => at.max(self.engine.now()),
        };
        ClockFace { now, rate: S::clock_rate(&self.engine) }
    }
}

mod passing {
    use dynalab_service::clock::rate_of;

    use super::Timestamp;
    use crate::Workspace;

    impl Workspace {
        /// Continues the clock from a time: not all work that fell due until now is done.
        pub fn hold_clock(&mut self, wall: Timestamp, at: Timestamp) {
            self.clock.continue_from(wall, at);
        }

        /// Returns the milliseconds of the real clock until work falls due. `None` if there is none, if the clock stands still, and if clock
        /// and settings are unchanged: then due work can wait for the next request.
        pub fn due_in_ms(&self, wall: Timestamp) -> Option<u64> {
            let is_alive = self.engine.database().dials().is_some() || rate_of(&self.engine).is_some();
            if !is_alive || self.history.is_looking_back() {
                return None;
            }
            self.clock.wait_ms(wall, self.engine.next_due_at()?)
        }

        /// Executes the work that fell due, or a part of it. After a part, the clock waits at the time that was reached, and the next call
        /// goes on. The entry belongs to the step before it, because work that is undone alone would fall due again. Returns true if
        /// anything was executed.
        pub fn let_time_pass(&mut self, wall: Timestamp) -> bool {
            self.is_behind = false;
            if self.due_in_ms(wall) != Some(0) {
                return false;
            }
            let at = self.time(wall);
            let came_to = self.pass(at);
            self.follow_clock(wall);
            if came_to.is_some() && rate_of(&self.engine).is_some() {
                self.clock.continue_from(wall, self.engine.now());
            } else {
                self.is_behind = came_to.is_some();
            }
            true
        }
    }
}
