//! Collects the metrics of a request from its charges, result and returned items.

use dynalab_capacity::admission::Refusal;
use dynalab_engine::database::Database;
use dynalab_engine::database::charges::{CapacityKind, Owner};
use dynalab_engine::database::stream::StreamDefinition;
use dynalab_engine::database::table::{BillingMode, IndexKind};
use dynalab_engine::database::unconditional_records::UnconditionalRecords;
use dynalab_engine::error::{CancellationReason, DynamoError};
use dynalab_engine::registry::replica_name::is_replica;
use dynalab_engine::request::resource_access::{Resource, ResourceAccess};
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::Timestamp;

use crate::backfill::Backfill;
use crate::complete::Context;
use crate::metrics::{Dimension, Metric, Samples, Series, are_on};

const READS: &[&str] = &["BatchGetItem", "GetItem", "PartiQLSelect", "Query", "Scan", "SearchVectors"];
const WRITES: &[&str] = &[
    "BatchWriteItem",
    "ConditionCheckItem",
    "DeleteItem",
    "PartiQLDelete",
    "PartiQLInsert",
    "PartiQLUpdate",
    "PutItem",
    "UpdateItem",
];
const THROTTLED: &[&str] = &[
    "ProvisionedThroughputExceededException",
    "ProvisionedThroughputExceeded",
    "RequestLimitExceeded",
    "ThrottlingException",
    "ThrottlingError",
];

/// The data of a request for metrics.
pub(crate) struct RequestMetrics {
    pub operation: &'static str,
    /// The inner operation of a request through a cache or in another Region.
    pub reaches: &'static str,
    pub is_control: bool,
}

/// Collects the metrics after a request, with its error if it failed.
pub(crate) fn collect(
    request: &RequestMetrics,
    touched: impl FnOnce(&Database) -> Vec<ResourceAccess>,
    error: Option<&DynamoError>,
    context: &mut Context,
) {
    if !are_on(context.config) {
        return;
    }
    let error = error.filter(|_| !request.is_control);
    let mut samples = Samples::default();
    consumed(&mut samples, context);
    progress(&mut samples, context);
    returned(&mut samples, request.reaches, context);
    if let Some(error) = error {
        refused(&mut samples, request.operation, &touched(context.database), error);
    }
    samples.settle(context.now, context.database, context.unconditional_records);
}

/// Returns the dimensions of a charge. A local index is charged to the table.
fn dimensions(owner: &Owner) -> Vec<(Dimension, &str)> {
    let mut dimensions = vec![(Dimension::TableName, owner.table.as_ref())];
    if let Some((IndexKind::Global, index)) = &owner.index {
        dimensions.push((Dimension::GlobalSecondaryIndexName, index));
    }
    dimensions
}

fn consumed(samples: &mut Samples, context: &Context) {
    for charge in context.charges.iter() {
        let (metric, provisioned) = match charge.kind {
            CapacityKind::Read => (Metric::ConsumedReadCapacityUnits, Metric::ProvisionedReadCapacityUnits),
            CapacityKind::Write => {
                (Metric::ConsumedWriteCapacityUnits, Metric::ProvisionedWriteCapacityUnits)
            }
        };
        let dimensions = dimensions(&charge.owner);
        if !charge.units.is_zero() {
            samples.add(Series::new(metric, &dimensions), charge.units.0 * 500);
        }
        if let Some(units) = provisioned_units(&charge.owner, charge.kind, context) {
            samples.state(Series::new(provisioned, &dimensions), units.saturating_mul(1000));
        }
    }
}

/// Adds the progress of the table's indexes that are being filled.
fn progress(samples: &mut Samples, context: &Context) {
    let tables = context.charges.iter().filter(|charge| charge.owner.index.is_none());
    for table in tables.filter_map(|charge| context.database.find(&charge.owner.table)) {
        let definition = &table.definition;
        for index in definition.indexes.iter().filter(|index| !index.is_filled()) {
            if let Some(backfill) = Backfill::load(context.database, &definition.name, &index.name) {
                let dimensions = [
                    (Dimension::TableName, definition.name.as_ref()),
                    (Dimension::GlobalSecondaryIndexName, index.name.as_ref()),
                ];
                let percent = backfill.looked_at(context.now) * 100 * 1000 / backfill.items.max(1);
                samples.state(Series::new(Metric::OnlineIndexPercentageProgress, &dimensions), percent);
            }
        }
    }
}

