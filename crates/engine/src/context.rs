//! What an operation may use: it reads the database and says what to write; it cannot write.

use std::fmt::Debug;
use std::marker::PhantomData;

use dynalab_capacity::partitions::{ON_DEMAND_INITIAL_PARTITIONS, provisioned_partitions};
use dynalab_capacity::{HalfUnits, ReadConsistency};
use dynalab_types::{Item, KeyBytes, PackedItem, Timestamp};

use crate::charges::{CapacityKind, Charges, Owner};
use crate::config::EngineConfig;
use crate::database::Database;
use crate::error::DynamoError;
use crate::holds::Holds;
use crate::ids::IdSource;
use crate::meters::Meters;
use crate::plan::Plan;
use crate::registry::{RecordKey, RecordKind};
use crate::service::settled::SettledRecords;
use crate::table::{BillingMode, Table};
use crate::ticket::Ticket;
use crate::trace::{EventKind, TraceLevel, Tracer};

pub struct Context<'a, S> {
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
    pub meters: &'a Meters,
    pub settled: &'a mut SettledRecords,
    pub service: PhantomData<S>,
}

impl<'a, S: ItemService> Context<'a, S> {
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
    pub fn admit_one(
        &mut self,
        table: &Table,
        kind: CapacityKind,
        key: &KeyBytes,
        units: HalfUnits,
    ) -> Result<(), DynamoError> {
        S::admit_one(self, table, kind, key, units)
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
        if S::comes_too_late(self, table, key) {
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
    pub fn check_leader(&self, table: &Table, key: &KeyBytes) -> Result<(), DynamoError> {
        S::check_leader(self, table, key)
    }

    /// An item as the replica has it that answers: the leader where the read is strong.
    pub fn read_item(
        &mut self,
        table: &'a Table,
        key: &KeyBytes,
        consistency: ReadConsistency,
    ) -> Result<Option<&'a PackedItem>, DynamoError> {
        S::read_item(self, table, key, consistency)
    }

    /// A record as this step has settled it, or as it stands.
    pub(crate) fn record(&self, key: &RecordKey) -> Option<&[u8]> {
        self.settled.get(self.database, key)
    }

    /// Of all records of a kind, as this step has settled them.
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
            let (partition, partition_count) = S::partition_of(self.database, table, key, hash);
            EventKind::Routed { table: table.definition.name.clone(), partition, partition_count, hash }
        });
    }

    pub fn trace_read(&mut self, source: &crate::plan::Source, key: &Item, size_bytes: Option<u64>) {
        self.trace.emit_item(|| EventKind::Read { source: source.clone(), key: key.clone(), size_bytes });
    }
}

/// What the service says of single items. By itself each method does what the plain engine does.
pub trait ItemService: Clone + Debug + Sized + 'static {
    fn begin_transaction(_context: &mut Context<Self>) {}

    /// Whether somebody who came later than the transaction has written the item.
    fn comes_too_late(_context: &Context<Self>, _table: &Table, _key: &KeyBytes) -> bool {
        false
    }

    /// Lets in a read or a write of one item, and takes what it costs of its partition.
    ///
    /// # Errors
    /// It goes beyond what is served.
    fn admit_one(
        _context: &mut Context<Self>,
        _table: &Table,
        _kind: CapacityKind,
        _key: &KeyBytes,
        _units: HalfUnits,
    ) -> Result<(), DynamoError> {
        Ok(())
    }

    /// Whether there is somebody who may decide about an item.
    ///
    /// # Errors
    /// Its partition has no leader.
    fn check_leader(_context: &Context<Self>, _table: &Table, _key: &KeyBytes) -> Result<(), DynamoError> {
        Ok(())
    }

    /// An item as the replica has it that answers.
    ///
    /// # Errors
    /// No replica answers.
    fn read_item<'a>(
        _context: &mut Context<'a, Self>,
        table: &'a Table,
        key: &KeyBytes,
        _consistency: ReadConsistency,
    ) -> Result<Option<&'a PackedItem>, DynamoError> {
        Ok(table.items.packed(key))
    }

    /// The partition of a key, and how many there are. The service shows none; these are the published figures.
    fn partition_of(_database: &Database, table: &Table, _key: &[u8], hash: u64) -> (u64, u64) {
        let throughput = &table.definition.throughput;
        let count = match table.definition.billing {
            BillingMode::PayPerRequest => ON_DEMAND_INITIAL_PARTITIONS,
            BillingMode::Provisioned => {
                provisioned_partitions(throughput.read, throughput.write, table.size_bytes)
            }
        };
        (((u128::from(hash) * u128::from(count)) >> 64) as u64, count)
    }

    /// Whether a batch leaves an item unprocessed, for a reason that lies not in the item.
    fn leaves_unprocessed(
        _context: &mut Context<Self>,
        _operation: &'static str,
        _kind: CapacityKind,
        _table: &Table,
        _item_or_key: &Item,
    ) -> bool {
        false
    }

    /// The error of a batch of which nothing was processed, where that is one.
    fn nothing_processed(_context: &Context<Self>, _table: &str, _kind: CapacityKind) -> Option<DynamoError> {
        None
    }
}
