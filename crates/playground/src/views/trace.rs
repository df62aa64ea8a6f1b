//! The view model of a trace: one line per event, as data from which the page makes a sentence.

mod service;

use dynalab_capacity::HalfUnits;
use dynalab_engine::database::charges::{CapacityKind, Owner};
use dynalab_engine::execution::plan::{Plan, Source};
use dynalab_engine::hooks::{Plain, Service};
use dynalab_engine::trace::{Event, EventKind, PageEnd, Trace};
use dynalab_types::Item;
use serde::{Deserialize, Serialize};

use crate::utc;
use crate::views::items::cell_text;

/// One line. `code` is the name of a message in the message files ("trace-read"). `values` has the values of the message.
///
/// Codes and their values (all strings; sizes in bytes, units as decimal numbers):
/// - `trace-received` operation
/// - `trace-planned-one-item` source, key · `trace-planned-query` source, key, condition, order · `trace-planned-scan` source, segments · `trace-planned-batch` count · `trace-planned-no-read`
/// - `trace-routed` table, partition, hash
/// - `trace-read` source, key, size · `trace-read-missing` source, key
/// - `trace-filtered-out` key
/// - `trace-page-ended` reason (limit, size or end), evaluated, returned
/// - `trace-condition-held` condition · `trace-condition-failed` condition, decided
/// - `trace-wrote-new` table, key, size · `trace-wrote-changed` table, key, before, after · `trace-deleted` table, key, size
/// - `trace-index-put` index, key, size · `trace-index-deleted` index, key, size
/// - `trace-indexes-scheduled` table, delay (milliseconds until the global indexes of the table follow)
/// - `trace-read-from-leader` table, partition, zone · `trace-read-from-follower` table, partition, zone, missing (writes that have not reached it), behind (milliseconds)
/// - `trace-index-behind` index, missing, behind: the same for a global index
/// - `trace-underway` table, followers (each with its milliseconds)
/// - `trace-transaction-prepared` table, key, action (Put, Update, Delete or ConditionCheck) · `trace-transaction-conflict` table, key
/// - `trace-transaction-committed` count · `trace-transaction-cancelled` reasons (one code per item, in order)
/// - `trace-table-created` table · `trace-table-changed` table · `trace-table-dropped` table
/// - `trace-invoked`, `trace-invocation-failed` mapping, count, retries, at (milliseconds since 1970)
/// - `trace-lease-taken` workers, worker, shard, count (of records that are processed again), at (milliseconds since 1970)
/// - `trace-swept` table, count, key (of the first), at (milliseconds since 1970)
/// - `trace-fault` fault, kind · `trace-fault-after-commit` fault, kind
/// - `trace-alarm` alarm, before, after (states, as CloudWatch calls them)
/// - `trace-access-allowed`, `trace-access-denied`, `trace-access-not-allowed` principal, action, resource, policy, statement
/// - `trace-cache-hit` cache, kind (ITEM or QUERY), age (milliseconds) · `trace-cache-miss` cache, kind
/// - `trace-throttled-partition`, `-share`, `-provisioned`, `-peak`, `-maximum`, `-quota` owner, partition, unit (RCU or WCU)
/// - `trace-split-size`, `-heat`, `-throughput` owner, partition, one, other
/// - `trace-region-followed`, `trace-region-lost` table, region, from, lag (milliseconds)
/// - `trace-scaled` owner, unit (RCU or WCU), before, after
/// - `trace-charged` owner, units, unit (RCU or WCU)
/// - `trace-rejected` error, message · `trace-rejected-until` until, at (milliseconds since 1970)
/// - `trace-responded` size
///
/// A source is `Shop` or `Shop.GSI1`. A key is `PK=USER#1 SK=PROFILE`. A hash is 16 hexadecimal digits. An order is
/// ascending or descending. The condition of a query is its sort key condition, or `*` for the whole collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceLine {
    pub code: String,
    /// The values by name; each name occurs once.
    pub values: Vec<(String, String)>,
}

/// The capacity that a request consumed on a table or an index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Charge<'a> {
    /// `Shop`, or `Shop.GSI1` for an index.
    pub owner: &'a str,
    pub units: f64,
    /// RCU or WCU.
    pub unit: &'a str,
}

