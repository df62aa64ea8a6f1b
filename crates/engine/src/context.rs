//! What an operation may use: it reads the database and says what to write; it cannot write.

use dynalab_capacity::{HalfUnits, ReadConsistency};
use dynalab_types::{Item, KeyBytes, PackedItem, Timestamp};

use crate::charges::{CapacityKind, Charges, Owner};
use crate::config::EngineConfig;
use crate::database::Database;
use crate::error::DynamoError;
use crate::holds::Holds;
use crate::ids::IdSource;
#[cfg(feature = "complete")]
use crate::meters::Meters;
use crate::plan::Plan;
#[cfg(feature = "complete")]
use crate::registry::{RecordKey, RecordKind};
#[cfg(feature = "complete")]
use crate::service::{
    partition::{self, Draw},
    replicas,
    settled::SettledRecords,
    zones::Access,
};
use crate::table::Table;
use crate::ticket::Ticket;
use crate::trace::{EventKind, TraceLevel, Tracer};

pub struct Context<'a> {
    pub now: Timestamp,
    pub database: &'a Database,
    pub config: &'a EngineConfig,
    pub charges: &'a mut Charges,
    pub ids: &'a mut IdSource,
    pub trace: &'a mut Tracer,
    pub holds: &'a mut Holds,
    /// Of the request that is being executed.
    pub ticket: Ticket,
    /// As they stood before the request.
    #[cfg(feature = "complete")]
    pub meters: &'a Meters,
    #[cfg(feature = "complete")]
    pub settled: &'a mut SettledRecords,
}

