//! Admission: which requests fit the limits of a partition and of its table. The engine checks each request. The traffic model checks
//! whole seconds. Both use the same state and rules.

use serde::{Deserialize, Serialize};

use crate::partitions::{
    PARTITION_READ_UNITS, PARTITION_SIZE_BYTES, PARTITION_WRITE_UNITS, even_share_milli,
};
use crate::second_window::{EndedSecond, SecondWindow};
use crate::token_bucket::{Allowance, TokenBucket};

/// The limits of partitions and tables. A limit of zero means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapacityRules {
    /// The behavior until 2018: each partition has a fixed, equal share of the table's throughput.
    pub has_static_shares: bool,
    /// How long unused provisioned capacity is kept (burst capacity).
    pub burst_ms: u64,
    pub partition_read_units: u64,
    pub partition_write_units: u64,
    pub partition_size_bytes: u64,
    /// Use of a partition's limit above which it is hot. A partition that is hot for `split_heat_ms` is split.
    pub split_heat_permille: u64,
    pub split_heat_ms: u64,
    /// The account's quota per on-demand table and global index, in units per second of reads or writes.
    pub table_quota_units: u64,
    /// Length of a period. An on-demand table serves twice its peak of earlier periods.
    pub peak_ms: u64,
}

impl CapacityRules {
    /// DynamoDB's default limits. AWS does not publish when it splits for heat.
    pub const OF_THE_SERVICE: CapacityRules = CapacityRules {
        has_static_shares: false,
        burst_ms: 300_000,
        partition_read_units: PARTITION_READ_UNITS,
        partition_write_units: PARTITION_WRITE_UNITS,
        partition_size_bytes: PARTITION_SIZE_BYTES,
        split_heat_permille: 800,
        split_heat_ms: 300_000,
        table_quota_units: 40_000,
        peak_ms: 1_800_000,
    };
}

/// The capacity of a table or global index for reads or for writes, in units per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableCapacity {
    Provisioned {
        units: u64,
    },
    /// `warm` is served at once. `most` is the configured maximum throughput.
    OnDemand {
        warm: u64,
        most: Option<u64>,
    },
}

/// The limit that throttles a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// The partition's maximum throughput.
    Partition,
    /// The partition's fixed share of the table's throughput.
    Share,
    /// The table's provisioned throughput and burst capacity.
    Provisioned,
    /// Twice the previous peak of an on-demand table.
    Peak,
    /// The configured maximum of an on-demand table.
    Maximum,
    /// The account's quota for a table.
    Quota,
}

/// The recent use of one partition, for reads or for writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartitionFlow {
    pub window: SecondWindow,
    /// Used only with static shares.
    pub share: TokenBucket,
}

/// The limits of one partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionLimits {
    pub ceiling_milli: u64,
    pub share: Option<Allowance>,
}

impl PartitionLimits {
    /// Derives the limits of a partition. `ceiling_units` is the rules' partition limit for reads or for writes.
    pub fn new(
        rules: &CapacityRules,
        ceiling_units: u64,
        table: TableCapacity,
        partitions: u64,
    ) -> PartitionLimits {
        let share = match table {
            TableCapacity::Provisioned { units } if rules.has_static_shares => {
                Some(Allowance::new(even_share_milli(units, partitions), rules.burst_ms))
            }
            _ => None,
        };
        PartitionLimits { ceiling_milli: limit_milli(ceiling_units), share }
    }
}

impl PartitionFlow {
    /// Creates the state of a partition that is unused since `at_ms`.
    pub fn begun(limits: PartitionLimits, at_ms: u64) -> PartitionFlow {
        let share = limits.share.map(|share| TokenBucket::begun(share, at_ms)).unwrap_or_default();
        PartitionFlow { window: SecondWindow { second: at_ms / 1_000, ..SecondWindow::default() }, share }
    }

    /// Advances to `now_ms`. Returns the second that ended, if any.
    pub fn roll(&mut self, limits: PartitionLimits, now_ms: u64) -> Option<EndedSecond> {
        if let Some(share) = limits.share {
            self.share.refill(share, now_ms);
        }
        self.window.roll(limits.ceiling_milli, now_ms)
    }

    /// Returns an error with the limit that throttles a request now. Call it after [`PartitionFlow::roll`].
    ///
    /// # Errors
    /// The ceiling of the partition or its share is used up.
    pub fn check(&self, limits: PartitionLimits) -> Result<(), Refusal> {
        if !self.window.has_room(limits.ceiling_milli) {
            return Err(Refusal::Partition);
        }
        match limits.share {
            Some(_) if self.share.level_milli <= 0 => Err(Refusal::Share),
            _ => Ok(()),
        }
    }

    /// Counts a request that was admitted, in thousandths of a unit.
    pub fn take(&mut self, limits: PartitionLimits, milli: u64) {
        self.window.take(milli);
        if limits.share.is_some() {
            self.share.take(milli);
        }
    }

    /// Returns the thousandths of a unit that the partition can serve in the current second.
    pub fn available_in_second(&self, limits: PartitionLimits) -> u64 {
        let shared = limits.share.map_or(u64::MAX, |share| self.share.available_in_second(share));
        self.window.room(limits.ceiling_milli).min(shared)
    }

    /// Advances by one second in which `taken_milli` was consumed.
    pub fn pass_second(&mut self, limits: PartitionLimits, taken_milli: u64) {
        self.window.take(taken_milli);
        self.window.roll(limits.ceiling_milli, (self.window.second + 1) * 1_000);
        if let Some(share) = limits.share {
            self.share.pass_second(share, taken_milli);
        }
    }