fn provisioned_units(owner: &Owner, kind: CapacityKind, context: &Context) -> Option<u64> {
    let definition = &context.database.find(&owner.table)?.definition;
    if definition.billing != BillingMode::Provisioned {
        return None;
    }
    let throughput = match &owner.index {
        Some((IndexKind::Global, index)) => &definition.index(index)?.throughput,
        _ => &definition.throughput,
    };
    Some(match kind {
        CapacityKind::Read => throughput.read,
        CapacityKind::Write => throughput.write,
    })
}

fn returned(samples: &mut Samples, operation: &str, context: &Context) {
    for (table, count) in context.charges.returned() {
        let dimensions = [(Dimension::TableName, table.as_ref()), (Dimension::Operation, operation)];
        samples.add(Series::new(Metric::ReturnedItemCount, &dimensions), count * 1000);
    }
}

fn refused(samples: &mut Samples, operation: &str, touched: &[ResourceAccess], error: &DynamoError) {
    let tables = tables(touched);
    let of_operation = |metric: Metric, table: &str| {
        Series::new(metric, &[(Dimension::TableName, table), (Dimension::Operation, operation)])
    };
    if let DynamoError::Fault(_) = error {
        for table in &tables {
            samples.count(of_operation(Metric::FaultInjectionServiceInducedErrors, table));
        }
    }
    if let DynamoError::TransactionCanceled { reasons } = error {
        cancelled(samples, touched, reasons);
        if reasons.iter().any(|reason| THROTTLED.contains(&reason.code())) {
            tables.iter().for_each(|table| samples.count(of_operation(Metric::ThrottledRequests, table)));
        }
        samples.count(Series::new(Metric::UserErrors, &[]));
    } else if error.http_status() >= 500 {
        tables.iter().for_each(|table| samples.count(of_operation(Metric::SystemErrors, table)));
    } else if THROTTLED.contains(&error.name()) {
        tables.iter().for_each(|table| samples.count(of_operation(Metric::ThrottledRequests, table)));
        // Throttling by capacity was counted when it occurred.
        if !matches!(error, DynamoError::Throttled(_)) {
            touched.iter().for_each(|touched| throttle_event(samples, touched));
        }
    } else if let DynamoError::ConditionalCheckFailed { .. } | DynamoError::DuplicateItem = error {
        for table in &tables {
            samples.count(Series::of_table(Metric::ConditionalCheckFailedRequests, table));
        }
    } else {
        if let DynamoError::TransactionConflict = error {
            for table in &tables {
                samples.count(Series::of_table(Metric::TransactionConflict, table));
            }
        }
        samples.count(Series::new(Metric::UserErrors, &[]));
    }
}

/// Returns the tables without duplicates.
fn tables(touched: &[ResourceAccess]) -> Vec<&str> {
    let mut tables: Vec<&str> = touched.iter().filter_map(|touched| touched.resource.table()).collect();
    tables.sort_unstable();
    tables.dedup();
    tables
}

/// Counts the reasons of a canceled transaction. They are in the order of the items.
fn cancelled(samples: &mut Samples, touched: &[ResourceAccess], reasons: &[CancellationReason]) {
    for (touched, reason) in touched.iter().zip(reasons) {
        let Some(table) = touched.resource.table() else { continue };
        match reason.code() {
            "ConditionalCheckFailed" | "DuplicateItem" => {
                samples.count(Series::of_table(Metric::ConditionalCheckFailedRequests, table));
            }
            "TransactionConflict" => samples.count(Series::of_table(Metric::TransactionConflict, table)),
            code if THROTTLED.contains(&code) && !matches!(reason, CancellationReason::Throttled(_)) => {
                throttle_event(samples, touched);
            }
            _ => {}
        }
    }
}

