//! Simulation of a hot key for some minutes: served and throttled units, with static shares and with today's rules.

use crate::admission::{CapacityRules, PartitionFlow, PartitionLimits, TableCapacity, TableFlow};
use crate::second::{SecondResult, advance_second};

/// The load on a table for reads or for writes, in units per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HotKeyLoad {
    pub partitions: u64,
    pub capacity: TableCapacity,
    pub writes: bool,
    /// Load on the partition that has the hot key.
    pub hot_units: u64,
    /// Load that is spread evenly over all other partitions.
    pub other_units: u64,
}

/// The result of a simulation, as averages per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HotKeyOutcome {
    pub served_milli: u64,
    pub throttled_by_partition_milli: u64,
    pub throttled_by_table_milli: u64,
    /// Throttled units of the hot partition alone.
    pub hot_throttled_milli: u64,
    pub first_throttled_second: Option<u64>,
}

impl HotKeyLoad {
    /// Simulates so many seconds, with static shares and with adaptive capacity.
    pub fn run(&self, rules: &CapacityRules, seconds: u64) -> HotKeyOutcome {
        let partitions = self.partitions.max(1);
        let ceiling = if self.writes { rules.partition_write_units } else { rules.partition_read_units };
        let limits = PartitionLimits::new(rules, ceiling, self.capacity, partitions);
        let mut table = TableFlow::begun(rules, self.capacity, 0);
        let mut flows = vec![PartitionFlow::begun(limits, 0); partitions as usize];
        let share_milli = self.other_units.saturating_mul(1_000) / (partitions - 1).max(1);
        let mut demand = vec![share_milli; partitions as usize];
        demand[0] = self.hot_units.saturating_mul(1_000);
        if partitions == 1 {
            demand[0] += self.other_units.saturating_mul(1_000);
        }
        let mut served = vec![SecondResult::default(); partitions as usize];
        let mut outcome = HotKeyOutcome::default();
        for second in 0..seconds {
            advance_second(rules, self.capacity, limits, &mut table, &mut flows, &demand, 0, &mut served);
            let before = outcome;
            for (position, one) in served.iter().enumerate() {
                outcome.served_milli += one.served_milli;
                outcome.throttled_by_partition_milli += one.throttled_by_partition_milli;
                outcome.throttled_by_table_milli += one.throttled_by_table_milli;
                if position == 0 {
                    outcome.hot_throttled_milli +=
                        one.throttled_by_partition_milli + one.throttled_by_table_milli;
                }
            }
            let throttles = outcome.throttled_by_partition_milli > before.throttled_by_partition_milli
                || outcome.throttled_by_table_milli > before.throttled_by_table_milli;
            if throttles && outcome.first_throttled_second.is_none() {
                outcome.first_throttled_second = Some(second);
            }
        }
        outcome.per_second(seconds)
    }
}

impl HotKeyOutcome {
    fn per_second(self, seconds: u64) -> HotKeyOutcome {
        let each = |milli: u64| milli / seconds.max(1);
        HotKeyOutcome {
            served_milli: each(self.served_milli),
            throttled_by_partition_milli: each(self.throttled_by_partition_milli),
            throttled_by_table_milli: each(self.throttled_by_table_milli),
            hot_throttled_milli: each(self.hot_throttled_milli),
            first_throttled_second: self.first_throttled_second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: CapacityRules = CapacityRules::OF_THE_SERVICE;
    const OF_2014: CapacityRules = CapacityRules { has_static_shares: true, ..TODAY };

    fn load(units: u64, partitions: u64, hot_units: u64, other_units: u64) -> HotKeyLoad {
        let capacity = TableCapacity::Provisioned { units };
        HotKeyLoad { partitions, capacity, writes: true, hot_units, other_units }
    }

    /// Four partitions serve 1,000, 200, 50 and 0 writes per second. The first is at its limit, the table has 2,750 more.
    #[test]
    fn a_fifth_of_the_table_and_one_partition_at_its_limit() {
        let even = load(4_000, 4, 1_000, 250).run(&TODAY, 600);
        assert_eq!(even.throttled_by_partition_milli + even.throttled_by_table_milli, 0);
        let above = load(4_000, 4, 1_100, 250).run(&TODAY, 600);
        assert_eq!((above.throttled_by_partition_milli, above.throttled_by_table_milli), (100_000, 0));
    }

    /// 10,000 WCU on four partitions are 2,500 each by division, but a partition serves only 1,000.
    #[test]
    fn ten_thousand_units_on_four_partitions_serve_four_thousand() {
        let outcome = load(10_000, 4, 2_500, 7_500).run(&OF_2014, 60);
        assert_eq!(outcome.served_milli, 4_000_000);
        assert_eq!(crate::partitions::provisioned_partitions(0, 10_000, 0), 10);
        assert_eq!(load(10_000, 10, 1_000, 9_000).run(&OF_2014, 60).throttled_by_partition_milli, 0);
    }

    #[test]
    fn a_hot_key_takes_what_the_others_leave_today() {
        let then = load(400, 4, 150, 0).run(&OF_2014, 3_600);
        let today = load(400, 4, 150, 0).run(&TODAY, 3_600);
        assert!(then.hot_throttled_milli > 49_000, "{then:?}");
        assert_eq!(today.hot_throttled_milli, 0);
        assert_eq!(today.first_throttled_second, None);
    }

    /// Four partitions of a table with 4,000 WCU receive 1,500, 200, 50 and 0 writes. The first one throttles.
    #[test]
    fn one_partition_is_at_its_limit_while_the_others_are_idle() {
        for rules in [OF_2014, TODAY] {
            let outcome = load(4_000, 4, 1_500, 250).run(&rules, 600);
            // 250 units over three partitions are not whole thousandths.
            assert!(outcome.served_milli.abs_diff(1_250_000) <= 1, "{rules:?}: {outcome:?}");
            assert_eq!(
                (outcome.throttled_by_partition_milli, outcome.throttled_by_table_milli),
                (500_000, 0)
            );
        }
    }

    /// 200,000 WCU on a table do not help a single key.
    #[test]
    fn votes_for_one_candidate() {
        let outcome = load(200_000, 200, 100_000, 0).run(&TODAY, 10);
        assert_eq!(outcome.served_milli, 1_000_000);
        let sharded = load(200_000, 200, 1_000, 199_000).run(&TODAY, 10);
        assert_eq!(sharded.throttled_by_partition_milli, 0);
    }
}
