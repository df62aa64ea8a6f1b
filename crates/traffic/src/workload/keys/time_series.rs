//! Keys that time makes: what is written today goes to today's partition, tomorrow to another.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeSeries {
    /// How long a partition is today's: a day, an hour.
    pub period_ms: u64,
    /// Keys at the same time, if the day is spread over some.
    pub shards: u64,
}

impl TimeSeries {
    /// The number of the first key of the period.
    pub(super) fn first_number(&self, at_ms: u64) -> u64 {
        at_ms / self.period_ms.max(1) * self.shards
    }
}
