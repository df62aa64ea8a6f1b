//! All tables, and the tokens of recent transactions. Operations read it through `&Database`. Only applying changes modifies
//! it.

pub mod change;
pub mod charges;
pub mod expiries;
pub(crate) mod item_collections;
pub mod locks;
pub mod meters;
pub mod new_items;
pub mod prepared;
pub mod replication_queue;
pub mod rows;
pub mod scheduler;
pub mod stream;
pub mod table;
pub mod unconditional_records;

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_types::{Item, KeyBytes, PackedItem, SmallMap, Timestamp};

use crate::database::change::{Change, Contents, PayloadFingerprint};
use crate::database::expiries::{Expiries, SweepRule};
use crate::database::prepared::Prepared;
use crate::database::scheduler::{Scheduler, TableRef, Work};
use crate::database::stream::{RECOVERY_MAX_MS, RETENTION_MS, Stream, StreamDefinition};
use crate::database::table::{IndexDefinition, IndexKind, IndexRows, Table, TableDefinition, TableStatus};
use crate::error::{DynamoError, StreamError};
use crate::registry::replica_name::is_replica;
use crate::registry::{RecordKey, RecordKind, Registry};
use crate::settings::dials::Dials;

/// The state that operations read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Database {
    tables: SmallMap<Arc<str>, Table>,
    tokens: BTreeMap<Arc<str>, PayloadFingerprint>,
    streams: SmallMap<Arc<str>, Stream>,
    registry: Registry,
    /// The settings, decoded from their record.
    dials: Option<Arc<Dials>>,
    prepared: Prepared,
}

