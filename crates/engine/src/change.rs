//! Writes as data: what a request or the passing of time changes. The change log is the source of everything that
//! follows a write: persistence, stepping back, and (by the agenda) the indexes.

use std::sync::Arc;

use dynalab_capacity::HalfUnits;
use dynalab_types::{KeyBytes, PackedItem, Timestamp};

use crate::agenda::{Due, TableRef, Work};
use crate::meters::MeterKey;
use crate::registry::RecordKey;
use crate::stream::{Recorded, StreamDefinition};
use crate::table::{IndexRows, Table, TableDefinition};

/// The small state that decides the future beside tables, agenda and meters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// State of the id source.
    pub ids: u64,
    /// Arrivals on the agenda so far.
    pub arrivals: u64,
    /// The latest moment the engine has seen; time never goes back.
    pub now: Timestamp,
    /// Executions that changed something.
    pub revision: u64,
}

/// One change, with what it replaced: `before` images are filled in when the change is applied, and let the engine
/// step backwards: by applying the [inverse](Change::inverse).
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A table is created (no before), altered, or dropped (no after).
    Table {
        name: Arc<str>,
        before: Option<Arc<TableDefinition>>,
        after: Option<Arc<TableDefinition>>,
        /// Of a dropped table, its contents; of an altered one, the rows of indexes that went.
        removed: Contents,
        /// The same, come back: what an inverse brings with it, taken out when it is applied.
        restored: Contents,
    },
    Item {
        table: Arc<str>,
        key: KeyBytes,
        before: Option<PackedItem>,
        after: Option<PackedItem>,
        /// Whether global indexes follow at once; otherwise the agenda has it.
        global_indexes_follow: bool,
        /// None when the table has no open stream, or nothing changed.
        recorded: Option<Recorded>,
    },
    /// A stream begins (no before), is closed, or (backwards) never was.
    Stream {
        arn: Arc<str>,
        before: Option<Arc<StreamDefinition>>,
        after: Option<Arc<StreamDefinition>>,
    },
    /// A write that was put on the agenda as that arrival reaches the table's global indexes.
    IndexEntries {
        arrival: u64,
        table: Arc<str>,
        key: KeyBytes,
        before: Option<PackedItem>,
        after: Option<PackedItem>,
    },
    /// A new index is filled from the table's items, or (backwards) is as empty as it was before.
    Backfill {
        table: Arc<str>,
        index: Arc<str>,
        filled: bool,
    },
    /// A transaction is completed under a token (an after), or the token is forgotten (none).
    Token {
        token: Arc<str>,
        before: Option<PayloadFingerprint>,
        after: Option<PayloadFingerprint>,
    },
    /// Something beside tables and streams is there, is another, or goes.
    Record {
        key: RecordKey,
        before: Option<Arc<[u8]>>,
        after: Option<Arc<[u8]>>,
    },
    Schedule {
        due: Due,
        work: Work,
    },
    /// Work was done, or no longer makes sense.
    Unschedule {
        due: Due,
        work: Work,
    },
    Meter {
        key: MeterKey,
        before: HalfUnits,
        after: HalfUnits,
    },
    Counters {
        before: Counters,
        after: Counters,
    },
}

/// What a transaction asked for, short enough to be kept: of two requests under one token it tells whether they are the
/// same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayloadFingerprint(pub u128);

/// What goes with a table's definition, or comes back with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Contents {
    #[default]
    Nothing,
    Table(Box<Table>),
    Indexes(Vec<(Arc<str>, IndexRows)>),
}

/// Whether any of them changes more than the meters and counters. Those of a read, or of a request that was refused, do
/// not, and need not be kept before the answer is told.
pub fn any_changes_data(changes: &[Change]) -> bool {
    changes.iter().any(|change| match change {
        Change::Meter { .. } | Change::Counters { .. } => false,
        // Partitions that are kept as they were begun are no others.
        Change::Record { key, before, .. } => {
            !(key.kind.is_meter() || key.kind.is_kept_lazily() && before.is_none())
        }
        _ => true,
    })
}

/// What takes back a group of changes that has been applied.
pub fn inverse_of(changes: Vec<Change>) -> Vec<Change> {
    changes.into_iter().rev().map(Change::inverse).collect()
}

impl Change {
    /// What takes this change back once it has been applied. The inverse of the inverse is the change again.
    #[must_use]
    pub fn inverse(self) -> Change {
        match self {
            Change::Table { name, before, after, removed, restored } => {
                Change::Table { name, before: after, after: before, removed: restored, restored: removed }
            }
            Change::Item { table, key, before, after, global_indexes_follow, recorded } => Change::Item {
                table,
                key,
                before: after,
                after: before,
                global_indexes_follow,
                recorded: recorded.map(|recorded| Recorded { taken_back: !recorded.taken_back, ..recorded }),
            },
            Change::Stream { arn, before, after } => Change::Stream { arn, before: after, after: before },
            Change::IndexEntries { arrival, table, key, before, after } => {
                Change::IndexEntries { arrival, table, key, before: after, after: before }
            }
            Change::Backfill { table, index, filled } => Change::Backfill { table, index, filled: !filled },
            Change::Token { token, before, after } => Change::Token { token, before: after, after: before },
            Change::Record { key, before, after } => Change::Record { key, before: after, after: before },
            Change::Schedule { due, work } => Change::Unschedule { due, work },
            Change::Unschedule { due, work } => Change::Schedule { due, work },
            Change::Meter { key, before, after } => Change::Meter { key, before: after, after: before },
            Change::Counters { before, after } => Change::Counters { before: after, after: before },
        }
    }

    pub fn create_table(definition: TableDefinition) -> Change {
        let definition = Arc::new(definition);
        Change::Table {
            name: definition.name.clone(),
            before: None,
            after: Some(definition),
            removed: Contents::Nothing,
            restored: Contents::Nothing,
        }
    }

    pub fn alter_table(after: TableDefinition) -> Change {
        Change::create_table(after)
    }

    /// A stream begins, or is another from now on.
    pub fn stream(definition: StreamDefinition) -> Change {
        let definition = Arc::new(definition);
        Change::Stream { arn: definition.arn.clone(), before: None, after: Some(definition) }
    }

    /// A record of the registry is there from now on, or (none) goes.
    pub fn record(key: RecordKey, after: Option<Vec<u8>>) -> Change {
        Change::Record { key, before: None, after: after.map(Arc::from) }
    }

    pub fn drop_table(name: Arc<str>) -> Change {
        Change::Table {
            name,
            before: None,
            after: None,
            removed: Contents::Nothing,
            restored: Contents::Nothing,
        }
    }
}

/// What an operation wants changed. It writes nothing itself; the engine commits it when the operation succeeds.
#[derive(Debug, Default)]
pub struct WriteSet {
    pub changes: Vec<Change>,
    /// To be put on the agenda this long after the commit.
    pub later: Vec<(u64, Work)>,
}

impl WriteSet {
    pub fn of(change: Change) -> WriteSet {
        WriteSet { changes: vec![change], later: Vec::new() }
    }

    pub fn append(&mut self, other: WriteSet) {
        self.changes.extend(other.changes);
        self.later.extend(other.later);
    }

    pub fn then(mut self, delay_ms: u64, work: Work) -> WriteSet {
        self.later.push((delay_ms, work));
        self
    }

    pub fn propagate(
        table: TableRef,
        key: KeyBytes,
        before: Option<PackedItem>,
        after: Option<PackedItem>,
    ) -> Work {
        Work::PropagateToIndexes { table, key, before, after }
    }
}
