//! The table of states: which request is refused while a table changes, and with which sentence. A pair that has no row is
//! admitted.

use dynalab_engine::database::Database;
use dynalab_engine::database::table::{BillingMode, IndexKind, Table, TableStatus};
use dynalab_engine::error::{DynamoError, LimitError, StateError, StateReason, TableState};
use dynalab_engine::execution::table_action::{Admittance, TableAction};
use dynalab_types::Timestamp;

use crate::table_times::TableTimes;

/// What a table is doing. Several states can be true at once; the first in this order with a row for the request answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Deleting,
    Creating,
    CapacityChanges,
    StreamChanges,
    ClassChanges,
    IndexDeleting,
    /// An index is being created and the table is UPDATING.
    IndexAllocated,
    /// An index is being created and the table is ACTIVE.
    IndexBackfilled,
    /// Only the throughput of an index changes. The table is ACTIVE.
    IndexThroughputChanges,
    /// UPDATING for another reason, for example since before the settings were changed.
    OtherUpdate,
    EncryptionChanges,
    WarmThroughputChanges,
}

impl State {
    /// Returns true if the table is UPDATING in this state.
    fn updates(self) -> bool {
        use State::*;
        matches!(self, CapacityChanges | StreamChanges | ClassChanges | IndexDeleting | IndexAllocated)
    }
}

/// The kinds of requests that the rows distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Delete,
    Iops,
    Maximum,
    Warm,
    Stream,
    Class,
    Encryption,
    CreateIndex,
    /// Of the index that is changing.
    DeleteThisIndex,
    DeleteOtherIndex,
    UpdateThisIndex,
    Replicas,
    Protection,
}

/// The answers, without the names that fill their sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Created,
    Deleted,
    Updated,
    IopsUpdated,
    StreamWhileIops,
    IndexWhileIops,
    InProcess,
    StreamChanged,
    IopsWhileStream,
    ClassWhileStream,
    DeletionWhileStream,
    ClassChanged,
    EncryptionChanged,
    IndexAllocated,
    IopsWhileIndexCreated,
    StreamWhileIndexCreated,
    MaximumWhileIndexCreated,
    DeletionWhileIndexes,
    OneOnlineIndex,
    IopsWhileIndexDeleted,
    IndexDeleted,
}

/// The requests that change a table: none of them is admitted while it is created or deleted.
const ALL: &[Asked] = &[
    Asked::Delete,
    Asked::Iops,
    Asked::Maximum,
    Asked::Warm,
    Asked::Stream,
    Asked::Class,
    Asked::Encryption,
    Asked::CreateIndex,
    Asked::DeleteThisIndex,
    Asked::DeleteOtherIndex,
    Asked::UpdateThisIndex,
    Asked::Replicas,
    Asked::Protection,
];
const IOPS: &[Asked] = &[Asked::Iops, Asked::UpdateThisIndex];
const INDEXES: &[Asked] = &[Asked::CreateIndex, Asked::DeleteThisIndex, Asked::DeleteOtherIndex];
/// What an UPDATING table refuses with the general sentence, unless another row is first. Deletion protection is not in it.
const REST: &[Asked] = &[
    Asked::Maximum,
    Asked::Warm,
    Asked::Stream,
    Asked::Class,
    Asked::Encryption,
    Asked::CreateIndex,
    Asked::DeleteThisIndex,
    Asked::DeleteOtherIndex,
    Asked::Iops,
    Asked::UpdateThisIndex,
    Asked::Replicas,
];

