//! Dynalab.DescribeHandlers: the handlers written by the user, and their invocations that wait to be executed and reported.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
pub use crate::contract::functions::DescribeHandlers;
use crate::contract::functions::{HandlerDescription, HandlersDescription, WaitingInvocation};
use crate::contract::{Call, encode};
use crate::event_source::Mapping;
use crate::event_source::state::MappingState;

fn describe(database: &Database, mapping: &Mapping) -> Option<HandlerDescription> {
    let code = mapping.code.as_ref()?;
    // A handler ends when its stream no longer exists.
    let stream = database.stream(&mapping.stream).ok()?;
    let state = MappingState::load(database, &mapping.name);
    let waiting = state.awaited().map(|(_, _, flight)| WaitingInvocation {
        batch: flight.batch,
        records: flight.span.count,
        retries: flight.span.retries,
        started: flight.started_at.epoch_seconds(),
    });
    Some(HandlerDescription {
        name: mapping.name.to_string(),
        table_name: stream.definition.table.to_string(),
        code: code.text.to_string(),
        timeout_ms: code.timeout_ms,
        waiting: waiting.collect(),
    })
}

impl Operation<Complete> for DescribeHandlers {
    const NAME: &'static str = <DescribeHandlers as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = HandlersDescription;

    fn decode(_: &mut Fields) -> DescribeHandlers {
        DescribeHandlers {}
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let mappings = context.service.simulation_state.mappings.values();
        let handlers = mappings.filter_map(|mapping| describe(context.database, mapping)).collect();
        Ok(Step::Done(HandlersDescription { handlers }, WriteSet::default()))
    }

    fn encode(response: &HandlersDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
