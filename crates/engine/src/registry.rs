//! The registry: small data of an account other than tables and streams, such as policies and backups. Each record has a kind,
//! a table and a name. The owner of a kind encodes and decodes its bytes. Undo, log and snapshot treat all records alike.

pub mod auto_scaling;
pub mod backup;
pub mod contributor_insights;
pub mod replica_name;
pub mod replication;
pub mod restore_summary;
pub mod vector_index;

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_types::binary::{Malformed, Reader, Writer};

/// The kind of a record. The numbers are stored: never reuse one for another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordKind(pub u8);

/// Settings of tables that are only stored and described.
impl RecordKind {
    pub const RESOURCE_POLICY: RecordKind = RecordKind(16);
    pub const CONTRIBUTOR_INSIGHTS: RecordKind = RecordKind(17);
    pub const KINESIS_DESTINATION: RecordKind = RecordKind(18);
    pub const AUTO_SCALING: RecordKind = RecordKind(19);
    /// When the billing mode of a table changed to on demand.
    pub const MODE_SWITCHES: RecordKind = RecordKind(20);
    /// The tags of the open stream of a table, by its label.
    pub const STREAM_TAGS: RecordKind = RecordKind(24);
    /// Replicas in other Regions. DescribeTable returns them, and the stream of such a table cannot be turned off.
    pub const REPLICATION: RecordKind = RecordKind(144);
}

/// Records whose tables the core engine would serve incorrectly.
impl RecordKind {
    pub const VECTOR_INDEX: RecordKind = RecordKind(128);
    /// The settings of the account.
    pub const DIALS: RecordKind = RecordKind(147);
    /// The rate of the simulated clock, for the account.
    pub const CLOCK: RecordKind = RecordKind(148);
    /// The partitions of a table or global index.
    pub const PARTITIONS: RecordKind = RecordKind(160);
    /// The state of one partition, by index and partition id.
    pub const PARTITION: RecordKind = RecordKind(161);
    /// The load of a table or global index.
    pub const THROUGHPUT: RecordKind = RecordKind(162);
    /// How long the load of a table has been outside its auto scaling target.
    pub const SCALING: RecordKind = RecordKind(163);
    /// The changes that auto scaling made to a table.
    pub const SCALING_CHANGES: RecordKind = RecordKind(164);
    /// The consumed and throttled capacity of a table or global index, per second or minute.
    pub const CAPACITY_HISTORY: RecordKind = RecordKind(165);
    /// The state of TTL deletion of a table.
    pub const TIME_TO_LIVE: RecordKind = RecordKind(168);
    /// A fault rule of the account.
    pub const FAULT: RecordKind = RecordKind(190);
    /// How often a fault was injected, by the rule's name.
    pub const FAULT_STRIKES: RecordKind = RecordKind(191);
    /// The open shards of streams, by stream ARN, of the account because streams outlive their tables. Older records have the closed
    /// shards too.
    pub const STREAM_SHARDS: RecordKind = RecordKind(169);
    /// A closed shard of a stream, by stream ARN and number.
    pub const CLOSED_SHARD: RecordKind = RecordKind(175);
    /// Event source mappings and workers of the account, by name, with their state.
    pub const EVENT_SOURCE_MAPPING: RecordKind = RecordKind(170);
    pub const EVENT_SOURCE_STATE: RecordKind = RecordKind(171);
    pub const DEAD_LETTERS: RecordKind = RecordKind(172);
    pub const WORKERS: RecordKind = RecordKind(173);
    pub const WORKER_LEASES: RecordKind = RecordKind(174);
    /// Writes to an item that have not reached all followers, by a fingerprint of its key.
    pub const UNDERWAY: RecordKind = RecordKind(180);
    /// The status of Availability Zones and the leaders, for the account.
    pub const ZONES: RecordKind = RecordKind(181);
    /// The number of writes that a table's replicas missed since their zone failed, by zone.
    pub const MISSED_WRITES: RecordKind = RecordKind(182);
    /// The metrics of a table in a minute or an hour, of the account.
    pub const METRICS: RecordKind = RecordKind(192);
    pub const ALARM: RecordKind = RecordKind(193);
    pub const ALARM_HISTORY: RecordKind = RecordKind(194);
    /// The time of the next evaluation of all alarms.
    pub const ALARM_WATCH: RecordKind = RecordKind(195);
    /// When a global index was or will be filled.
    pub const INDEX_BACKFILL: RecordKind = RecordKind(183);
    /// The time until which a global index is busy with received writes.
    pub const INDEX_BUSY: RecordKind = RecordKind(184);
    /// The item count and size of a table and its indexes, as counted last.
    pub const TABLE_FIGURES: RecordKind = RecordKind(185);
    /// A principal of the account, with policies.
    pub const PRINCIPAL: RecordKind = RecordKind(196);
    /// The principal that requests are sent as.
    pub const PRINCIPAL_USED: RecordKind = RecordKind(197);
    /// A cache in front of the tables.
    pub const CACHE: RecordKind = RecordKind(198);
    pub const CACHE_ENTRY: RecordKind = RecordKind(199);
    /// The hits and misses of a cache.
    pub const CACHE_COUNTS: RecordKind = RecordKind(200);
    /// The link from a Region to another, for the account.
    pub const REPLICA_LINK: RecordKind = RecordKind(201);
    /// The version of an item in a replica: the write that it is from.
    pub const REPLICA_VERSION: RecordKind = RecordKind(202);
    /// A write that is being replicated to another Region.
    pub const REPLICA_PENDING: RecordKind = RecordKind(203);
    pub const REPLICA_CONFLICTS: RecordKind = RecordKind(204);
    /// The Region and the ID of the account.
    pub const ACCOUNT: RecordKind = RecordKind(205);
    /// Until when a table changes, and when its settings last changed.
    pub const TABLE_TIMES: RecordKind = RecordKind(206);
    /// An unfinished export or import, by its ARN. Opening the account continues it.
    pub const TRANSFER: RecordKind = RecordKind(176);
}

