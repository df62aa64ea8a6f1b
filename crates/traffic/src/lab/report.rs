//! The report of a day: served and throttled requests by quarter of an hour, reasons, the first break, and consumed units.

use serde::{Deserialize, Serialize};

use super::heat::HeatMap;
use crate::twin::{FlowReport, ThrottledDemand};

pub const QUARTER_MINUTES: u64 = 15;

/// The limit that causes a throttled request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Limit {
    /// The limit of a partition.
    Partition,
    /// On demand only: twice the previous peak.
    Peak,
    /// The provisioned throughput, after the burst capacity.
    Provisioned,
    /// The quota of a table or index.
    Quota,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Reason {
    pub is_index: bool,
    pub is_write: bool,
    pub limit: Limit,
}

impl Reason {
    /// Returns the name of the reason in DynamoDB's error.
    pub fn name(&self) -> String {
        let resource = if self.is_index { "Index" } else { "Table" };
        let operation = if self.is_write { "Write" } else { "Read" };
        let limit = match self.limit {
            Limit::Partition | Limit::Peak => "KeyRangeThroughputExceeded",
            Limit::Provisioned => "ProvisionedThroughputExceeded",
            Limit::Quota => "AccountLimitExceeded",
        };
        format!("{resource}{operation}{limit}")
    }
}

/// The throttled requests of one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throttles {
    pub reason: Reason,
    pub requests: u64,
}

/// The first minute in which DynamoDB throttles at least 1 % of the reads or of the writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Break {
    pub minute: u64,
    /// The most frequent reason in that minute.
    pub reason: Reason,
    /// The throttled share of the reads or writes in that minute.
    pub throttled_permille: u64,
}

/// A quarter of an hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quarter {
    pub requests: u64,
    pub throttled: u64,
    /// The number of partitions at its end, of the table and of one index.
    pub partitions: u64,
    pub index_partitions: u64,
    /// The provisioned units at its end; 0 on demand.
    pub provisioned_reads: u64,
    pub provisioned_writes: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayReport {
    pub reads: u64,
    pub writes: u64,
    pub throttled_reads: u64,
    pub throttled_writes: u64,
    /// The most frequent reason first.
    pub throttles: Vec<Throttles>,
    pub breaks: Option<Break>,
    pub quarters: Vec<Quarter>,
    /// The number of partitions at the start of the day.
    pub partitions: u64,
    pub heat: HeatMap,
    pub index_heat: Option<HeatMap>,
    /// The minute in which a partition was used most, and its use in permille of the limit.
    pub busiest_minute: u64,
    pub busiest_permille: u64,
    /// The units that the table and all indexes consumed.
    pub read_units: u64,
    pub write_units: u64,
    /// The provisioned units of the table and all indexes, multiplied by minutes.
    pub read_unit_minutes: u64,
    pub write_unit_minutes: u64,
}

impl DayReport {
    pub fn requests(&self) -> u64 {
        self.reads + self.writes
    }

    pub fn throttled(&self) -> u64 {
        self.throttled_reads + self.throttled_writes
    }

    /// Returns the throttled share of all requests.
    pub fn throttled_share(&self) -> f64 {
        self.throttled() as f64 / self.requests().max(1) as f64
    }

    pub(super) fn count(&mut self, reason: Reason, requests: u64) {
        if requests == 0 {
            return;
        }
        match self.throttles.iter_mut().find(|throttles| throttles.reason == reason) {
            Some(throttles) => throttles.requests += requests,
            None => self.throttles.push(Throttles { reason, requests }),
        }
    }

    pub(super) fn sort(&mut self) {
        self.throttles.sort_by_key(|throttles| (std::cmp::Reverse(throttles.requests), throttles.reason));
    }
}

/// Divides the throttled requests of a minute by limit. The sum is exact.
pub(super) fn requests_by_limit(flow: &FlowReport, throttled_requests: u64) -> [(Limit, u64); 4] {
    let ThrottledDemand { by_partition_milli, by_share_milli, by_provisioned_milli, by_peak_milli, .. } =
        flow.throttled;
    let milli = [
        (Limit::Partition, by_partition_milli + by_share_milli),
        (Limit::Peak, by_peak_milli),
        (Limit::Provisioned, by_provisioned_milli + flow.throttled.by_maximum_milli),
        (Limit::Quota, flow.throttled.by_quota_milli),
    ];
    let all: u64 = milli.iter().map(|(_, milli)| milli).sum();
    let (mut before, mut given) = (0, 0);
    milli.map(|(limit, milli)| {
        before += milli;
        let until = (u128::from(throttled_requests) * u128::from(before) / u128::from(all.max(1))) as u64;
        let requests = until - given;
        given = until;
        (limit, requests)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throttled_requests_are_divided_by_units() {
        let throttled = ThrottledDemand {
            by_partition_milli: 500,
            by_quota_milli: 250,
            by_provisioned_milli: 250,
            ..ThrottledDemand::default()
        };
        let flow = FlowReport { throttled, ..FlowReport::default() };
        for requests in [0, 3, 999, 1_000] {
            let parts = requests_by_limit(&flow, requests);
            assert_eq!(parts.iter().map(|(_, requests)| requests).sum::<u64>(), requests);
            assert!(parts[0].1.abs_diff(requests / 2) <= 1, "{parts:?}");
            assert_eq!(parts[1], (Limit::Peak, 0));
        }
    }

    #[test]
    fn reasons_have_the_names_of_dynamodb() {
        let name = |is_index, is_write, limit| Reason { is_index, is_write, limit }.name();
        assert_eq!(name(false, true, Limit::Partition), "TableWriteKeyRangeThroughputExceeded");
        assert_eq!(name(false, false, Limit::Peak), "TableReadKeyRangeThroughputExceeded");
        assert_eq!(name(true, true, Limit::Provisioned), "IndexWriteProvisionedThroughputExceeded");
        assert_eq!(name(false, true, Limit::Quota), "TableWriteAccountLimitExceeded");
    }
}
