//! Dynalab.StopWorker: stops a worker during its work. Other workers take its shards when its leases expire.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
pub use crate::contract::streams::StopWorker;
use crate::contract::streams::StoppedWorker;
use crate::contract::{Call, encode};
use crate::simulation_state::SimulationState;
use crate::workers::Workers;
use crate::workers::leases::Leases;

impl StopWorker {
    fn workers(&self, database: &Database) -> Result<Arc<Workers>, DynamoError> {
        let found = SimulationState::of(database).workers.remove(self.name.as_str());
        let not_found = |what, name: &String| ControlError::NotFound { what, name: name.clone() };
        let (_, workers) = found.ok_or_else(|| not_found("application", &self.name))?;
        match Leases::load(database, &self.name).worker(&self.worker) {
            Some(_) => Ok(workers),
            None => Err(not_found("worker", &self.worker).into()),
        }
    }
}

impl Operation<Complete> for StopWorker {
    const NAME: &'static str = <StopWorker as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = StoppedWorker;

    fn decode(fields: &mut Fields) -> StopWorker {
        ["Name", "Worker"].into_iter().for_each(|name| fields.require(name));
        StopWorker {
            name: fields.text("Name").unwrap_or_default(),
            worker: fields.text("Worker").unwrap_or_default(),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.workers(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<StoppedWorker>, DynamoError> {
        let workers = self.workers(context.database)?;
        let mut leases = Leases::load(context.database, &self.name);
        let mut ends_at = context.now.plus_ms(workers.lease_ms);
        if let Some(worker) = leases.workers.iter_mut().find(|worker| *worker.name == *self.worker) {
            let stopped_at = *worker.stopped_at.get_or_insert(context.now);
            ends_at = stopped_at.plus_ms(workers.lease_ms);
        }
        let wakes_at = leases.wakes_at.map_or(ends_at, |planned| planned.min(ends_at)).max(context.now);
        let response = StoppedWorker { leases_end: ends_at.epoch_seconds() };
        Ok(Step::Done(response, workers.scheduled(leases, Some(wakes_at), context.now)))
    }

    fn encode(response: &StoppedWorker, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
