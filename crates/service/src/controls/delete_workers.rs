//! Dynalab.DeleteWorkers: deletes an application of workers with its leases and checkpoints.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::contract::Call;
pub use crate::contract::streams::DeleteWorkers;
use crate::workers::Workers;
use crate::workers::leases::Leases;

impl Operation<Complete> for DeleteWorkers {
    const NAME: &'static str = <DeleteWorkers as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> DeleteWorkers {
        fields.require("Name");
        DeleteWorkers { name: fields.text("Name").unwrap_or_default() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        match database.record(&Workers::key(&self.name)).is_some() {
            true => Ok(()),
            false => Err(ControlError::NotFound { what: "application", name: self.name.clone() }.into()),
        }
    }

    fn step(&mut self, _: &mut (), _: &mut Context) -> Result<Step<()>, DynamoError> {
        let keys = [Workers::key(&self.name), Leases::key(&self.name)];
        let changes = keys.into_iter().map(|key| Change::record(key, None)).collect();
        Ok(Step::Done((), WriteSet { changes, later: Vec::new() }))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
