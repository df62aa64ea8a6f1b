//! The trace as a readable list: one line an event, as data that the page puts into a sentence.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// `code` names a sentence in the message files ("trace-read"); `values` fills it in.
///
/// Codes and their values (all text, sizes in bytes and units as decimal numbers):
/// - `trace-received` operation
/// - `trace-planned-one-item` source, key · `trace-planned-query` source, key, condition, order · `trace-planned-scan` source, segments · `trace-planned-batch` count
/// - `trace-routed` table, partition, hash
/// - `trace-read` source, key, size · `trace-read-missing` source, key
/// - `trace-filtered-out` key
/// - `trace-page-ended` reason (limit, size or end), evaluated, returned
/// - `trace-condition-held` condition · `trace-condition-failed` condition, decided
/// - `trace-wrote-new` table, key, size · `trace-wrote-changed` table, key, before, after · `trace-deleted` table, key, size
/// - `trace-index-put` index, key, size · `trace-index-deleted` index, key, size · `trace-index-scheduled` index, due
/// - `trace-table-created` table · `trace-table-changed` table · `trace-table-dropped` table
/// - `trace-charged` owner, units, unit (RCU or WCU)
/// - `trace-rejected` error, message
/// - `trace-responded` size
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceLine {
    pub code: String,
    pub values: BTreeMap<String, String>,
}
