//! What a table's changes let a person wait for, and until when.

use dynalab_engine::database::Database;
use dynalab_engine::database::table::{IndexKind, Table, TableStatus};
use dynalab_types::Timestamp;

use crate::table_times::TableTimes;

/// What is not finished yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    Creation,
    Update,
    Deletion,
    IndexAllocation,
    IndexCreation,
    IndexUpdate,
    IndexDeletion,
    Encryption,
    WarmThroughput,
}

impl Awaited {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Awaited::Creation => "TABLE_CREATING",
            Awaited::Update => "TABLE_UPDATING",
            Awaited::Deletion => "TABLE_DELETING",
            Awaited::IndexAllocation => "INDEX_ALLOCATING",
            Awaited::IndexCreation => "INDEX_CREATING",
            Awaited::IndexUpdate => "INDEX_UPDATING",
            Awaited::IndexDeletion => "INDEX_DELETING",
            Awaited::Encryption => "ENCRYPTION_UPDATING",
            Awaited::WarmThroughput => "WARM_THROUGHPUT_UPDATING",
        }
    }
}

/// A change of a table that ends by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    pub(crate) table: String,
    pub(crate) index: Option<String>,
    pub(crate) awaited: Awaited,
    pub(crate) until: Timestamp,
}

/// Returns the changes of a table that are not finished, the first to end first.
pub(crate) fn waits_of(database: &Database, table: &Table, now: Timestamp) -> Vec<Wait> {
    let definition = &table.definition;
    let times = TableTimes::load(database, &definition.name);
    let mut waits = Vec::new();
    let mut add = |awaited, until: Option<Timestamp>, index: Option<&str>| {
        if let Some(until) = until.filter(|until| *until > now) {
            let (table, index) = (definition.name.to_string(), index.map(str::to_owned));
            waits.push(Wait { table, index, awaited, until });
        }
    };
    match definition.status {
        TableStatus::Creating => add(Awaited::Creation, times.creation.map(|period| period.until), None),
        TableStatus::Deleting => add(Awaited::Deletion, times.deletion.map(|period| period.until), None),
        TableStatus::Updating | TableStatus::Active => {}
    }
    for until in [
        times.capacity.as_ref().filter(|change| !change.only_indexes).map(|change| change.until),
        times.stream.as_ref().map(|change| change.until),
        times.class.as_ref().map(|change| change.until),
    ] {
        add(Awaited::Update, until, None);
    }
    add(Awaited::Encryption, times.encryption.as_ref().map(|change| change.until), None);
    add(Awaited::WarmThroughput, times.warm_until, None);
    let global = definition.indexes_of_kind(IndexKind::Global).map(|index| (&*index.name, index.status));
    let vectors = table.vectors.definitions().map(|index| (&*index.name, index.status));
    for (name, status) in global.chain(vectors) {
        let change = times.index.as_ref().filter(|change| change.index == name);
        match status {
            TableStatus::Creating => {
                add(Awaited::IndexAllocation, change.map(|change| change.allocated), Some(name));
                add(Awaited::IndexCreation, change.map(|change| change.until), Some(name));
            }
            TableStatus::Deleting => {
                add(Awaited::IndexDeletion, change.map(|change| change.until), Some(name));
            }
            TableStatus::Updating => {
                add(Awaited::IndexUpdate, times.capacity.as_ref().map(|change| change.until), Some(name));
            }
            TableStatus::Active => {}
        }
    }
    waits.sort_by_key(|wait| wait.until);
    waits
}
