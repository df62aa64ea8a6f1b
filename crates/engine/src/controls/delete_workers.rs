//! Dynalab.DeleteWorkers: deletes an application of workers with its leases and checkpoints.

use crate::change::{Change, WriteSet};
use crate::database::Database;
use crate::error::{ControlError, DynamoError};
use crate::fields::{Fields, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::operation::{Operation, Step};
use crate::service::complete::{Complete, Context};
use crate::service::workers::Workers;
use crate::service::workers::leases::Leases;

#[derive(Clone, Debug)]
pub struct DeleteWorkers {
    name: String,
}

impl Operation<Complete> for DeleteWorkers {
    const NAME: &'static str = "Dynalab.DeleteWorkers";
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
