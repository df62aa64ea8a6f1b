//! Dynalab.PutWorkers: creates workers that share the shards of a stream. An application of the same name gets the new workers,
//! and stopped workers start again.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::contract::{Call, streams as contract};
use crate::simulation_state::SimulationState;
use crate::workers::Workers;
use crate::workers::leases::Leases;

const APPLICATIONS_MAX: usize = 20;
const NAME_LENGTH_MAX: usize = 64;
const WORKERS_MAX: usize = 50;
const CHECKPOINT_EVERY: i64 = 100;
const LEASE_MS: i64 = 10_000;
const LEASE_MAX_MS: i64 = 24 * 60 * 60 * 1000;
const RECORDS_PER_POLL: i64 = 1_000;

const STARTS: [(&str, bool); 2] = [("TRIM_HORIZON", false), ("LATEST", true)];

/// A PutWorkers request.
#[derive(Clone, Debug)]
pub struct PutWorkers {
    name: String,
    stream: String,
    workers: Vec<String>,
    from_latest: bool,
    checkpoint_every: i64,
    lease_ms: i64,
    records_per_poll: i64,
}

impl PutWorkers {
    fn workers(&self, database: &Database) -> Result<Workers, DynamoError> {
        let stream = database.stream(&self.stream)?;
        let all = SimulationState::of(database).workers;
        let known = all.get(self.name.as_str());
        if known.is_none() && all.len() >= APPLICATIONS_MAX {
            return Err(ControlError::TooMany { what: "applications", most: APPLICATIONS_MAX as u64 }.into());
        }
        if self.workers.len() > WORKERS_MAX {
            return Err(ControlError::TooMany { what: "workers", most: WORKERS_MAX as u64 }.into());
        }
        let mut names: Vec<Arc<str>> = self.workers.iter().map(|name| name.as_str().into()).collect();
        names.sort();
        names.dedup();
        let known = known.filter(|known| known.stream == stream.definition.arn);
        Ok(Workers {
            name: self.name.as_str().into(),
            stream: stream.definition.arn.clone(),
            starts_from: match known {
                Some(known) => known.starts_from,
                None if self.from_latest => stream.next_sequence,
                None => 0,
            },
            names,
            checkpoint_every: self.checkpoint_every.max(1) as u64,
            lease_ms: self.lease_ms.max(0) as u64,
            records_per_poll: self.records_per_poll.max(1) as u64,
        })
    }
}

impl Operation<Complete> for PutWorkers {
    const NAME: &'static str = <contract::PutWorkers as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> PutWorkers {
        ["Name", "StreamArn", "Workers"].into_iter().for_each(|name| fields.require(name));
        let mut number = |name, least, most, usual| {
            fields.integer_between(name, "Integer", least, Some(most)).unwrap_or(usual)
        };
        PutWorkers {
            checkpoint_every: number("CheckpointEvery", 1, 10_000, CHECKPOINT_EVERY),
            lease_ms: number("LeaseMs", 1, LEASE_MAX_MS, LEASE_MS),
            records_per_poll: number("RecordsPerPoll", 1, RECORDS_PER_POLL, RECORDS_PER_POLL),
            name: fields.text_of_length("Name", 1, NAME_LENGTH_MAX).unwrap_or_default(),
            stream: fields.text_of_length("StreamArn", 37, 1024).unwrap_or_default(),
            workers: fields.texts("Workers").unwrap_or_default(),
            from_latest: fields
                .enumeration("StartingPosition", &["TRIM_HORIZON", "LATEST"], &STARTS)
                .unwrap_or(false),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.workers(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let workers = self.workers(context.database)?;
        let known = context.service.simulation_state.workers.get(&workers.name);
        let mut leases = match known.filter(|known| known.stream == workers.stream) {
            Some(_) => Leases::load(context.database, &workers.name),
            None => Leases::default(),
        };
        leases.employ(&workers.names);
        let mut writes =
            WriteSet::from_change(Change::record(Workers::key(&workers.name), Some(workers.to_bytes())));
        writes.append(workers.scheduled(leases, Some(context.now), context.now));
        Ok(Step::Done((), writes))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
