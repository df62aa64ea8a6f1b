//! Dynalab.DeleteFault: deletes a fault rule with its counters.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::contract::Call;
pub use crate::contract::faults::DeleteFault;
use crate::faults::Fault;
use crate::faults::injection::FaultCounters;

impl DeleteFault {
    fn check(&self, database: &Database) -> Result<(), DynamoError> {
        match database.record(&Fault::key_of(&self.name)) {
            Some(_) => Ok(()),
            None => Err(ControlError::NotFound { what: "fault", name: self.name.clone() }.into()),
        }
    }
}

impl Operation<Complete> for DeleteFault {
    const NAME: &'static str = <DeleteFault as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> DeleteFault {
        fields.require("Name");
        DeleteFault { name: fields.text("Name").unwrap_or_default() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.check(database)
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let keys = [Fault::key_of(&self.name), FaultCounters::key_of(&self.name)];
        let there = keys.into_iter().filter(|key| context.database.record(key).is_some());
        let changes = there.map(|key| Change::record(key, None)).collect();
        Ok(Step::Done((), WriteSet { changes, later: Vec::new() }))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
