//! Dynalab.DescribeWorkers: the leases of an application, their checkpoints, and the records that were processed twice.

use std::sync::Arc;

use dynalab_engine::change::WriteSet;
use dynalab_engine::database::Database;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};
use dynalab_engine::stream::{StreamDefinition, sequence_text};
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
use crate::stream_shards::shard_records::ShardReader;
use crate::stream_shards::{Lineage, Shard};
use crate::workers::Workers;
use crate::workers::leases::{Lease, Leases};

#[derive(Clone, Debug)]
pub struct DescribeWorkers {
    name: String,
}

#[derive(Debug)]
pub struct WorkersDescription {
    workers: Arc<Workers>,
    stream: Arc<StreamDefinition>,
    leases: Leases,
    shards: Vec<LeasedShard>,
}

#[derive(Debug)]
struct LeasedShard {
    shard: Shard,
    /// `None` until the parent shard is finished.
    lease: Option<Lease>,
    /// The number of records after the checkpoint.
    waiting: u64,
}

impl WorkersDescription {
    fn load(database: &Database, workers: &Arc<Workers>, now: Timestamp) -> Result<Self, DynamoError> {
        let stream = database.stream(&workers.stream)?;
        let leases = Leases::load(database, &workers.name);
        let shards = Lineage::load(database, stream, now).shards.into_iter().map(|shard| {
            let lease = leases.find(shard.number).cloned();
            let from = lease.as_ref().map_or(workers.starts_from, |lease| lease.checkpoint);
            let waiting = ShardReader::new(stream, &shard, now).records_from(from).count() as u64;
            LeasedShard { shard, lease, waiting }
        });
        let shards = shards.collect();
        let stream = stream.definition.clone();
        Ok(WorkersDescription { workers: workers.clone(), stream, leases, shards })
    }

    fn write_shard(&self, leased: &LeasedShard, object: &mut ObjectWriter) {
        object.text("ShardId", &leased.shard.id(&self.stream));
        if let Some(parent) = &leased.shard.parent {
            object.text("ParentShardId", &parent.id(&self.stream));
        }
        object.boolean("Closed", leased.shard.closed.is_some());
        object.integer("RecordsWaiting", leased.waiting);
        let Some(lease) = &leased.lease else {
            object.boolean("WaitsForParent", true);
            return;
        };
        if let Some(owner) = &lease.owner {
            object.text("Owner", owner);
            if let Some(expires_at) = self.leases.expiry_time(owner, self.workers.lease_ms) {
                object.date("LeaseEnds", expires_at);
            }
        }
        object.text("Checkpoint", &sequence_text(lease.checkpoint));
        object.text("Position", &sequence_text(lease.position));
        object.integer("RecordsSinceCheckpoint", lease.since_checkpoint);
        object.boolean("Done", lease.is_done);
    }
}

impl Operation<Complete> for DescribeWorkers {
    const NAME: &'static str = "Dynalab.DescribeWorkers";
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
        let told = WorkersDescription::load(context.database, workers, context.now)?;
        Ok(Step::Done(told, WriteSet::default()))
    }

    fn encode(told: &WorkersDescription, body: &mut ObjectWriter) {
        let (workers, leases) = (&told.workers, &told.leases);
        body.text("Name", &workers.name);
        body.text("StreamArn", &workers.stream);
        body.integer("CheckpointEvery", workers.checkpoint_every);
        body.integer("LeaseMs", workers.lease_ms);
        body.integer("RecordsPerPoll", workers.records_per_poll);
        body.integer("RecordsProcessed", leases.processed);
        body.integer("RecordsProcessedTwice", leases.twice);
        body.integer("Checkpoints", leases.checkpoints);
        body.integer("LeasesTaken", leases.moves);
        if let Some(wakes_at) = leases.wakes_at {
            body.date("NextWake", wakes_at);
        }
        body.objects("Workers", &leases.workers, |object, worker| {
            object.text("Name", &worker.name);
            object.text("Status", if worker.stopped_at.is_some() { "STOPPED" } else { "RUNNING" });
            object.integer("Leases", leases.load_of(&worker.name));
            object.integer("RecordsProcessed", worker.processed);
        });
        body.objects("Shards", &told.shards, |object, shard| told.write_shard(shard, object));
    }
}
