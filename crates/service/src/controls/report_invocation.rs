//! Dynalab.ReportInvocation: reports the result of a user's handler for a batch. The history contains this result, so replaying
//! does not execute the function again.

use dynalab_engine::database::stream::sequence_of;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::contract::{Call, functions as contract};
use crate::event_source::Mapping;
use crate::event_source::handler::Outcome;
use crate::event_source::state::{MappingState, Span};

/// The maximum length of an error in characters. The caller must shorten longer ones.
const ERROR_LENGTH_MAX: usize = 1_000;
const DURATION_MAX_MS: i64 = 15 * 60 * 1000;

/// A ReportInvocation request.
#[derive(Clone, Debug)]
pub struct ReportInvocation {
    name: String,
    batch: i64,
    duration_ms: i64,
    /// The thrown error or the timeout.
    error: Option<String>,
    /// The failed item identifiers in the function's response.
    failures: Option<Vec<String>>,
}

impl ReportInvocation {
    fn outcome(&self, mapping: &Mapping, span: Span) -> Outcome {
        let failures = self.failures.as_deref().unwrap_or_default();
        if self.error.is_some() {
            return Outcome::Failed;
        }
        if !mapping.reports_items || failures.is_empty() {
            return Outcome::Done;
        }
        // An identifier outside the batch makes the whole batch fail.
        let is_of_batch = |sequence: &u64| (span.first..=span.last).contains(sequence);
        let sequences = failures.iter().map(|text| sequence_of(text).filter(is_of_batch));
        let sequences: Option<Vec<u64>> = sequences.collect();
        match sequences.and_then(|sequences| sequences.into_iter().min()) {
            Some(first) => Outcome::FailedAt(first),
            None => Outcome::Failed,
        }
    }
}

impl Operation<Complete> for ReportInvocation {
    const NAME: &'static str = <contract::ReportInvocation as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> ReportInvocation {
        ["Name", "Batch"].into_iter().for_each(|name| fields.require(name));
        ReportInvocation {
            name: fields.text("Name").unwrap_or_default(),
            batch: fields.integer("Batch", "Long").unwrap_or_default(),
            duration_ms: fields.integer_between("DurationMs", "Long", 0, Some(DURATION_MAX_MS)).unwrap_or(0),
            error: fields.text_of_length("Error", 0, ERROR_LENGTH_MAX),
            failures: fields
                .list("BatchItemFailures", |failure| failure.text("itemIdentifier").unwrap_or_default()),
        }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let not_found = |what, name: &str| ControlError::NotFound { what, name: name.to_owned() };
        let mappings = &context.service.simulation_state.mappings;
        let mapping = mappings.get(self.name.as_str()).ok_or_else(|| not_found("handler", &self.name))?;
        let mut state = MappingState::load(context.database, &self.name);
        let batch = u64::try_from(self.batch).ok();
        let flight = batch.and_then(|batch| state.awaited_mut(batch));
        let flight = flight.ok_or_else(|| not_found("waiting invocation", &self.batch.to_string()))?;
        flight.outcome = self.outcome(mapping, flight.span);
        // The invocation ends after its duration, or now if the simulated clock has moved further.
        let took_ms = u64::try_from(self.duration_ms).unwrap_or_default();
        flight.done_at = flight.started_at.plus_ms(took_ms).max(context.now);
        let done_at = flight.done_at;
        let at = state.wakes_at.map_or(done_at, |planned| planned.min(done_at)).max(context.now);
        Ok(Step::Done((), mapping.scheduled(state, Some(at), context.now)))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
