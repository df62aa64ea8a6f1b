//! The operations other than those on tables and data, and the operations of the simulation.

use dynalab_engine::operations::{DataRequest, Request};
use dynalab_engine::request::operation_set::{Requests, operation_set};

use crate::complete::Complete;
use crate::controls::{
    advance_clock, delete_alarms, delete_cache, delete_event_source_mapping, delete_fault, delete_principal,
    delete_workers, describe_account, describe_alarms, describe_cache, describe_capacity, describe_dials,
    describe_event_source_mapping, describe_expired_items, describe_faults, describe_handlers,
    describe_index_queues, describe_invocation, describe_partitions, describe_principals, describe_replicas,
    describe_replication, describe_shards, describe_vector_search, describe_waits, describe_workers,
    get_metric_data, in_region, list_metrics, put_cache, put_event_source_mapping, put_fault,
    put_metric_alarm, put_principal, put_workers, report_invocation, set_account, set_clock, set_dials,
    set_link, set_zone, simulate_policy, stop_worker, through_cache, use_principal, whole_database,
};
use crate::metrics::collect::RequestMetrics;
use crate::operations::{
    batch_execute_statement, cancel_bulk_operation, create_backup, create_global_table, delete_backup,
    delete_resource_policy, describe_backup, describe_bulk_operation, describe_continuous_backups,
    describe_contributor_insights, describe_endpoints, describe_export, describe_global_table,
    describe_global_table_settings, describe_import, describe_kinesis_streaming_destination, describe_limits,
    describe_stream, describe_table_replica_auto_scaling, describe_time_to_live,
    disable_kinesis_streaming_destination, enable_kinesis_streaming_destination, execute_statement,
    execute_transaction, export_table_to_point_in_time, get_records, get_resource_policy, get_shard_iterator,
    import_table, list_backups, list_bulk_operations, list_contributor_insights, list_exports,
    list_global_tables, list_imports, list_streams, list_tags_of_resource, put_resource_policy,
    restore_table_from_backup, restore_table_to_point_in_time, search_vectors, start_bulk_put_items,
    tag_resource, untag_resource, update_continuous_backups, update_contributor_insights,
    update_global_table, update_global_table_settings, update_kinesis_streaming_destination,
    update_table_replica_auto_scaling, update_time_to_live,
};

operation_set! {
    ServiceRequest, ServicePlanned, ServiceAnswer for Complete:
    batch_execute_statement::BatchExecuteStatement,
    cancel_bulk_operation::CancelBulkOperation,
    create_backup::CreateBackup,
    create_global_table::CreateGlobalTable,
    delete_backup::DeleteBackup,
    delete_resource_policy::DeleteResourcePolicy,
    describe_backup::DescribeBackup,
    describe_bulk_operation::DescribeBulkOperation,
    describe_continuous_backups::DescribeContinuousBackups,
    describe_contributor_insights::DescribeContributorInsights,
    describe_endpoints::DescribeEndpoints,
    describe_export::DescribeExport,
    describe_global_table::DescribeGlobalTable,
    describe_global_table_settings::DescribeGlobalTableSettings,
    describe_import::DescribeImport,
    describe_kinesis_streaming_destination::DescribeKinesisStreamingDestination,
    describe_limits::DescribeLimits,
    describe_stream::DescribeStream,
    describe_table_replica_auto_scaling::DescribeTableReplicaAutoScaling,
    describe_time_to_live::DescribeTimeToLive,
    disable_kinesis_streaming_destination::DisableKinesisStreamingDestination,
    enable_kinesis_streaming_destination::EnableKinesisStreamingDestination,
    execute_statement::ExecuteStatement,
    execute_transaction::ExecuteTransaction,
    export_table_to_point_in_time::ExportTableToPointInTime,
    get_records::GetRecords,
    get_resource_policy::GetResourcePolicy,
    get_shard_iterator::GetShardIterator,
    import_table::ImportTable,
    list_backups::ListBackups,
    list_bulk_operations::ListBulkOperations,
    list_contributor_insights::ListContributorInsights,
    list_exports::ListExports,
    list_global_tables::ListGlobalTables,
    list_imports::ListImports,
    list_streams::ListStreams,
    list_tags_of_resource::ListTagsOfResource,
    put_resource_policy::PutResourcePolicy,
    restore_table_from_backup::RestoreTableFromBackup,
    restore_table_to_point_in_time::RestoreTableToPointInTime,
    search_vectors::SearchVectors,
    start_bulk_put_items::StartBulkPutItems,
    tag_resource::TagResource,
    untag_resource::UntagResource,
    update_continuous_backups::UpdateContinuousBackups,
    update_contributor_insights::UpdateContributorInsights,
    update_global_table::UpdateGlobalTable,
    update_global_table_settings::UpdateGlobalTableSettings,
    update_kinesis_streaming_destination::UpdateKinesisStreamingDestination,
    update_table_replica_auto_scaling::UpdateTableReplicaAutoScaling,
    update_time_to_live::UpdateTimeToLive,
    advance_clock::AdvanceClock,
    delete_alarms::DeleteAlarms,
    delete_cache::DeleteCache,
    delete_event_source_mapping::DeleteEventSourceMapping,
    delete_fault::DeleteFault,
    delete_principal::DeletePrincipal,
    delete_workers::DeleteWorkers,
    describe_account::DescribeAccount,
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
    describe_vector_search::DescribeVectorSearch,
    describe_waits::DescribeWaits,
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
    set_account::SetAccount,
    set_clock::SetClock,
    set_dials::SetDials,
    set_link::SetLink,
    set_zone::SetZone,
    simulate_policy::SimulatePolicy,
    stop_worker::StopWorker,
    through_cache::ThroughCache,
    use_principal::UsePrincipal,
    whole_database::DeleteRequests,
    whole_database::DeleteSnapshot,
    whole_database::Fork,
    whole_database::ListRequests,
    whole_database::ListSnapshots,
    whole_database::Reset,
    whole_database::Restore,
    whole_database::SetRequestLog,
    whole_database::TakeSnapshot,
}

