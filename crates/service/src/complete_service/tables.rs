//! Implements the extension points of table operations: vector indexes, policies, replicas in other Regions, and the source of
//! restored tables.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::scheduler::Work;
use dynalab_engine::database::table::{BillingMode, IndexDefinition, Table, TableDefinition};
use dynalab_engine::error::{DynamoError, IndexError};
use dynalab_engine::execution::table_action::{Admittance, TableAction, check_status};
use dynalab_engine::execution::table_service::TableService;
use dynalab_engine::operations::create_table::creation;
use dynalab_engine::operations::update_table::vectors::{VectorChange, VectorUpdates};
use dynalab_engine::operations::update_table::{UpdateTable, schedule_simply};
use dynalab_engine::registry::restore_summary::RestoreSummary;
use dynalab_engine::registry::vector_index::VectorIndexDefinition;
use dynalab_engine::registry::vector_index::lifecycle::record;
use dynalab_engine::registry::vector_index::requested::{
    RequestedVectorIndex, check_vector_indexes, searched_attributes,
};
use dynalab_engine::request::fields::Fields;
use dynalab_engine::request::replication_updates::ReplicationUpdates;
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::response::replication_description::{self, ReplicationDescription};
use dynalab_engine::response::table_description::TableDescription;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_engine::settings::durations::Timed;
use dynalab_types::{KeySchema, ScalarType, Timestamp};

use crate::backfill;
use crate::complete::{Complete, Context};
use crate::resource_policy::first_policy;
use crate::table_figures;
use crate::table_times::{self, TableTimes, cool_downs, schedule, states};

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
        let timed = creation(definition, vectors);
        let times = table_times::of_new_table(context.config, definition, timed, context.now);
        let changes = policy.transpose()?.into_iter().chain(vector_records).chain(times).collect();
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
        let encryption = &description.definition().settings.encryption;
        let changes_encryption = *encryption != table.definition.settings.encryption
            && table_times::duration_ms(context.config, &table.definition, Timed::Encryption, context.now)
                > 0;
        let description = match changes_encryption {
            true => {
                let shown = encryption.as_ref().or(table.definition.settings.encryption.as_ref());
                let key = shown.and_then(|shown| shown.key.as_deref()).map(str::to_owned);
                description.with_encryption_changing(key)
            }
            false => table_times::with_encryption(context, table, description),
        };
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
        let waits_ms = context.config.delays.index_backfill_ms;
        backfill::plan(context, table, index, (waits_ms, waits_ms), writes) - waits_ms
    }

    fn check_state(
        database: &Database,
        table: &Table,
        actions: &[TableAction],
        now: Timestamp,
    ) -> Result<Admittance, DynamoError> {
        match database.dials() {
            Some(_) => states::check(database, table, actions, now),
            None => check_status(table, actions).map(|()| Admittance::Admitted),
        }
    }

    fn check_cool_downs(
        database: &Database,
        table: &Table,
        after: &TableDefinition,
        now: Timestamp,
    ) -> Result<(), DynamoError> {
        match database.dials().is_some_and(|dials| dials.cool_downs > 0) {
            true => cool_downs::check(&TableTimes::load(database, &table.definition.name), table, after, now),
            false => Ok(()),
        }
    }

    fn duration_ms(config: &EngineConfig, timed: Timed, definition: &TableDefinition, now: Timestamp) -> u64 {
        table_times::duration_ms(config, definition, timed, now)
    }

    fn schedule_update(
        context: &Context,
        table: &Table,
        after: &mut TableDefinition,
        actions: &[TableAction],
        work: Vec<Work>,
    ) -> WriteSet {
        match context.config.dials {
            Some(_) => schedule::schedule_update(context, table, after, actions, work),
            None => schedule_simply(context, table, after, work),
        }
    }

    fn note_deletion(context: &Context, definition: &TableDefinition, delay_ms: u64) -> Option<Change> {
        table_times::of_deletion(context, definition, delay_ms)
    }

    fn check_deletable(context: &Context, table: &Table) -> Result<(), DynamoError> {
        cool_downs::check_deletable(context, table)?;
        replication_description::check_deletable(table, context)
    }

    fn describe_deleted(context: &Context, table: &Table, description: TableDescription) -> TableDescription {
        table_figures::with_published_figures(context, table, description)
            .with_replication(ReplicationDescription::from_table(table, context))
    }

    fn describe_table(context: &Context, table: &Table, description: TableDescription) -> TableDescription {
        let description = table_times::with_encryption(context, table, description);
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
