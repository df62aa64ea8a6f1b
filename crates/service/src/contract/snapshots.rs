//! The controls of a database as a whole: snapshots, reset, and the log of requests.
//!
//! The server and the crate `dynalab` execute them. A workspace refuses them, because its history does the same and can be undone.

use super::{Digits, EpochSeconds, Json, NoMembers};

crate::contract! {
    /// Empties the database: tables, data, settings and clock are as they were when it was opened. Snapshots and the log of requests stay.
    pub struct Reset: "Dynalab.Reset" -> NoMembers {
    }

    /// Keeps the whole database under a name, in memory. It replaces an earlier snapshot with the name. Unchanged data is shared, not copied.
    pub struct TakeSnapshot: "Dynalab.Snapshot" -> SnapshotDescription {
        /// 1 to 64 characters.
        pub name: String,
    }

    /// A snapshot of a database.
    pub struct SnapshotDescription {
        pub name: String,
        /// The time of the simulation at which it was taken.
        pub taken_at: EpochSeconds,
        pub table_count: u64,
        pub item_count: u64,
        /// About the bytes that it keeps in memory if all data changes later.
        pub size_bytes: u64,
    }

    /// Replaces the whole database with a snapshot: tables, data, settings, ids and clock. The snapshot stays.
    pub struct Restore: "Dynalab.Restore" -> SnapshotDescription {
        /// The name of the snapshot.
        pub name: String,
    }

    /// Makes a copy of the whole database that others can change without effect on this one. It is the database of clients with this access key and the same Region.
    pub struct Fork: "Dynalab.Fork" -> ForkDescription {
        /// The access key: 1 to 64 letters, digits, hyphens and underscores. It must not name an account, and its database must be empty.
        pub name: String,
    }

    /// The copy of a database.
    pub struct ForkDescription {
        pub name: String,
        pub table_count: u64,
        pub item_count: u64,
    }

    /// Lists the snapshots in the order of their names.
    pub struct ListSnapshots: "Dynalab.ListSnapshots" -> SnapshotList {
    }

    /// All snapshots of a database.
    pub struct SnapshotList {
        pub snapshots: Vec<SnapshotDescription>,
    }

    /// Deletes a snapshot.
    pub struct DeleteSnapshot: "Dynalab.DeleteSnapshot" -> NoMembers {
        /// The name of the snapshot.
        pub name: String,
    }

    /// Turns the log of requests on or off. It is off at first. Turning it off keeps what it has.
    pub struct SetRequestLog: "Dynalab.SetRequestLog" -> RequestLogState {
        pub on: bool,
    }

    /// The state of the log of requests.
    pub struct RequestLogState {
        pub on: bool,
        /// The number of requests in the log.
        pub count: u64,
    }

    /// Returns the log of requests, the oldest first. It has the newest 10,000, or those that fit into its bytes.
    pub struct ListRequests: "Dynalab.ListRequests" -> RequestList {
        /// Only requests with a larger number.
        pub after: Option<u64>,
        /// 1 to 10000. Without it, all requests are returned.
        pub limit: Option<u64>,
    }

    /// The log of requests.
    pub struct RequestList {
        pub on: bool,
        pub requests: Vec<LoggedRequest>,
        /// The number of requests that are no longer in the log.
        pub forgotten: u64,
    }

    /// A request and what it cost.
    pub struct LoggedRequest {
        /// The first request has 1. Numbers are not used again.
        pub number: u64,
        pub at: EpochSeconds,
        pub operation: String,
        /// The tables that it read, wrote or described, each once.
        pub tables: Vec<String>,
        /// How it reached its items. Equal ways of a batch are one.
        pub plans: Vec<PlanDescription>,
        /// The partitions of the items that it addressed by their keys, each once.
        pub partitions: Vec<UsedPartition>,
        /// The items that it read, including filtered items.
        pub items_read: u64,
        /// The items that a filter removed after they were read.
        pub items_filtered: u64,
        pub items_written: u64,
        /// The units by table and index.
        pub units: Vec<UsedUnits>,
        /// The price of the units on demand, in US dollars. Absent if the price book does not have the Region or the price.
        pub price_usd: Option<Digits>,
        /// The HTTP status.
        pub status: u16,
        /// The name of the error.
        pub error: Option<String>,
        pub message: Option<String>,
    }

    /// A way to reach items.
    pub struct PlanDescription {
        /// `ITEM` for one item by its key, `QUERY`, or `SCAN`.
        pub kind: String,
        pub table_name: String,
        pub index_name: Option<String>,
        /// The key, or the partition key of a query. Absent if several keys were reached in this way.
        pub key: Option<Json>,
        /// The condition on the sort key.
        pub sort_condition: Option<String>,
        /// True if a filter was applied to the items.
        pub filtered: bool,
        /// How often this way was taken.
        pub count: u64,
    }

    /// A partition that a request used.
    pub struct UsedPartition {
        pub table_name: String,
        pub partition: u64,
    }

    /// The capacity units that a table or an index was charged.
    pub struct UsedUnits {
        pub table_name: String,
        pub index_name: Option<String>,
        pub read_units: f64,
        pub write_units: f64,
    }

    /// Empties the log of requests.
    pub struct DeleteRequests: "Dynalab.DeleteRequests" -> NoMembers {
    }
}
