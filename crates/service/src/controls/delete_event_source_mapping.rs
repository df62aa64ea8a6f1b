//! Dynalab.DeleteEventSourceMapping: deletes a mapping with its position in the stream. The function is no longer invoked.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::contract::Call;
pub use crate::contract::functions::DeleteEventSourceMapping;
use crate::event_source::Mapping;
use crate::event_source::state::{DeadLetter, MappingState};

impl Operation<Complete> for DeleteEventSourceMapping {
    const NAME: &'static str = <DeleteEventSourceMapping as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> DeleteEventSourceMapping {
        fields.require("Name");
        DeleteEventSourceMapping { name: fields.text("Name").unwrap_or_default() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        match database.record(&Mapping::key(&self.name)).is_some() {
            true => Ok(()),
            false => {
                Err(ControlError::NotFound { what: "event source mapping", name: self.name.clone() }.into())
            }
        }
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let keys = [Mapping::key(&self.name), MappingState::key(&self.name), DeadLetter::key(&self.name)];
        let there = keys.into_iter().filter(|key| context.database.record(key).is_some());
        let changes = there.map(|key| Change::record(key, None)).collect();
        Ok(Step::Done((), WriteSet { changes, later: Vec::new() }))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
