//! The leases of an application: the owner, the position and the checkpoint of each shard.

use std::sync::Arc;

use dynalab_engine::codec::primitives::read_time;
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::Timestamp;
use serde::{Deserialize, Serialize};

use crate::stream_shards::ShardName;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Leases {
    /// `None` if nothing is scheduled.
    pub wakes_at: Option<Timestamp>,
    /// Processed records, including repeated ones.
    pub processed: u64,
    /// Records that a worker had already processed.
    pub twice: u64,
    pub checkpoints: u64,
    /// The number of shards that changed to another worker.
    pub moves: u64,
    pub workers: Vec<WorkerState>,
    /// In the order of shard numbers.
    pub leases: Vec<Lease>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WorkerState {
    #[serde(with = "record_form::shared_text")]
    pub name: Arc<str>,
    /// The worker renewed its leases until this time.
    pub stopped_at: Option<Timestamp>,
    pub processed: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lease {
    pub shard: ShardName,
    #[serde(with = "record_form::optional_shared_text")]
    pub owner: Option<Arc<str>>,
    /// The sequence number up to which all records are marked as processed.
    pub checkpoint: u64,
    /// The sequence number that the owner reads next.
    pub position: u64,
    /// The number of records read since the checkpoint.
    pub since_checkpoint: u64,
    /// Records before this sequence number were read by some worker.
    pub handed_to: u64,
    /// True if the shard is closed and read to its end.
    pub is_done: bool,
}

impl Leases {
    /// Returns the key of the record with this name.
    pub fn key(name: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::WORKER_LEASES, name)
    }

    /// Returns the stored record, or an empty one.
    pub fn load(database: &Database, name: &str) -> Leases {
        let bytes = database.record(&Leases::key(name));
        bytes.and_then(|bytes| Leases::from_bytes(bytes).checked()).unwrap_or_default()
    }

    /// Reads only the time of the next run.
    pub fn next_wake(database: &Database, name: &str) -> Option<Timestamp> {
        let bytes = database.record(&Leases::key(name))?;
        record_form::read_first(bytes, read_time).checked().flatten()
    }

    /// Sets the workers. New ones start, stopped ones start again at their checkpoints, and the shards of removed ones become
    /// free.
    pub fn employ(&mut self, names: &[Arc<str>]) {
        let known = std::mem::take(&mut self.workers);
        for name in names {
            let processed =
                known.iter().find(|worker| worker.name == *name).map_or(0, |worker| worker.processed);
            self.workers.push(WorkerState { name: name.clone(), stopped_at: None, processed });
        }
        let goes_on = |owner: &Arc<str>| {
            let was_running = known.iter().any(|worker| worker.name == *owner && worker.stopped_at.is_none());
            was_running && names.contains(owner)
        };
        for lease in &mut self.leases {
            if !lease.owner.as_ref().is_some_and(goes_on) {
                lease.rewind_to_checkpoint();
            }
            lease.owner = lease.owner.take().filter(|owner| names.contains(owner));
        }
    }

    /// Returns the worker with this name.
    pub fn worker(&self, name: &str) -> Option<&WorkerState> {
        self.workers.iter().find(|worker| *worker.name == *name)
    }

    /// Returns the lease of the shard with this number.
    pub fn find(&self, number: u64) -> Option<&Lease> {
        let place = self.leases.binary_search_by_key(&number, |lease| lease.shard.number).ok()?;
        self.leases.get(place)
    }

    /// Returns the number of shards that a worker still reads.
    pub fn load_of(&self, name: &str) -> u64 {
        let is_its = |lease: &&Lease| !lease.is_done && lease.owner.as_deref() == Some(name);
        self.leases.iter().filter(is_its).count() as u64
    }

    /// Returns when the leases of a stopped worker expire.
    pub fn expiry_time(&self, name: &str, lease_ms: u64) -> Option<Timestamp> {
        Some(self.worker(name)?.stopped_at?.plus_ms(lease_ms))
    }
}

impl Lease {
    /// Returns to the checkpoint, because later progress is not stored.
    pub fn rewind_to_checkpoint(&mut self) {
        (self.position, self.since_checkpoint) = (self.checkpoint, 0);
    }

    /// Stores the position as checkpoint.
    pub fn note(&mut self) {
        (self.checkpoint, self.since_checkpoint) = (self.position, 0);
    }
}
