//! Writes as data: the changes of a request or of scheduled work. Persistence, undo and scheduled index updates are all based
//! on these changes.

use std::sync::Arc;

use dynalab_capacity::HalfUnits;
use dynalab_types::{KeyBytes, PackedItem, Timestamp};

use crate::database::meters::MeterKey;
use crate::database::new_items::NewItems;
use crate::database::scheduler::{DueTime, TableRef, Work};
use crate::database::stream::{RecordingMark, StreamDefinition};
use crate::database::table::{IndexRows, Table, TableDefinition};
use crate::registry::RecordKey;

/// The small state outside tables, scheduler and meters that affects later requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// The state of the id source.
    pub ids: u64,
    /// The number of entries added to the scheduler so far.
    pub arrivals: u64,
    /// The latest time that the engine has used. Time never goes backwards.
    pub now: Timestamp,
    /// The number of executions that changed something.
    pub revision: u64,
}

/// One change with the state that it replaced. Applying the change fills in the `before` state. The engine undoes a change by
/// applying its [inverse](Change::inverse).
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Creates a table (no `before`), changes it, or deletes it (no `after`).
    Table {
        name: Arc<str>,
        before: Option<Arc<TableDefinition>>,
        after: Option<Arc<TableDefinition>>,
        /// The contents of a deleted table, or the entries of indexes that a changed table lost.
        removed: Contents,
        /// The contents that an inverse restores. Applying the change takes them out.
        restored: Contents,
    },
    Item {
        table: Arc<str>,
        key: KeyBytes,
        before: Option<PackedItem>,
        after: Option<PackedItem>,
        /// True if global indexes are updated together with the item. Otherwise the scheduler has an entry for it.
        global_indexes_follow: bool,
        /// `None` if the table has no open stream and no recovery log, or the item did not change.
        recorded: Option<RecordingMark>,
    },
    /// Stores all items of a new table at once. An inverse removes them. The log has a change for each item.
    Items {
        table: Arc<str>,
        items: NewItems,
        filled: bool,
    },
    /// Creates a stream (no `before`) or changes it, for example to closed. An inverse can also remove it (no `after`).
    Stream {
        arn: Arc<str>,
        before: Option<Arc<StreamDefinition>>,
        after: Option<Arc<StreamDefinition>>,
    },
    /// Applies a write to the table's global indexes. `arrival` is the number of its entry in the scheduler.
    IndexEntries {
        arrival: u64,
        table: Arc<str>,
        key: KeyBytes,
        before: Option<PackedItem>,
        after: Option<PackedItem>,
    },
    /// Fills a new index from the items of the table. An inverse empties it again.
    Backfill {
        table: Arc<str>,
        index: Arc<str>,
        filled: bool,
    },
    /// Stores the idempotency token of a completed transaction, or removes it (no `after`).
    Token {
        token: Arc<str>,
        before: Option<PayloadFingerprint>,
        after: Option<PayloadFingerprint>,
    },
    /// Creates, replaces or deletes a record of the registry, which stores everything except tables and streams.
    Record {
        key: RecordKey,
        before: Option<Arc<[u8]>>,
        after: Option<Arc<[u8]>>,
    },
    Schedule {
        due: DueTime,
        work: Work,
    },
    /// Removes work from the scheduler because it was done or is obsolete.
    Unschedule {
        due: DueTime,
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

/// A fingerprint of a transaction's request. It shows whether two requests with one token are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayloadFingerprint(pub u128);

/// The data that is removed or restored together with a table definition.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Contents {
    #[default]
    Nothing,
    Table(Box<Table>),
    Indexes(Vec<(Arc<str>, IndexRows)>),
}

impl Contents {
    /// Drops the derived data of a deleted table. It is in an applied change only so that the owner of the change can free it after the
    /// lock of the engine. A restored table derives it again.
    fn without_derived(mut self) -> Contents {
        if let Contents::Table(table) = &mut self {
            table.drop_derived();
        }
        self
    }
}

/// Returns true if a change affects more than meters and counters. Reads and rejected requests change only those. Such changes
/// need not be stored before the response is sent.
pub fn any_changes_data(changes: &[Change]) -> bool {
    changes.iter().any(|change| match change {
        Change::Meter { .. } | Change::Counters { .. } => false,
        // Lazily stored records, such as partition maps, are derived data. Storing one for the first time changes no data.
        Change::Record { key, before, .. } => {
            !(key.kind.is_meter() || key.kind.is_kept_lazily() && before.is_none())
        }
        _ => true,
    })
}

