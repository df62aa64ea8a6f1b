//! Dynalab.StopWorker: stops a worker during its work. Other workers take its shards when its leases expire.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step};
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
use crate::simulation_state::SimulationState;
use crate::workers::Workers;
use crate::workers::leases::Leases;

#[derive(Clone, Debug)]
pub struct StopWorker {
    name: String,
    worker: String,
}

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
    const NAME: &'static str = "Dynalab.StopWorker";
    const LAYER: RequestLayer = RequestLayer::Control;
    /// The time when its leases expire.
    type Response = Timestamp;

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

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Timestamp>, DynamoError> {
        let workers = self.workers(context.database)?;
        let mut leases = Leases::load(context.database, &self.name);
        let mut ends_at = context.now.plus_ms(workers.lease_ms);
        if let Some(worker) = leases.workers.iter_mut().find(|worker| *worker.name == *self.worker) {
            let stopped_at = *worker.stopped_at.get_or_insert(context.now);
            ends_at = stopped_at.plus_ms(workers.lease_ms);
        }
        let wakes_at = leases.wakes_at.map_or(ends_at, |planned| planned.min(ends_at)).max(context.now);
        Ok(Step::Done(ends_at, workers.scheduled(leases, Some(wakes_at), context.now)))
    }

    fn encode(ends_at: &Timestamp, body: &mut ObjectWriter) {
        body.date("LeasesEnd", *ends_at);
    }
}
