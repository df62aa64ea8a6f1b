//! The controls of streams: their shards, and applications with workers.

use super::{EpochSeconds, Json, NoMembers};

crate::contract! {
    /// Shows the shards of a stream with their newest records, and who reads them.
    pub struct DescribeShards: "Dynalab.DescribeShards" -> ShardsDescription {
        /// The table with the stream: its name or ARN.
        pub table_name: String,
    }

    /// The newest shards of a table's stream. Without a stream, only the last two members are there.
    pub struct ShardsDescription {
        pub stream_arn: Option<String>,
        /// What the records contain, such as `NEW_AND_OLD_IMAGES`.
        pub stream_view_type: Option<String>,
        /// `ENABLED`, or `DISABLED` for a stream that can only be read.
        pub stream_status: Option<String>,
        /// At most 40 shards, the oldest first. DescribeStream returns the older ones.
        pub shards: Option<Vec<ShardDescription>>,
        /// The names of all event source mappings of the account.
        pub mappings: Vec<String>,
        /// The names of the applications whose workers read this stream.
        pub applications: Vec<String>,
    }

    /// A shard of a stream.
    pub struct ShardDescription {
        pub shard_id: String,
        /// The shard that was closed when this one was created.
        pub parent_shard_id: Option<String>,
        pub closed: bool,
        /// The number of records of the last 24 hours.
        pub record_count: u64,
        /// At most 24 records, the oldest first.
        pub newest: Vec<RecordDescription>,
    }

    /// A record of a stream.
    pub struct RecordDescription {
        pub sequence_number: String,
        /// `INSERT`, `MODIFY` or `REMOVE`.
        pub event_name: String,
        /// The primary key of the item in DynamoDB JSON.
        pub key: Json,
        /// The time of the write.
        pub at: EpochSeconds,
        /// True for an item that TTL deleted.
        pub by_service: bool,
    }

    /// Creates an application whose workers share the shards of a stream, or changes it.
    pub struct PutWorkers: "Dynalab.PutWorkers" -> NoMembers {
        pub name: String,
        pub stream_arn: String,
        /// The names of the workers.
        pub workers: Vec<String>,
        /// `TRIM_HORIZON`, the default, or `LATEST`.
        pub starting_position: Option<String>,
        /// The number of records between two checkpoints. The default is 100.
        pub checkpoint_every: Option<u64>,
        /// How long a lease is valid after its worker stopped. The default is 10 seconds.
        pub lease_ms: Option<u64>,
        pub records_per_poll: Option<u64>,
    }

    /// Stops a worker during its work.
    pub struct StopWorker: "Dynalab.StopWorker" -> StoppedWorker {
        /// The application.
        pub name: String,
        pub worker: String,
    }

    /// A worker that stopped.
    pub struct StoppedWorker {
        /// When other workers can take its leases.
        pub leases_end: EpochSeconds,
    }

    /// Deletes an application with its leases and checkpoints.
    pub struct DeleteWorkers: "Dynalab.DeleteWorkers" -> NoMembers {
        pub name: String,
    }

    /// Shows leases, checkpoints, and records that were processed twice.
    pub struct DescribeWorkers: "Dynalab.DescribeWorkers" -> WorkersDescription {
        pub name: String,
    }

    /// An application with its workers.
    pub struct WorkersDescription {
        pub name: String,
        pub stream_arn: String,
        pub checkpoint_every: u64,
        pub lease_ms: u64,
        pub records_per_poll: u64,
        pub records_processed: u64,
        pub records_processed_twice: u64,
        pub checkpoints: u64,
        /// The number of leases taken from stopped workers or for balance.
        pub leases_taken: u64,
        /// When the workers read the stream again.
        pub next_wake: Option<EpochSeconds>,
        pub workers: Vec<WorkerDescription>,
        pub shards: Vec<LeasedShard>,
    }

    /// A worker of an application.
    pub struct WorkerDescription {
        pub name: String,
        /// `RUNNING` or `STOPPED`.
        pub status: String,
        /// The number of shards that it leases.
        pub leases: u64,
        pub records_processed: u64,
    }

    /// A shard with its lease.
    pub struct LeasedShard {
        pub shard_id: String,
        /// The shard that was closed when this one was created.
        pub parent_shard_id: Option<String>,
        pub closed: bool,
        /// The number of records after the checkpoint.
        pub records_waiting: u64,
        /// True until the parent shard is finished. The shard has no lease then.
        pub waits_for_parent: Option<bool>,
        /// The worker with the lease.
        pub owner: Option<String>,
        /// The end of the lease of a stopped worker.
        pub lease_ends: Option<EpochSeconds>,
        /// The sequence number from which another worker continues.
        pub checkpoint: Option<String>,
        /// The sequence number of the next record.
        pub position: Option<String>,
        pub records_since_checkpoint: Option<u64>,
        /// True if all records are processed.
        pub done: Option<bool>,
    }
}

impl ShardsDescription {
    /// Returns the ARN of the stream, if it is not turned off.
    pub fn enabled_stream(&self) -> Option<&String> {
        self.stream_arn.as_ref().filter(|_| self.stream_status.as_deref() == Some("ENABLED"))
    }
}
