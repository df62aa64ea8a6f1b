//! How the engine reaches the items of a pattern: a summary of its plan.

use dynalab_engine::execution::plan::{Plan, Source};

use super::requests::SentRequest;
use crate::design::{AccessPattern, Operation};
use crate::report::{AccessMethod, AccessReason, AccessSummary};

pub fn not_run() -> AccessSummary {
    AccessSummary {
        how: AccessMethod::NotRun,
        table: String::new(),
        index: None,
        times: 0,
        condition: None,
        is_filtered: false,
        why: AccessReason::NotRun,
    }
}

/// Summarizes the plans. `plans` has one plan for each request that the engine could plan.
pub fn describe(pattern: &AccessPattern, sent: &[SentRequest], plans: &[Plan]) -> AccessSummary {
    let Some(plan) = plans.first() else { return not_run() };
    let mut served = of_plan(plan, pattern);
    if sent.len() > 1 && served.how == AccessMethod::Query {
        served.how = AccessMethod::Queries;
        served.times = sent.len() as u32;
        served.why = AccessReason::Sharded { count: sent.len() as u32 };
    }
    match pattern.operation.as_ref() {
        Some(Operation::TransactWrite { writes }) => {
            served.how = AccessMethod::Transaction;
            served.times = writes.len() as u32;
            served.why = AccessReason::SeveralItems { count: served.times };
        }
        Some(Operation::TransactGet { reads }) => {
            served.how = AccessMethod::Transaction;
            served.times = reads.len() as u32;
            served.why = AccessReason::SeveralItems { count: served.times };
        }
        Some(Operation::BatchWrite { writes }) => {
            served.how = AccessMethod::Batch;
            served.times = writes.len() as u32;
            served.why = AccessReason::SeveralItems { count: served.times };
        }
        Some(Operation::SearchVectors(search)) => {
            served.how = AccessMethod::Search;
            served.table = search.table.clone();
            served.index = Some(search.index.clone());
            served.why = AccessReason::Vector;
        }
        Some(operation) if operation.is_write() => served.how = AccessMethod::Write,
        _ => {}
    }
    if let (true, Some(sent)) = (served.table.is_empty(), sent.first()) {
        served.table = sent.body["TableName"].as_str().unwrap_or_default().to_owned();
    }
    served
}

fn of_plan(plan: &Plan, pattern: &AccessPattern) -> AccessSummary {
    let at = |source: &Source, how: AccessMethod, why: AccessReason| AccessSummary {
        how,
        table: source.table.to_string(),
        index: source.index.as_ref().map(|index| index.to_string()),
        times: 1,
        condition: None,
        is_filtered: false,
        why,
    };
    match plan {
        Plan::OneItem { source, key } => {
            let attributes = key.keys().map(str::to_owned).collect();
            at(source, AccessMethod::Get, AccessReason::WholeKey { attributes })
        }
        Plan::QueryPartition { source, partition, condition, sort_condition, filtered, .. } => {
            let attributes = partition.keys().map(str::to_owned).collect();
            let why = match sort_condition {
                Some(_) => AccessReason::SortKeyRange { attributes },
                None => AccessReason::PartitionKey { attributes },
            };
            let served = at(source, AccessMethod::Query, why);
            AccessSummary { condition: Some(condition.clone()), is_filtered: *filtered, ..served }
        }
        Plan::ScanSegment { source, filtered, .. } => {
            let parameters = pattern.parameters.keys().cloned().collect();
            AccessSummary {
                is_filtered: *filtered,
                ..at(source, AccessMethod::Scan, AccessReason::NoKey { parameters })
            }
        }
        Plan::Batch(plans) => {
            let first = plans.first().map_or_else(not_run, |plan| of_plan(plan, pattern));
            let count = plans.len() as u32;
            AccessSummary {
                how: AccessMethod::Batch,
                times: count,
                why: AccessReason::SeveralItems { count },
                ..first
            }
        }
        Plan::NoRead => {
            AccessSummary { how: AccessMethod::Other, times: 1, why: AccessReason::Other, ..not_run() }
        }
    }
}