/// The names of all operations of the API in alphabetical order.
pub(crate) const OPERATIONS: &[&str] = &sorted::<{ count(false) }>(false);

/// The names of the simulation's operations in alphabetical order.
pub(crate) const CONTROLS: &[&str] = &sorted::<{ count(true) }>(true);

const SETS: [&[&str]; 2] =
    [<DataRequest as Requests<Complete>>::NAMES, <ServiceRequest as Requests<Complete>>::NAMES];

const fn count(controls: bool) -> usize {
    let (mut count, mut place) = (0, 0);
    while place < SETS[0].len() + SETS[1].len() {
        if is_control(name_at(place)) == controls {
            count += 1;
        }
        place += 1;
    }
    count
}

const fn name_at(place: usize) -> &'static str {
    if place < SETS[0].len() { SETS[0][place] } else { SETS[1][place - SETS[0].len()] }
}

/// Returns true for an operation of the simulation. Their names begin with `Dynalab.`; names of the API contain no dot.
const fn is_control(name: &str) -> bool {
    let mut place = 0;
    while place < name.len() {
        if name.as_bytes()[place] == b'.' {
            return true;
        }
        place += 1;
    }
    false
}

/// Sorts the names by insertion at compile time.
const fn sorted<const COUNT: usize>(controls: bool) -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let (mut known, mut from) = (0, 0);
    while from < SETS[0].len() + SETS[1].len() {
        let name = name_at(from);
        from += 1;
        if is_control(name) != controls {
            continue;
        }
        let mut place = known;
        while place > 0 && is_before(name, names[place - 1]) {
            names[place] = names[place - 1];
            place -= 1;
        }
        names[place] = name;
        known += 1;
    }
    names
}

const fn is_before(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut place = 0;
    while place < one.len() && place < other.len() {
        if one[place] != other[place] {
            return one[place] < other[place];
        }
        place += 1;
    }
    one.len() < other.len()
}

/// Returns the data of a request for metrics.
pub(crate) fn collected(request: &Request<Complete>) -> RequestMetrics {
    let inner = match request {
        Request::Service(ServiceRequest::ThroughCache(through)) => through.request().get(),
        Request::Service(ServiceRequest::InRegion(there)) => there.request().get(),
        request => Ok(request),
    };
    RequestMetrics {
        operation: request.name(),
        reaches: inner.unwrap_or(request).name(),
        is_control: CONTROLS.contains(&request.name()),
    }
}
