//! What happened, in order. Pictures are folds over this and nothing else; the engine never knows that somebody watches.

use std::sync::Arc;

use dynalab_capacity::HalfUnits;
use dynalab_capacity::{admission::Refusal, partition_map::Split};
use dynalab_types::{Item, Timestamp};

use crate::charges::{CapacityKind, Owner};
use crate::plan::{Plan, Source};
use crate::service::zones::Zone;

/// How much of it is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TraceLevel {
    /// Nothing: a bulk load pays nothing for pictures nobody looks at.
    Off,
    /// What was asked, planned, charged and answered, without the single items.
    Summary,
    /// Every item that was touched.
    Full,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub sequence: u32,
    pub at: Timestamp,
    pub kind: EventKind,
}

/// Why a page ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageEnd {
    /// Nothing more in the range.
    End,
    /// As many items evaluated as `Limit` allows.
    Limit,
    /// The next item would have gone over 1 MB.
    Size,
}

/// Why a partition became two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitReason {
    /// It was full.
    Size,
    /// It had been busy for long.
    Heat,
    /// More throughput needs more partitions.
    Throughput,
}

/// Closed: one variant for each thing a picture can draw.
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
    /// A transaction has found an item as it wants it, and holds it.
    TransactionPrepared {
        table: Arc<str>,
        key: Item,
        action: &'static str,
    },
    /// Another transaction holds an item.
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
    /// Items whose time to live was over are gone, at that moment.
    Swept {
        table: Arc<str>,
        count: u64,
        /// The key of the one that was due first.
        first: Item,
        at: Timestamp,
    },
    /// Which replica answered. Of what was read, `missing` writes have not reached it, the oldest `behind_ms` ago.
    ReplicaRead {
        table: Arc<str>,
        partition: u64,
        zone: Zone,
        leads: bool,
        missing: u64,
        behind_ms: u64,
    },
    /// Writes in the stretch that was read have not reached the global index, the oldest made `behind_ms` ago.
    IndexBehind {
        index: Arc<str>,
        missing: u64,
        behind_ms: u64,
    },
    /// How long the write that was made just now takes to the followers, and to each global index that has a lag of its own.
    Underway {
        table: Arc<str>,
        replicas: Vec<(Zone, u64)>,
        indexes: Vec<(Arc<str>, u64)>,
    },
    /// A function was handed records of a stream, and that came of it.
    Invoked {
        mapping: Arc<str>,
        count: u64,
        /// How often it had been handed them before.
        retries: u64,
        failed: bool,
        at: Timestamp,
    },
    /// The request goes beyond what a partition, or all around it, serves.
    Throttled {
        owner: Owner,
        kind: CapacityKind,
        partition: u64,
        refusal: Refusal,
    },
    /// Auto scaling asks for other throughput, at that moment; in units a second.
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
    /// A worker has a shard from now on.
    LeaseTaken {
        workers: Arc<str>,
        worker: Arc<str>,
        shard: String,
        /// Records that another has read and not noted.
        again: u64,
        at: Timestamp,
    },
    Charged {
        owner: Owner,
        kind: CapacityKind,
        units: HalfUnits,
    },
    /// A rule of somebody's made the request fail, or will when all has happened.
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
    /// What the policies say of one action of the request.
    AccessDecided {
        principal: Arc<str>,
        action: &'static str,
        resource: String,
        decision: &'static str,
        /// The policy and the statement that decided.
        by: Option<(String, String)>,
    },
    /// A write of another Region has arrived. Where it does not win, a later one stands there.
    ReplicaFollowed {
        table: Arc<str>,
        region: String,
        from: String,
        lag_ms: u64,
        wins: bool,
    },
    /// Whether a cache knew the answer, and for how long it has.
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
    Responded {
        size_bytes: u64,
    },
}

pub type Trace = Vec<Event>;

/// The writing end. Stamps sequence and time, so callers state only the fact.
#[derive(Clone, Debug)]
pub struct Tracer {
    at: Timestamp,
    level: TraceLevel,
    events: Trace,
}

impl Tracer {
    pub fn new(at: Timestamp, level: TraceLevel) -> Tracer {
        Tracer { at, level, events: Vec::new() }
    }

    pub fn level(&self) -> TraceLevel {
        self.level
    }

    /// An event of a summary.
    pub fn emit(&mut self, kind: impl FnOnce() -> EventKind) {
        self.emit_at(TraceLevel::Summary, kind);
    }

    /// An event about a single item.
    pub fn emit_item(&mut self, kind: impl FnOnce() -> EventKind) {
        self.emit_at(TraceLevel::Full, kind);
    }

    fn emit_at(&mut self, level: TraceLevel, kind: impl FnOnce() -> EventKind) {
        if self.level >= level {
            let sequence = self.events.len() as u32;
            self.events.push(Event { sequence, at: self.at, kind: kind() });
        }
    }

    pub fn so_far(&self) -> &[Event] {
        &self.events
    }

    pub fn finish(self) -> Trace {
        self.events
    }
}
