//! How the engine reaches the items of a pattern: a summary of its plan.

use dynalab_engine::plan::{Plan, Source};

use super::requests::Sent;
use crate::design::{AccessPattern, Operation};
use crate::report::{How, Served, Why};

pub fn not_run() -> Served {
    Served {
        how: How::NotRun,
        table: String::new(),
        index: None,
        times: 0,
        condition: None,
        is_filtered: false,
        why: Why::NotRun,
    }
}

/// Summarizes the plans. `plans` has one plan for each request that the engine could plan.
pub fn describe(pattern: &AccessPattern, sent: &[Sent], plans: &[Plan]) -> Served {
    let Some(plan) = plans.first() else { return not_run() };
    let mut served = of_plan(plan, pattern);
    if sent.len() > 1 && served.how == How::Query {
        served.how = How::Queries;
        served.times = sent.len() as u32;
        served.why = Why::Sharded { count: sent.len() as u32 };
    }
    match pattern.operation.as_ref() {
        Some(Operation::TransactWrite { writes }) => {
            served.how = How::Transaction;
            served.times = writes.len() as u32;
            served.why = Why::SeveralItems { count: served.times };
        }
        Some(Operation::TransactGet { reads }) => {
            served.how = How::Transaction;
            served.times = reads.len() as u32;
            served.why = Why::SeveralItems { count: served.times };
        }
        Some(Operation::BatchWrite { writes }) => {
            served.how = How::Batch;
            served.times = writes.len() as u32;
            served.why = Why::SeveralItems { count: served.times };
        }
        Some(Operation::SearchVectors(search)) => {
            served.how = How::Search;
            served.table = search.table.clone();
            served.index = Some(search.index.clone());
            served.why = Why::Vector;
        }
        Some(operation) if operation.is_write() => served.how = How::Write,
        _ => {}
    }
    if let (true, Some(sent)) = (served.table.is_empty(), sent.first()) {
        served.table = sent.body["TableName"].as_str().unwrap_or_default().to_owned();
    }
    served
}

fn of_plan(plan: &Plan, pattern: &AccessPattern) -> Served {
    let at = |source: &Source, how: How, why: Why| Served {
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
            at(source, How::Get, Why::WholeKey { attributes })
        }
        Plan::QueryPartition { source, partition, condition, sort_condition, filtered, .. } => {
            let attributes = partition.keys().map(str::to_owned).collect();
            let why = match sort_condition {
                Some(_) => Why::SortKeyRange { attributes },
                None => Why::PartitionKey { attributes },
            };
            let served = at(source, How::Query, why);
            Served { condition: Some(condition.clone()), is_filtered: *filtered, ..served }
        }
        Plan::ScanSegment { source, filtered, .. } => {
            let parameters = pattern.parameters.keys().cloned().collect();
            Served { is_filtered: *filtered, ..at(source, How::Scan, Why::NoKey { parameters }) }
        }
        Plan::Batch(plans) => {
            let first = plans.first().map_or_else(not_run, |plan| of_plan(plan, pattern));
            let count = plans.len() as u32;
            Served { how: How::Batch, times: count, why: Why::SeveralItems { count }, ..first }
        }
        Plan::NoRead => Served { how: How::Other, times: 1, why: Why::Other, ..not_run() },
    }
}
