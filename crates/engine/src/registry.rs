//! Small things an account has beside its tables and streams, such as policies and backups, as bytes under a kind, a table and
//! a name. Who owns a kind reads and writes its bytes; undo, log and snapshot are the same for all.

use std::sync::Arc;

use dynalab_types::SmallMap;
use dynalab_types::binary::{Malformed, Reader, Writer};

/// What a record is. The numbers are stored: none is ever used for another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordKind(pub u8);

/// Settings of tables that are kept and described.
impl RecordKind {
    pub(crate) const RESOURCE_POLICY: RecordKind = RecordKind(16);
    pub(crate) const CONTRIBUTOR_INSIGHTS: RecordKind = RecordKind(17);
    pub(crate) const KINESIS_DESTINATION: RecordKind = RecordKind(18);
    pub(crate) const AUTO_SCALING: RecordKind = RecordKind(19);
    /// When a table was switched to be paid by request.
    pub(crate) const MODE_SWITCHES: RecordKind = RecordKind(20);
    /// DescribeTable shows them, and the stream of such a table cannot be switched off.
    pub(crate) const REPLICATION: RecordKind = RecordKind(144);
}

/// What a core engine would serve wrongly.
impl RecordKind {
    pub(crate) const VECTOR_INDEX: RecordKind = RecordKind(128);
    /// Where the dials stand, of the account.
    pub(crate) const DIALS: RecordKind = RecordKind(147);
    /// How fast the virtual clock runs, of the account.
    pub(crate) const CLOCK: RecordKind = RecordKind(148);
    /// The partitions of a table or global index.
    pub(crate) const PARTITIONS: RecordKind = RecordKind(160);
    /// What is known of one of them, by index and id.
    pub(crate) const PARTITION: RecordKind = RecordKind(161);
    /// What is known of the load of a table or global index.
    pub(crate) const THROUGHPUT: RecordKind = RecordKind(162);
    /// How long the load of a table has been beyond what its auto scaling wants.
    pub(crate) const SCALING: RecordKind = RecordKind(163);
    /// What the auto scaling of a table has changed.
    pub(crate) const SCALING_CHANGES: RecordKind = RecordKind(164);
    /// What a table or global index took and refused, in a row of seconds or minutes.
    pub(crate) const CAPACITY_HISTORY: RecordKind = RecordKind(165);
    /// What the sweeper of a table keeps.
    pub(crate) const TIME_TO_LIVE: RecordKind = RecordKind(168);
    /// A rule by which requests fail, of the account.
    pub(crate) const FAULT: RecordKind = RecordKind(190);
    /// How often it did, by the rule's name.
    pub(crate) const FAULT_STRIKES: RecordKind = RecordKind(191);
    /// Of the account, by the ARNs of streams, which outlive their tables.
    pub(crate) const STREAM_SHARDS: RecordKind = RecordKind(169);
    /// Of the account, by their names, with what they keep.
    pub(crate) const EVENT_SOURCE_MAPPING: RecordKind = RecordKind(170);
    pub(crate) const EVENT_SOURCE_STATE: RecordKind = RecordKind(171);
    pub(crate) const DEAD_LETTERS: RecordKind = RecordKind(172);
    pub(crate) const WORKERS: RecordKind = RecordKind(173);
    pub(crate) const WORKER_LEASES: RecordKind = RecordKind(174);
    /// Writes to an item that have not reached all its followers, by a fingerprint of its key.
    pub(crate) const UNDERWAY: RecordKind = RecordKind(180);
    /// Which zones are up and who leads, of the account.
    pub(crate) const ZONES: RecordKind = RecordKind(181);
    /// How many writes a table's replicas have missed since their zone went down, by the zone.
    pub(crate) const MISSED_WRITES: RecordKind = RecordKind(182);
    /// What was counted of a table in a minute or an hour, of the account.
    pub(crate) const METRICS: RecordKind = RecordKind(192);
    pub(crate) const ALARM: RecordKind = RecordKind(193);
    pub(crate) const ALARM_HISTORY: RecordKind = RecordKind(194);
    /// When all alarms are looked at next.
    pub(crate) const ALARM_WATCH: RecordKind = RecordKind(195);
    /// When a global index was, or will be, filled.
    pub(crate) const INDEX_BACKFILL: RecordKind = RecordKind(183);
    /// Until when a global index is busy with what has been written.
    pub(crate) const INDEX_BUSY: RecordKind = RecordKind(184);
    /// Items and bytes of a table and its indexes, as they were last counted.
    pub(crate) const TABLE_FIGURES: RecordKind = RecordKind(185);
    /// A user of the account, with policies.
    pub(crate) const PRINCIPAL: RecordKind = RecordKind(196);
    /// Whom requests come from.
    pub(crate) const PRINCIPAL_USED: RecordKind = RecordKind(197);
    /// A cache in front of the tables.
    pub(crate) const CACHE: RecordKind = RecordKind(198);
    pub(crate) const CACHE_ENTRY: RecordKind = RecordKind(199);
    /// How often a cache knew the answer.
    pub(crate) const CACHE_COUNTS: RecordKind = RecordKind(200);
    /// How a Region reaches another, of the account.
    pub(crate) const REPLICA_LINK: RecordKind = RecordKind(201);
    /// Which write an item of a replica is from.
    pub(crate) const REPLICA_VERSION: RecordKind = RecordKind(202);
    /// A write on its way to another Region.
    pub(crate) const REPLICA_PENDING: RecordKind = RecordKind(203);
    pub(crate) const REPLICA_CONFLICTS: RecordKind = RecordKind(204);
    /// The Region and the ID of the account.
    pub(crate) const ACCOUNT: RecordKind = RecordKind(205);
    /// An export or import that is not done, by its ARN: whoever opens the account goes on with it.
    pub(crate) const TRANSFER: RecordKind = RecordKind(176);
}

