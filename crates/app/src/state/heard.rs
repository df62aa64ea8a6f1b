//! The engine's reports as actions.

use dynalab_playground::protocol::Space;

use super::{Action, Notice};
use crate::engine::event::EngineEvent;

impl Action {
    /// Returns the action of an event. None for the tables of the home page's demonstration, which are not in the state.
    pub fn of_event(event: EngineEvent) -> Option<Action> {
        Some(match event {
            EngineEvent::Ready { role, revision, loaded_items, loaded_ms } => {
                Action::EngineReady { role, revision, loaded_items, loaded_ms }
            }
            EngineEvent::Changed { space: Space::Saved, revision } => Action::Revision(revision),
            EngineEvent::Changed { space: Space::Demo, .. } => return None,
            EngineEvent::Role(role) => Action::SetRole(role),
            EngineEvent::Storage(health) => Action::SetHealth(health),
            EngineEvent::DiscardedTail => Action::Tell(Notice::DiscardedTail),
            EngineEvent::Opening(workspace) => Action::OpeningWorkspace(workspace),
            EngineEvent::Working(work) => Action::Working(work),
            EngineEvent::StoppedJump => Action::Tell(Notice::JumpStopped),
            EngineEvent::Restarting => Action::EngineRestarting,
            EngineEvent::Resuming => Action::EngineResuming,
            EngineEvent::Stopped => Action::EngineStopped,
            EngineEvent::DoesNotFit => Action::EngineDoesNotFit,
            EngineEvent::ClockAhead { device_ms, engine_ms } => {
                Action::ClockAhead(Some((device_ms, engine_ms)))
            }
        })
    }
}
