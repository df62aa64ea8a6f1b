//! How a request will reach its items. Data, so it can be drawn, compared, costed, and asserted by a lesson.

use std::sync::Arc;

use dynalab_types::Item;

/// A table, or an index of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub table: Arc<str>,
    pub index: Option<Arc<str>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// One item by its whole key.
    OneItem {
        source: Source,
        key: Item,
    },
    /// One item collection, or a stretch of it, in the order of the sort key.
    QueryPartition {
        source: Source,
        /// The partition key attributes and their values.
        partition: Item,
        /// The whole key condition, with names and values filled in.
        condition: String,
        /// What of it is about the sort key; none for the whole item collection.
        sort_condition: Option<String>,
        forward: bool,
        filtered: bool,
    },
    /// Everything, or one of several equal parts of the hash space.
    ScanSegment {
        source: Source,
        segment: u64,
        total_segments: u64,
        filtered: bool,
    },
    Batch(Vec<Plan>),
    /// Nothing of the data is read.
    NoRead,
}

impl Plan {
    /// Of an item of a table.
    pub(crate) fn of_item(table: &Arc<str>, key: Item) -> Plan {
        Plan::OneItem { source: Source { table: table.clone(), index: None }, key }
    }

    /// Scans in this plan: what a design should not need.
    pub fn scans(&self) -> usize {
        match self {
            Plan::ScanSegment { .. } => 1,
            Plan::Batch(plans) => plans.iter().map(Plan::scans).sum(),
            _ => 0,
        }
    }
}
