//! All tables, and the tokens of transactions completed lately. Read by operations through `&Database`; changed only
//! by applying changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_types::{Item, KeyBytes, PackedItem, SmallMap, Timestamp};

use crate::agenda::{Agenda, TableRef, Work};
use crate::change::{Change, Contents, PayloadFingerprint};
use crate::error::{DynamoError, SettingError, StreamError};
use crate::fields::table_name_of;
use crate::registry::{RecordKey, RecordKind, Registry};
use crate::service::dials::Dials;
use crate::service::regions::member::is_replica;
use crate::service::surroundings::Surroundings;
use crate::service::time_to_live::{Expiries, SweepRule};
use crate::service::underway::Underway;
use crate::service::zones::Zones;
use crate::stream::{RECOVERY_MAX_MS, RETENTION_MS, Stream, StreamDefinition};
use crate::table::{IndexDefinition, IndexKind, IndexRows, Table, TableDefinition, TableStatus};
use crate::vector_index::VectorIndexes;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Database {
    tables: SmallMap<Arc<str>, Table>,
    tokens: BTreeMap<Arc<str>, PayloadFingerprint>,
    streams: SmallMap<Arc<str>, Stream>,
    registry: Registry,
    /// What the registry says of them.
    dials: Option<Arc<Dials>>,
    surroundings: Surroundings,
}

/// `…:table/<table>/index/<index>`.
fn is_index_arn(arn: &str) -> bool {
    arn.split_once(":table/").is_some_and(|(_, names)| names.split('/').nth(1) == Some("index"))
}

impl Database {
    /// In the order of their names; without those that stand for replicas in other Regions.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.all_tables().filter(|table| !is_replica(&table.definition.name))
    }

    pub(crate) fn all_tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    pub fn find(&self, name: &str) -> Option<&Table> {
        self.tables.get(name)
    }

    /// What was asked for under a token, while it is remembered.
    pub fn token(&self, token: &str) -> Option<PayloadFingerprint> {
        self.tokens.get(token).copied()
    }

    /// In the order of the tokens.
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

    /// For data operations: the table must be there and able to serve.
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

    /// For control operations.
    pub fn described_table(&self, name: &str) -> Result<&Table, DynamoError> {
        self.find(name).ok_or_else(|| DynamoError::TableNotFound { table: name.to_owned() })
    }

    /// By its full ARN.
    pub fn table_of_arn(&self, arn: &str) -> Result<&Table, DynamoError> {
        if !arn.starts_with("arn:aws:dynamodb:") || is_index_arn(arn) {
            return Err(SettingError::InvalidResourceArn { arn: arn.to_owned() }.into());
        }
        let found = self.find(table_name_of(arn)).filter(|table| table.definition.arn == arn);
        found.ok_or_else(|| DynamoError::ArnNotFound { arn: arn.to_owned() })
    }

    /// Operations on backups have an error of their own for a table that is not there.
    pub fn backed_up_table(&self, name: &str) -> Result<&Table, DynamoError> {
        self.find(name).ok_or_else(|| DynamoError::NoTableToBackUp { table: name.to_owned() })
    }

    /// In the order of their ARNs: by table, then by the time at which they began; logs of recovery too.
    pub fn streams(&self) -> impl Iterator<Item = &Stream> {
        self.streams.iter().map(|(_, stream)| stream)
    }

    pub fn stream(&self, arn: &str) -> Result<&Stream, DynamoError> {
        let stream = self.streams.get(arn).filter(|stream| !stream.definition.is_recovery_log());
        stream.ok_or_else(|| DynamoError::Stream(StreamError::NotFound { arn: arn.to_owned() }))
    }

    /// Forgets what nobody can read any more at that moment.
    pub(crate) fn forget_expired_records(&mut self, now: Timestamp) {
        for (arn, stream) in self.streams.iter_mut() {
            let table = self.tables.get(&stream.definition.table);
            let log = table.and_then(|table| table.definition.recovery_log());
            let kept_ms = match (stream.definition.is_recovery_log(), log) {
                (false, _) => RETENTION_MS,
                (true, Some(log)) if log == *arn => RECOVERY_MAX_MS,
                // Recovery was switched off, or the table is gone.
                (true, _) => 0,
            };
            stream.forget_before(now.epoch_ms.saturating_sub(kept_ms));
        }
    }

    /// What was written to a table since its recovery was switched on.
    pub(crate) fn recovery_log(&self, arn: &str) -> Option<&Stream> {
        self.streams.get(arn)
    }

    /// What there is beside tables and streams.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

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

    /// What is kept beside the records follows the record that is about to be another.
    pub(crate) fn follow_record(&mut self, key: &RecordKey, bytes: Option<&[u8]>) {
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
        self.surroundings.follow(key, bytes);
        if key.kind == RecordKind::UNDERWAY
            && let Some(table) = self.tables.get_mut(&key.table)
        {
            table.underway.set(self.registry.get(key).map(|bytes| bytes.as_ref()), bytes);
        }
    }

    /// None where none has ever been down.
    pub(crate) fn zones(&self) -> Option<&Arc<Zones>> {
        self.surroundings.zones.as_ref()
    }

    /// None where nobody has turned any.
    pub fn dials(&self) -> Option<&Arc<Dials>> {
        self.dials.as_ref()
    }

    pub(crate) fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// What a table keeps follows its definition.
    pub(crate) fn follow_definition(&mut self, table: &str) {
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

    /// A table that comes back has the vector indexes that the registry tells of, its writes under way, and its sweeper.
    pub(crate) fn with_derived(&self, mut table: Table) -> Table {
        let name = table.definition.name.clone();
        let records = self.registry.of_kind(RecordKind::VECTOR_INDEX);
        for (key, bytes) in records.filter(|(key, _)| key.table == name) {
            table.vectors.set(&key.name, Some(bytes), &table.definition.key, &table.items);
        }
        table.follow_sweep_rule(self.dials.as_ref());
        let underway = self.registry.of_kind(RecordKind::UNDERWAY);
        underway
            .filter(|(key, _)| key.table == name)
            .for_each(|(_, bytes)| table.underway.set(None, Some(bytes)));
        table
    }

    /// Applies a change of tables or items and remembers in it what it replaced. A change that speaks of a table that
    /// is not there does nothing: it can only come from a damaged log.
    pub(crate) fn apply<S: StateService>(&mut self, change: &mut Change) {
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
                        true => IndexRows::of_items(definition, &table.items),
                        false => IndexRows::default(),
                    };
                    table.indexes.insert(index.clone(), rows);
                }
            }
            Change::Record { key, before, after } => *before = self.set_record::<S>(key, after.clone()),
            Change::Token { token, before, after } => *before = self.set_token(token.clone(), *after),
            Change::Schedule { .. }
            | Change::Unschedule { .. }
            | Change::Meter { .. }
            | Change::Counters { .. } => {}
        }
    }

    /// Takes writes that are still on their way out of the global indexes again, newest first.
    pub(crate) fn hold_back_pending(&mut self, agenda: &Agenda) {
        for (due, work) in agenda.iter().rev() {
            if let Work::PropagateToIndexes { table, key, before, after } = work
                && let Some(found) = self.tables.get_mut(&table.name)
                && found.definition.id == table.id
            {
                found.follow_globally(due.arrival, key, after.as_ref(), before.as_ref());
            }
        }
    }

    /// Returns the definition that stood there.
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
            let table = Table {
                vectors: VectorIndexes::default(),
                expiries: Expiries::default(),
                underway: Underway::default(),
                ..table
            };
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
    /// The table, unless it is gone or has given its name to another.
    pub fn find<'a>(&self, database: &'a Database) -> Option<&'a Table> {
        database.find(&self.name).filter(|found| found.definition.id == self.id)
    }
}

