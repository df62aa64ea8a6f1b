//! The table of contents: one line here and one file beside it for each operation.

#[cfg(feature = "complete")]
pub(crate) mod batch_execute_statement;
pub(crate) mod batch_get_item;
pub(crate) mod batch_write_item;
#[cfg(feature = "complete")]
pub(crate) mod cancel_bulk_operation;
#[cfg(feature = "complete")]
pub(crate) mod create_backup;
#[cfg(feature = "complete")]
pub(crate) mod create_global_table;
pub(crate) mod create_table;
#[cfg(feature = "complete")]
pub(crate) mod delete_backup;
pub(crate) mod delete_item;
#[cfg(feature = "complete")]
pub(crate) mod delete_resource_policy;
pub(crate) mod delete_table;
#[cfg(feature = "complete")]
pub(crate) mod describe_backup;
#[cfg(feature = "complete")]
pub(crate) mod describe_bulk_operation;
#[cfg(feature = "complete")]
pub(crate) mod describe_continuous_backups;
#[cfg(feature = "complete")]
pub(crate) mod describe_contributor_insights;
#[cfg(feature = "complete")]
pub(crate) mod describe_endpoints;
#[cfg(feature = "complete")]
pub(crate) mod describe_export;
#[cfg(feature = "complete")]
pub(crate) mod describe_global_table;
#[cfg(feature = "complete")]
pub(crate) mod describe_global_table_settings;
#[cfg(feature = "complete")]
pub(crate) mod describe_import;
#[cfg(feature = "complete")]
pub(crate) mod describe_kinesis_streaming_destination;
#[cfg(feature = "complete")]
pub(crate) mod describe_limits;
#[cfg(feature = "complete")]
pub(crate) mod describe_stream;
pub(crate) mod describe_table;
#[cfg(feature = "complete")]
pub(crate) mod describe_table_replica_auto_scaling;
#[cfg(feature = "complete")]
pub(crate) mod describe_time_to_live;
#[cfg(feature = "complete")]
pub(crate) mod disable_kinesis_streaming_destination;
#[cfg(feature = "complete")]
pub(crate) mod enable_kinesis_streaming_destination;
#[cfg(feature = "complete")]
pub(crate) mod execute_statement;
#[cfg(feature = "complete")]
pub(crate) mod execute_transaction;
#[cfg(feature = "complete")]
pub(crate) mod export_table_to_point_in_time;
pub(crate) mod get_item;
#[cfg(feature = "complete")]
pub(crate) mod get_records;
#[cfg(feature = "complete")]
pub(crate) mod get_resource_policy;
#[cfg(feature = "complete")]
pub(crate) mod get_shard_iterator;
#[cfg(feature = "complete")]
pub(crate) mod import_table;
#[cfg(feature = "complete")]
pub(crate) mod list_backups;
#[cfg(feature = "complete")]
pub(crate) mod list_bulk_operations;
#[cfg(feature = "complete")]
pub(crate) mod list_contributor_insights;
#[cfg(feature = "complete")]
pub(crate) mod list_exports;
#[cfg(feature = "complete")]
pub(crate) mod list_global_tables;
#[cfg(feature = "complete")]
pub(crate) mod list_imports;
#[cfg(feature = "complete")]
pub(crate) mod list_streams;
pub(crate) mod list_tables;
#[cfg(feature = "complete")]
pub(crate) mod list_tags_of_resource;
pub(crate) mod put_item;
#[cfg(feature = "complete")]
pub(crate) mod put_resource_policy;
pub(crate) mod query;
#[cfg(feature = "complete")]
pub(crate) mod restore_table_from_backup;
#[cfg(feature = "complete")]
pub(crate) mod restore_table_to_point_in_time;
pub(crate) mod scan;
#[cfg(feature = "complete")]
pub(crate) mod search_vectors;
#[cfg(feature = "complete")]
pub(crate) mod start_bulk_put_items;
pub(crate) mod tag_resource;
pub(crate) mod transact_get_items;
pub(crate) mod transact_write_items;
#[cfg(feature = "complete")]
pub(crate) mod untag_resource;
#[cfg(feature = "complete")]
pub(crate) mod update_continuous_backups;
#[cfg(feature = "complete")]
pub(crate) mod update_contributor_insights;
#[cfg(feature = "complete")]
pub(crate) mod update_global_table;
#[cfg(feature = "complete")]
pub(crate) mod update_global_table_settings;
pub(crate) mod update_item;
#[cfg(feature = "complete")]
pub(crate) mod update_kinesis_streaming_destination;
pub(crate) mod update_table;
#[cfg(feature = "complete")]
pub(crate) mod update_table_replica_auto_scaling;
#[cfg(feature = "complete")]
pub(crate) mod update_time_to_live;

