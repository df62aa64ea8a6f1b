//! Dynalab.DeletePrincipal: deletes a principal. If it was in use, requests are sent as the account's root user again.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::access::Principal;
use crate::complete::{Complete, Context};
use crate::contract::Call;
pub use crate::contract::access::DeletePrincipal;

impl DeletePrincipal {
    fn check(&self, database: &Database) -> Result<(), DynamoError> {
        match database.record(&Principal::key(&self.name)).is_some() {
            true => Ok(()),
            false => Err(ControlError::NotFound { what: "principal", name: self.name.clone() }.into()),
        }
    }
}

impl Operation<Complete> for DeletePrincipal {
    const NAME: &'static str = <DeletePrincipal as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> DeletePrincipal {
        fields.require("Name");
        DeletePrincipal { name: fields.text("Name").unwrap_or_default() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.check(database)
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let mut writes = WriteSet::from_change(Change::record(Principal::key(&self.name), None));
        let used = context.service.simulation_state.principal();
        if used.is_some_and(|principal| *principal.name == *self.name) {
            writes.changes.push(Change::record(Principal::used_key(), None));
        }
        Ok(Step::Done((), writes))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
