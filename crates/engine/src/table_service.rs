//! What the service adds to the operations that create, change, delete and describe tables.

use std::sync::Arc;

use dynalab_types::{KeySchema, ScalarType};

use crate::agenda::Work;
use crate::change::{Change, WriteSet};
use crate::context::{Context, ItemService};
use crate::error::DynamoError;
use crate::fields::Fields;
use crate::json_writer::ObjectWriter;
use crate::operations::update_table::UpdateTable;
use crate::operations::update_table::vectors::{VectorChange, VectorUpdates};
use crate::replication_updates::ReplicationUpdates;
use crate::table::{BillingMode, IndexDefinition, Table, TableDefinition};
use crate::table_description::TableDescription;
use crate::vector_index::VectorIndexDefinition;
use crate::vector_index::requested::RequestedVectorIndex;

/// What is around the tables of a database. By itself each method adds nothing.
pub trait TableService: ItemService {
    /// Members of CreateTable and UpdateTable that are refused, because nothing would follow from them.
    const NOT_SUPPORTED: &'static [&'static str];

    fn decode_vectors(_fields: &mut Fields) -> Option<Vec<RequestedVectorIndex>> {
        None
    }

    /// The vector indexes of a new table.
    ///
    /// # Errors
    /// What is wrong with them.
    fn bind_vectors(
        _requested: Option<&[RequestedVectorIndex]>,
        _key: &KeySchema,
        _definitions: &[(String, ScalarType)],
        _billing: BillingMode,
        _indexes: &[IndexDefinition],
    ) -> Result<Vec<VectorIndexDefinition>, DynamoError> {
        Ok(Vec::new())
    }

    /// Attributes whose definitions a new table needs beside those of its keys; none without vector indexes.
    fn searched_attributes(_vectors: &[VectorIndexDefinition]) -> Option<Vec<Box<str>>> {
        None
    }

    /// What is written with a new table, and told of it.
    ///
    /// # Errors
    /// What is wrong with its policy.
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

    /// The vector index that is to be created or deleted.
    ///
    /// # Errors
    /// Why it cannot be.
    fn change_vectors(
        _update: &UpdateTable,
        _after: &mut TableDefinition,
        _table: &Table,
    ) -> Result<Option<VectorChange>, DynamoError> {
        Ok(None)
    }

    /// What comes of it later.
    fn vector_work(_change: &VectorChange, _after: &TableDefinition) -> Vec<Work> {
        Vec::new()
    }

    /// What is written with a changed table, and told of it.
    ///
    /// # Errors
    /// What is wrong with its replicas.
    fn update_table(
        _context: &Context<Self>,
        _update: &UpdateTable,
        _table: &Table,
        _closes_stream: bool,
        description: TableDescription,
    ) -> Result<(TableDescription, Option<Change>), DynamoError> {
        Ok((description, None))
    }

    /// What is written with a changed vector index, and told of it.
    fn update_vectors(
        _table: &str,
        _change: Option<VectorChange>,
        description: TableDescription,
    ) -> (TableDescription, Option<Change>) {
        (description, None)
    }

    /// How long a new index takes to be filled, from when that begins, and what is kept about it.
    fn plan_backfill(
        _context: &Context<Self>,
        _table: &Table,
        _index: &Arc<str>,
        _writes: &mut WriteSet,
    ) -> u64 {
        0
    }

    /// # Errors
    /// Why a table cannot be deleted now.
    fn check_deletable(_context: &Context<Self>, _table: &Table) -> Result<(), DynamoError> {
        Ok(())
    }

    /// What is told of a table that is deleted.
    fn describe_deleted(
        _context: &Context<Self>,
        _table: &Table,
        description: TableDescription,
    ) -> TableDescription {
        description
    }

    /// What is told of a table.
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

    /// Where a table is replicated, and what it was restored from.
    fn encode_origin(_description: &TableDescription, _object: &mut ObjectWriter) {}

    fn encode_vectors(_description: &TableDescription, _object: &mut ObjectWriter) {}
}