impl Database {
    /// Returns the tables in the order of their names, without replicas in other Regions.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.all_tables().filter(|table| !is_replica(&table.definition.name))
    }

    /// Returns all tables by name, those of replicas too.
    pub fn all_tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// Returns the table with this name, whatever its status.
    #[inline]
    pub fn find(&self, name: &str) -> Option<&Table> {
        self.tables.get(name)
    }

    /// Returns the fingerprint of the request that used a token, while the token is stored.
    pub fn token(&self, token: &str) -> Option<PayloadFingerprint> {
        self.tokens.get(token).copied()
    }

    /// Returns all tokens in sorted order, with their fingerprints.
    pub fn tokens(&self) -> impl ExactSizeIterator<Item = (&str, PayloadFingerprint)> {
        self.tokens.iter().map(|(token, payload)| (token.as_ref(), *payload))
    }

    pub(crate) fn set_token(
        &mut self,
        token: Arc<str>,
        payload: Option<PayloadFingerprint>,
    ) -> Option<PayloadFingerprint> {
        match payload {
            Some(payload) => self.tokens.insert(token, payload),
            None => self.tokens.remove(&token),
        }
    }

    /// Returns a table for a data operation. It must exist and be able to serve requests.
    ///
    /// # Errors
    /// No table has this name, or it is being created or deleted.
    pub fn table(&self, name: &str) -> Result<&Table, DynamoError> {
        match self.find(name) {
            Some(table)
                if !matches!(table.definition.status, TableStatus::Creating | TableStatus::Deleting) =>
            {
                Ok(table)
            }
            _ => Err(DynamoError::ResourceNotFound),
        }
    }

    /// Returns a table in any status, for a control operation.
    ///
    /// # Errors
    /// No table has this name.
    pub fn described_table(&self, name: &str) -> Result<&Table, DynamoError> {
        self.find(name).ok_or_else(|| DynamoError::TableNotFound { table: name.to_owned() })
    }

    /// Returns a table for operations on backups, which have their own error for a missing table.
    ///
    /// # Errors
    /// No table has this name. The error is that of CreateBackup.
    pub fn backed_up_table(&self, name: &str) -> Result<&Table, DynamoError> {
        self.find(name).ok_or_else(|| DynamoError::NoTableToBackUp { table: name.to_owned() })
    }

    /// Returns all streams and recovery logs in the order of their ARNs: by table, then by creation time.
    pub fn streams(&self) -> impl Iterator<Item = &Stream> {
        self.streams.iter().map(|(_, stream)| stream)
    }

    /// Returns the stream with this ARN. Recovery logs are not streams of the API.
    ///
    /// # Errors
    /// No stream has this ARN.
    pub fn stream(&self, arn: &str) -> Result<&Stream, DynamoError> {
        let stream = self.streams.get(arn).filter(|stream| !stream.definition.is_recovery_log());
        stream.ok_or_else(|| DynamoError::Stream(StreamError::NotFound { arn: arn.to_owned() }))
    }

    /// Removes stream and recovery records that are past their retention at `now`.
    pub(crate) fn forget_expired_records(&mut self, now: Timestamp) {
        for (arn, stream) in self.streams.iter_mut() {
            let table = self.tables.get(&stream.definition.table);
            let log = table.and_then(|table| table.definition.recovery_log());
            let kept_ms = match (stream.definition.is_recovery_log(), log) {
                (false, _) => RETENTION_MS,
                (true, Some(log)) if log == *arn => RECOVERY_MAX_MS,
                // Point-in-time recovery was turned off, or the table was deleted.
                (true, _) => 0,
            };
            stream.forget_before(now.epoch_ms.saturating_sub(kept_ms));
        }
    }

    /// Returns the log of all writes to a table since point-in-time recovery was turned on.
    pub fn recovery_log(&self, arn: &str) -> Option<&Stream> {
        self.streams.get(arn)
    }

    /// Returns the ARN of something that is stored: a table, a stream, a backup or a transfer.
    pub(crate) fn any_arn(&self) -> Option<Arc<str>> {
        let mut named = RecordKind::NAMED_BY_ARN.iter().flat_map(|kind| self.registry.of_kind(*kind));
        let table = self.all_tables().next().map(|table| table.definition.arn.as_str().into());
        let stream = || self.streams().next().map(|stream| stream.definition.arn.clone());
        table.or_else(stream).or_else(|| named.next().map(|(key, _)| key.name.clone()))
    }

    /// Returns the registry: everything except tables and streams.
    #[inline]
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Returns the bytes of a record.
    #[inline]
    pub fn record(&self, key: &RecordKey) -> Option<&Arc<[u8]>> {
        self.registry.get(key)
    }

    pub(crate) fn set_record<S: StateService>(
        &mut self,
        key: &RecordKey,
        bytes: Option<Arc<[u8]>>,
    ) -> Option<Arc<[u8]>> {
        S::follow_record(self, key, bytes.as_deref());
        self.registry.set(key, bytes)
    }

    /// Updates the data derived from a record. Call it before the record is replaced.
    pub fn follow_record(&mut self, key: &RecordKey, bytes: Option<&[u8]>) {
        if key.kind == RecordKind::VECTOR_INDEX
            && let Some(table) = self.tables.get_mut(&key.table)
        {
            table.vectors.set(&key.name, bytes, &table.definition.key, &table.items);
        }
        if key.kind == RecordKind::DIALS {
            self.dials = Dials::read(bytes);
            let dials = self.dials.as_ref();
            self.tables.iter_mut().for_each(|(_, table)| table.follow_sweep_rule(dials));
        }
        if key.kind == RecordKind::UNDERWAY
            && let Some(table) = self.tables.get_mut(&key.table)
        {
            table.replication_queue.set(self.registry.get(key).map(|bytes| bytes.as_ref()), bytes);
        }
    }

    /// Returns what was computed ahead of the next request.
    pub fn prepared(&self) -> &Prepared {
        &self.prepared
    }

    pub(crate) fn prepared_mut(&mut self) -> &mut Prepared {
        &mut self.prepared
    }

    /// Returns the settings, or `None` if they were never changed.
    #[inline]
    pub fn dials(&self) -> Option<&Arc<Dials>> {
        self.dials.as_ref()
    }

    /// Updates the data derived from a table's definition.
    pub fn follow_definition(&mut self, table: &str) {
        if let Some(table) = self.tables.get_mut(table) {
            table.follow_sweep_rule(self.dials.as_ref());
        }
    }

    pub(crate) fn insert_stream(&mut self, stream: Stream) {
        self.streams.insert(stream.definition.arn.clone(), stream);
    }

    pub(crate) fn insert_table<S: StateService>(&mut self, table: Table) {
        let table = S::with_derived(self, table);
        self.tables.insert(table.definition.name.clone(), table);
    }

    /// Adds derived data to a restored table: its vector indexes, its pending writes and its TTL expiry times.
    pub fn with_derived(&self, mut table: Table) -> Table {
        let name = table.definition.name.clone();
        for (key, bytes) in self.registry.of_kind_in(RecordKind::VECTOR_INDEX, &name) {
            table.vectors.set(&key.name, Some(bytes), &table.definition.key, &table.items);
        }
        table.follow_sweep_rule(self.dials.as_ref());
        let replication_queue = self.registry.of_kind_in(RecordKind::UNDERWAY, &name);
        replication_queue.for_each(|(_, bytes)| table.replication_queue.set(None, Some(bytes)));
        table
    }

    /// Applies a change of tables or items, and stores the replaced state in the change. A change of a missing table does
    /// nothing: only a damaged log can contain one.
    pub fn apply<S: StateService>(&mut self, change: &mut Change) {
        match change {
            Change::Table { name, before, after, removed, restored } => {
                *removed = self.apply_definition::<S>(name, before, after, std::mem::take(restored));
            }
            Change::Item { table, key, before, after, global_indexes_follow, recorded } => {
                if let Some(table) = self.tables.get_mut(table) {
                    *before = table.write::<S>(key, after.clone(), *global_indexes_follow);
                    if let Some(recorded) = recorded {
                        let stream = table.definition.settings.open_stream().cloned();
                        for arn in stream.into_iter().chain(table.definition.recovery_log()) {
                            if let Some(stream) = self.streams.get_mut(&arn) {
                                stream.record(*recorded, key, before.as_ref(), after.as_ref());
                            }
                        }
                    }
                }
            }
            Change::Stream { arn, before, after } => *before = self.apply_stream(arn, after),
            Change::IndexEntries { arrival, table, key, before, after } => {
                if let Some(table) = self.tables.get_mut(table) {
                    table.follow_globally(*arrival, key, before.as_ref(), after.as_ref());
                }
            }
            Change::Backfill { table, index, filled } => {
                if let Some(table) = self.tables.get_mut(table)
                    && let Some(definition) = table.definition.index(index)
                {
                    let rows = match filled {
                        true => self.prepared.index_rows(definition, &table.items),
                        false => IndexRows::default(),
                    };
                    table.indexes.insert(index.clone(), rows);
                }
            }
            Change::Record { key, before, after } => *before = self.set_record::<S>(key, after.clone()),
            Change::Items { table, items, filled } => {
                if let Some(table) = self.tables.get_mut(table) {
                    match filled {
                        true => table.add_items::<S>(items, &self.prepared),
                        false => table.remove_items::<S>(items),
                    }
                }
            }
            Change::Token { token, before, after } => *before = self.set_token(token.clone(), *after),
            Change::Schedule { .. }
            | Change::Unschedule { .. }
            | Change::Meter { .. }
            | Change::Counters { .. } => {}
        }
    }

    /// Removes pending writes from the global indexes, newest first.
    pub(crate) fn hold_back_pending(&mut self, scheduler: &Scheduler) {
        for (due, work) in scheduler.iter().rev() {
            if let Work::PropagateToIndexes { table, key, before, after } = work
                && let Some(found) = self.tables.get_mut(&table.name)
                && found.definition.id == table.id
            {
                found.follow_globally(due.arrival, key, after.as_ref(), before.as_ref());
            }
        }
    }

    /// Applies a change of a stream. Returns the previous definition.
    fn apply_stream(
        &mut self,
        arn: &Arc<str>,
        after: &Option<Arc<StreamDefinition>>,
    ) -> Option<Arc<StreamDefinition>> {
        match (self.streams.get_mut(arn), after) {
            (Some(stream), Some(after)) => Some(std::mem::replace(&mut stream.definition, after.clone())),
            (Some(_), None) => self.streams.remove(arn).map(|(_, stream)| stream.definition),
            (None, Some(after)) => {
                self.streams.insert(arn.clone(), Stream::new(after.clone()));
                None
            }
            (None, None) => None,
        }
    }

    fn apply_definition<S: StateService>(
        &mut self,
        name: &Arc<str>,
        before: &mut Option<Arc<TableDefinition>>,
        after: &Option<Arc<TableDefinition>>,
        restored: Contents,
    ) -> Contents {
        let Some(after) = after else {
            let Some((_, table)) = self.tables.remove(name) else { return Contents::Nothing };
            *before = Some(table.definition.clone());
            return Contents::Table(Box::new(table));
        };
        *before = None;
        if let Contents::Table(table) = restored {
            self.insert_table::<S>(*table);
            return Contents::Nothing;
        }
        let Some(table) = self.tables.get_mut(name) else {
            self.insert_table::<S>(Table::new(after.clone()));
            return Contents::Nothing;
        };
        *before = Some(std::mem::replace(&mut table.definition, after.clone()));
        let gone: Vec<Arc<str>> =
            table.indexes.keys().filter(|index| after.index(index).is_none()).cloned().collect();
        let removed = gone.into_iter().filter_map(|index| table.indexes.remove(&index)).collect();
        if let Contents::Indexes(rows) = restored {
            for (index, rows) in rows {
                table.indexes.insert(index, rows);
            }
        }
        for index in &after.indexes {
            table.indexes.get_or_insert_with(index.name.clone(), IndexRows::default);
        }
        S::follow_definition(self, name);
        Contents::Indexes(removed)
    }
}

