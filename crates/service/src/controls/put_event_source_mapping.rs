//! Dynalab.PutEventSourceMapping: invokes a function with the records of a stream. The function is simulated or written by the
//! user. A mapping of the same name gets the new settings and keeps its counters, and its position if the stream is the same.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::stream::Stream;
use dynalab_engine::error::{ControlError, DynamoError, SettingError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::{Item, Timestamp};

use crate::complete::{Complete, Context};
use crate::contract::{Call, functions as contract};
use crate::event_source::code::Code;
use crate::event_source::handler::Handler;
use crate::event_source::pattern::Pattern;
use crate::event_source::state::MappingState;
use crate::event_source::{Filter, Mapping};
use crate::simulation_state::SimulationState;

const MAPPINGS_MAX: usize = 20;
const FILTERS_MAX: usize = 10;
const NAME_LENGTH_MAX: usize = 64;
const BATCH_SIZE: i64 = 100;
const BATCH_SIZE_MAX: i64 = 10_000;
const WINDOW_MAX_MS: i64 = 300_000;
const LANES_MAX: i64 = 10;
const RETRIES_MAX: i64 = 10_000;
const AGE_MAX_MS: i64 = 7 * 24 * 60 * 60 * 1000;
const DURATION_MAX_MS: i64 = 15 * 60 * 1000;
const CODE_BYTES_MAX: usize = 64 * 1024;
const TIMEOUT_MS: i64 = 3_000;
const TIMEOUT_MAX_MS: i64 = 15_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    TrimHorizon,
    Latest,
    AtTimestamp,
}

const STARTS: [(&str, Start); 3] =
    [("TRIM_HORIZON", Start::TrimHorizon), ("LATEST", Start::Latest), ("AT_TIMESTAMP", Start::AtTimestamp)];

/// A PutEventSourceMapping request.
#[derive(Clone, Debug)]
pub struct PutEventSourceMapping {
    name: String,
    stream: String,
    start: Option<Start>,
    start_at: Option<Timestamp>,
    batch_size: i64,
    window_ms: i64,
    lanes: i64,
    bisects: bool,
    retries_most: i64,
    age_most_ms: i64,
    patterns: Vec<String>,
    on_failure: Option<String>,
    reports_items: bool,
    handler: SimulatedFunction,
}

/// The function as the request contains it.
#[derive(Clone, Debug, Default)]
struct SimulatedFunction {
    duration_ms: i64,
    poison_keys: Vec<Item>,
    poison_permille: i64,
    error_permille: i64,
    failing_batches: Vec<i64>,
    code: Option<String>,
    timeout_ms: i64,
}

impl SimulatedFunction {
    fn decode(fields: &mut Fields) -> SimulatedFunction {
        let mut number = |name, least, most, usual| {
            fields.integer_between(name, "Integer", least, Some(most)).unwrap_or(usual)
        };
        SimulatedFunction {
            duration_ms: number("DurationMs", 0, DURATION_MAX_MS, 0),
            poison_permille: number("PoisonPermille", 0, 1000, 0),
            error_permille: number("ErrorPermille", 0, 1000, 0),
            timeout_ms: number("TimeoutMs", 100, TIMEOUT_MAX_MS, TIMEOUT_MS),
            poison_keys: fields.items("PoisonKeys").unwrap_or_default(),
            failing_batches: fields.integer_list("FailingBatches", "Long"),
            code: fields.text_of_length("Code", 1, CODE_BYTES_MAX),
        }
    }

    fn handler(&self) -> Handler {
        Handler {
            duration_ms: at_least_zero(self.duration_ms),
            poison_keys: self.poison_keys.clone(),
            poison_permille: at_least_zero(self.poison_permille),
            error_permille: at_least_zero(self.error_permille),
            failing_batches: self.failing_batches.iter().map(|batch| at_least_zero(*batch)).collect(),
        }
    }

    fn code(&self) -> Option<Code> {
        let text = self.code.as_deref()?.into();
        Some(Code { text, timeout_ms: at_least_zero(self.timeout_ms) })
    }
}

fn at_least_zero(number: i64) -> u64 {
    number.max(0) as u64
}

