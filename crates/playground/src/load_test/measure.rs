//! The shares of the values of one key attribute.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::views::load_test::report::permille;

/// With fewer requests, the shares of the items are closer to the real load than those of the requests.
pub(super) const REQUESTS_MIN: u64 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasuredFrom {
    Requests,
    Items,
}

impl MeasuredFrom {
    pub fn name(self) -> &'static str {
        match self {
            MeasuredFrom::Requests => "requests",
            MeasuredFrom::Items => "items",
        }
    }
}

/// A partition key attribute of the table or of an index, with the frequency of its values.
#[derive(Clone, Debug)]
pub struct MeasuredKey {
    pub attribute: Box<str>,
    /// `None` for the table.
    pub index: Option<Arc<str>>,
    pub from: MeasuredFrom,
    /// How often each value occurs. A value is DynamoDB JSON, such as `{"S":"STATION#7"}`.
    pub counts: BTreeMap<String, u64>,
    /// Whether requests can have different values. The only value of a table has always the whole load.
    pub can_vary: bool,
}

impl MeasuredKey {
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Returns the values and their counts, most frequent first.
    pub fn hottest_first(&self) -> Vec<(&str, u64)> {
        let mut counted: Vec<(&str, u64)> =
            self.counts.iter().map(|(value, count)| (value.as_str(), *count)).collect();
        counted.sort_by(|(one, many), (other, more)| more.cmp(many).then_with(|| one.cmp(other)));
        counted
    }

    pub fn hottest(&self) -> Option<(&str, u64)> {
        let by_count = |(one, many): &(&str, u64), (other, more): &(&str, u64)| {
            many.cmp(more).then_with(|| other.cmp(one))
        };
        self.counts.iter().map(|(value, count)| (value.as_str(), *count)).max_by(by_count)
    }

    pub fn permille(&self, count: u64) -> u64 {
        permille(count, self.total())
    }

    /// Every value occurs once, as the id of an order does: a new write then has a new value.
    pub fn is_unique(&self) -> bool {
        self.counts.len() > 1 && self.counts.values().all(|count| *count == 1)
    }
}