impl TableRef {
    /// Returns the table, or `None` if it was deleted or replaced by another table of the same name.
    pub fn find<'a>(&self, database: &'a Database) -> Option<&'a Table> {
        database.find(&self.name).filter(|found| found.definition.id == self.id)
    }
}

impl Table {
    /// Recomputes the expiry times if the definition or the settings changed the TTL rule.
    fn follow_sweep_rule(&mut self, dials: Option<&Arc<Dials>>) {
        let rule = SweepRule::of(&self.definition, dials);
        if rule.as_ref() != self.expiries.rule() {
            self.expiries = Expiries::of_items(rule, &self.items);
        }
    }

    /// Writes or deletes one item. Returns the previous item.
    pub(crate) fn write<S: StateService>(
        &mut self,
        key: &KeyBytes,
        after: Option<PackedItem>,
        global_indexes_follow: bool,
    ) -> Option<PackedItem> {
        if let Some(after) = &after {
            self.size_bytes += after.size_bytes();
        }
        let before = match after.clone() {
            Some(after) => self.items.insert(key.clone(), after),
            None => self.items.remove(key),
        };
        if let Some(before) = &before {
            self.size_bytes -= before.size_bytes();
        }
        S::follow_item(self, key, before.as_ref(), after.as_ref());
        if !self.definition.indexes.is_empty() {
            let unpacked = (before.as_ref().map(PackedItem::unpack), after.as_ref().map(PackedItem::unpack));
            let (old, new) = (unpacked.0.as_ref(), unpacked.1.as_ref());
            if self.definition.has_local_indexes() {
                self.collections.apply_item_change(&self.definition, key, old, new);
            }
            self.apply_to_indexes(key, old, new.zip(after.as_ref()), |index| {
                index.kind == IndexKind::Local || global_indexes_follow
            });
        }
        before
    }

