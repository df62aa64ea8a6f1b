//! What a request changes at a table, as data: the states of the table decide which of it they admit.

use crate::database::Database;
use crate::database::table::{BillingMode, IndexDefinition, Table, TableClass, TableStatus};
use crate::error::{DynamoError, LimitError, TableState};

/// One change that a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableAction<'a> {
    Delete,
    /// Provisioned throughput of the table, with or without a mode.
    Throughput,
    /// A mode without throughput.
    Mode(BillingMode),
    /// The maximum throughput of a table or index that is on demand.
    Maximum,
    WarmThroughput,
    Stream,
    Class(TableClass),
    Encryption,
    Protection(bool),
    CreateIndex(&'a str),
    DeleteIndex(&'a str),
    IndexThroughput(&'a str),
    Replicas,
}

impl TableAction<'_> {
    /// Returns true for the creation or deletion of an index.
    pub fn is_online(self) -> bool {
        matches!(self, TableAction::CreateIndex(_) | TableAction::DeleteIndex(_))
    }
}

/// Checks a table by its status alone, as an engine without settings does: every status but ACTIVE refuses all changes.
///
/// # Errors
/// The table or one of its indexes is being changed.
pub fn check_status(table: &Table, actions: &[TableAction]) -> Result<(), DynamoError> {
    let definition = &table.definition;
    let in_use = |state| DynamoError::TableInUse { table: definition.name.to_string(), state };
    match definition.status {
        TableStatus::Creating => return Err(in_use(TableState::BeingCreated)),
        TableStatus::Deleting => return Err(in_use(TableState::BeingDeleted)),
        TableStatus::Updating => return Err(in_use(TableState::BeingUpdated)),
        TableStatus::Active => {}
    }
    check_online_indexes(table, actions)
}

/// Checks that no index is being created or deleted if the request creates or deletes one. An index that is being filled can
/// be deleted.
///
/// # Errors
/// One of the indexes is being created or deleted.
pub fn check_online_indexes(table: &Table, actions: &[TableAction]) -> Result<(), DynamoError> {
    let is_busy = |index: &IndexDefinition| match index.status {
        TableStatus::Creating => !actions.contains(&TableAction::DeleteIndex(&index.name)),
        status => status == TableStatus::Deleting,
    };
    match actions.iter().any(|action| action.is_online()) && table.definition.indexes.iter().any(is_busy) {
        true => Err(DynamoError::Limit(LimitError::OneOnlineIndexOperation)),
        false => Ok(()),
    }
}

/// Whether the state of a table lets a request change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admittance {
    Admitted,
    /// The request succeeds and changes nothing.
    Dropped,
}

/// Returns the error of CreateTable for a name that a table has.
///
/// # Errors
/// A table has this name, or one is being created or deleted.
pub fn check_name_is_free(database: &Database, name: &str) -> Result<(), DynamoError> {
    let table = || name.to_owned();
    match database.find(name).map(|found| found.definition.status) {
        None => Ok(()),
        Some(TableStatus::Creating) => {
            Err(DynamoError::TableInUse { table: table(), state: TableState::BeingCreated })
        }
        Some(_) => Err(DynamoError::TableAlreadyExists { table: table() }),
    }
}
