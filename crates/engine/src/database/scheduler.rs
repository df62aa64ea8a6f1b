//! The scheduler: work that is due later, ordered by time, then by arrival number.

use std::collections::VecDeque;
use std::sync::Arc;

use dynalab_types::{KeyBytes, PackedItem, Timestamp};

/// The time at which work is due, and its arrival number. The number orders work that is due at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DueTime {
    pub at: Timestamp,
    pub arrival: u64,
}

/// A table by name and id. A later table of the same name has another id and does not match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRef {
    pub name: Arc<str>,
    pub id: Arc<str>,
}

/// The kinds of scheduled work: one variant for each background action of DynamoDB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// Changes a table from CREATING or UPDATING to ACTIVE, with the requested throughput and billing mode.
    FinishTableChange {
        table: TableRef,
    },
    FinishTableDelete {
        table: TableRef,
    },
    /// Fills a new global index from the items of the table and makes it ACTIVE.
    FinishIndexCreate {
        table: TableRef,
        index: Arc<str>,
    },
    FinishIndexDelete {
        table: TableRef,
        index: Arc<str>,
    },
    /// Applies one write of the table to its global indexes.
    PropagateToIndexes {
        table: TableRef,
        key: KeyBytes,
        before: Option<PackedItem>,
        after: Option<PackedItem>,
    },
    /// Removes the idempotency token of a transaction, so that it can be used again.
    ForgetToken {
        token: Arc<str>,
    },
    /// Work that only the complete engine performs. The core engine stores it unchanged.
    Task(Task),
}

impl Work {
    /// Returns the table of this work, or `None` if it has none.
    pub fn table(&self) -> Option<&TableRef> {
        match self {
            Work::FinishTableChange { table }
            | Work::FinishTableDelete { table }
            | Work::FinishIndexCreate { table, .. }
            | Work::FinishIndexDelete { table, .. }
            | Work::PropagateToIndexes { table, .. } => Some(table),
            Work::ForgetToken { .. } => None,
            Work::Task(task) => task.table.as_ref(),
        }
    }
}

/// All scheduled work, sorted by due time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scheduler {
    /// Sorted by `DueTime`. Most entries are added at the end and removed at the front, which is fast in a `VecDeque`.
    entries: VecDeque<(DueTime, Work)>,
}

impl Scheduler {
    /// Adds work. Work with the same due time and arrival number is replaced.
    pub fn insert(&mut self, due: DueTime, work: Work) {
        let place = self.entries.partition_point(|(other, _)| *other < due);
        match self.entries.get_mut(place) {
            Some(entry) if entry.0 == due => entry.1 = work,
            _ => self.entries.insert(place, (due, work)),
        }
    }

    /// Removes the work with this due time and returns it.
    pub fn remove(&mut self, due: DueTime) -> Option<Work> {
        let place = self.entries.partition_point(|(other, _)| *other < due);
        let (found, _) = self.entries.get(place)?;
        if *found == due { self.entries.remove(place).map(|(_, work)| work) } else { None }
    }

    /// Returns the first entry that is due at `now` or earlier.
    pub fn first_due(&self, now: Timestamp) -> Option<(DueTime, &Work)> {
        let (due, work) = self.entries.front()?;
        (due.at <= now).then_some((*due, work))
    }

    /// Returns the time of the earliest work.
    pub fn next_due_at(&self) -> Option<Timestamp> {
        self.entries.front().map(|(due, _)| due.at)
    }

    /// Returns all entries in the order of time and arrival number.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (DueTime, &Work)> {
        self.entries.iter().map(|(due, work)| (*due, work))
    }
}

/// Work with a payload that only its owner can read. The numbers of `TaskKind` are stored: never reuse one for another task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub kind: TaskKind,
    /// The task is removed together with this table.
    pub table: Option<TableRef>,
    /// The owner's own encoding.
    pub payload: Arc<[u8]>,
}

/// The kind of a task. The numbers are stored: never reuse one for another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaskKind(pub u8);

impl TaskKind {
    pub const ALARMS: TaskKind = TaskKind(40);
    pub const REPLICATION: TaskKind = TaskKind(41);
    /// Starts to fill a new global index.
    pub const INDEX_BACKFILL: TaskKind = TaskKind(32);
    /// Ends one change of a table. Until then the table is UPDATING.
    pub const TABLE_CHANGE: TaskKind = TaskKind(33);
    /// Ends one change of a table that is ACTIVE meanwhile.
    pub const TABLE_SETTING: TaskKind = TaskKind(34);
    pub const AUTO_SCALING: TaskKind = TaskKind(16);
    pub const TIME_TO_LIVE_SWEEP: TaskKind = TaskKind(24);
    pub const STREAM_SHARDS_ROLL: TaskKind = TaskKind(25);
    pub const EVENT_SOURCE_POLL: TaskKind = TaskKind(26);
    pub const WORKERS_RUN: TaskKind = TaskKind(27);
}
