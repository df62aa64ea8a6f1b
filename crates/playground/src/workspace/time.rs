//! The workspace's own time: the clock on the wall until somebody sets or advances the virtual one, and what happens when it passes.

use dynalab_types::Timestamp;

use super::Workspace;
use super::service::WorkspaceService;

/// A jump by nothing: what is due by now is done, and stands in the history as what it is.
pub(crate) const TIME_PASSES: (&str, &str) = ("Dynalab.AdvanceClock", r#"{"Milliseconds":0}"#);

/// A look at the clock, for those who show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFace {
    /// Of what is shown: who looks back sees the time of then.
    pub now: Timestamp,
    /// How many times as fast as the wall's; none while it is that one.
    pub rate: Option<u64>,
}

impl<S: WorkspaceService> Workspace<S> {
    /// What time it is here when the clock on the wall shows that.
    pub fn time(&self, wall: Timestamp) -> Timestamp {
        if self.is_behind { self.engine.now() } else { S::time(&self.clock, wall) }
    }

    /// To be called after whatever may have moved the engine: a request, a step in the history, another tab.
    pub fn follow_clock(&mut self, wall: Timestamp) {
        S::follow_clock(&mut self.clock, &self.engine, wall);
    }

    /// When it is that moment here.
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
        /// The clock goes on from that moment: what was to happen until now has not all been done yet.
        pub fn hold_clock(&mut self, wall: Timestamp, at: Timestamp) {
            self.clock.continue_from(wall, at);
        }

        /// How long the wall's clock goes on until something happens here by itself. None where nothing will, where the clock
        /// stands still, and where nobody has touched clock or dials: then what is due can wait for the next request.
        pub fn due_in_ms(&self, wall: Timestamp) -> Option<u64> {
            let is_alive = self.engine.database().dials().is_some() || rate_of(&self.engine).is_some();
            if !is_alive || self.history.is_looking_back() {
                return None;
            }
            self.clock.wait_ms(wall, self.engine.next_due_at()?)
        }

        /// Does what fell due, or a part of it: then the clock waits where the work came to, and the next call goes on. It
        /// belongs to what was done before: undone alone, it would only happen again. Returns whether anything did.
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
