//! Dynalab.DescribeEventSourceMapping: the position of a mapping in each shard, its latest invocations and its discarded
//! records.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::stream::{Stream, StreamDefinition, StreamRecord, sequence_text};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
pub use crate::contract::functions::DescribeEventSourceMapping;
use crate::contract::functions::{
    DeadLetterDescription, Filter, FunctionInvocation, LaneDescription, MappedShard, MappingDescription,
    RetryDescription,
};
use crate::contract::{Call, encode};
use crate::event_source::handler::Outcome;
use crate::event_source::state::{DeadLetter, Flight, Invocation, Lane, MappingState};
use crate::event_source::{Mapping, lane_of};
use crate::stream_shards::shard_records::ShardReader;
use crate::stream_shards::{Lineage, Shard};

fn describe(
    database: &Database,
    mapping: &Mapping,
    now: Timestamp,
) -> Result<MappingDescription, DynamoError> {
    let stream = database.stream(&mapping.stream)?;
    let definition = &stream.definition;
    let state = MappingState::load(database, &mapping.name);
    let lineage = Lineage::load(database, stream, now);
    let shards = lineage.shards.iter().map(|shard| describe_shard(mapping, &state, stream, shard, now));
    let invocations = state.invocations.iter().map(|ended| describe_invocation(ended, definition));
    let letters = DeadLetter::all(database, &mapping.name);
    let letters = letters.iter().map(|letter| describe_dead_letter(letter, definition));
    let filters = mapping.filters.iter().map(|filter| Filter { pattern: filter.text.to_string() });
    let counts = &state.counts;
    Ok(MappingDescription {
        name: mapping.name.to_string(),
        stream_arn: mapping.stream.to_string(),
        batch_size: mapping.batch_size,
        maximum_batching_window_ms: mapping.window_ms,
        parallelization_factor: mapping.lanes,
        bisect_batch_on_function_error: mapping.bisects,
        maximum_retry_attempts: or_no_limit(mapping.retries_most),
        maximum_record_age_ms: or_no_limit(mapping.age_most_ms),
        function_response_types: mapping.reports_items.then(|| vec!["ReportBatchItemFailures".to_owned()]),
        filters: (!mapping.filters.is_empty()).then(|| filters.collect()),
        timeout_ms: mapping.code.as_ref().map(|code| code.timeout_ms),
        on_failure: mapping.on_failure.as_ref().map(ToString::to_string),
        invocations: counts.invocations,
        failed_invocations: counts.failed_invocations,
        records_handed: counts.handed,
        records_handed_again: counts.repeated,
        records_delivered: counts.delivered,
        records_filtered_out: counts.filtered,
        records_dead_lettered: counts.dead_lettered,
        records_discarded: counts.discarded,
        next_wake: state.wakes_at.map(Timestamp::epoch_seconds),
        shards: shards.collect(),
        last_invocations: invocations.collect(),
        dead_letters: letters.collect(),
    })
}

/// Returns a limit, or -1 without one.
fn or_no_limit(limit: Option<u64>) -> i64 {
    limit.map_or(-1, |limit| limit as i64)
}

fn describe_shard(
    mapping: &Mapping,
    state: &MappingState,
    stream: &Stream,
    shard: &Shard,
    now: Timestamp,
) -> MappedShard {
    let known = state.find(shard.number);
    // `None` until the parent shard is finished.
    let lanes = known.map(|known| &known.lanes);
    let start = shard.first.max(mapping.starts_from);
    let reader = ShardReader::new(stream, shard, now);
    let lane_count = lanes.map_or(1, Vec::len) as u64;
    let done_to = |record: &StreamRecord| {
        let lane = lanes.and_then(|lanes| lanes.get(lane_of(record, lane_count) as usize));
        lane.map_or(start, Lane::done_to)
    };
    let first = lanes.into_iter().flatten().map(Lane::done_to).min().unwrap_or(start);
    let mut left = reader.records_from(first).filter(|record| record.sequence >= done_to(record)).peekable();
    let oldest_at = left.peek().map_or(now, |record| record.at);
    MappedShard {
        shard_id: shard.name().id(&stream.definition),
        closed: shard.closed.is_some(),
        records_waiting: left.count() as u64,
        iterator_age_ms: known.map_or(0, |known| known.iterator_age_ms),
        oldest_record_age_ms: now.epoch_ms.saturating_sub(oldest_at.epoch_ms),
        waits_for_parent: lanes.is_none().then_some(true),
        lanes: lanes.map(|lanes| lanes.iter().map(describe_lane).collect()),
    }
}

fn describe_lane(lane: &Lane) -> LaneDescription {
    // The next one to retry is the last of the list.
    let retries = lane.waiting.iter().rev().map(|span| RetryDescription {
        first: sequence_text(span.first),
        last: sequence_text(span.last),
        retries: span.retries,
        not_before: span.not_before.epoch_seconds(),
    });
    LaneDescription {
        position: sequence_text(lane.position),
        in_flight: lane.in_flight.as_ref().map(describe_flight),
        retries: retries.collect(),
    }
}

fn describe_flight(flight: &Flight) -> FunctionInvocation {
    let is_awaited = flight.outcome == Outcome::Awaited;
    FunctionInvocation {
        batch: flight.batch,
        first: sequence_text(flight.span.first),
        last: sequence_text(flight.span.last),
        records: flight.span.count,
        retries: flight.span.retries,
        started: flight.started_at.epoch_seconds(),
        awaited: is_awaited.then_some(true),
        done: (!is_awaited).then(|| flight.done_at.epoch_seconds()),
        ..FunctionInvocation::default()
    }
}

fn describe_invocation(ended: &Invocation, stream: &StreamDefinition) -> FunctionInvocation {
    let (outcome, failed_at) = match ended.flight.outcome {
        Outcome::Done => ("SUCCESS", None),
        Outcome::Failed | Outcome::Awaited => ("FAILURE", None),
        Outcome::FailedAt(sequence) => ("FAILURE", Some(sequence_text(sequence))),
    };
    FunctionInvocation {
        shard_id: Some(ended.shard.id(stream)),
        lane: Some(ended.lane),
        outcome: Some(outcome.to_owned()),
        failed_at,
        ..describe_flight(&ended.flight)
    }
}

fn describe_dead_letter(letter: &DeadLetter, stream: &StreamDefinition) -> DeadLetterDescription {
    let condition = if letter.too_old { "MaximumRecordAgeExceeded" } else { "RetryAttemptsExhausted" };
    DeadLetterDescription {
        shard_id: letter.shard.id(stream),
        start_sequence_number: sequence_text(letter.first),
        end_sequence_number: sequence_text(letter.last),
        batch_size: letter.count,
        condition: condition.to_owned(),
        approximate_invoke_count: letter.invocations,
        approximate_arrival_of_first_record: letter.first_arrived_at.epoch_seconds(),
        timestamp: letter.at.epoch_seconds(),
    }
}

impl Operation<Complete> for DescribeEventSourceMapping {
    const NAME: &'static str = <DescribeEventSourceMapping as Call>::NAME;
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
        let told = describe(context.database, mapping, context.now)?;
        Ok(Step::Done(told, WriteSet::default()))
    }

    fn encode(response: &MappingDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
