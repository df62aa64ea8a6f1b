//! Until when a table changes, and when its settings last changed: one record for each table, which is deleted with it. So a
//! table that is created again under the name starts afresh.

pub(crate) mod cool_downs;
pub(crate) mod gate;
pub(crate) mod schedule;
pub(crate) mod states;
pub(crate) mod waits;

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::Change;
use dynalab_engine::database::scheduler::Work;
use dynalab_engine::database::table::{Table, TableClass, TableDefinition};
use dynalab_engine::error::ChangingStream;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::response::table_description::TableDescription;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_engine::settings::durations::Timed;
use dynalab_types::binary::Malformed;
use dynalab_types::{Timestamp, fingerprint};
use serde::{Deserialize, Serialize};

use crate::complete::Context;
use crate::table_times::cool_downs::CoolDowns;

/// From when until when something takes place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Period {
    pub since: Timestamp,
    pub until: Timestamp,
}

impl Period {
    /// Returns the period that begins at a time and takes so many milliseconds.
    pub fn new(since: Timestamp, takes_ms: u64) -> Period {
        Period { since, until: since.plus_ms(takes_ms) }
    }

    /// Returns true if the time is in the period. The end is not.
    pub fn contains(&self, now: Timestamp) -> bool {
        self.since <= now && now < self.until
    }
}

/// A change of throughput or mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CapacityChange {
    pub until: Timestamp,
    /// True if only the throughput of indexes changes. The table is ACTIVE then.
    pub only_indexes: bool,
    /// Whether the table was on demand before, if its mode changes.
    pub was_on_demand: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StreamChange {
    pub until: Timestamp,
    pub label: String,
    pub enables: bool,
}

impl StreamChange {
    /// Returns the stream as errors name it.
    pub fn named(&self) -> ChangingStream {
        ChangingStream { label: self.label.clone(), enables: self.enables }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ClassChange {
    pub until: Timestamp,
    pub class: TableClass,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EncryptionChange {
    pub until: Timestamp,
    /// The key after the change, or before it if the encryption is turned off. `None` is the account's key for DynamoDB.
    pub key: Option<String>,
}

/// A new or deleted index of an existing table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct IndexChange {
    pub index: String,
    /// When the table is ACTIVE again.
    pub allocated: Timestamp,
    /// When the index is ACTIVE or deleted.
    pub until: Timestamp,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableTimes {
    pub creation: Option<Period>,
    pub deletion: Option<Period>,
    /// From when backups and recovery are available.
    pub backups_from: Timestamp,
    pub capacity: Option<CapacityChange>,
    pub stream: Option<StreamChange>,
    pub class: Option<ClassChange>,
    pub encryption: Option<EncryptionChange>,
    /// Until when the warm throughput changes.
    pub warm_until: Option<Timestamp>,
    pub index: Option<IndexChange>,
    pub cool_downs: CoolDowns,
}

impl TableTimes {
    fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::TABLE_TIMES, table, "")
    }

    /// Returns the stored record, or an empty one.
    pub fn load(database: &Database, table: &str) -> TableTimes {
        let bytes = database.record(&TableTimes::key(table));
        bytes.and_then(|bytes| TableTimes::from_bytes(bytes).checked()).unwrap_or_default()
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<TableTimes, Malformed> {
        record_form::read(bytes, |_| Err(Malformed))
    }

    /// Returns the change that stores the times, if they differ from the stored ones.
    pub fn changed(&self, context: &Context, table: &str) -> Option<Change> {
        (*self != TableTimes::load(context.database, table)).then(|| self.change(table))
    }

    /// Returns the change that stores the times. Without any there is no record.
    pub fn change(&self, table: &str) -> Change {
        let bytes = (*self != TableTimes::default()).then(|| record_form::write(self));
        Change::record(TableTimes::key(table), bytes)
    }
}

/// What durations and cool-downs of a table depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimingContext<'a> {
    pub database: &'a Database,
    pub config: &'a EngineConfig,
    pub now: Timestamp,
}

impl<'a> TimingContext<'a> {
    /// Returns the database, configuration and time of a step.
    pub fn of(context: &Context<'a>) -> TimingContext<'a> {
        TimingContext { database: context.database, config: context.config, now: context.now }
    }

    /// Returns how long a change of a table that begins now takes.
    pub fn duration_ms(self, definition: &TableDefinition, timed: Timed) -> u64 {
        duration_ms(self.config, definition, timed, self.now)
    }

    /// Returns the times of a table.
    pub fn times(self, table: &str) -> TableTimes {
        TableTimes::load(self.database, table)
    }
}

/// Returns how long a change takes. It depends on the table and on when the change begins.
pub(crate) fn duration_ms(
    config: &EngineConfig,
    definition: &TableDefinition,
    timed: Timed,
    now: Timestamp,
) -> u64 {
    config.duration_ms(timed, &[fingerprint(definition.id.as_bytes()) as u64, now.epoch_ms])
}

/// Returns the times of a table that is being created, unless it is ACTIVE at once.
pub(crate) fn of_new_table(
    config: &EngineConfig,
    definition: &TableDefinition,
    timed: Timed,
    now: Timestamp,
) -> Option<Change> {
    let takes_ms = duration_ms(config, definition, timed, now);
    if takes_ms == 0 || config.dials.is_none() {
        return None;
    }
    let creation = Period::new(now, takes_ms);
    let enabling_ms = duration_ms(config, definition, Timed::BackupsEnabling, now);
    let times = TableTimes {
        creation: Some(creation),
        backups_from: creation.until.plus_ms(enabling_ms),
        ..TableTimes::default()
    };
    Some(times.change(&definition.name))
}

/// Returns the change that remembers since when a table is being deleted.
pub(crate) fn of_deletion(context: &Context, definition: &TableDefinition, takes_ms: u64) -> Option<Change> {
    if takes_ms == 0 || context.config.dials.is_none() {
        return None;
    }
    let mut times = TableTimes::load(context.database, &definition.name);
    times.deletion = Some(Period::new(context.now, takes_ms));
    Some(times.change(&definition.name))
}

/// Returns true if the work of an index is about an earlier index of the same name.
pub(crate) fn is_outdated(work: &Work, table: &Table, database: &Database, at: Timestamp) -> bool {
    let Work::FinishIndexCreate { index, .. } = work else { return false };
    let last = TableTimes::load(database, &table.definition.name).index;
    last.is_some_and(|last| last.index == **index && last.until > at)
}

/// Adds the encryption to a description while it changes.
pub(crate) fn with_encryption(
    context: &Context,
    table: &Table,
    description: TableDescription,
) -> TableDescription {
    let times = TableTimes::load(context.database, &table.definition.name);
    match times.encryption.filter(|change| context.now < change.until) {
        Some(change) => description.with_encryption_changing(change.key),
        None => description,
    }
}
