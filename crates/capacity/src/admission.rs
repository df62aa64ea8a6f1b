//! Who is let in: a partition has its ceiling, a table what it provisions or has grown to. The exact engine asks before each
//! request; who counts whole seconds asks for the most that a second admits. Both read the same state by the same rules.

use serde::{Deserialize, Serialize};

use crate::partitions::{
    PARTITION_READ_UNITS, PARTITION_SIZE_BYTES, PARTITION_WRITE_UNITS, even_share_milli,
};
use crate::second_window::{EndedSecond, SecondWindow};
use crate::token_bucket::{Allowance, TokenBucket};

/// The limits. A limit of zero is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapacityRules {
    /// As it was until 2018: the throughput of a table in equal, fixed shares of its partitions.
    pub has_static_shares: bool,
    /// For so long unused provisioned capacity is kept.
    pub burst_ms: u64,
    pub partition_read_units: u64,
    pub partition_write_units: u64,
    pub partition_size_bytes: u64,
    /// Of its ceiling: a partition that is used that much for that long is split.
    pub split_heat_permille: u64,
    pub split_heat_ms: u64,
    /// The account's quota for each table and global index paid by request, in units a second, of reads and of writes.
    pub table_quota_units: u64,
    /// A table paid by request serves twice its highest load from before the current stretch of that length.
    pub peak_ms: u64,
}

impl CapacityRules {
    /// As the service has them by default. It does not tell when it splits for heat.
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

/// What a table or global index may take, of reads or of writes, in units a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableCapacity {
    Provisioned {
        units: u64,
    },
    /// `warm` is served at once; `most` is the cap that somebody has put on it.
    OnDemand {
        warm: u64,
        most: Option<u64>,
    },
}

/// Which limit refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// The partition's ceiling.
    Partition,
    /// The partition's fixed share of the table's throughput.
    Share,
    /// The table's provisioned throughput, and what was saved of it.
    Provisioned,
    /// More than twice the load that it has known.
    Peak,
    /// The cap on a table paid by request.
    Maximum,
    /// The account's quota for a table.
    Quota,
}

/// One partition, of reads or of writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartitionFlow {
    pub window: SecondWindow,
    /// Only where shares are fixed.
    pub share: TokenBucket,
}

/// What limits one partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionLimits {
    pub ceiling_milli: u64,
    pub share: Option<Allowance>,
}

impl PartitionLimits {
    /// `ceiling_units` is that of reads or of writes in the rules.
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
    /// Nothing has been used of it since that moment.
    pub fn begun(limits: PartitionLimits, at_ms: u64) -> PartitionFlow {
        let share = limits.share.map(|share| TokenBucket::begun(share, at_ms)).unwrap_or_default();
        PartitionFlow { window: SecondWindow { second: at_ms / 1_000, ..SecondWindow::default() }, share }
    }

    /// Goes to that moment, and tells the second that ended, if one did.
    pub fn roll(&mut self, limits: PartitionLimits, now_ms: u64) -> Option<EndedSecond> {
        if let Some(share) = limits.share {
            self.share.refill(share, now_ms);
        }
        self.window.roll(limits.ceiling_milli, now_ms)
    }

    /// After [`PartitionFlow::roll`].
    pub fn check(&self, limits: PartitionLimits) -> Result<(), Refusal> {
        if !self.window.has_room(limits.ceiling_milli) {
            return Err(Refusal::Partition);
        }
        match limits.share {
            Some(_) if self.share.level_milli <= 0 => Err(Refusal::Share),
            _ => Ok(()),
        }
    }

    pub fn take(&mut self, limits: PartitionLimits, milli: u64) {
        self.window.take(milli);
        if limits.share.is_some() {
            self.share.take(milli);
        }
    }

    /// The most that a whole second from the current moment can take.
    pub fn available_in_second(&self, limits: PartitionLimits) -> u64 {
        let shared = limits.share.map_or(u64::MAX, |share| self.share.available_in_second(share));
        self.window.room(limits.ceiling_milli).min(shared)
    }

    /// A whole second passes in which that much was taken.
    pub fn pass_second(&mut self, limits: PartitionLimits, taken_milli: u64) {
        self.window.take(taken_milli);
        self.window.roll(limits.ceiling_milli, (self.window.second + 1) * 1_000);
        if let Some(share) = limits.share {
            self.share.pass_second(share, taken_milli);
        }
    }

    /// What each of the two has that come out of a split.
    pub fn halved(&self) -> PartitionFlow {
        let window = SecondWindow {
            used_milli: self.window.used_milli / 2,
            last_milli: self.window.last_milli / 2,
            ..self.window
        };
        PartitionFlow { window, share: TokenBucket { level_milli: self.share.level_milli / 2, ..self.share } }
    }
}

/// One table or global index, of reads or of writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableFlow {
    /// Of provisioned throughput.
    pub bucket: TokenBucket,
    pub window: SecondWindow,
    /// The highest second before the current stretch began, when that was, and the highest since.
    pub peak_milli: u64,
    pub stretch_began_ms: u64,
    pub stretch_peak_milli: u64,
}

impl TableFlow {
    /// Nothing has been used of it since that moment.
    pub fn begun(rules: &CapacityRules, capacity: TableCapacity, at_ms: u64) -> TableFlow {
        let bucket = provisioned(rules, capacity).map(|allowance| TokenBucket::begun(allowance, at_ms));
        TableFlow {
            bucket: bucket.unwrap_or_default(),
            window: SecondWindow { second: at_ms / 1_000, ..SecondWindow::default() },
            stretch_began_ms: at_ms,
            ..TableFlow::default()
        }
    }

    /// Goes to that moment.
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

    /// After [`TableFlow::roll`].
    pub fn check(&self, rules: &CapacityRules, capacity: TableCapacity) -> Result<(), Refusal> {
        if provisioned(rules, capacity).is_some() && self.bucket.level_milli <= 0 {
            return Err(Refusal::Provisioned);
        }
        let (limit_milli, refusal) = self.limit(rules, capacity);
        if self.window.has_room(limit_milli) { Ok(()) } else { Err(refusal) }
    }

    pub fn take(&mut self, rules: &CapacityRules, capacity: TableCapacity, milli: u64) {
        self.window.take(milli);
        if provisioned(rules, capacity).is_some() {
            self.bucket.take(milli);
        }
    }

    pub fn available_in_second(&self, rules: &CapacityRules, capacity: TableCapacity) -> u64 {
        let saved = provisioned(rules, capacity)
            .map_or(u64::MAX, |allowance| self.bucket.available_in_second(allowance));
        self.window.room(self.limit(rules, capacity).0).min(saved)
    }

    /// A whole second passes in which that much was taken.
    pub fn pass_second(&mut self, rules: &CapacityRules, capacity: TableCapacity, taken_milli: u64) {
        if let Some(allowance) = provisioned(rules, capacity) {
            self.bucket.pass_second(allowance, taken_milli);
        }
        self.window.take(taken_milli);
        self.roll(rules, capacity, (self.window.second + 1) * 1_000);
    }

    /// What a table paid by request serves in a second, in units: it needs partitions for that.
    pub fn grown_units(&self, rules: &CapacityRules, warm: u64) -> u64 {
        if rules.peak_ms == 0 { warm } else { warm.max(self.peak_milli.saturating_mul(2).div_ceil(1_000)) }
    }

    /// Which limit refuses when there is no more.
    pub fn refusal(&self, rules: &CapacityRules, capacity: TableCapacity) -> Refusal {
        self.limit(rules, capacity).1
    }

    /// The lowest limit of a second, and whose it is.
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

/// With fixed shares, the partitions have it all.
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