impl Table {
    /// The definition or the dials may be others now.
    fn follow_sweep_rule(&mut self, dials: Option<&Arc<Dials>>) {
        let rule = SweepRule::of(&self.definition, dials);
        if rule.as_ref() != self.expiries.rule() {
            self.expiries = Expiries::of_items(rule, &self.items);
        }
    }

    /// Puts or removes one item, and returns what stood there.
    fn write<S: StateService>(
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
                self.collections.follow(&self.definition, key, old, new);
            }
            self.indexes_follow(key, old, new.zip(after.as_ref()), |index| {
                index.kind == IndexKind::Local || global_indexes_follow
            });
        }
        before
    }

    /// A write that was put on the agenda as that arrival reaches the global indexes; one that was filled since has it.
    fn follow_globally(
        &mut self,
        arrival: u64,
        key: &KeyBytes,
        before: Option<&PackedItem>,
        after: Option<&PackedItem>,
    ) {
        let unpacked = (before.map(PackedItem::unpack), after.map(PackedItem::unpack));
        self.indexes_follow(key, unpacked.0.as_ref(), unpacked.1.as_ref().zip(after), |index| {
            index.kind == IndexKind::Global && arrival > index.filled_after
        });
    }

    /// One write of the table reaches those of its indexes that have been filled.
    fn indexes_follow(
        &mut self,
        key: &KeyBytes,
        before: Option<&Item>,
        after: Option<(&Item, &PackedItem)>,
        which: impl Fn(&IndexDefinition) -> bool,
    ) {
        let definition = self.definition.clone();
        for index in definition.indexes.iter().filter(|index| index.is_filled() && which(index)) {
            if let Some(rows) = self.indexes.get_mut(&index.name) {
                rows.follow(index, key, before, after);
                rows.assert_followed(index, key, before, after);
            }
        }
    }
}

/// What the service keeps beside the tables and records of a database. By itself each method keeps nothing.
pub trait StateService {
    /// A record is about to be another.
    fn follow_record(_database: &mut Database, _key: &RecordKey, _bytes: Option<&[u8]>) {}

    /// A table that comes into the database has what the registry tells of it.
    fn with_derived(_database: &Database, table: Table) -> Table {
        table
    }

    /// The definition of a table is another.
    fn follow_definition(_database: &mut Database, _table: &str) {}

    /// An item of a table was written.
    fn follow_item(
        _table: &mut Table,
        _key: &KeyBytes,
        _before: Option<&PackedItem>,
        _after: Option<&PackedItem>,
    ) {
    }
}
