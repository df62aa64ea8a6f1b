//! The access plan of a request, as data that can be drawn, compared and asserted.

use std::sync::Arc;

use dynalab_types::Item;

/// A table or one of its indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub table: Arc<str>,
    pub index: Option<Arc<str>>,
}

/// How a request reaches its items.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// One item by its primary key.
    OneItem {
        source: Source,
        key: Item,
    },
    /// One item collection or a range of it, in the order of the sort key.
    QueryPartition {
        source: Source,
        /// The partition key attributes and their values.
        partition: Item,
        /// The whole key condition, with names and values inserted.
        condition: String,
        /// The part of the condition on the sort key. `None` for the whole item collection.
        sort_condition: Option<String>,
        forward: bool,
        filtered: bool,
    },
    /// All items, or those of one segment of the hash range.
    ScanSegment {
        source: Source,
        segment: u64,
        total_segments: u64,
        filtered: bool,
    },
    Batch(Vec<Plan>),
    /// The request reads no items.
    NoRead,
}

impl Plan {
    /// Returns the plan for one item of a table.
    pub(crate) fn of_item(table: &Arc<str>, key: Item) -> Plan {
        Plan::OneItem { source: Source { table: table.clone(), index: None }, key }
    }

    /// Returns the number of scans in this plan. A good design needs none.
    pub fn scans(&self) -> usize {
        match self {
            Plan::ScanSegment { .. } => 1,
            Plan::Batch(plans) => plans.iter().map(Plan::scans).sum(),
            _ => 0,
        }
    }
}
