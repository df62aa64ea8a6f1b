//! Dynalab.DescribeEventSourceMapping: the position of a mapping in each shard, its latest invocations and its discarded
//! records.

use std::sync::Arc;

use dynalab_engine::change::WriteSet;
use dynalab_engine::database::Database;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};
use dynalab_engine::stream::{StreamDefinition, StreamRecord, sequence_text};
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
use crate::event_source::handler::Outcome;
use crate::event_source::state::{DeadLetter, Flight, Lane, MappingState};
use crate::event_source::{Mapping, lane_of};
use crate::stream_shards::shard_records::ShardReader;
use crate::stream_shards::{Lineage, ShardName};

#[derive(Clone, Debug)]
pub struct DescribeEventSourceMapping {
    name: String,
}

#[derive(Debug)]
pub struct MappingDescription {
    mapping: Arc<Mapping>,
    stream: Arc<StreamDefinition>,
    state: MappingState,
    shards: Vec<ShardProgress>,
    dead_letters: Vec<DeadLetter>,
}

#[derive(Debug)]
struct ShardProgress {
    shard: ShardName,
    closed: bool,
    /// `None` until the parent shard is finished.
    lanes: Option<Vec<Lane>>,
    iterator_age_ms: u64,
    /// The age of the oldest unfinished record.
    oldest_age_ms: u64,
    waiting: u64,
}

impl MappingDescription {
    fn load(database: &Database, mapping: &Arc<Mapping>, now: Timestamp) -> Result<Self, DynamoError> {
        let stream = database.stream(&mapping.stream)?;
        let lineage = Lineage::load(database, stream, now);
        let state = MappingState::load(database, &mapping.name);
        let progress = lineage.shards.iter().map(|shard| {
            let known = state.find(shard.number);
            let lanes = known.map(|known| known.lanes.clone());
            let start = shard.first.max(mapping.starts_from);
            let reader = ShardReader::new(stream, shard, now);
            let lane_count = lanes.as_ref().map_or(1, Vec::len) as u64;
            let done_to = |record: &StreamRecord| {
                let lane = lanes.as_ref().and_then(|lanes| lanes.get(lane_of(record, lane_count) as usize));
                lane.map_or(start, Lane::done_to)
            };
            let first = lanes.iter().flatten().map(Lane::done_to).min().unwrap_or(start);
            let mut left =
                reader.records_from(first).filter(|record| record.sequence >= done_to(record)).peekable();
            let oldest_at = left.peek().map_or(now, |record| record.at);
            let waiting = left.count() as u64;
            ShardProgress {
                shard: shard.name(),
                closed: shard.closed.is_some(),
                lanes,
                iterator_age_ms: known.map_or(0, |known| known.iterator_age_ms),
                oldest_age_ms: now.epoch_ms.saturating_sub(oldest_at.epoch_ms),
                waiting,
            }
        });
        Ok(MappingDescription {
            mapping: mapping.clone(),
            stream: stream.definition.clone(),
            shards: progress.collect(),
            dead_letters: DeadLetter::all(database, &mapping.name),
            state,
        })
    }

    fn write_settings(&self, body: &mut ObjectWriter) {
        let mapping = &self.mapping;
        body.text("Name", &mapping.name);
        body.text("StreamArn", &mapping.stream);
        body.integer("BatchSize", mapping.batch_size);
        body.integer("MaximumBatchingWindowMs", mapping.window_ms);
        body.integer("ParallelizationFactor", mapping.lanes);
        body.boolean("BisectBatchOnFunctionError", mapping.bisects);
        body.integer("MaximumRetryAttempts", mapping.retries_most.map_or(-1, i128::from));
        body.integer("MaximumRecordAgeMs", mapping.age_most_ms.map_or(-1, i128::from));
        if mapping.reports_items {
            body.list("FunctionResponseTypes", ["ReportBatchItemFailures"], |json, name| {
                dynalab_types::wire::write_json_string(name, json);
            });
        }
        if !mapping.filters.is_empty() {
            body.objects("Filters", &mapping.filters, |object, filter| object.text("Pattern", &filter.text));
        }
        if let Some(code) = &mapping.code {
            body.integer("TimeoutMs", code.timeout_ms);
        }
        if let Some(destination) = &mapping.on_failure {
            body.text("OnFailure", destination);
        }
    }