impl TraceLine {
    /// Returns an empty string if the line has no value with this name.
    pub fn value(&self, name: &str) -> &str {
        self.values.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str())
    }

    /// Returns `None` if the line is not about consumed capacity.
    pub fn charge(&self) -> Option<Charge<'_>> {
        let units = || self.value("units").parse().unwrap_or_default();
        (self.code == "trace-charged").then(|| Charge {
            owner: self.value("owner"),
            units: units(),
            unit: self.value("unit"),
        })
    }
}

/// A service whose events have lines.
pub trait TraceService: Service {
    /// Returns the line of an event that the plain engine does not have.
    fn line_of(_kind: &EventKind) -> Option<TraceLine> {
        None
    }
}

impl TraceService for Plain {}

/// Returns the lines of the events in order. Some events have no line.
pub fn trace_lines<S: TraceService>(trace: &Trace) -> Vec<TraceLine> {
    trace.iter().filter_map(line_of_event::<S>).collect()
}

fn line_of_event<S: TraceService>(event: &Event) -> Option<TraceLine> {
    Some(match &event.kind {
        EventKind::Received { operation } => line("trace-received", [("operation", operation.to_string())]),
        EventKind::Planned(plan) => plan_line(plan),
        EventKind::Routed { table, partition, partition_count: _, hash } => line(
            "trace-routed",
            [
                ("table", table.to_string()),
                ("partition", partition.to_string()),
                ("hash", format!("{hash:016x}")),
            ],
        ),
        EventKind::Read { source, key, size_bytes: Some(size) } => line(
            "trace-read",
            [("source", source_text(source)), ("key", key_text(key)), ("size", size.to_string())],
        ),
        EventKind::Read { source, key, size_bytes: None } => {
            line("trace-read-missing", [("source", source_text(source)), ("key", key_text(key))])
        }
        EventKind::FilteredOut { source: _, key } => line("trace-filtered-out", [("key", key_text(key))]),
        EventKind::PageEnded { end, evaluated, returned } => line(
            "trace-page-ended",
            [
                ("reason", page_end_text(*end).to_owned()),
                ("evaluated", evaluated.to_string()),
                ("returned", returned.to_string()),
            ],
        ),
        EventKind::ConditionChecked { condition, holds: true, decided_by: _ } => {
            line("trace-condition-held", [("condition", condition.clone())])
        }
        EventKind::ConditionChecked { condition, holds: false, decided_by } => line(
            "trace-condition-failed",
            [("condition", condition.clone()), ("decided", decided_by.clone())],
        ),
        EventKind::Wrote { table, key, before, after } => {
            return written_line(table, key, before.as_deref(), after.as_deref());
        }
        EventKind::IndexWrote { index, key, before_bytes, after_bytes } => {
            let (code, size) = match (before_bytes, after_bytes) {
                (_, Some(after)) => ("trace-index-put", after),
                (Some(before), None) => ("trace-index-deleted", before),
                (None, None) => return None,
            };
            line(code, [("index", index.to_string()), ("key", key_text(key)), ("size", size.to_string())])
        }
        EventKind::IndexScheduled { table, due } => {
            let delay_ms = due.epoch_ms.saturating_sub(event.at.epoch_ms);
            line("trace-indexes-scheduled", [("table", table.to_string()), ("delay", delay_ms.to_string())])
        }
        kind @ (EventKind::TransactionPrepared { .. }
        | EventKind::TransactionConflict { .. }
        | EventKind::TransactionCommitted { .. }
        | EventKind::TransactionCancelled { .. }) => return transaction_line(kind),
        EventKind::TableCreated { table } => line("trace-table-created", [("table", table.to_string())]),
        EventKind::TableChanged { table } => line("trace-table-changed", [("table", table.to_string())]),
        EventKind::TableDropped { table } => line("trace-table-dropped", [("table", table.to_string())]),
        EventKind::Charged { owner, kind, units } => charged_line(owner, *kind, *units),
        EventKind::Rejected { error, message } => {
            line("trace-rejected", [("error", error.to_string()), ("message", message.clone())])
        }
        EventKind::RejectedUntil { until } => line(
            "trace-rejected-until",
            [("until", utc::date_time(until.epoch_ms)), ("at", until.epoch_ms.to_string())],
        ),
        EventKind::Responded { size_bytes } => line("trace-responded", [("size", size_bytes.to_string())]),
        kind => return S::line_of(kind),
    })
}

