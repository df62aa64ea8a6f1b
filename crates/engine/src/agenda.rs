//! Work that is due later, in a total order: time first, then arrival.

use std::collections::VecDeque;
use std::sync::Arc;

use dynalab_types::{KeyBytes, PackedItem, Timestamp};

/// When an entry is due, and its place among those due at the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Due {
    pub at: Timestamp,
    pub arrival: u64,
}

/// A table is named together with its id: a new table of the same name is not meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRef {
    pub name: Arc<str>,
    pub id: Arc<str>,
}

/// What can be due. Closed: one variant for each thing the service does by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// CREATING or UPDATING to ACTIVE, with throughput and mode as asked for.
    FinishTableChange {
        table: TableRef,
    },
    FinishTableDelete {
        table: TableRef,
    },
    /// Fills a new global index from the table's items and makes it ACTIVE.
    FinishIndexCreate {
        table: TableRef,
        index: Arc<str>,
    },
    FinishIndexDelete {
        table: TableRef,
        index: Arc<str>,
    },
    /// Brings one write into the table's global indexes.
    PropagateToIndexes {
        table: TableRef,
        key: KeyBytes,
        before: Option<PackedItem>,
        after: Option<PackedItem>,
    },
    /// A transaction's token may be used again.
    ForgetToken {
        token: Arc<str>,
    },
    /// What only the complete engine does. The core keeps it, and leaves what is due to that one.
    Task(Task),
}

impl Work {
    /// The table that it is about, if it is about one.
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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agenda {
    /// Sorted. Most come in at the end and go at the front, which costs nothing here.
    entries: VecDeque<(Due, Work)>,
}

impl Agenda {
    pub fn insert(&mut self, due: Due, work: Work) {
        let place = self.entries.partition_point(|(other, _)| *other < due);
        match self.entries.get_mut(place) {
            Some(entry) if entry.0 == due => entry.1 = work,
            _ => self.entries.insert(place, (due, work)),
        }
    }

    pub fn remove(&mut self, due: Due) -> Option<Work> {
        let place = self.entries.partition_point(|(other, _)| *other < due);
        let (found, _) = self.entries.get(place)?;
        if *found == due { self.entries.remove(place).map(|(_, work)| work) } else { None }
    }

    /// The first entry that is due by `now`.
    pub fn first_due(&self, now: Timestamp) -> Option<(Due, &Work)> {
        let (due, work) = self.entries.front()?;
        (due.at <= now).then_some((*due, work))
    }

    pub fn next_due_at(&self) -> Option<Timestamp> {
        self.entries.front().map(|(due, _)| due.at)
    }

    /// In order of time and arrival.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Due, &Work)> {
        self.entries.iter().map(|(due, work)| (*due, work))
    }
}

/// Work whose owner alone knows what it is about. The numbers are stored: none is ever used for another task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub kind: TaskKind,
    /// When that table is gone, so is the task.
    pub table: Option<TableRef>,
    /// The owner's bytes.
    pub payload: Arc<[u8]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaskKind(pub u8);

impl TaskKind {
    pub(crate) const ALARMS: TaskKind = TaskKind(40);
    pub(crate) const REPLICATION: TaskKind = TaskKind(41);
    /// A new global index is being filled from now on.
    pub(crate) const INDEX_BACKFILL: TaskKind = TaskKind(32);
    pub(crate) const AUTO_SCALING: TaskKind = TaskKind(16);
    pub(crate) const TIME_TO_LIVE_SWEEP: TaskKind = TaskKind(24);
    pub(crate) const STREAM_SHARDS_ROLL: TaskKind = TaskKind(25);
    pub(crate) const EVENT_SOURCE_POLL: TaskKind = TaskKind(26);
    pub(crate) const WORKERS_RUN: TaskKind = TaskKind(27);
}
