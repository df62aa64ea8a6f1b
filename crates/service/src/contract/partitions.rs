//! The controls of a table's inside: partitions, capacity, index queues, TTL.

use super::{EpochSeconds, Json};

crate::contract! {
    /// Shows the partitions with items, and units consumed and throttled.
    pub struct DescribePartitions: "Dynalab.DescribePartitions" -> PartitionsDescription {
        /// The name or ARN of the table.
        pub table_name: String,
        /// A global index, whose partitions are described in place of the table's.
        pub index_name: Option<String>,
        /// Divides the hash range into this number of equal parts, whose items are counted.
        pub hash_slices: Option<u64>,
    }

    /// All partitions of a table or a global index.
    pub struct PartitionsDescription {
        pub table_name: String,
        pub index_name: Option<String>,
        /// True if limits are on.
        pub limited: bool,
        pub reads: PartitionThroughput,
        pub writes: PartitionThroughput,
        pub partitions: Vec<PartitionDescription>,
        /// The parts with items, in the order of hashes, if the request asks for them.
        pub hash_slices: Option<Vec<HashSlice>>,
    }

    /// The reads or the writes of a partition, or of the table or index as a whole.
    pub struct PartitionThroughput {
        /// The limit per second. Absent without a limit.
        pub units_per_second: Option<f64>,
        /// The burst capacity in units. A negative number is owed.
        pub saved_units: Option<f64>,
        /// The units consumed in the last second.
        pub last_second_units: f64,
        /// The units consumed in the last minute, for tables and indexes only.
        pub last_minute_units: Option<f64>,
        pub throttled_requests: u64,
    }

    /// A partition with its part of the hash range.
    pub struct PartitionDescription {
        pub id: u64,
        /// The id of the partition that was split.
        pub parent: Option<u64>,
        /// The first hash, as 16 hexadecimal digits.
        pub from_hash: String,
        /// The sort key at which it begins within one item collection, as hexadecimal digits.
        pub from_key: Option<String>,
        /// The first hash of the next partition. Absent for the last one.
        pub to_hash: Option<String>,
        pub item_count: u64,
        pub size_bytes: u64,
        /// The time since which its load is above the threshold of a split.
        pub busy_since: Option<EpochSeconds>,
        pub reads: PartitionThroughput,
        pub writes: PartitionThroughput,
    }

    /// One of the equal parts of the hash range.
    pub struct HashSlice {
        /// The hash of its first item, as 16 hexadecimal digits.
        pub first_hash: String,
        pub item_count: u64,
    }

    /// Shows limits, burst capacity and consumption of a table and its global indexes, and changes by auto scaling.
    pub struct DescribeCapacity: "Dynalab.DescribeCapacity" -> CapacityDescription {
        /// The name or ARN of the table.
        pub table_name: String,
    }

    /// The capacity of a table and its global indexes.
    pub struct CapacityDescription {
        pub table_name: String,
        pub region_name: String,
        /// `PROVISIONED` or `PAY_PER_REQUEST`.
        pub billing_mode: String,
        /// True if limits are on.
        pub limited: bool,
        /// True if samples are stored.
        pub remembered: bool,
        /// True if auto scaling is on.
        pub scaled: bool,
        /// How long unused capacity is kept.
        pub burst_ms: u64,
        /// The table, then its global indexes.
        pub resources: Vec<CapacityResource>,
        pub scaling_changes: Vec<ScalingChange>,
    }

    /// The capacity of the table or a global index.
    pub struct CapacityResource {
        /// Absent for the table.
        pub index_name: Option<String>,
        pub reads: ResourceThroughput,
        pub writes: ResourceThroughput,
        /// The seconds with requests, the oldest first.
        pub seconds: Vec<CapacitySample>,
        /// The minutes with requests, the oldest first.
        pub minutes: Vec<CapacitySample>,
    }

    /// The reads or the writes of a table or a global index.
    pub struct ResourceThroughput {
        /// The limit per second. Absent without a limit.
        pub units_per_second: Option<f64>,
        /// The burst capacity in units. A negative number is owed.
        pub saved_units: Option<f64>,
        /// The units consumed in the last second.
        pub last_second_units: f64,
        /// The units consumed in the last minute.
        pub last_minute_units: Option<f64>,
        pub throttled_requests: u64,
        /// The configured maximum throughput of an on-demand table.
        pub max_units: Option<u64>,
        /// The settings of auto scaling, if it has a target.
        pub scaling: Option<ScalingDescription>,
    }

    /// A target of auto scaling.
    pub struct ScalingDescription {
        /// The target utilization.
        pub target_percent: f64,
        pub minimum_units: u64,
        pub maximum_units: u64,
        /// True if capacity can decrease.
        pub scales_in: bool,
        /// The number of minutes in a row above the target.
        pub minutes_above: u64,
        /// The number of minutes in a row below the target.
        pub minutes_below: u64,
        /// The time of the last change.
        pub scaled_at: Option<EpochSeconds>,
    }

    /// A second or a minute of consumption.
    pub struct CapacitySample {
        /// The number of the second or minute since 1970.
        pub number: u64,
        /// Absent without reads.
        pub reads: Option<CapacityUse>,
        /// Absent without writes.
        pub writes: Option<CapacityUse>,
    }

    /// The units of a sample.
    pub struct CapacityUse {
        pub units: f64,
        /// The burst capacity at its end.
        pub saved: f64,
        /// The limit per second.
        pub limit: f64,
        /// The number of throttled requests.
        pub throttled: u64,
    }

    /// A change that auto scaling made.
    pub struct ScalingChange {
        pub at: EpochSeconds,
        /// Absent for the table.
        pub index_name: Option<String>,
        /// True for write capacity.
        pub writes: bool,
        /// Units per second before the change.
        pub before: u64,
        /// Units per second after the change.
        pub after: u64,
    }

    /// Shows the writes that wait for each global index, and the progress of its backfill.
    pub struct DescribeIndexQueues: "Dynalab.DescribeIndexQueues" -> IndexQueuesDescription {
        /// The name or ARN of the table.
        pub table_name: String,
    }

    /// The queues of a table's global indexes.
    pub struct IndexQueuesDescription {
        pub indexes: Vec<IndexQueue>,
    }

    /// The writes that wait for a global index.
    pub struct IndexQueue {
        pub index_name: String,
        /// `CREATING`, `ACTIVE`, `UPDATING` or `DELETING`.
        pub index_status: String,
        pub waiting_writes: u64,
        /// How long the oldest write has waited.
        pub oldest_milliseconds: u64,
        /// How long the last write still waits.
        pub longest_left_milliseconds: u64,
        /// The progress of a new index.
        pub backfill: Option<BackfillDescription>,
    }

    /// The progress of a new index through the items of its table.
    pub struct BackfillDescription {
        /// The number of items when the backfill began.
        pub items: u64,
        /// The number of items that were read.
        pub looked_at: u64,
        /// The number of items read that have no entry in the index.
        pub skipped: u64,
        /// The number of entries of the index.
        pub entries: u64,
        /// When the backfill ends.
        pub ends: EpochSeconds,
    }

    /// Shows the expired items that are not deleted yet, and when the next ones are.
    pub struct DescribeExpiredItems: "Dynalab.DescribeTimeToLive" -> ExpiredItemsDescription {
        /// The name or ARN of the table.
        pub table_name: String,
    }

    /// The expired items of a table.
    pub struct ExpiredItemsDescription {
        pub table_name: String,
        /// `ENABLED`, `ENABLING`, `DISABLED` or `DISABLING`.
        pub time_to_live_status: String,
        /// The attribute with the time.
        pub attribute_name: Option<String>,
        /// True if expired items are deleted.
        pub sweeping: bool,
        pub expired_item_count: u64,
        /// The expiry of the item that expired first.
        pub oldest_expiry: Option<EpochSeconds>,
        pub next_sweep: Option<EpochSeconds>,
        pub last_sweep: Option<EpochSeconds>,
        /// The number of items that TTL has deleted.
        pub deleted_item_count: u64,
        /// At most 10 items, the first to be deleted first.
        pub next: Vec<ExpiringItem>,
    }

    /// An item that TTL will delete.
    pub struct ExpiringItem {
        /// The primary key in DynamoDB JSON.
        pub key: Json,
        pub expires: EpochSeconds,
        /// When TTL deletes it.
        pub due: EpochSeconds,
    }
}
