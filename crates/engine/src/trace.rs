//! The trace: what happened in a request, in order. Diagrams are computed from traces only. The engine does not depend on their
//! readers.

use std::sync::Arc;

use dynalab_capacity::HalfUnits;
use dynalab_capacity::{admission::Refusal, partition_map::Split};
use dynalab_types::{Item, Timestamp};

use crate::database::charges::{CapacityKind, Owner};
use crate::execution::plan::{Plan, Source};
use crate::settings::zone::Zone;

/// How much the trace records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TraceLevel {
    /// Nothing, so that bulk loads have no overhead.
    Off,
    /// Requests, plans, charges and responses, without single items.
    Summary,
    /// Every item that is read or written.
    Full,
}

/// One event of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub sequence: u32,
    pub at: Timestamp,
    pub kind: EventKind,
}

/// Why a page ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageEnd {
    /// The range has no more items.
    End,
    /// `Limit` items were evaluated.
    Limit,
    /// The evaluated items reached 1 MB.
    Size,
}

/// Why a partition was split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitReason {
    /// The partition was full.
    Size,
    /// The partition had a high load for a long time.
    Heat,
    /// Higher throughput needs more partitions.
    Throughput,
}

/// The kinds of events: one variant for each thing that a diagram can draw.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    Received {
        operation: &'static str,
    },
    Planned(Plan),
    Routed {
        table: Arc<str>,
        partition: u64,
        partition_count: u64,
        hash: u64,
    },
    Read {
        source: Source,
        key: Item,
        size_bytes: Option<u64>,
    },
    FilteredOut {
        source: Source,
        key: Item,
    },
    PageEnded {
        end: PageEnd,
        evaluated: u64,
        returned: u64,
    },
    ConditionChecked {
        condition: String,
        holds: bool,
        decided_by: String,
    },
    Wrote {
        table: Arc<str>,
        key: Item,
        before: Option<Arc<Item>>,
        after: Option<Arc<Item>>,
    },
    IndexWrote {
        index: Arc<str>,
        key: Item,
        before_bytes: Option<u64>,
        after_bytes: Option<u64>,
    },
    IndexScheduled {
        table: Arc<str>,
        due: Timestamp,
    },
    /// A transaction has prepared and locked an item.
    TransactionPrepared {
        table: Arc<str>,
        key: Item,
        action: &'static str,
    },
    /// Another transaction locks an item.
    TransactionConflict {
        table: Arc<str>,
        key: Item,
    },
    TransactionCommitted {
        items: u64,
    },
    /// The codes of all items, in the order of the request.
    TransactionCancelled {
        codes: Vec<&'static str>,
    },
    TableCreated {
        table: Arc<str>,
    },
    TableChanged {
        table: Arc<str>,
    },
    TableDropped {
        table: Arc<str>,
    },
    /// TTL deleted expired items at this time.
    Swept {
        table: Arc<str>,
        count: u64,
        /// The key of the item that expired first.
        first: Item,
        at: Timestamp,
    },
    /// Which replica served the read. It had not received `missing` writes of the data that was read, the oldest made
    /// `behind_ms` ago.
    ReplicaRead {
        table: Arc<str>,
        partition: u64,
        zone: Zone,
        leads: bool,
        missing: u64,
        behind_ms: u64,
    },
    /// The global index had not received some writes of the range that was read. The oldest was made `behind_ms` ago.
    IndexBehind {
        index: Arc<str>,
        missing: u64,
        behind_ms: u64,
    },
    /// How many milliseconds this write takes to the followers, and to each global index with its own delay.
    Underway {
        table: Arc<str>,
        replicas: Vec<(Zone, u64)>,
        indexes: Vec<(Arc<str>, u64)>,
    },
    /// A function was invoked with stream records.
    Invoked {
        mapping: Arc<str>,
        count: u64,
        /// The number of earlier invocations with the same records.
        retries: u64,
        failed: bool,
        at: Timestamp,
    },
    /// The request exceeds the capacity of a partition, or a limit above it.
    Throttled {
        owner: Owner,
        kind: CapacityKind,
        partition: u64,
        refusal: Refusal,
    },
    /// Auto scaling changes the throughput at this time, in units per second.
    Scaled {
        owner: Owner,
        kind: CapacityKind,
        before: u64,
        after: u64,
        at: Timestamp,
    },
    PartitionSplit {
        owner: Owner,
        split: Split,
        reason: SplitReason,
    },
    /// A worker takes the lease of a shard.
    LeaseTaken {
        workers: Arc<str>,
        worker: Arc<str>,
        shard: String,
        /// The number of records after the last checkpoint that another worker already read.
        again: u64,
        at: Timestamp,
    },
    Charged {
        owner: Owner,
        kind: CapacityKind,
        units: HalfUnits,
    },
    /// A fault rule makes the request fail, now or after its execution.
    FaultStruck {
        fault: Arc<str>,
        kind: &'static str,
        after_commit: bool,
    },
    AlarmTurned {
        alarm: Arc<str>,
        before: &'static str,
        after: &'static str,
    },
    /// The policies' decision about one action of the request.
    AccessDecided {
        principal: Arc<str>,
        action: &'static str,
        resource: String,
        decision: &'static str,
        /// The policy and the statement that decided.
        by: Option<(String, String)>,
    },
    /// A write of another Region has arrived. If it does not win, the item has a later write.
    ReplicaFollowed {
        table: Arc<str>,
        region: String,
        from: String,
        lag_ms: u64,
        wins: bool,
    },
    /// Whether the cache had the entry, and its age in milliseconds.
    CacheAsked {
        cache: String,
        /// ITEM or QUERY.
        kind: &'static str,
        age_ms: Option<u64>,
    },
    Rejected {
        error: &'static str,
        message: String,
    },
    /// From this time on, the request is no longer rejected for the reason that it was rejected for.
    RejectedUntil {
        until: Timestamp,
    },
    Responded {
        size_bytes: u64,
    },
}

/// The events of a request, in order.
pub type Trace = Vec<Event>;

/// Writes a trace. It adds the sequence number and the time to each event.
#[derive(Clone, Debug)]
pub struct Tracer {
    at: Timestamp,
    level: TraceLevel,
    events: Trace,
}

impl Tracer {
    /// Returns a tracer that records up to this level of detail.
    pub fn new(at: Timestamp, level: TraceLevel) -> Tracer {
        Tracer { at, level, events: Vec::new() }
    }

    /// Returns the level of detail.
    #[inline]
    pub fn level(&self) -> TraceLevel {
        self.level
    }

    /// Adds an event of the summary level.
    pub fn emit(&mut self, kind: impl FnOnce() -> EventKind) {
        self.emit_at(TraceLevel::Summary, kind);
    }

    /// Adds an event about a single item.
    pub fn emit_item(&mut self, kind: impl FnOnce() -> EventKind) {
        self.emit_at(TraceLevel::Full, kind);
    }

    fn emit_at(&mut self, level: TraceLevel, kind: impl FnOnce() -> EventKind) {
        if self.level >= level {
            let sequence = self.events.len() as u32;
            self.events.push(Event { sequence, at: self.at, kind: kind() });
        }
    }

    /// Returns the events so far.
    pub fn so_far(&self) -> &[Event] {
        &self.events
    }

    /// Returns all events.
    pub fn finish(self) -> Trace {
        self.events
    }
}
