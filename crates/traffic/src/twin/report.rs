//! The reports of the traffic model: by minute, by partition, and for the most frequent keys.

use dynalab_capacity::admission::Refusal;
use serde::{Deserialize, Serialize};

/// The result of the demand, in thousandths of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DemandResult {
    pub served_milli: u64,
    /// Throttled by limits of partitions.
    pub throttled_by_partition_milli: u64,
    /// Throttled by limits of the table or the account.
    pub throttled_by_table_milli: u64,
}

impl DemandResult {
    pub fn demanded_milli(&self) -> u64 {
        self.served_milli + self.throttled_milli()
    }

    pub fn throttled_milli(&self) -> u64 {
        self.throttled_by_partition_milli + self.throttled_by_table_milli
    }

    pub(super) fn add(&mut self, other: &DemandResult) {
        self.served_milli += other.served_milli;
        self.throttled_by_partition_milli += other.throttled_by_partition_milli;
        self.throttled_by_table_milli += other.throttled_by_table_milli;
    }

    /// Returns half of the use, for each of the two partitions after a split.
    pub(super) fn halved(&self) -> DemandResult {
        DemandResult {
            served_milli: self.served_milli / 2,
            throttled_by_partition_milli: self.throttled_by_partition_milli / 2,
            throttled_by_table_milli: self.throttled_by_table_milli / 2,
        }
    }
}

/// The throttled demand in thousandths of a unit, by limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrottledDemand {
    pub by_partition_milli: u64,
    pub by_share_milli: u64,
    pub by_provisioned_milli: u64,
    pub by_peak_milli: u64,
    pub by_maximum_milli: u64,
    pub by_quota_milli: u64,
}

impl ThrottledDemand {
    pub(super) fn add(&mut self, refusal: Refusal, milli: u64) {
        *match refusal {
            Refusal::Partition => &mut self.by_partition_milli,
            Refusal::Share => &mut self.by_share_milli,
            Refusal::Provisioned => &mut self.by_provisioned_milli,
            Refusal::Peak => &mut self.by_peak_milli,
            Refusal::Maximum => &mut self.by_maximum_milli,
            Refusal::Quota => &mut self.by_quota_milli,
        } += milli;
    }

    pub fn sum_milli(&self) -> u64 {
        let ThrottledDemand { by_partition_milli, by_share_milli, by_provisioned_milli, .. } = self;
        let of_table = self.by_peak_milli + self.by_maximum_milli + self.by_quota_milli;
        by_partition_milli + by_share_milli + by_provisioned_milli + of_table
    }
}

/// The reads or writes of a minute, or of a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlowReport {
    pub demanded_milli: u64,
    pub served_milli: u64,
    pub throttled: ThrottledDemand,
    /// The number of requests. The next field is the number of throttled ones among them.
    pub requests: u64,
    pub throttled_requests: u64,
}

impl FlowReport {
    pub(super) fn add(&mut self, other: &FlowReport) {
        self.demanded_milli += other.demanded_milli;
        self.served_milli += other.served_milli;
        for (refusal, milli) in [
            (Refusal::Partition, other.throttled.by_partition_milli),
            (Refusal::Share, other.throttled.by_share_milli),
            (Refusal::Provisioned, other.throttled.by_provisioned_milli),
            (Refusal::Peak, other.throttled.by_peak_milli),
            (Refusal::Maximum, other.throttled.by_maximum_milli),
            (Refusal::Quota, other.throttled.by_quota_milli),
        ] {
            self.throttled.add(refusal, milli);
        }
        self.requests += other.requests;
        self.throttled_requests += other.throttled_requests;
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinuteReport {
    /// The start of the minute, in milliseconds since 1970.
    pub at_ms: u64,
    pub reads: FlowReport,
    pub writes: FlowReport,
    /// The number of partitions at the end of the minute.
    pub partitions: u64,
    /// The use of the most used partition in permille of its ceiling. The next field is the id of that partition.
    pub hottest_permille: u64,
    pub hottest_partition: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableReport {
    pub table: String,
    pub minutes: Vec<MinuteReport>,
    pub reads: FlowReport,
    pub writes: FlowReport,
    pub partitions: u64,
}

/// One partition after the last minute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartitionReport {
    pub id: u64,
    pub parent: Option<u64>,
    pub from_hash: u64,
    pub reads: DemandResult,
    pub writes: DemandResult,
    /// The use of its ceiling, by reads or by writes, whichever is higher.
    pub used_permille: u64,
    pub size_bytes: u64,
}

/// The use of one partition in a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionMinute {
    pub from_hash: u64,
    /// The use of its ceiling, by reads or by writes, whichever is higher.
    pub used_permille: u64,
    /// The throttled share of the demand.
    pub throttled_permille: u64,
}

/// One frequent key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HotKeyReport {
    pub key: String,
    pub partition: u64,
    /// The use in the last minute.
    pub reads: DemandResult,
    pub writes: DemandResult,
}