impl PutEventSourceMapping {
    fn mapping(&self, database: &Database, now: Timestamp) -> Result<Mapping, DynamoError> {
        let stream = database.stream(&self.stream)?;
        let mappings = SimulationState::of(database).mappings;
        let known = mappings.get(self.name.as_str());
        if known.is_none() && mappings.len() >= MAPPINGS_MAX {
            let most = MAPPINGS_MAX as u64;
            return Err(ControlError::TooMany { what: "event source mappings", most }.into());
        }
        if self.patterns.len() > FILTERS_MAX {
            return Err(ControlError::TooMany { what: "filters", most: FILTERS_MAX as u64 }.into());
        }
        let filters = self.patterns.iter().map(|text| match Pattern::parse(text) {
            Ok(pattern) => Ok(Filter { text: text.as_str().into(), pattern }),
            Err(problem) => Err(DynamoError::from(ControlError::InvalidPattern { problem })),
        });
        let goes_on = known.filter(|known| known.stream == stream.definition.arn);
        Ok(Mapping {
            name: self.name.as_str().into(),
            stream: stream.definition.arn.clone(),
            starts_from: match goes_on {
                Some(known) => known.starts_from,
                None => self.start_position(stream, now)?,
            },
            batch_size: at_least_zero(self.batch_size).max(1),
            window_ms: at_least_zero(self.window_ms),
            lanes: at_least_zero(self.lanes).max(1),
            bisects: self.bisects,
            retries_most: u64::try_from(self.retries_most).ok(),
            age_most_ms: u64::try_from(self.age_most_ms).ok(),
            filters: filters.collect::<Result<_, _>>()?,
            on_failure: self.on_failure.as_deref().map(Box::from),
            reports_items: self.reports_items,
            handler: self.handler.handler(),
            code: self.handler.code(),
        })
    }

    fn start_position(&self, stream: &Stream, now: Timestamp) -> Result<u64, DynamoError> {
        match self.start {
            Some(Start::Latest) => Ok(stream.next_sequence),
            Some(Start::AtTimestamp) => {
                let at = self.start_at.ok_or(SettingError::TimestampRequired)?;
                let first = stream.readable(now).iter().find(|record| record.at >= at);
                Ok(first.map_or(stream.next_sequence, |record| record.sequence))
            }
            None | Some(Start::TrimHorizon) => Ok(0),
        }
    }
}

impl Operation<Complete> for PutEventSourceMapping {
    const NAME: &'static str = <contract::PutEventSourceMapping as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> PutEventSourceMapping {
        ["Name", "StreamArn", "StartingPosition"].into_iter().for_each(|name| fields.require(name));
        let printed: &[&str] = &["TRIM_HORIZON", "LATEST", "AT_TIMESTAMP"];
        let responses = fields.enumerations("FunctionResponseTypes", &["ReportBatchItemFailures"]);
        let filters = fields.nested("FilterCriteria", |criteria| {
            criteria.list("Filters", |filter| filter.text("Pattern").unwrap_or_default())
        });
        let destination = fields.nested("DestinationConfig", |config| {
            config.nested("OnFailure", |failure| failure.text("Destination"))
        });
        let mut number = |name, least, most, usual| {
            fields.integer_between(name, "Integer", least, Some(most)).unwrap_or(usual)
        };
        PutEventSourceMapping {
            batch_size: number("BatchSize", 1, BATCH_SIZE_MAX, BATCH_SIZE),
            window_ms: number("MaximumBatchingWindowMs", 0, WINDOW_MAX_MS, 0),
            lanes: number("ParallelizationFactor", 1, LANES_MAX, 1),
            retries_most: number("MaximumRetryAttempts", -1, RETRIES_MAX, -1),
            age_most_ms: number("MaximumRecordAgeMs", -1, AGE_MAX_MS, -1),
            name: fields.text_of_length("Name", 1, NAME_LENGTH_MAX).unwrap_or_default(),
            stream: fields.text_of_length("StreamArn", 37, 1024).unwrap_or_default(),
            start: fields.enumeration("StartingPosition", printed, &STARTS),
            start_at: fields.date("StartingPositionTimestamp"),
            bisects: fields.boolean("BisectBatchOnFunctionError").unwrap_or(false),
            patterns: filters.flatten().unwrap_or_default(),
            on_failure: destination.flatten().flatten(),
            reports_items: !responses.is_empty(),
            handler: fields.nested("Handler", SimulatedFunction::decode).unwrap_or_default(),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.stream(&self.stream).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let mapping = self.mapping(context.database, context.now)?;
        let state = MappingState::load(context.database, &mapping.name);
        let known = context.service.simulation_state.mappings.get(&mapping.name);
        let state = match known.filter(|known| known.stream == mapping.stream) {
            Some(_) => state.with_lanes(mapping.lanes),
            // No result of the old stream may be reported for a batch of the new one, so batch numbers continue.
            None => MappingState { counts: state.counts, ..MappingState::default() },
        };
        let mut writes =
            WriteSet::from_change(Change::record(Mapping::key(&mapping.name), Some(mapping.to_bytes())));
        writes.append(mapping.scheduled(state, Some(context.now), context.now));
        Ok(Step::Done((), writes))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
