//! Dynalab.DescribeInvocation: the event of a waiting invocation, as the function receives it.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::contract::{Call, Json, encode, functions as contract};
use crate::event_source::lane_reader::LaneReader;
use crate::event_source::state::{Flight, MappingState};
use crate::stream_event::StreamEvent;
use crate::stream_shards::shard_records::ShardReader;
use crate::stream_shards::{Lineage, ShardName};

/// A DescribeInvocation request.
#[derive(Clone, Debug)]
pub struct DescribeInvocation {
    name: String,
    batch: i64,
}

impl DescribeInvocation {
    fn found(&self, context: &Context) -> Result<contract::InvocationDescription, DynamoError> {
        let (database, now) = (context.database, context.now);
        let not_found = |what, name: &str| ControlError::NotFound { what, name: name.to_owned() };
        let mappings = &context.service.simulation_state.mappings;
        let mapping = mappings.get(self.name.as_str()).ok_or_else(|| not_found("handler", &self.name))?;
        let state = MappingState::load(database, &self.name);
        let is_asked =
            |(_, _, flight): &(ShardName, u64, &Flight)| i128::from(flight.batch) == i128::from(self.batch);
        let waiting = || not_found("waiting invocation", &self.batch.to_string());
        let (shard, lane, flight) = state.awaited().find(is_asked).ok_or_else(waiting)?;
        let stream = database.stream(&mapping.stream)?;
        let lineage = Lineage::load(database, stream, now);
        let shard = lineage.get(shard.number).ok_or_else(waiting)?;
        let shard_id = shard.id(&stream.definition);
        let reader =
            LaneReader { shard: ShardReader::new(stream, shard, now), number: lane, lanes: mapping.lanes };
        let region = stream.definition.region();
        let records = reader.records_of(flight.span);
        let wanted = records.filter(|record| mapping.matches(record, &stream.definition, region));
        let event = |record| StreamEvent::new(&stream.definition, record).json_for_function(region);
        let records = wanted.map(|record| Json(event(record))).collect();
        Ok(contract::InvocationDescription {
            batch: flight.batch,
            shard_id,
            retries: flight.span.retries,
            started: flight.started_at.epoch_seconds(),
            event: contract::InvocationEvent { records },
        })
    }
}

impl Operation<Complete> for DescribeInvocation {
    const NAME: &'static str = <contract::DescribeInvocation as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = contract::InvocationDescription;

    fn decode(fields: &mut Fields) -> DescribeInvocation {
        ["Name", "Batch"].into_iter().for_each(|name| fields.require(name));
        DescribeInvocation {
            name: fields.text("Name").unwrap_or_default(),
            batch: fields.integer("Batch", "Long").unwrap_or_default(),
        }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        Ok(Step::Done(self.found(context)?, WriteSet::default()))
    }

    fn encode(response: &contract::InvocationDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