impl RecordKind {
    /// A [`crate::registry::backup::Backup`], of the account because it outlives its table.
    pub const BACKUP: RecordKind = RecordKind(48);
    /// The source of a table that is being restored.
    pub const RESTORE: RecordKind = RecordKind(146);
    /// Exports, imports and bulk operations of the account, by ARN.
    pub const EXPORT: RecordKind = RecordKind(50);
    pub const IMPORT: RecordKind = RecordKind(51);
    pub const BULK: RecordKind = RecordKind(52);
    /// What a part of a bulk operation in progress has to report, by its ARN and the number of records until then.
    pub const BULK_PART: RecordKind = RecordKind(53);

    /// The kinds of account records whose name is their ARN.
    pub const NAMED_BY_ARN: [RecordKind; 4] =
        [RecordKind::BACKUP, RecordKind::EXPORT, RecordKind::IMPORT, RecordKind::BULK];

    /// From this number on, a record changes how its table is read or written. The core engine does not open such a table.
    const FIRST_THAT_NEEDS_THE_COMPLETE_ENGINE: u8 = 128;

    /// Returns true for records that are counters. Reads change them too, like meters.
    #[inline]
    pub(crate) fn is_meter(self) -> bool {
        matches!(
            self,
            RecordKind::PARTITION
                | RecordKind::THROUGHPUT
                | RecordKind::CAPACITY_HISTORY
                | RecordKind::METRICS
                | RecordKind::FAULT_STRIKES
        )
    }

    /// Returns true for data derived from the tables. It is stored when it is first needed.
    pub(crate) fn is_kept_lazily(self) -> bool {
        self == RecordKind::PARTITIONS
    }

    /// Returns true for a kind with which only the complete engine answers correctly.
    pub fn needs_complete_engine(self) -> bool {
        self.0 >= RecordKind::FIRST_THAT_NEEDS_THE_COMPLETE_ENGINE
    }
}

/// Decodes the content of a record.
pub trait Checked<Content> {
    /// Returns the content. Opening decodes every record and fails if one is invalid, and the engine writes only valid records.
    /// So `None` does not occur.
    fn checked(self) -> Option<Content>;
}

impl<Content> Checked<Content> for Result<Content, Malformed> {
    fn checked(self) -> Option<Content> {
        debug_assert!(self.is_ok(), "a record came in without being read");
        self.ok()
    }
}

/// The key of a record. Records are ordered by kind, table and name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordKey {
    pub kind: RecordKind,
    /// The table that the record belongs to. It is deleted with the table. Empty for a record of the account.
    pub table: Arc<str>,
    pub name: Arc<str>,
}

impl RecordKey {
    /// Returns the key of a record that belongs to no table.
    pub fn of_account(kind: RecordKind, name: &str) -> RecordKey {
        RecordKey { kind, table: "".into(), name: name.into() }
    }

    /// Returns the key of a record of a table. `name` may be empty.
    pub fn of_table(kind: RecordKind, table: &str, name: &str) -> RecordKey {
        RecordKey { kind, table: table.into(), name: name.into() }
    }
}

/// All records of an account, in the order of their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    records: BTreeMap<RecordKey, Arc<[u8]>>,
}

impl Registry {
    /// Returns the bytes of a record.
    #[inline]
    pub fn get(&self, key: &RecordKey) -> Option<&Arc<[u8]>> {
        self.records.get(key)
    }

