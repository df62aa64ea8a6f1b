//! Dynalab.DescribeWorkers: the leases of an application, their checkpoints, and the records that were processed twice.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::stream::{Stream, sequence_text};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
pub use crate::contract::streams::DescribeWorkers;
use crate::contract::streams::{LeasedShard, WorkerDescription, WorkersDescription};
use crate::contract::{Call, encode};
use crate::stream_shards::shard_records::ShardReader;
use crate::stream_shards::{Lineage, Shard};
use crate::workers::Workers;
use crate::workers::leases::Leases;

fn describe(
    database: &Database,
    workers: &Workers,
    now: Timestamp,
) -> Result<WorkersDescription, DynamoError> {
    let stream = database.stream(&workers.stream)?;
    let leases = Leases::load(database, &workers.name);
    let members = leases.workers.iter().map(|worker| WorkerDescription {
        name: worker.name.to_string(),
        status: if worker.stopped_at.is_some() { "STOPPED" } else { "RUNNING" }.to_owned(),
        leases: leases.load_of(&worker.name),
        records_processed: worker.processed,
    });
    let shards = Lineage::load(database, stream, now).shards.into_iter();
    let shards = shards.map(|shard| describe_shard(workers, &leases, stream, &shard, now));
    Ok(WorkersDescription {
        name: workers.name.to_string(),
        stream_arn: workers.stream.to_string(),
        checkpoint_every: workers.checkpoint_every,
        lease_ms: workers.lease_ms,
        records_per_poll: workers.records_per_poll,
        records_processed: leases.processed,
        records_processed_twice: leases.twice,
        checkpoints: leases.checkpoints,
        leases_taken: leases.moves,
        next_wake: leases.wakes_at.map(Timestamp::epoch_seconds),
        workers: members.collect(),
        shards: shards.collect(),
    })
}

fn describe_shard(
    workers: &Workers,
    leases: &Leases,
    stream: &Stream,
    shard: &Shard,
    now: Timestamp,
) -> LeasedShard {
    let definition = &stream.definition;
    let lease = leases.find(shard.number);
    let from = lease.map_or(workers.starts_from, |lease| lease.checkpoint);
    let described = LeasedShard {
        shard_id: shard.id(definition),
        parent_shard_id: shard.parent.map(|parent| parent.id(definition)),
        closed: shard.closed.is_some(),
        records_waiting: ShardReader::new(stream, shard, now).records_from(from).count() as u64,
        ..LeasedShard::default()
    };
    let Some(lease) = lease else {
        return LeasedShard { waits_for_parent: Some(true), ..described };
    };
    let expiry = lease.owner.as_ref().and_then(|owner| leases.expiry_time(owner, workers.lease_ms));
    LeasedShard {
        owner: lease.owner.as_ref().map(ToString::to_string),
        lease_ends: expiry.map(Timestamp::epoch_seconds),
        checkpoint: Some(sequence_text(lease.checkpoint)),
        position: Some(sequence_text(lease.position)),
        records_since_checkpoint: Some(lease.since_checkpoint),
        done: Some(lease.is_done),
        ..described
    }
}

impl Operation<Complete> for DescribeWorkers {
    const NAME: &'static str = <DescribeWorkers as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = WorkersDescription;

    fn decode(fields: &mut Fields) -> DescribeWorkers {
        fields.require("Name");
        DescribeWorkers { name: fields.text("Name").unwrap_or_default() }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<WorkersDescription>, DynamoError> {
        let Some(workers) = context.service.simulation_state.workers.get(self.name.as_str()) else {
            let name = self.name.clone();
            return Err(ControlError::NotFound { what: "application", name }.into());
        };
        let told = describe(context.database, workers, context.now)?;
        Ok(Step::Done(told, WriteSet::default()))
    }

    fn encode(response: &WorkersDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