use dynalab_types::json::Object;

use crate::context::Context;
#[cfg(feature = "complete")]
use crate::controls::{
    advance_clock, delete_alarms, delete_cache, delete_event_source_mapping, delete_fault, delete_principal,
    delete_workers, describe_alarms, describe_cache, describe_capacity, describe_dials,
    describe_event_source_mapping, describe_expired_items, describe_faults, describe_handlers,
    describe_index_queues, describe_invocation, describe_partitions, describe_principals, describe_replicas,
    describe_replication, describe_shards, describe_workers, get_metric_data, in_region, list_metrics,
    put_cache, put_event_source_mapping, put_fault, put_metric_alarm, put_principal, put_workers,
    report_invocation, set_clock, set_dials, set_link, set_zone, simulate_policy, stop_worker, through_cache,
    use_principal,
};
use crate::database::Database;
use crate::error::DynamoError;
use crate::json_writer::ObjectWriter;
use crate::operation::{Operation, Step, decode};
use crate::plan::Plan;
#[cfg(feature = "complete")]
use crate::service::metrics::collect::Collected;
use crate::touched::Touched;

macro_rules! operations {
    ($($(#[$attribute:meta])? $module:ident :: $operation:ident,)* ; $($control_module:ident :: $control:ident,)*) => {
        operations! {
            @with_controls
            $($(#[$attribute])? $module :: $operation,)*
            $(#[cfg(feature = "complete")] $control_module :: $control,)*
        }

        impl Request {
            /// The names of the API's operations.
            pub const ALL: &[&str] = &[$($(#[$attribute])? <$module::$operation as Operation>::NAME),*];

            /// The names of the requests that turn the world around the tables.
            #[cfg(feature = "complete")]
            pub const CONTROLS: &[&str] = &[$(<$control_module::$control as Operation>::NAME),*];
        }
    };
    (@with_controls $($(#[$attribute:meta])? $module:ident :: $operation:ident,)*) => {
        /// One request, decoded.
        #[derive(Clone, Debug)]
        pub enum Request { $($(#[$attribute])? $operation($module::$operation)),* }

        /// What the plan of a request found, for its steps.
        #[derive(Clone)]
        pub(crate) enum Planned { $($(#[$attribute])? $operation(<$module::$operation as Operation>::Planned)),* }

        #[derive(Debug)]
        enum Answer { $($(#[$attribute])? $operation(<$module::$operation as Operation>::Response)),* }

        impl Request {
            /// The name, if it is one of an operation or a control.
            pub fn known_name(operation: &str) -> Option<&'static str> {
                match operation {
                    $($(#[$attribute])? <$module::$operation as Operation>::NAME => Some(<$module::$operation as Operation>::NAME),)*
                    _ => None,
                }
            }

            /// Whether an operation changes nothing but the meters.
            pub fn reads_only(operation: &str) -> bool {
                match operation {
                    $($(#[$attribute])? <$module::$operation as Operation>::NAME => <$module::$operation as Operation>::READS_ONLY,)*
                    _ => true,
                }
            }

            pub fn name(&self) -> &'static str {
                match self { $($(#[$attribute])? Request::$operation(_) => <$module::$operation as Operation>::NAME),* }
            }

            /// Reads the body of a request; the operation's name is the part of X-Amz-Target after the dot.
            pub fn decode(operation: &str, body: &Object) -> Result<Request, DynamoError> {
                match operation {
                    $($(#[$attribute])? <$module::$operation as Operation>::NAME => decode(body).map(Request::$operation),)*
                    _ => Err(DynamoError::UnknownOperation),
                }
            }

            pub(crate) fn plan(&self, database: &Database) -> Result<Planned, DynamoError> {
                match self {
                    $($(#[$attribute])? Request::$operation(operation) => operation.plan(database).map(Planned::$operation)),*
                }
            }

            pub(crate) fn describe(&self, planned: &Planned, database: &Database) -> Result<Plan, DynamoError> {
                match (self, planned) {
                    $($(#[$attribute])? (Request::$operation(operation), Planned::$operation(planned)) => {
                        operation.describe(planned, database)
                    })*
                    _ => Ok(Plan::NoRead),
                }
            }

            pub(crate) fn tables_mut(&mut self) -> Vec<&mut String> {
                match self { $($(#[$attribute])? Request::$operation(operation) => (<$module::$operation as Operation>::TABLES)(operation)),* }
            }

            pub(crate) fn touched(&self, database: &Database) -> Vec<Touched> {
                match self {
                    $($(#[$attribute])? Request::$operation(operation) => {
                        <$module::$operation as Operation>::ACCESS.touched(operation, database)
                    })*
                }
            }

            /// `planned` is what [`Request::plan`] made of this request.
            pub(crate) fn step(&mut self, planned: &mut Planned, context: &mut Context) -> Result<Step<Response>, DynamoError> {
                match (self, planned) {
                    $($(#[$attribute])? (Request::$operation(operation), Planned::$operation(planned)) => {
                        Ok(match operation.step(planned, context)? {
                            Step::More(writes) => Step::More(writes),
                            Step::Done(response, writes) => Step::Done(Response(Answer::$operation(response)), writes),
                        })
                    })*
                    _ => Err(DynamoError::UnknownOperation),
                }
            }
        }

        impl Response {
            /// The body of the HTTP response.
            pub fn to_json(&self) -> String {
                let mut json = String::new();
                let mut body = ObjectWriter::begin(&mut json);
                match &self.0 {
                    $($(#[$attribute])? Answer::$operation(response) => <$module::$operation as Operation>::encode(response, &mut body)),*
                }
                body.end();
                json
            }
        }
    };
}

#[cfg(feature = "complete")]
impl Request {
    /// For the metrics.
    pub(crate) fn collected(&self) -> Collected {
        let inner = match self {
            Request::ThroughCache(through) => through.request().get(),
            Request::InRegion(there) => there.request().get(),
            request => Ok(request),
        };
        Collected {
            operation: self.name(),
            reaches: inner.unwrap_or(self).name(),
            is_control: Request::CONTROLS.contains(&self.name()),
        }
    }
}

impl Request {
    /// How the request would reach its items.
    pub(crate) fn explain(&self, database: &Database) -> Result<Plan, DynamoError> {
        self.describe(&self.plan(database)?, database)
    }

    /// The next step. Before the first the request is planned.
    pub(crate) fn plan_and_step(
        &mut self,
        planned: &mut Option<Planned>,
        context: &mut Context,
    ) -> Result<Step<Response>, DynamoError> {
        let planned = match planned {
            Some(planned) => planned,
            None => planned.insert(self.plan(context.database)?),
        };
        self.step(planned, context)
    }
}

/// What a request was answered with.
#[derive(Debug)]
pub struct Response(Answer);

operations! {
    #[cfg(feature = "complete")]
    batch_execute_statement::BatchExecuteStatement,
    batch_get_item::BatchGetItem,
    batch_write_item::BatchWriteItem,
    #[cfg(feature = "complete")]
    cancel_bulk_operation::CancelBulkOperation,
    #[cfg(feature = "complete")]
    create_backup::CreateBackup,
    #[cfg(feature = "complete")]
    create_global_table::CreateGlobalTable,
    create_table::CreateTable,
    #[cfg(feature = "complete")]
    delete_backup::DeleteBackup,
    delete_item::DeleteItem,
    #[cfg(feature = "complete")]
    delete_resource_policy::DeleteResourcePolicy,
    delete_table::DeleteTable,
    #[cfg(feature = "complete")]
    describe_backup::DescribeBackup,
    #[cfg(feature = "complete")]
    describe_bulk_operation::DescribeBulkOperation,
    #[cfg(feature = "complete")]
    describe_continuous_backups::DescribeContinuousBackups,
    #[cfg(feature = "complete")]
    describe_contributor_insights::DescribeContributorInsights,
    #[cfg(feature = "complete")]
    describe_endpoints::DescribeEndpoints,
    #[cfg(feature = "complete")]
    describe_export::DescribeExport,
    #[cfg(feature = "complete")]
    describe_global_table::DescribeGlobalTable,
    #[cfg(feature = "complete")]
    describe_global_table_settings::DescribeGlobalTableSettings,
    #[cfg(feature = "complete")]
    describe_import::DescribeImport,
    #[cfg(feature = "complete")]
    describe_kinesis_streaming_destination::DescribeKinesisStreamingDestination,
    #[cfg(feature = "complete")]
    describe_limits::DescribeLimits,
    #[cfg(feature = "complete")]
    describe_stream::DescribeStream,
    describe_table::DescribeTable,
    #[cfg(feature = "complete")]
    describe_table_replica_auto_scaling::DescribeTableReplicaAutoScaling,
    #[cfg(feature = "complete")]
    describe_time_to_live::DescribeTimeToLive,
    #[cfg(feature = "complete")]
    disable_kinesis_streaming_destination::DisableKinesisStreamingDestination,
    #[cfg(feature = "complete")]
    enable_kinesis_streaming_destination::EnableKinesisStreamingDestination,
    #[cfg(feature = "complete")]
    execute_statement::ExecuteStatement,
    #[cfg(feature = "complete")]
    execute_transaction::ExecuteTransaction,
    #[cfg(feature = "complete")]
    export_table_to_point_in_time::ExportTableToPointInTime,
    get_item::GetItem,
    #[cfg(feature = "complete")]
    get_records::GetRecords,
    #[cfg(feature = "complete")]
    get_resource_policy::GetResourcePolicy,
    #[cfg(feature = "complete")]
    get_shard_iterator::GetShardIterator,
    #[cfg(feature = "complete")]
    import_table::ImportTable,
    #[cfg(feature = "complete")]
    list_backups::ListBackups,
    #[cfg(feature = "complete")]
    list_bulk_operations::ListBulkOperations,
    #[cfg(feature = "complete")]
    list_contributor_insights::ListContributorInsights,
    #[cfg(feature = "complete")]
    list_exports::ListExports,
    #[cfg(feature = "complete")]
    list_global_tables::ListGlobalTables,
    #[cfg(feature = "complete")]
    list_imports::ListImports,
    #[cfg(feature = "complete")]
    list_streams::ListStreams,
    list_tables::ListTables,
    #[cfg(feature = "complete")]
    list_tags_of_resource::ListTagsOfResource,
    put_item::PutItem,
    #[cfg(feature = "complete")]
    put_resource_policy::PutResourcePolicy,
    query::Query,
    #[cfg(feature = "complete")]
    restore_table_from_backup::RestoreTableFromBackup,
    #[cfg(feature = "complete")]
    restore_table_to_point_in_time::RestoreTableToPointInTime,
    scan::Scan,
    #[cfg(feature = "complete")]
    search_vectors::SearchVectors,
    #[cfg(feature = "complete")]
    start_bulk_put_items::StartBulkPutItems,
    #[cfg(feature = "complete")]
    tag_resource::TagResource,
    transact_get_items::TransactGetItems,
    transact_write_items::TransactWriteItems,
    #[cfg(feature = "complete")]
    untag_resource::UntagResource,
    #[cfg(feature = "complete")]
    update_continuous_backups::UpdateContinuousBackups,
    #[cfg(feature = "complete")]
    update_contributor_insights::UpdateContributorInsights,
    #[cfg(feature = "complete")]
    update_global_table::UpdateGlobalTable,
    #[cfg(feature = "complete")]
    update_global_table_settings::UpdateGlobalTableSettings,
    update_item::UpdateItem,
    #[cfg(feature = "complete")]
    update_kinesis_streaming_destination::UpdateKinesisStreamingDestination,
    update_table::UpdateTable,
    #[cfg(feature = "complete")]
    update_table_replica_auto_scaling::UpdateTableReplicaAutoScaling,
    #[cfg(feature = "complete")]
    update_time_to_live::UpdateTimeToLive,
    ;
    advance_clock::AdvanceClock,
    delete_alarms::DeleteAlarms,
    delete_cache::DeleteCache,
    delete_event_source_mapping::DeleteEventSourceMapping,
    delete_fault::DeleteFault,
    delete_principal::DeletePrincipal,
    delete_workers::DeleteWorkers,
    describe_alarms::DescribeAlarms,
    describe_cache::DescribeCache,
    describe_capacity::DescribeCapacity,
    describe_dials::DescribeDials,
    describe_event_source_mapping::DescribeEventSourceMapping,
    describe_expired_items::DescribeExpiredItems,
    describe_faults::DescribeFaults,
    describe_handlers::DescribeHandlers,
    describe_index_queues::DescribeIndexQueues,
    describe_invocation::DescribeInvocation,
    describe_partitions::DescribePartitions,
    describe_principals::DescribePrincipals,
    describe_replicas::DescribeReplicas,
    describe_replication::DescribeReplication,
    describe_shards::DescribeShards,
    describe_workers::DescribeWorkers,
    get_metric_data::GetMetricData,
    in_region::InRegion,
    list_metrics::ListMetrics,
    put_cache::PutCache,
    put_event_source_mapping::PutEventSourceMapping,
    put_fault::PutFault,
    put_metric_alarm::PutMetricAlarm,
    put_principal::PutPrincipal,
    put_workers::PutWorkers,
    report_invocation::ReportInvocation,
    set_clock::SetClock,
    set_dials::SetDials,
    set_link::SetLink,
    set_zone::SetZone,
    simulate_policy::SimulatePolicy,
    stop_worker::StopWorker,
    through_cache::ThroughCache,
    use_principal::UsePrincipal,
}
