//! The controls of Regions and replication between them.

use super::{EpochSeconds, Json, NoMembers};

crate::contract! {
    /// Executes a request on the replicas in another Region. The response is that of the request.
    pub struct InRegion: "Dynalab.InRegion" -> Json {
        pub region: String,
        /// An operation of DynamoDB.
        pub operation: String,
        /// The request of the operation.
        pub request: Json,
    }

    /// Sets the delay of replication from a Region to another, or cuts the link.
    pub struct SetLink: "Dynalab.SetLink" -> NoMembers {
        pub from: String,
        pub to: String,
        /// Without it, the delay is drawn from the settings.
        pub lag_ms: Option<u64>,
        /// False cuts the link. The default is true.
        pub up: Option<bool>,
    }

    /// Shows the replicas of a global table, writes on their way, and conflicts.
    pub struct DescribeReplication: "Dynalab.DescribeReplication" -> ReplicationDescription {
        /// The name or ARN of the table.
        pub table_name: String,
        /// A primary key in DynamoDB JSON, whose item is shown in each replica.
        pub key: Option<Json>,
    }

    /// The replication of a global table.
    pub struct ReplicationDescription {
        pub table_name: String,
        /// `EVENTUAL` or `STRONG`.
        pub multi_region_consistency: String,
        pub replicas: Vec<RegionReplica>,
        /// The links between all pairs of Regions, in both directions.
        pub links: Vec<LinkDescription>,
        /// The latest conflicts.
        pub conflicts: Vec<ConflictDescription>,
    }

    /// A replica of a global table.
    pub struct RegionReplica {
        pub region_name: String,
        pub item_count: u64,
        /// The item with the key of the request, in DynamoDB JSON.
        pub item: Option<Json>,
    }

    /// Replication from one Region to another.
    pub struct LinkDescription {
        pub from: String,
        pub to: String,
        /// The delay, if it was set.
        pub lag_ms: Option<u64>,
        pub up: bool,
        /// The number of writes on their way.
        pub pending: u64,
        /// The age of the oldest of them.
        pub oldest_pending_ms: Option<u64>,
    }

    /// Two writes of one item in different Regions.
    pub struct ConflictDescription {
        /// When the replica resolved the conflict.
        pub at: EpochSeconds,
        /// The Region of the replica.
        pub region_name: String,
        /// The primary key in DynamoDB JSON.
        pub key: Json,
        pub winner: WriteVersion,
        pub loser: WriteVersion,
    }

    /// The origin of a write.
    pub struct WriteVersion {
        pub region_name: String,
        pub written_at: EpochSeconds,
    }
}
