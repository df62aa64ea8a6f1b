//! The extension points of the operations that create, change, delete and describe tables.

use std::sync::Arc;

use dynalab_types::{KeySchema, ScalarType, Timestamp};

use crate::database::Database;
use crate::database::change::{Change, WriteSet};
use crate::database::scheduler::Work;
use crate::database::table::{BillingMode, IndexDefinition, Table, TableDefinition};
use crate::error::DynamoError;
use crate::execution::context::{Context, ItemService};
use crate::execution::table_action::{Admittance, TableAction, check_status};
use crate::operations::update_table::vectors::{VectorChange, VectorUpdates};
use crate::operations::update_table::{UpdateTable, schedule_simply};
use crate::registry::vector_index::VectorIndexDefinition;
use crate::registry::vector_index::requested::RequestedVectorIndex;
use crate::request::fields::Fields;
use crate::request::replication_updates::ReplicationUpdates;
use crate::response::json_writer::ObjectWriter;
use crate::response::table_description::TableDescription;
use crate::settings::config::EngineConfig;
use crate::settings::durations::Timed;

/// The simulation of DynamoDB for table operations. The default methods add nothing.
pub trait TableService: ItemService {
    /// The members of CreateTable and UpdateTable that are rejected, because they would have no effect.
    const NOT_SUPPORTED: &'static [&'static str];

    fn decode_vectors(_fields: &mut Fields) -> Option<Vec<RequestedVectorIndex>> {
        None
    }

    /// Returns the vector indexes of a new table.
    ///
    /// # Errors
    /// A vector index is invalid.
    fn bind_vectors(
        _requested: Option<&[RequestedVectorIndex]>,
        _key: &KeySchema,
        _definitions: &[(String, ScalarType)],
        _billing: BillingMode,
        _indexes: &[IndexDefinition],
    ) -> Result<Vec<VectorIndexDefinition>, DynamoError> {
        Ok(Vec::new())
    }

    /// Returns attributes that need a definition in a new table in addition to its keys. Returns `None` without vector indexes.
    fn searched_attributes(_requested: Option<&[RequestedVectorIndex]>) -> Option<Vec<&str>> {
        None
    }

    /// Adds data of a new table to the writes and the description.
    ///
    /// # Errors
    /// The resource-based policy is invalid.
    fn create_table(
        _context: &Context<Self>,
        _definition: &TableDefinition,
        _policy: Option<&str>,
        _vectors: &[VectorIndexDefinition],
        description: TableDescription,
    ) -> Result<(TableDescription, Vec<Change>), DynamoError> {
        Ok((description, Vec::new()))
    }

    fn decode_vector_updates(_fields: &mut Fields) -> VectorUpdates {
        VectorUpdates::default()
    }

    fn decode_replication(_fields: &mut Fields) -> ReplicationUpdates {
        ReplicationUpdates::default()
    }

    /// Returns the vector index to create or delete.
    ///
    /// # Errors
    /// The change is not possible.
    fn change_vectors(
        _update: &UpdateTable,
        _after: &mut TableDefinition,
        _table: &Table,
    ) -> Result<Option<VectorChange>, DynamoError> {
        Ok(None)
    }

    /// Returns the scheduled work of a vector index change.
    fn vector_work(_change: &VectorChange, _after: &TableDefinition) -> Vec<Work> {
        Vec::new()
    }

    /// Adds data of a changed table to the writes and the description.
    ///
    /// # Errors
    /// The change of replicas is not possible.
    fn update_table(
        _context: &Context<Self>,
        _update: &UpdateTable,
        _table: &Table,
        _closes_stream: bool,
        description: TableDescription,
    ) -> Result<(TableDescription, Option<Change>), DynamoError> {
        Ok((description, None))
    }

    /// Adds a changed vector index to the writes and the description.
    fn update_vectors(
        _table: &str,
        _change: Option<VectorChange>,
        description: TableDescription,
    ) -> (TableDescription, Option<Change>) {
        (description, None)
    }

    /// Returns how long filling a new index takes, in milliseconds. Stores the plan of the backfill.
    fn plan_backfill(
        _context: &Context<Self>,
        _table: &Table,
        _index: &Arc<str>,
        _writes: &mut WriteSet,
    ) -> u64 {
        0
    }

    /// Checks that the state of a table admits what a request changes. It comes before all that the table's definition refuses.
    ///
    /// # Errors
    /// The table is changing.
    fn check_state(
        _database: &Database,
        table: &Table,
        actions: &[TableAction],
        _now: Timestamp,
    ) -> Result<Admittance, DynamoError> {
        check_status(table, actions).map(|()| Admittance::Admitted)
    }

    /// Checks that a setting may change again. It comes last.
    ///
    /// # Errors
    /// The setting was changed too recently.
    fn check_cool_downs(
        _database: &Database,
        _table: &Table,
        _after: &TableDefinition,
        _now: Timestamp,
    ) -> Result<(), DynamoError> {
        Ok(())
    }

    /// Returns how long a change of a table takes, in milliseconds.
    fn duration_ms(
        config: &EngineConfig,
        _timed: Timed,
        _definition: &TableDefinition,
        _now: Timestamp,
    ) -> u64 {
        config.delays.table_change_ms
    }

    /// Schedules the end of an update. It can change the status with which the table leaves the request.
    fn schedule_update(
        context: &Context<Self>,
        table: &Table,
        after: &mut TableDefinition,
        _actions: &[TableAction],
        work: Vec<Work>,
    ) -> WriteSet {
        schedule_simply(context, table, after, work)
    }

    /// Returns the changes that remember since when a table is being deleted.
    fn note_deletion(
        _context: &Context<Self>,
        _definition: &TableDefinition,
        _delay_ms: u64,
    ) -> Option<Change> {
        None
    }

    /// Checks that a table can be deleted.
    ///
    /// # Errors
    /// The table cannot be deleted now.
    fn check_deletable(_context: &Context<Self>, _table: &Table) -> Result<(), DynamoError> {
        Ok(())
    }

    /// Adds data to the description of a deleted table.
    fn describe_deleted(
        _context: &Context<Self>,
        _table: &Table,
        description: TableDescription,
    ) -> TableDescription {
        description
    }

    /// Adds data to the description of a table.
    fn describe_table(
        _context: &Context<Self>,
        _table: &Table,
        description: TableDescription,
    ) -> TableDescription {
        description
    }

    fn status_name(description: &TableDescription) -> &'static str {
        description.definition().status.name()
    }

    /// Writes the replicas of a table and the source of its restore.
    fn encode_origin(_description: &TableDescription, _object: &mut ObjectWriter) {}

    fn encode_vectors(_description: &TableDescription, _object: &mut ObjectWriter) {}
}

/// Returns the first member of [`TableService::NOT_SUPPORTED`] that the request contains.
pub(crate) fn not_supported_member<S: TableService>(fields: &mut Fields) -> Option<&'static str> {
    S::NOT_SUPPORTED.iter().copied().find(|name| fields.has(name))
}