fn throttle_event(samples: &mut Samples, touched: &ResourceAccess) {
    let metric = match touched.action {
        action if READS.contains(&action) => Metric::ReadThrottleEvents,
        action if WRITES.contains(&action) => Metric::WriteThrottleEvents,
        _ => return,
    };
    if let Some(table) = touched.resource.table() {
        let mut dimensions = vec![(Dimension::TableName, table)];
        if let Resource::Index(_, index) = &touched.resource {
            dimensions.push((Dimension::GlobalSecondaryIndexName, index));
        }
        samples.count(Series::new(metric, &dimensions));
    }
}

/// Counts a read or write that exceeded a limit, for the throttled resource and for the limit.
pub(crate) fn throttled(owner: &Owner, kind: CapacityKind, refusal: Refusal, context: &mut Context) {
    if !are_on(context.config) {
        return;
    }
    let (event, of_limit) = match (kind, refusal) {
        (CapacityKind::Read, Refusal::Provisioned) => {
            (Metric::ReadThrottleEvents, Metric::ReadProvisionedThroughputThrottleEvents)
        }
        (CapacityKind::Write, Refusal::Provisioned) => {
            (Metric::WriteThrottleEvents, Metric::WriteProvisionedThroughputThrottleEvents)
        }
        (CapacityKind::Read, Refusal::Partition | Refusal::Share | Refusal::Peak) => {
            (Metric::ReadThrottleEvents, Metric::ReadKeyRangeThroughputThrottleEvents)
        }
        (CapacityKind::Write, Refusal::Partition | Refusal::Share | Refusal::Peak) => {
            (Metric::WriteThrottleEvents, Metric::WriteKeyRangeThroughputThrottleEvents)
        }
        (CapacityKind::Read, Refusal::Quota) => {
            (Metric::ReadThrottleEvents, Metric::ReadAccountLimitThrottleEvents)
        }
        (CapacityKind::Write, Refusal::Quota) => {
            (Metric::WriteThrottleEvents, Metric::WriteAccountLimitThrottleEvents)
        }
        (CapacityKind::Read, Refusal::Maximum) => {
            (Metric::ReadThrottleEvents, Metric::ReadMaxOnDemandThroughputThrottleEvents)
        }
        (CapacityKind::Write, Refusal::Maximum) => {
            (Metric::WriteThrottleEvents, Metric::WriteMaxOnDemandThroughputThrottleEvents)
        }
    };
    let mut samples = Samples::default();
    let dimensions = dimensions(owner);
    samples.count(Series::new(event, &dimensions));
    samples.count(Series::new(of_limit, &dimensions));
    samples.settle(context.now, context.database, context.unconditional_records);
}

/// Counts an item that a batch leaves unprocessed.
pub(crate) fn throttled_item(table: &str, kind: CapacityKind, context: &mut Context) {
    if are_on(context.config) {
        let metric = match kind {
            CapacityKind::Read => Metric::ReadThrottleEvents,
            CapacityKind::Write => Metric::WriteThrottleEvents,
        };
        let mut samples = Samples::default();
        samples.count(Series::of_table(metric, table));
        samples.settle(context.now, context.database, context.unconditional_records);
    }
}

/// Counts items that TTL deleted.
pub(crate) fn count_deleted(
    table: &str,
    count: u64,
    now: Timestamp,
    database: &Database,
    config: &EngineConfig,
    unconditional_records: &mut UnconditionalRecords,
) {
    if are_on(config) {
        let mut samples = Samples::default();
        samples.add(Series::of_table(Metric::TimeToLiveDeletedItemCount, table), count * 1000);
        samples.settle(now, database, unconditional_records);
    }
}

/// Counts the records that GetRecords returned.
pub(crate) fn returned_records(stream: &StreamDefinition, count: u64, bytes: u64, context: &mut Context) {
    if are_on(context.config) && !is_replica(&stream.table) {
        let label = stream.arn.rsplit('/').next().unwrap_or_default();
        let dimensions = [
            (Dimension::Operation, "GetRecords"),
            (Dimension::StreamLabel, label),
            (Dimension::TableName, stream.table.as_ref()),
        ];
        let mut samples = Samples::default();
        samples.add(Series::new(Metric::ReturnedRecordsCount, &dimensions), count * 1000);
        samples.add(Series::new(Metric::ReturnedBytes, &dimensions), bytes * 1000);
        samples.settle(context.now, context.database, context.unconditional_records);
    }
}