/// While a table is in the state, these requests have this answer. The first row that fits counts.
const ROWS: &[(State, &[Asked], Answer)] = &[
    (State::Deleting, ALL, Answer::Deleted),
    (State::Creating, ALL, Answer::Created),
    (State::CapacityChanges, IOPS, Answer::IopsUpdated),
    (State::CapacityChanges, &[Asked::Stream], Answer::StreamWhileIops),
    (State::CapacityChanges, INDEXES, Answer::IndexWhileIops),
    (State::CapacityChanges, &[Asked::Delete], Answer::InProcess),
    (State::CapacityChanges, REST, Answer::Updated),
    (State::StreamChanges, &[Asked::Stream], Answer::StreamChanged),
    (State::StreamChanges, IOPS, Answer::IopsWhileStream),
    (State::StreamChanges, &[Asked::Class], Answer::ClassWhileStream),
    (State::StreamChanges, &[Asked::Delete], Answer::DeletionWhileStream),
    (State::StreamChanges, INDEXES, Answer::Updated),
    (State::StreamChanges, &[Asked::Maximum, Asked::Replicas], Answer::Updated),
    (State::ClassChanges, &[Asked::Class], Answer::ClassChanged),
    (State::ClassChanges, &[Asked::Delete], Answer::InProcess),
    (State::ClassChanges, REST, Answer::Updated),
    (State::IndexDeleting, INDEXES, Answer::OneOnlineIndex),
    (State::IndexDeleting, &[Asked::UpdateThisIndex], Answer::IndexDeleted),
    (State::IndexDeleting, &[Asked::Iops], Answer::IopsWhileIndexDeleted),
    (State::IndexDeleting, &[Asked::Delete], Answer::DeletionWhileIndexes),
    (State::IndexDeleting, REST, Answer::Updated),
    (State::IndexAllocated, &[Asked::DeleteThisIndex], Answer::IndexAllocated),
    (State::IndexAllocated, INDEXES, Answer::OneOnlineIndex),
    (State::IndexAllocated, IOPS, Answer::IopsWhileIndexCreated),
    (State::IndexAllocated, &[Asked::Stream], Answer::StreamWhileIndexCreated),
    (State::IndexAllocated, &[Asked::Maximum], Answer::MaximumWhileIndexCreated),
    (State::IndexAllocated, &[Asked::Delete], Answer::DeletionWhileIndexes),
    (State::IndexAllocated, REST, Answer::Updated),
    (State::IndexBackfilled, &[Asked::CreateIndex, Asked::DeleteOtherIndex], Answer::OneOnlineIndex),
    (State::IndexBackfilled, &[Asked::Delete], Answer::DeletionWhileIndexes),
    (State::IndexThroughputChanges, IOPS, Answer::IopsUpdated),
    (State::IndexThroughputChanges, INDEXES, Answer::IndexWhileIops),
    (State::IndexThroughputChanges, &[Asked::Delete], Answer::DeletionWhileIndexes),
    (State::OtherUpdate, &[Asked::Delete], Answer::InProcess),
    (State::OtherUpdate, REST, Answer::Updated),
    (State::EncryptionChanges, &[Asked::Encryption], Answer::EncryptionChanged),
    (State::EncryptionChanges, &[Asked::Delete], Answer::InProcess),
    (State::WarmThroughputChanges, &[Asked::Warm], Answer::Updated),
];

/// A state of a table with its end, and the index that it is about.
struct Current {
    state: State,
    until: Option<Timestamp>,
    index: Option<String>,
}

/// Checks that the states of a table admit what a request changes.
///
/// # Errors
/// The table is changing.
pub(crate) fn check(
    database: &Database,
    table: &Table,
    actions: &[TableAction],
    now: Timestamp,
) -> Result<Admittance, DynamoError> {
    let times = TableTimes::load(database, &table.definition.name);
    if is_dropped(table, &times, actions) {
        return Ok(Admittance::Dropped);
    }
    for current in states_of(table, &times, now) {
        let asked: Vec<Asked> =
            actions.iter().map(|action| asked(*action, current.index.as_deref())).collect();
        let fits = |(state, refused, _): &&(State, &[Asked], Answer)| {
            *state == current.state && asked.iter().any(|asked| refused.contains(asked))
        };
        if let Some((_, _, answer)) = ROWS.iter().find(fits) {
            let index = current.index.unwrap_or_default();
            let error = error_of(*answer, table, &times, index);
            return Err(match current.until.filter(|until| *until > now) {
                Some(until) => error.until(until),
                None => error,
            });
        }
    }
    Ok(Admittance::Admitted)
}

/// Returns true for a mode, without throughput, that the table still has: while its mode changes, the request to turn it back
/// is accepted and nothing happens.
fn is_dropped(table: &Table, times: &TableTimes, actions: &[TableAction]) -> bool {
    let change = times.capacity.as_ref().filter(|_| table.definition.status == TableStatus::Updating);
    let Some(was_on_demand) = change.and_then(|change| change.was_on_demand) else { return false };
    let current = if was_on_demand { BillingMode::PayPerRequest } else { BillingMode::Provisioned };
    actions == [TableAction::Mode(current)]
}

fn asked(action: TableAction, changing: Option<&str>) -> Asked {
    match action {
        TableAction::Delete => Asked::Delete,
        TableAction::Throughput | TableAction::Mode(_) => Asked::Iops,
        TableAction::IndexThroughput(index) if changing == Some(index) => Asked::UpdateThisIndex,
        TableAction::IndexThroughput(_) => Asked::Iops,
        TableAction::Maximum => Asked::Maximum,
        TableAction::WarmThroughput => Asked::Warm,
        TableAction::Stream => Asked::Stream,
        TableAction::Class(_) => Asked::Class,
        TableAction::Encryption => Asked::Encryption,
        TableAction::Protection(_) => Asked::Protection,
        TableAction::CreateIndex(_) => Asked::CreateIndex,
        TableAction::DeleteIndex(index) if changing == Some(index) => Asked::DeleteThisIndex,
        TableAction::DeleteIndex(_) => Asked::DeleteOtherIndex,
        TableAction::Replicas => Asked::Replicas,
    }
}

