//! The type of the complete service, with all operations. `complete_service` implements the extension points of the engine for
//! it.

use std::sync::Arc;

use crate::simulation_state::SimulationState;
use crate::zones::Zones;

/// The complete simulation around the tables, with the records that every request needs decoded.
#[derive(Clone, Debug, Default)]
pub struct Complete {
    pub(crate) simulation_state: SimulationState,
}

impl Complete {
    /// Returns the status of Availability Zones, or `None` if it was never changed.
    pub(crate) fn zones(&self) -> Option<&Arc<Zones>> {
        self.simulation_state.zones.as_ref()
    }
}

/// The context of an operation of the service.
pub type Context<'a> = dynalab_engine::execution::context::Context<'a, Complete>;

/// The context of a scheduled task of the service.
pub type TaskContext<'a> = dynalab_engine::execution::task_context::TaskContext<'a, Complete>;
