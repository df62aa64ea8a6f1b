//! Dynalab.DescribeHandlers: the handlers written by the user, and their invocations that wait to be executed and reported.

use std::sync::Arc;

use dynalab_engine::change::WriteSet;
use dynalab_engine::database::Database;
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};
use dynalab_engine::stream::StreamDefinition;

use crate::complete::{Complete, Context};
use crate::event_source::Mapping;
use crate::event_source::code::Code;
use crate::event_source::state::{Flight, MappingState};

#[derive(Clone, Debug)]
pub struct DescribeHandlers;

#[derive(Debug)]
pub struct HandlerDescription {
    mapping: Arc<Mapping>,
    code: Code,
    stream: Arc<StreamDefinition>,
    waiting: Vec<Flight>,
}

impl HandlerDescription {
    fn load(database: &Database, mapping: &Arc<Mapping>) -> Option<HandlerDescription> {
        let code = mapping.code.clone()?;
        // A handler ends when its stream no longer exists.
        let stream = database.stream(&mapping.stream).ok()?.definition.clone();
        let state = MappingState::load(database, &mapping.name);
        let waiting = state.awaited().map(|(_, _, flight)| *flight).collect();
        Some(HandlerDescription { mapping: mapping.clone(), code, stream, waiting })
    }
}

impl Operation<Complete> for DescribeHandlers {
    const NAME: &'static str = "Dynalab.DescribeHandlers";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = Vec<HandlerDescription>;

    fn decode(_: &mut Fields) -> DescribeHandlers {
        DescribeHandlers
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let mappings = context.service.simulation_state.mappings.values();
        let told = mappings.filter_map(|mapping| HandlerDescription::load(context.database, mapping));
        Ok(Step::Done(told.collect(), WriteSet::default()))
    }

    fn encode(told: &Self::Response, body: &mut ObjectWriter) {
        body.objects("Handlers", told, |object, handler| {
            object.text("Name", &handler.mapping.name);
            object.text("TableName", &handler.stream.table);
            object.text("Code", &handler.code.text);
            object.integer("TimeoutMs", handler.code.timeout_ms);
            object.objects("Waiting", &handler.waiting, |object, flight| {
                object.integer("Batch", flight.batch);
                object.integer("Records", flight.span.count);
                object.integer("Retries", flight.span.retries);
                object.date("Started", flight.started_at);
            });
        });
    }
}
