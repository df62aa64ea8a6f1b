//! The context of an operation. An operation reads the database through it and returns the writes; it cannot write itself.

use std::fmt::Debug;

use dynalab_capacity::partitions::{ON_DEMAND_INITIAL_PARTITIONS, provisioned_partitions};
use dynalab_capacity::{HalfUnits, ReadConsistency};
use dynalab_types::{Item, KeyBytes, PackedItem, Timestamp};

use crate::database::Database;
use crate::database::charges::{CapacityKind, Charges, Owner};
use crate::database::locks::LockTable;
use crate::database::meters::Meters;
use crate::database::table::{BillingMode, Table};
use crate::database::unconditional_records::UnconditionalRecords;
use crate::engine::ticket::Ticket;
use crate::error::DynamoError;
use crate::execution::plan::Plan;
use crate::registry::{RecordKey, RecordKind};
use crate::seed::ids::IdSource;
use crate::settings::config::EngineConfig;
use crate::trace::{EventKind, TraceLevel, Tracer};

/// What a step can read, and where it records charges, events and locks.
pub struct Context<'a, S> {
    pub now: Timestamp,
    pub database: &'a Database,
    pub config: &'a EngineConfig,
    pub charges: &'a mut Charges,
    pub ids: &'a mut IdSource,
    pub trace: &'a mut Tracer,
    pub locks: &'a mut LockTable,
    /// The ticket of the request that is being executed.
    pub ticket: Ticket,
    /// The meters before the request.
    pub meters: &'a Meters,
    pub unconditional_records: &'a mut UnconditionalRecords,
    /// What the service keeps.
    pub service: &'a S,
}

impl<'a, S: ItemService> Context<'a, S> {
    /// Returns a table that can serve requests. The reference outlives the borrow of `self`, so it can be used while tracing.
    ///
    /// # Errors
    /// No table has this name, or it is being created or deleted.
    pub fn table(&self, name: &str) -> Result<&'a Table, DynamoError> {
        self.database.table(name)
    }

    /// Records a charge and traces it.
    pub fn charge(&mut self, owner: Owner, kind: CapacityKind, units: HalfUnits) {
        self.trace.emit(|| EventKind::Charged { owner: owner.clone(), kind, units });
        self.charges.add(owner, kind, units);
    }

    /// Admits a read or write of one item, and consumes the capacity of its partition.
    ///
    /// # Errors
    /// The capacity of the partition, the table or the account is used up.
    pub fn admit_one(
        &mut self,
        table: &Table,
        kind: CapacityKind,
        key: &KeyBytes,
        units: HalfUnits,
    ) -> Result<(), DynamoError> {
        S::admit_one(self, table, kind, key, units)
    }

    /// Checks a write for conflicts. The partition must have a leader. A write of an item that another transaction has prepared
    /// is rejected. A transaction that began before the item's last write is rejected too. `item` contains at least the key
    /// attributes.
    ///
    /// # Errors
    /// A transaction in progress has locked the item, or the key has no leader.
    pub fn refuse_held_item(
        &mut self,
        table: &Table,
        key: &KeyBytes,
        item: &Item,
    ) -> Result<(), DynamoError> {
        self.check_leader(table, key)?;
        if S::is_stale_timestamp(self, table, key) {
            self.trace_conflict(table, item);
            return Err(DynamoError::TransactionConflict);
        }
        match self.locks.lock_owner(&table.definition.name, key) {
            Some(holder) if holder != self.ticket => {
                self.trace_conflict(table, item);
                Err(DynamoError::TransactionConflict)
            }
            _ => Ok(()),
        }
    }

    /// Checks that the partition of an item has a leader.
    ///
    /// # Errors
    /// The replica group of the key has no leader.
    pub fn check_leader(&self, table: &Table, key: &KeyBytes) -> Result<(), DynamoError> {
        S::check_leader(self, table, key)
    }

    /// Returns an item as the serving replica has it. The leader serves strongly consistent reads.
    ///
    /// # Errors
    /// The read is throttled or not available.
    pub fn read_item(
        &mut self,
        table: &'a Table,
        key: &KeyBytes,
        consistency: ReadConsistency,
    ) -> Result<Option<&'a PackedItem>, DynamoError> {
        S::read_item(self, table, key, consistency)
    }

    /// Returns a record as this step has settled it, otherwise as the database has it.
    pub fn record(&self, key: &RecordKey) -> Option<&[u8]> {
        self.unconditional_records.get(self.database, key)
    }

    /// Returns the keys of the records of a kind and a table whose names begin with `prefix`, including those that this step has
    /// settled.
    pub fn record_keys(&self, kind: RecordKind, table: &str, prefix: &str) -> Vec<RecordKey> {
        let kept = self.database.registry().with_prefix(kind, table, prefix).map(|(key, _)| key.clone());
        let unconditional_records = self.unconditional_records.keys_of(kind);
        let unconditional_records =
            unconditional_records.filter(|key| *key.table == *table && key.name.starts_with(prefix));
        let mut keys: Vec<RecordKey> = kept.chain(unconditional_records).collect();
        keys.sort();
        keys.dedup();
        keys.retain(|key| self.record(key).is_some());
        keys
    }

    /// Returns how many records [`record_keys`](Context::record_keys) lists, without making the list.
    pub fn count_records(&self, kind: RecordKind, table: &str, prefix: &str) -> usize {
        let kept = self.database.registry().with_prefix(kind, table, prefix).count();
        let changed = self.unconditional_records.keys_of(kind);
        let changed = changed.filter(|key| *key.table == *table && key.name.starts_with(prefix));
        changed.fold(kept, |count, key| match (self.database.record(&key), self.record(&key)) {
            (None, Some(_)) => count + 1,
            (Some(_), None) => count - 1,
            (None, None) | (Some(_), Some(_)) => count,
        })
    }

    /// Writes a record even if the request fails, like charges. Writes that require success belong into the
    /// [`WriteSet`](crate::database::change::WriteSet).
    pub fn write_always(&mut self, key: RecordKey, bytes: Option<Vec<u8>>) {
        self.unconditional_records.set(key, bytes);
    }

    /// Records the conflict with a transaction in the trace.
    pub fn trace_conflict(&mut self, table: &Table, item: &Item) {
        let definition = &table.definition;
        self.trace.emit(|| EventKind::TransactionConflict {
            table: definition.name.clone(),
            key: definition.key.key_of(item),
        });
    }

    /// Traces the access plan of the request, as `explain` describes it.
    pub fn trace_plan(&mut self, describe: impl FnOnce(&Database) -> Result<Plan, DynamoError>) {
        if self.trace.level() >= TraceLevel::Summary
            && let Ok(plan) = describe(self.database)
        {
            self.trace.emit(|| EventKind::Planned(plan));
        }
    }

    /// Traces the partition of a key.
    pub fn trace_route(&mut self, table: &Table, key: &[u8]) {
        self.trace.emit_item(|| {
            let hash = KeyBytes::from_vec(key.get(..8).unwrap_or_default().to_vec()).hash();
            let (partition, partition_count) = S::partition_of(self.database, table, key, hash);
            EventKind::Routed { table: table.definition.name.clone(), partition, partition_count, hash }
        });
    }

    /// Records the read of an item in the trace. `size_bytes` is `None` if there is no item.
    pub fn trace_read(
        &mut self,
        source: &crate::execution::plan::Source,
        key: &Item,
        size_bytes: Option<u64>,
    ) {
        self.trace.emit_item(|| EventKind::Read { source: source.clone(), key: key.clone(), size_bytes });
    }
}

