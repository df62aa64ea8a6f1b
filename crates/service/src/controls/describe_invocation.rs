//! Dynalab.DescribeInvocation: the event of a waiting invocation, as the function receives it.

use dynalab_engine::change::WriteSet;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};

use crate::complete::{Complete, Context};
use crate::event_source::lane_reader::LaneReader;
use crate::event_source::state::{Flight, MappingState};
use crate::stream_event::StreamEvent;
use crate::stream_shards::shard_records::ShardReader;
use crate::stream_shards::{Lineage, ShardName};

#[derive(Clone, Debug)]
pub struct DescribeInvocation {
    name: String,
    batch: i64,
}

#[derive(Debug)]
pub struct InvocationDescription {
    shard_id: String,
    flight: Flight,
    /// The records as JSON.
    records: Vec<String>,
}

impl DescribeInvocation {
    fn found(&self, context: &Context) -> Result<InvocationDescription, DynamoError> {
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
        let records =
            wanted.map(|record| StreamEvent::new(&stream.definition, record).json_for_function(region));
        Ok(InvocationDescription { shard_id, flight: *flight, records: records.collect() })
    }
}

impl Operation<Complete> for DescribeInvocation {
    const NAME: &'static str = "Dynalab.DescribeInvocation";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = InvocationDescription;

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

    fn encode(told: &Self::Response, body: &mut ObjectWriter) {
        body.integer("Batch", told.flight.batch);
        body.text("ShardId", &told.shard_id);
        body.integer("Retries", told.flight.span.retries);
        body.date("Started", told.flight.started_at);
        body.object("Event", |event| {
            event.list("Records", &told.records, |json, record| json.push_str(record));
        });
    }
}