    fn write_counts(&self, body: &mut ObjectWriter) {
        let counts = &self.state.counts;
        body.integer("Invocations", counts.invocations);
        body.integer("FailedInvocations", counts.failed_invocations);
        body.integer("RecordsHanded", counts.handed);
        body.integer("RecordsHandedAgain", counts.repeated);
        body.integer("RecordsDelivered", counts.delivered);
        body.integer("RecordsFilteredOut", counts.filtered);
        body.integer("RecordsDeadLettered", counts.dead_lettered);
        body.integer("RecordsDiscarded", counts.discarded);
        if let Some(wakes_at) = self.state.wakes_at {
            body.date("NextWake", wakes_at);
        }
    }

    fn write_shard(&self, shard: &ShardProgress, object: &mut ObjectWriter) {
        object.text("ShardId", &shard.shard.id(&self.stream));
        object.boolean("Closed", shard.closed);
        object.integer("RecordsWaiting", shard.waiting);
        object.integer("IteratorAgeMs", shard.iterator_age_ms);
        object.integer("OldestRecordAgeMs", shard.oldest_age_ms);
        let Some(lanes) = &shard.lanes else {
            object.boolean("WaitsForParent", true);
            return;
        };
        object.objects("Lanes", lanes, |object, lane| {
            object.text("Position", &sequence_text(lane.position));
            if let Some(flight) = &lane.in_flight {
                object.object("InFlight", |object| write_flight(flight, object));
            }
            // The next one to retry is the last of the list.
            object.objects("Retries", lane.waiting.iter().rev(), |object, span| {
                object.text("First", &sequence_text(span.first));
                object.text("Last", &sequence_text(span.last));
                object.integer("Retries", span.retries);
                object.date("NotBefore", span.not_before);
            });
        });
    }
}

fn write_flight(flight: &Flight, object: &mut ObjectWriter) {
    object.integer("Batch", flight.batch);
    object.text("First", &sequence_text(flight.span.first));
    object.text("Last", &sequence_text(flight.span.last));
    object.integer("Records", flight.span.count);
    object.integer("Retries", flight.span.retries);
    object.date("Started", flight.started_at);
    match flight.outcome {
        Outcome::Awaited => object.boolean("Awaited", true),
        Outcome::Done | Outcome::Failed | Outcome::FailedAt(_) => object.date("Done", flight.done_at),
    }
}

impl Operation<Complete> for DescribeEventSourceMapping {
    const NAME: &'static str = "Dynalab.DescribeEventSourceMapping";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = MappingDescription;

    fn decode(fields: &mut Fields) -> DescribeEventSourceMapping {
        fields.require("Name");
        DescribeEventSourceMapping { name: fields.text("Name").unwrap_or_default() }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<MappingDescription>, DynamoError> {
        let Some(mapping) = context.service.simulation_state.mappings.get(self.name.as_str()) else {
            let name = self.name.clone();
            return Err(ControlError::NotFound { what: "event source mapping", name }.into());
        };
        let told = MappingDescription::load(context.database, mapping, context.now)?;
        Ok(Step::Done(told, WriteSet::default()))
    }

    fn encode(told: &MappingDescription, body: &mut ObjectWriter) {
        told.write_settings(body);
        told.write_counts(body);
        body.objects("Shards", &told.shards, |object, shard| told.write_shard(shard, object));
        body.objects("LastInvocations", &told.state.invocations, |object, invocation| {
            object.text("ShardId", &invocation.shard.id(&told.stream));
            object.integer("Lane", invocation.lane);
            write_flight(&invocation.flight, object);
            match invocation.flight.outcome {
                Outcome::Done => object.text("Outcome", "SUCCESS"),
                Outcome::Failed | Outcome::Awaited => object.text("Outcome", "FAILURE"),
                Outcome::FailedAt(sequence) => {
                    object.text("Outcome", "FAILURE");
                    object.text("FailedAt", &sequence_text(sequence));
                }
            }
        });
        body.objects("DeadLetters", &told.dead_letters, |object, letter| {
            object.text("ShardId", &letter.shard.id(&told.stream));
            object.text("StartSequenceNumber", &sequence_text(letter.first));
            object.text("EndSequenceNumber", &sequence_text(letter.last));
            object.integer("BatchSize", letter.count);
            let too_old = ["RetryAttemptsExhausted", "MaximumRecordAgeExceeded"];
            object.text("Condition", too_old[usize::from(letter.too_old)]);
            object.integer("ApproximateInvokeCount", letter.invocations);
            object.date("ApproximateArrivalOfFirstRecord", letter.first_arrived_at);
            object.date("Timestamp", letter.at);
        });
    }
}