impl<'a> Context<'a> {
    /// Outlives the borrow of `self`, so a table can be held while tracing.
    pub fn table(&self, name: &str) -> Result<&'a Table, DynamoError> {
        self.database.table(name)
    }

    /// Notes what is owed; nothing is noted for an index that was not touched.
    pub fn charge(&mut self, owner: Owner, kind: CapacityKind, units: HalfUnits) {
        self.trace.emit(|| EventKind::Charged { owner: owner.clone(), kind, units });
        self.charges.add(owner, kind, units);
    }

    /// Lets in a read or a write of one item, and takes what it costs of its partition.
    #[cfg_attr(not(feature = "complete"), allow(unused_variables, reason = "the core has no limits"))]
    pub fn admit_one(
        &mut self,
        table: &Table,
        kind: CapacityKind,
        key: &KeyBytes,
        units: HalfUnits,
    ) -> Result<(), DynamoError> {
        #[cfg(feature = "complete")]
        if self.config.dials.is_some() {
            let draw = Draw { kind, ..Draw::read(key.as_slice(), units) };
            return self.admit(table, &[draw]);
        }
        Ok(())
    }

    /// For a write: its partition must have a leader, and an item that a transaction in flight has prepared is refused until
    /// that one is through; so is a transaction that came before the item's last write. `item` holds at least the key.
    pub fn refuse_held_item(
        &mut self,
        table: &Table,
        key: &KeyBytes,
        item: &Item,
    ) -> Result<(), DynamoError> {
        self.check_leader(table, key)?;
        #[cfg(feature = "complete")]
        if self.holds.comes_too_late(self.ticket, &table.definition.name, key) {
            self.trace_conflict(table, item);
            return Err(DynamoError::TransactionConflict);
        }
        match self.holds.holder_of_item(&table.definition.name, key) {
            Some(holder) if holder != self.ticket => {
                self.trace_conflict(table, item);
                Err(DynamoError::TransactionConflict)
            }
            _ => Ok(()),
        }
    }

    /// Whether there is somebody who may decide about an item.
    #[cfg(feature = "complete")]
    pub fn check_leader(&self, table: &Table, key: &KeyBytes) -> Result<(), DynamoError> {
        replicas::check_leader_of(self, table, key, Access::Write)
    }

    #[cfg(not(feature = "complete"))]
    pub fn check_leader(&self, _: &Table, _: &KeyBytes) -> Result<(), DynamoError> {
        Ok(())
    }

    /// An item as the replica has it that answers: the leader where the read is strong.
    #[cfg_attr(not(feature = "complete"), allow(unused_variables, reason = "the core has one replica"))]
    pub fn read_item(
        &mut self,
        table: &'a Table,
        key: &KeyBytes,
        consistency: ReadConsistency,
    ) -> Result<Option<&'a PackedItem>, DynamoError> {
        #[cfg(feature = "complete")]
        if replicas::matter(self) {
            return replicas::read_item(self, table, key, consistency);
        }
        Ok(table.items.packed(key))
    }

    /// A record as this step has settled it, or as it stands.
    #[cfg(feature = "complete")]
    pub(crate) fn record(&self, key: &RecordKey) -> Option<&[u8]> {
        self.settled.get(self.database, key)
    }

    /// Of all records of a kind, as this step has settled them.
    #[cfg(feature = "complete")]
    pub(crate) fn record_keys(&self, kind: RecordKind) -> Vec<RecordKey> {
        let kept = self.database.registry().of_kind(kind).map(|(key, _)| key.clone());
        let mut keys: Vec<RecordKey> = kept.chain(self.settled.keys_of(kind)).collect();
        keys.sort();
        keys.dedup();
        keys.retain(|key| self.record(key).is_some());
        keys
    }

    /// To be written whatever comes of the request, as charges are; what a request is to write when it succeeds goes into its
    /// [`WriteSet`](crate::change::WriteSet).
    #[cfg(feature = "complete")]
    pub(crate) fn settle_record(&mut self, key: RecordKey, bytes: Option<Vec<u8>>) {
        self.settled.set(key, bytes);
    }

    pub fn trace_conflict(&mut self, table: &Table, item: &Item) {
        let definition = &table.definition;
        self.trace.emit(|| EventKind::TransactionConflict {
            table: definition.name.clone(),
            key: definition.key.key_of(item),
        });
    }

    /// Tells how the request reaches its items, in the words in which it is explained.
    pub fn trace_plan(&mut self, describe: impl FnOnce(&Database) -> Result<Plan, DynamoError>) {
        if self.trace.level() >= TraceLevel::Summary
            && let Ok(plan) = describe(self.database)
        {
            self.trace.emit(|| EventKind::Planned(plan));
        }
    }

    /// Says which partition a key falls into.
    pub fn trace_route(&mut self, table: &Table, key: &[u8]) {
        self.trace.emit_item(|| {
            let hash = KeyBytes::from_vec(key.get(..8).unwrap_or_default().to_vec()).hash();
            let (partition, partition_count) = partition_of(self.database, table, key, hash);
            EventKind::Routed { table: table.definition.name.clone(), partition, partition_count, hash }
        });
    }

    pub fn trace_read(&mut self, source: &crate::plan::Source, key: &Item, size_bytes: Option<u64>) {
        self.trace.emit_item(|| EventKind::Read { source: source.clone(), key: key.clone(), size_bytes });
    }
}

/// The partition of a key, and how many there are.
#[cfg(feature = "complete")]
fn partition_of(database: &Database, table: &Table, key: &[u8], _: u64) -> (u64, u64) {
    let map = partition::map_of_table(database, table);
    (map.of_key(key).id, map.count())
}

/// The hash space in equal parts.
#[cfg(not(feature = "complete"))]
fn partition_of(_: &Database, table: &Table, _: &[u8], hash: u64) -> (u64, u64) {
    let count = partition_count(table);
    (((u128::from(hash) * u128::from(count)) >> 64) as u64, count)
}

/// Partitions the table starts with. The service shows none; these are the published figures.
#[cfg(not(feature = "complete"))]
fn partition_count(table: &Table) -> u64 {
    use dynalab_capacity::partitions::{ON_DEMAND_INITIAL_PARTITIONS, provisioned_partitions};
    let throughput = &table.definition.throughput;
    match table.definition.billing {
        crate::table::BillingMode::PayPerRequest => ON_DEMAND_INITIAL_PARTITIONS,
        crate::table::BillingMode::Provisioned => {
            provisioned_partitions(throughput.read, throughput.write, table.size_bytes)
        }
    }
}