    /// Applies a scheduled write to the global indexes. An index that was filled after the write contains it already.
    fn follow_globally(
        &mut self,
        arrival: u64,
        key: &KeyBytes,
        before: Option<&PackedItem>,
        after: Option<&PackedItem>,
    ) {
        let unpacked = (before.map(PackedItem::unpack), after.map(PackedItem::unpack));
        self.apply_to_indexes(key, unpacked.0.as_ref(), unpacked.1.as_ref().zip(after), |index| {
            index.kind == IndexKind::Global && arrival > index.filled_after
        });
    }

    /// Applies one write of the table to its filled indexes selected by `which`.
    fn apply_to_indexes(
        &mut self,
        key: &KeyBytes,
        before: Option<&Item>,
        after: Option<(&Item, &PackedItem)>,
        which: impl Fn(&IndexDefinition) -> bool,
    ) {
        let definition = self.definition.clone();
        for index in definition.indexes.iter().filter(|index| index.is_filled() && which(index)) {
            if let Some(rows) = self.indexes.get_mut(&index.name) {
                rows.apply_item_change(index, key, before, after);
                rows.assert_followed(index, key, before, after);
            }
        }
    }
}

/// The simulation of DynamoDB for data derived from tables and records. The default methods do nothing.
pub trait StateService {
    /// Called before a record is replaced.
    fn follow_record(_database: &mut Database, _key: &RecordKey, _bytes: Option<&[u8]>) {}

    /// Updates what the service keeps decoded of a record. Called before the record is replaced.
    fn keep_record(&mut self, _key: &RecordKey, _bytes: Option<&[u8]>) {}

    /// Adds data derived from the registry to a table that enters the database.
    fn with_derived(_database: &Database, table: Table) -> Table {
        table
    }

    /// Called after the definition of a table has changed.
    fn follow_definition(_database: &mut Database, _table: &str) {}

    /// Called after an item of a table was written.
    fn follow_item(
        _table: &mut Table,
        _key: &KeyBytes,
        _before: Option<&PackedItem>,
        _after: Option<&PackedItem>,
    ) {
    }
}
