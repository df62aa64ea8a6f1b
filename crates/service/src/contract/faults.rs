//! The controls of faults, Availability Zones and replicas.

use super::{EpochSeconds, Json, NoMembers};

crate::contract! {
    /// Makes requests fail that match. A rule of the same name is replaced.
    pub struct PutFault: "Dynalab.PutFault" -> NoMembers {
        pub name: String,
        /// The operations that can fail. Without it, all can.
        pub operations: Option<Vec<String>>,
        pub table_name: Option<String>,
        /// The value of the partition key, in DynamoDB JSON.
        pub key_equals: Option<Json>,
        /// The share of requests that fail, 0 to 1000.
        pub rate_permille: u64,
        /// `THROTTLE`, `UNPROCESSED`, `TIMEOUT`, `INTERNAL_ERROR` or `SERVICE_UNAVAILABLE`.
        pub kind: String,
        /// True if requests are executed first and fail then.
        pub after_commit: Option<bool>,
    }

    /// Deletes a fault rule.
    pub struct DeleteFault: "Dynalab.DeleteFault" -> NoMembers {
        pub name: String,
    }

    /// Lists the fault rules, and how often each was injected.
    pub struct DescribeFaults: "Dynalab.DescribeFaults" -> FaultsDescription {
    }

    /// The fault rules, sorted by name.
    pub struct FaultsDescription {
        pub faults: Vec<FaultDescription>,
    }

    /// A fault rule with its counters.
    pub struct FaultDescription {
        pub name: String,
        /// The operations that can fail. Without it, all can.
        pub operations: Option<Vec<String>>,
        pub table_name: Option<String>,
        /// The value of the partition key, in DynamoDB JSON.
        pub key_equals: Option<Json>,
        /// The share of requests that fail, 0 to 1000.
        pub rate_permille: u64,
        /// `THROTTLE`, `UNPROCESSED`, `TIMEOUT`, `INTERNAL_ERROR` or `SERVICE_UNAVAILABLE`.
        pub kind: String,
        /// True if requests are executed first and fail then.
        pub after_commit: Option<bool>,
        /// The number of requests that matched.
        pub asked: u64,
        /// The number of requests that failed.
        pub struck: u64,
    }

    /// Makes an Availability Zone fail with its replicas, or recovers it.
    pub struct SetZone: "Dynalab.SetZone" -> ZonesDescription {
        /// `a`, `b` or `c`.
        pub zone: String,
        pub up: bool,
    }

    /// The three Availability Zones.
    pub struct ZonesDescription {
        pub zones: Vec<ZoneDescription>,
    }

    /// The status of an Availability Zone.
    pub struct ZoneDescription {
        /// `a`, `b` or `c`.
        pub zone: String,
        pub up: bool,
        /// When its replicas have caught up. Absent while the zone is down.
        pub serves_from: Option<EpochSeconds>,
    }

    /// Shows the replicas and the leader of each partition, and the writes that have not reached them.
    pub struct DescribeReplicas: "Dynalab.DescribeReplicas" -> ReplicasDescription {
        /// The name or ARN of the table.
        pub table_name: String,
    }

    /// The replicas of a table.
    pub struct ReplicasDescription {
        pub partitions: Vec<ReplicatedPartition>,
    }

    /// A partition with its replicas.
    pub struct ReplicatedPartition {
        /// The id of the partition.
        pub partition: u64,
        /// The zone of the leader. Absent while there is no leader.
        pub leader: Option<String>,
        /// The zone of the replica that becomes the leader.
        pub next_leader: Option<String>,
        /// When the next leader takes over.
        pub next_leader_from: Option<EpochSeconds>,
        /// True if a write can be acknowledged.
        pub writable: bool,
        pub replicas: Vec<ReplicaDescription>,
    }

    /// A replica of a partition in one zone.
    pub struct ReplicaDescription {
        /// `a`, `b` or `c`.
        pub zone: String,
        /// `LEADER` or `FOLLOWER`.
        pub role: String,
        /// `UP`, `DOWN` or `CATCHING_UP`.
        pub status: String,
        /// The number of writes that have not reached it.
        pub pending_writes: u64,
        /// The age of the oldest of these writes.
        pub behind_milliseconds: u64,
        /// The number of writes to the table since the zone failed.
        pub missed_writes: u64,
    }
}