impl RecordKind {
    /// [`crate::backup::Backup`], of the account: it outlives its table.
    pub const BACKUP: RecordKind = RecordKind(48);
    /// Where a table that is being restored comes from.
    pub const RESTORE: RecordKind = RecordKind(146);
    /// Of the account, by their ARNs.
    pub const EXPORT: RecordKind = RecordKind(50);
    pub const IMPORT: RecordKind = RecordKind(51);
    pub const BULK: RecordKind = RecordKind(52);

    /// From this number on, a table with such a record is another table to those who read and write it. The plain
    /// engine does not open it.
    const FIRST_THAT_NEEDS_THE_COMPLETE_ENGINE: u8 = 128;

    /// What is only counted, by reads too, as meters are.
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

    /// What follows from the tables until it is another, and is kept when somebody first needs it.
    pub(crate) fn is_kept_lazily(self) -> bool {
        self == RecordKind::PARTITIONS
    }

    pub fn needs_complete_engine(self) -> bool {
        self.0 >= RecordKind::FIRST_THAT_NEEDS_THE_COMPLETE_ENGINE
    }
}

/// What stands in a record, for those who use it.
pub(crate) trait Checked<Content> {
    /// Every record is read when it comes in from a store, and opening stops at one that cannot be; what this engine writes, it can
    /// read. So nothing is ever lost here.
    fn checked(self) -> Option<Content>;
}

impl<Content> Checked<Content> for Result<Content, Malformed> {
    fn checked(self) -> Option<Content> {
        debug_assert!(self.is_ok(), "a record came in without being read");
        self.ok()
    }
}

/// Records are in the order of their kinds, tables and names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordKey {
    pub kind: RecordKind,
    /// The name of the table it goes with, in every sense; empty when it stands for itself.
    pub table: Arc<str>,
    pub name: Arc<str>,
}

impl RecordKey {
    pub fn of_account(kind: RecordKind, name: &str) -> RecordKey {
        RecordKey { kind, table: "".into(), name: name.into() }
    }

    pub fn of_table(kind: RecordKind, table: &str, name: &str) -> RecordKey {
        RecordKey { kind, table: table.into(), name: name.into() }
    }
}

/// All records of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    records: SmallMap<RecordKey, Arc<[u8]>>,
}

impl Registry {
    pub fn get(&self, key: &RecordKey) -> Option<&Arc<[u8]>> {
        self.records.get(key)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&RecordKey, &Arc<[u8]>)> {
        self.records.iter()
    }

    /// In the order of tables and names.
    pub fn of_kind(&self, kind: RecordKind) -> impl Iterator<Item = (&RecordKey, &Arc<[u8]>)> {
        self.iter().filter(move |(key, _)| key.kind == kind)
    }

    /// What goes when the table goes.
    pub fn of_table<'a>(&'a self, table: &'a str) -> impl Iterator<Item = &'a RecordKey> {
        self.records.keys().filter(move |key| !table.is_empty() && key.table.as_ref() == table)
    }

    /// Returns what stood there before.
    pub(crate) fn set(&mut self, key: &RecordKey, bytes: Option<Arc<[u8]>>) -> Option<Arc<[u8]>> {
        match bytes {
            Some(bytes) => self.records.insert(key.clone(), bytes),
            None => self.records.remove(key).map(|(_, bytes)| bytes),
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