/// Returns the changes that undo a group of applied changes.
pub fn inverse_of(changes: Vec<Change>) -> Vec<Change> {
    changes.into_iter().rev().map(Change::inverse).collect()
}

/// The bytes that a change holds beside its data.
const CHANGE_BYTES: u64 = 64;

impl Change {
    /// Returns about how many bytes the change adds to the log and to the history. Rows that a table or an index already has do not
    /// count.
    pub fn written_bytes(&self) -> u64 {
        let row = |key: &KeyBytes, after: &Option<PackedItem>| {
            key.as_slice().len() as u64 + after.as_ref().map_or(0, PackedItem::size_bytes)
        };
        let data = match self {
            Change::Item { key, after, .. } | Change::IndexEntries { key, after, .. } => row(key, after),
            Change::Record { key, after, .. } => {
                (key.table.len() + key.name.len() + after.as_ref().map_or(0, |bytes| bytes.len())) as u64
            }
            _ => 0,
        };
        CHANGE_BYTES + data
    }

    /// Returns the change that undoes this applied change. The inverse of the inverse is the change again.
    #[must_use]
    pub fn inverse(self) -> Change {
        match self {
            Change::Table { name, before, after, removed, restored } => {
                let restored_then = removed.without_derived();
                Change::Table {
                    name,
                    before: after,
                    after: before,
                    removed: restored,
                    restored: restored_then,
                }
            }
            Change::Item { table, key, before, after, global_indexes_follow, recorded } => Change::Item {
                table,
                key,
                before: after,
                after: before,
                global_indexes_follow,
                recorded: recorded
                    .map(|recorded| RecordingMark { taken_back: !recorded.taken_back, ..recorded }),
            },
            Change::Stream { arn, before, after } => Change::Stream { arn, before: after, after: before },
            Change::IndexEntries { arrival, table, key, before, after } => {
                Change::IndexEntries { arrival, table, key, before: after, after: before }
            }
            Change::Backfill { table, index, filled } => Change::Backfill { table, index, filled: !filled },
            Change::Items { table, items, filled } => Change::Items { table, items, filled: !filled },
            Change::Token { token, before, after } => Change::Token { token, before: after, after: before },
            Change::Record { key, before, after } => Change::Record { key, before: after, after: before },
            Change::Schedule { due, work } => Change::Unschedule { due, work },
            Change::Unschedule { due, work } => Change::Schedule { due, work },
            Change::Meter { key, before, after } => Change::Meter { key, before: after, after: before },
            Change::Counters { before, after } => Change::Counters { before: after, after: before },
        }
    }

    /// Returns the change that adds a table, or replaces its definition. Commit sets the image before.
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

    /// Returns the change that replaces the definition of a table.
    pub fn alter_table(after: TableDefinition) -> Change {
        Change::create_table(after)
    }

    /// Returns the change that creates or replaces a stream.
    pub fn stream(definition: StreamDefinition) -> Change {
        let definition = Arc::new(definition);
        Change::Stream { arn: definition.arn.clone(), before: None, after: Some(definition) }
    }

    /// Returns the change that stores a record of the registry, or deletes it if `after` is `None`.
    pub fn record(key: RecordKey, after: Option<Vec<u8>>) -> Change {
        Change::Record { key, before: None, after: after.map(Arc::from) }
    }

    /// Returns the change that removes a table. Commit sets the images before.
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

/// The changes that an operation requests. An operation writes nothing itself: the engine commits the set when the operation
/// succeeds.
#[derive(Debug, Default)]
pub struct WriteSet {
    pub changes: Vec<Change>,
    /// Work to schedule, with its delay in milliseconds after the commit.
    pub later: Vec<(u64, Work)>,
}

impl WriteSet {
    /// Returns a write set of one change.
    pub fn from_change(change: Change) -> WriteSet {
        WriteSet { changes: vec![change], later: Vec::new() }
    }

    /// Adds the changes and the later work of another write set.
    pub fn append(&mut self, other: WriteSet) {
        self.changes.extend(other.changes);
        self.later.extend(other.later);
    }

    /// Adds work that is due so many milliseconds later.
    pub fn then(mut self, delay_ms: u64, work: Work) -> WriteSet {
        self.later.push((delay_ms, work));
        self
    }

    /// Returns the work that brings a write of an item to the global indexes.
    pub fn propagate(
        table: TableRef,
        key: KeyBytes,
        before: Option<PackedItem>,
        after: Option<PackedItem>,
    ) -> Work {
        Work::PropagateToIndexes { table, key, before, after }
    }
}