fn charged_line(owner: &Owner, kind: CapacityKind, units: HalfUnits) -> TraceLine {
    let unit = unit_text(kind).to_owned();
    line("trace-charged", [("owner", owner_text(owner)), ("units", units.to_string()), ("unit", unit)])
}

fn unit_text(kind: CapacityKind) -> &'static str {
    match kind {
        CapacityKind::Read => "RCU",
        CapacityKind::Write => "WCU",
    }
}

fn owner_text(owner: &Owner) -> String {
    let index = owner.index.as_ref().map(|(_, index)| index.as_ref());
    dotted(&owner.table, index)
}

fn transaction_line(kind: &EventKind) -> Option<TraceLine> {
    Some(match kind {
        EventKind::TransactionPrepared { table, key, action } => line(
            "trace-transaction-prepared",
            [("table", table.to_string()), ("key", key_text(key)), ("action", action.to_string())],
        ),
        EventKind::TransactionConflict { table, key } => {
            line("trace-transaction-conflict", [("table", table.to_string()), ("key", key_text(key))])
        }
        EventKind::TransactionCommitted { items } => {
            line("trace-transaction-committed", [("count", items.to_string())])
        }
        EventKind::TransactionCancelled { codes } => {
            line("trace-transaction-cancelled", [("reasons", codes.join(", "))])
        }
        _ => return None,
    })
}

fn plan_line(plan: &Plan) -> TraceLine {
    match plan {
        Plan::OneItem { source, key } => {
            line("trace-planned-one-item", [("source", source_text(source)), ("key", key_text(key))])
        }
        Plan::QueryPartition { source, partition, sort_condition, forward, .. } => line(
            "trace-planned-query",
            [
                ("source", source_text(source)),
                ("key", key_text(partition)),
                ("condition", sort_condition.clone().unwrap_or_else(|| "*".to_owned())),
                ("order", if *forward { "ascending" } else { "descending" }.to_owned()),
            ],
        ),
        Plan::ScanSegment { source, segment: _, total_segments, filtered: _ } => line(
            "trace-planned-scan",
            [("source", source_text(source)), ("segments", total_segments.to_string())],
        ),
        Plan::Batch(plans) => line("trace-planned-batch", [("count", plans.len().to_string())]),
        Plan::NoRead => line("trace-planned-no-read", []),
    }
}

/// Returns `None` for the deletion of a missing item.
fn written_line(table: &str, key: &Item, before: Option<&Item>, after: Option<&Item>) -> Option<TraceLine> {
    let place = [("table", table.to_owned()), ("key", key_text(key))];
    let [table, key] = place;
    let size = |item: &Item| item.size_bytes().to_string();
    Some(match (before, after) {
        (None, None) => return None,
        (None, Some(after)) => line("trace-wrote-new", [table, key, ("size", size(after))]),
        (Some(before), None) => line("trace-deleted", [table, key, ("size", size(before))]),
        (Some(before), Some(after)) => {
            line("trace-wrote-changed", [table, key, ("before", size(before)), ("after", size(after))])
        }
    })
}

fn line<const COUNT: usize>(code: &str, values: [(&str, String); COUNT]) -> TraceLine {
    let values = values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    TraceLine { code: code.to_owned(), values }
}

fn source_text(source: &Source) -> String {
    dotted(&source.table, source.index.as_deref())
}

fn dotted(table: &str, index: Option<&str>) -> String {
    index.map_or_else(|| table.to_owned(), |index| format!("{table}.{index}"))
}

pub(crate) fn key_text(key: &Item) -> String {
    let parts: Vec<String> = key.iter().map(|(name, value)| format!("{name}={}", cell_text(value))).collect();
    parts.join(" ")
}

fn page_end_text(end: PageEnd) -> &'static str {
    match end {
        PageEnd::End => "end",
        PageEnd::Limit => "limit",
        PageEnd::Size => "size",
    }
}

#[cfg(test)]
mod tests;