    /// Returns all records in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&RecordKey, &Arc<[u8]>)> {
        self.records.iter()
    }

    /// Returns the records of a kind in the order of tables and names. The cost does not depend on records of other kinds.
    pub fn of_kind(&self, kind: RecordKind) -> impl Iterator<Item = (&RecordKey, &Arc<[u8]>)> {
        self.from(RecordKey { kind, table: Arc::default(), name: Arc::default() })
            .take_while(move |(key, _)| key.kind == kind)
    }

    /// Returns the records of a kind that belong to a table (empty for the account), in the order of their names. The cost does
    /// not depend on other tables.
    pub fn of_kind_in<'a>(
        &'a self,
        kind: RecordKind,
        table: &str,
    ) -> impl Iterator<Item = (&'a RecordKey, &'a Arc<[u8]>)> + use<'a> {
        self.with_prefix(kind, table, "")
    }

    /// Returns the records of a kind and a table whose names begin with `prefix`, in the order of their names. The cost does not
    /// depend on other names.
    pub fn with_prefix<'a>(
        &'a self,
        kind: RecordKind,
        table: &str,
        prefix: &str,
    ) -> impl Iterator<Item = (&'a RecordKey, &'a Arc<[u8]>)> + use<'a> {
        let first = RecordKey::of_table(kind, table, prefix);
        self.from(first.clone()).take_while(move |(key, _)| {
            key.kind == kind && key.table == first.table && key.name.starts_with(first.name.as_ref())
        })
    }

    /// Returns the records from this key on.
    pub fn from(&self, key: RecordKey) -> impl Iterator<Item = (&RecordKey, &Arc<[u8]>)> {
        self.records.range(key..)
    }

    /// Returns the keys of the records that are deleted with the table. Each kind is found by its order.
    pub fn of_table<'a>(&'a self, table: &'a str) -> impl Iterator<Item = &'a RecordKey> {
        let kinds = std::iter::successors(self.kind_from(0), |kind| self.kind_from(kind.0.checked_add(1)?));
        let kinds = kinds.filter(move |_| !table.is_empty());
        kinds.flat_map(move |kind| self.of_kind_in(kind, table).map(|(key, _)| key))
    }

    /// Returns true if a record is of a kind with which only the complete engine answers correctly.
    pub fn has_kind_that_needs_complete_engine(&self) -> bool {
        self.kind_from(RecordKind::FIRST_THAT_NEEDS_THE_COMPLETE_ENGINE).is_some()
    }

    /// Returns the kind of the first record whose kind has at least this number.
    fn kind_from(&self, number: u8) -> Option<RecordKind> {
        let first = RecordKey { kind: RecordKind(number), table: Arc::default(), name: Arc::default() };
        self.from(first).next().map(|(key, _)| key.kind)
    }

    /// Stores or deletes a record. Returns its previous bytes.
    pub(crate) fn set(&mut self, key: &RecordKey, bytes: Option<Arc<[u8]>>) -> Option<Arc<[u8]>> {
        match bytes {
            Some(bytes) => self.records.insert(key.clone(), bytes),
            None => self.records.remove(key),
        }
    }
}

pub(crate) fn write_record_key(key: &RecordKey, writer: &mut Writer) {
    writer.byte(key.kind.0);
    writer.text(&key.table);
    writer.text(&key.name);
}

pub(crate) fn read_record_key(reader: &mut Reader) -> Result<RecordKey, Malformed> {
    Ok(RecordKey {
        kind: RecordKind(reader.byte()?),
        table: reader.text()?.into(),
        name: reader.text()?.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_by_kind_table_and_the_begin_of_their_name() {
        let mut registry = Registry::default();
        let mut keys = Vec::new();
        for kind in [0, 16, 17, 200, 255].map(RecordKind) {
            for table in ["", "A", "AB", "B"] {
                for name in ["", "x", "x/1", "x/2", "y"] {
                    let key = RecordKey::of_table(kind, table, name);
                    registry.set(&key, Some(Arc::from([1])));
                    keys.push(key);
                }
            }
        }
        for kind in [0, 1, 16, 17, 100, 200, 255].map(RecordKind) {
            let expected = keys.iter().filter(|key| key.kind == kind);
            assert!(registry.of_kind(kind).map(|(key, _)| key).eq(expected), "{kind:?}");
            for table in ["", "A", "AB", "B", "C"] {
                for prefix in ["", "x", "x/", "z"] {
                    let expected = keys.iter().filter(|key| {
                        key.kind == kind && *key.table == *table && key.name.starts_with(prefix)
                    });
                    let found = registry.with_prefix(kind, table, prefix).map(|(key, _)| key);
                    assert!(found.eq(expected), "{kind:?} {table} {prefix}");
                }
            }
        }
        for table in ["A", "AB", "B", "C"] {
            let expected = keys.iter().filter(|key| *key.table == *table);
            assert!(registry.of_table(table).eq(expected), "{table}");
        }
        assert_eq!(registry.of_table("").count(), 0, "records of the account belong to no table");
    }
}
