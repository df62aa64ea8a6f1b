//! Implements the extension points of table operations: vector indexes, policies, replicas in other Regions, and the source of
//! restored tables.

use std::sync::Arc;

use dynalab_engine::change::{Change, WriteSet};
use dynalab_engine::error::{DynamoError, IndexError};
use dynalab_engine::fields::Fields;
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operations::update_table::UpdateTable;
use dynalab_engine::operations::update_table::vectors::{VectorChange, VectorUpdates};
use dynalab_engine::replication_description::{self, ReplicationDescription};
use dynalab_engine::replication_updates::ReplicationUpdates;
use dynalab_engine::restore_summary::RestoreSummary;
use dynalab_engine::scheduler::Work;
use dynalab_engine::table::{BillingMode, IndexDefinition, Table, TableDefinition};
use dynalab_engine::table_description::TableDescription;
use dynalab_engine::table_service::TableService;
use dynalab_engine::vector_index::VectorIndexDefinition;
use dynalab_engine::vector_index::lifecycle::record;
use dynalab_engine::vector_index::requested::{
    RequestedVectorIndex, check_vector_indexes, searched_attributes,
};
use dynalab_types::{KeySchema, ScalarType};

use crate::backfill;
use crate::complete::{Complete, Context};
use crate::resource_policy::first_policy;
use crate::table_figures;

impl TableService for Complete {
    const NOT_SUPPORTED: &'static [&'static str] =
        &["GlobalTableSourceArn", "GlobalTableSettingsReplicationMode"];

    fn decode_vectors(fields: &mut Fields) -> Option<Vec<RequestedVectorIndex>> {
        fields.list("VectorIndexes", RequestedVectorIndex::decode)
    }

    fn bind_vectors(
        requested: Option<&[RequestedVectorIndex]>,
        key: &KeySchema,
        definitions: &[(String, ScalarType)],
        billing: BillingMode,
        indexes: &[IndexDefinition],
    ) -> Result<Vec<VectorIndexDefinition>, DynamoError> {
        let Some(requested) = requested else { return Ok(Vec::new()) };
        if requested.is_empty() {
            return Err(IndexError::EmptyList { list: "VectorIndexes" }.into());
        }
        let bind = |index: &RequestedVectorIndex| index.bind(key, definitions, true);
        let vectors = requested.iter().map(bind).collect::<Result<Vec<_>, _>>()?;
        check_vector_indexes(billing, vectors.iter(), indexes)?;
        Ok(vectors)
    }

    fn searched_attributes(requested: Option<&[RequestedVectorIndex]>) -> Option<Vec<&str>> {
        requested.filter(|requested| !requested.is_empty()).map(searched_attributes)
    }

    fn create_table(
        context: &Context,
        definition: &TableDefinition,
        policy: Option<&str>,
        vectors: &[VectorIndexDefinition],
        description: TableDescription,
    ) -> Result<(TableDescription, Vec<Change>), DynamoError> {
        let policy = policy.map(|document| first_policy(document, definition, context.config, context.now));
        let vector_records = vectors.iter().map(|index| record(&definition.name, index));
        let changes = policy.transpose()?.into_iter().chain(vector_records).collect();
        Ok((description.with_new(vectors), changes))
    }

    fn decode_vector_updates(fields: &mut Fields) -> VectorUpdates {
        VectorUpdates::decode(fields)
    }

    fn decode_replication(fields: &mut Fields) -> ReplicationUpdates {
        ReplicationUpdates::decode(fields)
    }

    fn change_vectors(
        update: &UpdateTable,
        after: &mut TableDefinition,
        table: &Table,
    ) -> Result<Option<VectorChange>, DynamoError> {
        update.change_vectors(after, table)
    }

    fn vector_work(change: &VectorChange, after: &TableDefinition) -> Vec<Work> {
        change.work(after)
    }

    fn update_table(
        context: &Context,
        update: &UpdateTable,
        table: &Table,
        closes_stream: bool,
        description: TableDescription,
    ) -> Result<(TableDescription, Option<Change>), DynamoError> {
        let change = update.replication.changes(table, closes_stream, context)?;
        let description = table_figures::with_published_figures(context, table, description);
        Ok((description.with_replication(update.replication.description(table, context)), change))
    }

    fn update_vectors(
        table: &str,
        change: Option<VectorChange>,
        description: TableDescription,
    ) -> (TableDescription, Option<Change>) {
        match change {
            None => (description, None),
            Some(change) => (change.described(description), Some(change.record(table))),
        }
    }

    fn plan_backfill(context: &Context, table: &Table, index: &Arc<str>, writes: &mut WriteSet) -> u64 {
        backfill::plan(context, table, index, writes)
    }

    fn check_deletable(context: &Context, table: &Table) -> Result<(), DynamoError> {
        replication_description::check_deletable(table, context)
    }

    fn describe_deleted(context: &Context, table: &Table, description: TableDescription) -> TableDescription {
        table_figures::with_published_figures(context, table, description)
            .with_replication(ReplicationDescription::from_table(table, context))
    }

    fn describe_table(context: &Context, table: &Table, description: TableDescription) -> TableDescription {
        table_figures::with_published_figures(context, table, description)
            .restored_from(RestoreSummary::of(table, context.database))
            .with_replication(ReplicationDescription::from_table(table, context))
    }

    fn status_name(description: &TableDescription) -> &'static str {
        description.status_name()
    }

    fn encode_origin(description: &TableDescription, object: &mut ObjectWriter) {
        description.encode_origin(object);
    }

    fn encode_vectors(description: &TableDescription, object: &mut ObjectWriter) {
        description.encode_vectors(object);
    }
}