/// The simulation of DynamoDB for single items. The default methods are the plain engine.
pub trait ItemService: Clone + Debug + Default + Sized + 'static {
    fn begin_transaction(_context: &mut Context<Self>) {}

    /// Returns true if a later request has written the item since the transaction began.
    fn is_stale_timestamp(_context: &Context<Self>, _table: &Table, _key: &KeyBytes) -> bool {
        false
    }

    /// Admits a read or write of one item, and consumes the capacity of its partition.
    ///
    /// # Errors
    /// A throttling error if the capacity is exceeded.
    fn admit_one(
        _context: &mut Context<Self>,
        _table: &Table,
        _kind: CapacityKind,
        _key: &KeyBytes,
        _units: HalfUnits,
    ) -> Result<(), DynamoError> {
        Ok(())
    }

    /// Checks that the partition of an item has a leader.
    ///
    /// # Errors
    /// The partition has no leader.
    fn check_leader(_context: &Context<Self>, _table: &Table, _key: &KeyBytes) -> Result<(), DynamoError> {
        Ok(())
    }

    /// Returns an item as the serving replica has it.
    ///
    /// # Errors
    /// No replica can serve the read.
    fn read_item<'a>(
        _context: &mut Context<'a, Self>,
        table: &'a Table,
        key: &KeyBytes,
        _consistency: ReadConsistency,
    ) -> Result<Option<&'a PackedItem>, DynamoError> {
        Ok(table.items.packed(key))
    }

    /// Returns the partition of a key and the number of partitions. DynamoDB does not show them. These are the numbers in its
    /// documentation.
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

    /// Returns true if a batch leaves the item unprocessed for a reason other than the item itself.
    fn is_left_unprocessed(
        _context: &mut Context<Self>,
        _operation: &'static str,
        _kind: CapacityKind,
        _table: &Table,
        _item_or_key: &Item,
    ) -> bool {
        false
    }

    /// Returns the error of a batch that processed no item, or `None` if that is not an error.
    fn nothing_processed(_context: &Context<Self>, _table: &str, _kind: CapacityKind) -> Option<DynamoError> {
        None
    }
}