    /// Returns the state of each partition after a split.
    pub fn halved(&self) -> PartitionFlow {
        let window = SecondWindow {
            used_milli: self.window.used_milli / 2,
            last_milli: self.window.last_milli / 2,
            ..self.window
        };
        PartitionFlow { window, share: TokenBucket { level_milli: self.share.level_milli / 2, ..self.share } }
    }
}

/// The recent use of one table or global index, for reads or for writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableFlow {
    /// The provisioned throughput.
    pub bucket: TokenBucket,
    pub window: SecondWindow,
    /// The peak second before the current period, the start of the period, and its own peak second.
    pub peak_milli: u64,
    pub stretch_began_ms: u64,
    pub stretch_peak_milli: u64,
}

impl TableFlow {
    /// Creates the state of a table that is unused since `at_ms`.
    pub fn begun(rules: &CapacityRules, capacity: TableCapacity, at_ms: u64) -> TableFlow {
        let bucket = provisioned(rules, capacity).map(|allowance| TokenBucket::begun(allowance, at_ms));
        TableFlow {
            bucket: bucket.unwrap_or_default(),
            window: SecondWindow { second: at_ms / 1_000, ..SecondWindow::default() },
            stretch_began_ms: at_ms,
            ..TableFlow::default()
        }
    }

    /// Advances to `now_ms`.
    pub fn roll(&mut self, rules: &CapacityRules, capacity: TableCapacity, now_ms: u64) {
        if let Some(allowance) = provisioned(rules, capacity) {
            self.bucket.refill(allowance, now_ms);
        }
        let (limit_milli, _) = self.limit(rules, capacity);
        if let Some(ended) = self.window.roll(limit_milli, now_ms) {
            self.stretch_peak_milli = self.stretch_peak_milli.max(ended.used_milli);
        }
        if now_ms.saturating_sub(self.stretch_began_ms) >= rules.peak_ms {
            self.peak_milli = self.peak_milli.max(self.stretch_peak_milli);
            self.stretch_peak_milli = 0;
            self.stretch_began_ms = now_ms;
        }
    }

    /// Returns an error with the limit that throttles a request now. Call it after [`TableFlow::roll`].
    ///
    /// # Errors
    /// The provisioned capacity, the configured maximum or the quota of the table is used up.
    pub fn check(&self, rules: &CapacityRules, capacity: TableCapacity) -> Result<(), Refusal> {
        if provisioned(rules, capacity).is_some() && self.bucket.level_milli <= 0 {
            return Err(Refusal::Provisioned);
        }
        let (limit_milli, refusal) = self.limit(rules, capacity);
        if self.window.has_room(limit_milli) { Ok(()) } else { Err(refusal) }
    }

    /// Counts a request that was admitted, in thousandths of a unit.
    pub fn take(&mut self, rules: &CapacityRules, capacity: TableCapacity, milli: u64) {
        self.window.take(milli);
        if provisioned(rules, capacity).is_some() {
            self.bucket.take(milli);
        }
    }

    /// Returns what the table can still serve in this second, in thousandths of a unit.
    pub fn available_in_second(&self, rules: &CapacityRules, capacity: TableCapacity) -> u64 {
        let saved = provisioned(rules, capacity)
            .map_or(u64::MAX, |allowance| self.bucket.available_in_second(allowance));
        self.window.room(self.limit(rules, capacity).0).min(saved)
    }

    /// Advances by one second in which `taken_milli` was consumed.
    pub fn pass_second(&mut self, rules: &CapacityRules, capacity: TableCapacity, taken_milli: u64) {
        if let Some(allowance) = provisioned(rules, capacity) {
            self.bucket.pass_second(allowance, taken_milli);
        }
        self.window.take(taken_milli);
        self.roll(rules, capacity, (self.window.second + 1) * 1_000);
    }

    /// Returns the units per second that an on-demand table serves. The table needs partitions for them.
    pub fn grown_units(&self, rules: &CapacityRules, warm: u64) -> u64 {
        if rules.peak_ms == 0 { warm } else { warm.max(self.peak_milli.saturating_mul(2).div_ceil(1_000)) }
    }

    /// Returns the limit that throttles requests above the table's capacity.
    pub fn refusal(&self, rules: &CapacityRules, capacity: TableCapacity) -> Refusal {
        self.limit(rules, capacity).1
    }

    /// Returns the lowest limit per second and its kind.
    fn limit(&self, rules: &CapacityRules, capacity: TableCapacity) -> (u64, Refusal) {
        let TableCapacity::OnDemand { warm, most } = capacity else {
            return (u64::MAX, Refusal::Provisioned);
        };
        let grown = if rules.peak_ms == 0 { 0 } else { self.grown_units(rules, warm) };
        let limits = [
            (most.map_or(u64::MAX, |most| most.saturating_mul(1_000)), Refusal::Maximum),
            (limit_milli(rules.table_quota_units), Refusal::Quota),
            (limit_milli(grown), Refusal::Peak),
        ];
        limits.into_iter().min_by_key(|(milli, _)| *milli).unwrap_or((u64::MAX, Refusal::Peak))
    }
}

/// Returns the table's provisioned allowance. With static shares, the partitions have it instead.
fn provisioned(rules: &CapacityRules, capacity: TableCapacity) -> Option<Allowance> {
    match capacity {
        TableCapacity::Provisioned { units } if !rules.has_static_shares => {
            Some(Allowance::new(units.saturating_mul(1_000), rules.burst_ms))
        }
        _ => None,
    }
}

fn limit_milli(units: u64) -> u64 {
    if units == 0 { u64::MAX } else { units.saturating_mul(1_000) }
}