/// Returns the states of a table in their order.
fn states_of(table: &Table, times: &TableTimes, now: Timestamp) -> Vec<Current> {
    let definition = &table.definition;
    let mut states = Vec::new();
    let mut add = |state, until, index: Option<&str>| {
        states.push(Current { state, until, index: index.map(str::to_owned) });
    };
    match definition.status {
        TableStatus::Deleting => add(State::Deleting, times.deletion.map(|period| period.until), None),
        TableStatus::Creating => add(State::Creating, times.creation.map(|period| period.until), None),
        TableStatus::Updating | TableStatus::Active => {}
    }
    if let Some(change) = &times.capacity {
        let state = if change.only_indexes { State::IndexThroughputChanges } else { State::CapacityChanges };
        add(state, Some(change.until), None);
    }
    if let Some(change) = &times.stream {
        add(State::StreamChanges, Some(change.until), None);
    }
    if let Some(change) = &times.class {
        add(State::ClassChanges, Some(change.until), None);
    }
    let global = definition.indexes_of_kind(IndexKind::Global).map(|index| (&*index.name, index.status));
    let vectors = table.vectors.definitions().map(|index| (&*index.name, index.status));
    let of_index = |name: &str| times.index.as_ref().filter(|change| change.index == name);
    for (name, status) in global.chain(vectors) {
        let (allocated, until) = (of_index(name).map(|at| at.allocated), of_index(name).map(|at| at.until));
        match (status, definition.status) {
            (TableStatus::Deleting, _) => add(State::IndexDeleting, until, Some(name)),
            (TableStatus::Creating, TableStatus::Updating) if allocated.is_none_or(|at| at > now) => {
                add(State::IndexAllocated, allocated, Some(name));
            }
            (TableStatus::Creating, TableStatus::Updating | TableStatus::Active) => {
                add(State::IndexBackfilled, until, Some(name));
            }
            _ => {}
        }
    }
    if definition.status == TableStatus::Updating && !states.iter().any(|current| current.state.updates()) {
        states.push(Current { state: State::OtherUpdate, until: None, index: None });
    }
    let mut add = |state, until| states.push(Current { state, until, index: None });
    if let Some(change) = times.encryption.as_ref().filter(|change| now < change.until) {
        add(State::EncryptionChanges, Some(change.until));
    }
    if let Some(until) = times.warm_until {
        add(State::WarmThroughputChanges, Some(until));
    }
    states
}

fn error_of(answer: Answer, table: &Table, times: &TableTimes, index: String) -> DynamoError {
    let name = || table.definition.name.to_string();
    let stream = || times.stream.as_ref().map(|change| change.named());
    let reason = match answer {
        Answer::Created => return DynamoError::TableInUse { table: name(), state: TableState::BeingCreated },
        Answer::Deleted => return DynamoError::TableInUse { table: name(), state: TableState::BeingDeleted },
        Answer::OneOnlineIndex => return LimitError::OneOnlineIndexOperation.into(),
        Answer::Updated => StateReason::BeingUpdated,
        Answer::IopsUpdated => StateReason::IopsUpdated,
        Answer::StreamWhileIops => StateReason::StreamWhileIops,
        Answer::IndexWhileIops => StateReason::IndexWhileIops,
        Answer::InProcess => StateReason::InProcessOfUpdate,
        Answer::StreamChanged => stream().map_or(StateReason::BeingUpdated, StateReason::StreamChanged),
        Answer::IopsWhileStream => stream().map_or(StateReason::BeingUpdated, StateReason::IopsWhileStream),
        Answer::ClassWhileStream => stream().map_or(StateReason::BeingUpdated, StateReason::ClassWhileStream),
        Answer::DeletionWhileStream => StateReason::DeletionWhileStream,
        Answer::ClassChanged => times
            .class
            .as_ref()
            .map_or(StateReason::BeingUpdated, |change| StateReason::ClassChanged { class: change.class }),
        Answer::EncryptionChanged => StateReason::EncryptionChanged,
        Answer::IndexAllocated => StateReason::IndexAllocated { index },
        Answer::IopsWhileIndexCreated => StateReason::IopsWhileIndexCreated { index },
        Answer::StreamWhileIndexCreated => StateReason::StreamWhileIndexCreated { index },
        Answer::MaximumWhileIndexCreated => StateReason::MaximumWhileIndexCreated { index },
        Answer::DeletionWhileIndexes => StateReason::DeletionWhileIndexes,
        Answer::IopsWhileIndexDeleted => StateReason::IopsWhileIndexDeleted { index },
        Answer::IndexDeleted => StateReason::IndexDeleted { index },
    };
    StateError::InUse { table: name(), reason }.into()
}
