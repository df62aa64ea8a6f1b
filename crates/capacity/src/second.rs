//! One second of a table: the units that its partitions and the table serve. For callers that use rates instead of requests.

use crate::admission::{CapacityRules, PartitionFlow, PartitionLimits, TableCapacity, TableFlow};

/// The result of a second for one partition, in thousandths of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SecondResult {
    pub served_milli: u64,
    /// Units above the partition's own limits.
    pub throttled_by_partition_milli: u64,
    /// Units above the limits of the table and the account.
    pub throttled_by_table_milli: u64,
}

/// Advances by one second with `demand_milli` per partition, spread evenly, and fills `served` per partition. The table's throttling
/// affects all partitions in proportion. `calm_milli` is the demand on all partitions that are far below their limits. Returns its
/// result.
#[allow(
    clippy::too_many_arguments,
    reason = "the rules, the state and the load of a table, each in its own form"
)]
pub fn advance_second(
    rules: &CapacityRules,
    capacity: TableCapacity,
    limits: PartitionLimits,
    table: &mut TableFlow,
    partitions: &mut [PartitionFlow],
    demand_milli: &[u64],
    calm_milli: u64,
    served: &mut [SecondResult],
) -> SecondResult {
    let mut admitted_milli: u64 = calm_milli;
    for ((partition, demand), served) in partitions.iter().zip(demand_milli).zip(served.iter_mut()) {
        let most = partition.available_in_second(limits).min(*demand);
        *served = SecondResult {
            served_milli: most,
            throttled_by_partition_milli: demand - most,
            throttled_by_table_milli: 0,
        };
        admitted_milli += most;
    }
    let most_milli = table.available_in_second(rules, capacity).min(admitted_milli);
    let let_in = |served: &mut SecondResult| {
        if most_milli < admitted_milli {
            let part = u128::from(served.served_milli) * u128::from(most_milli) / u128::from(admitted_milli);
            served.throttled_by_table_milli = served.served_milli - part as u64;
            served.served_milli = part as u64;
        }
    };
    let mut calm = SecondResult { served_milli: calm_milli, ..SecondResult::default() };
    let_in(&mut calm);
    let mut taken_milli = calm.served_milli;
    for (partition, served) in partitions.iter_mut().zip(served.iter_mut()) {
        let_in(served);
        partition.pass_second(limits, served.served_milli);
        taken_milli += served.served_milli;
    }
    table.pass_second(rules, capacity, taken_milli);
    calm
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: CapacityRules = CapacityRules::OF_THE_SERVICE;
    const OF_2014: CapacityRules = CapacityRules { has_static_shares: true, ..TODAY };
    const NEW_ON_DEMAND: TableCapacity = TableCapacity::OnDemand { warm: 4_000, most: None };

    /// A table with a steady write load, simulated by seconds and by requests.
    struct Load<'a> {
        rules: CapacityRules,
        capacity: TableCapacity,
        /// Writes per second of one unit, for each partition.
        writes: &'a [u64],
    }

    impl Load<'_> {
        fn begun(&self) -> (PartitionLimits, TableFlow, Vec<PartitionFlow>) {
            let ceiling = self.rules.partition_write_units;
            let limits = PartitionLimits::new(&self.rules, ceiling, self.capacity, self.writes.len() as u64);
            let partitions = vec![PartitionFlow::begun(limits, 0); self.writes.len()];
            (limits, TableFlow::begun(&self.rules, self.capacity, 0), partitions)
        }

        /// Returns the writes throttled by partitions and by the table.
        fn in_seconds(&self, seconds: u64) -> (u64, u64) {
            let (limits, mut table, mut partitions) = self.begun();
            let demand: Vec<u64> = self.writes.iter().map(|writes| writes * 1_000).collect();
            let mut served = vec![SecondResult::default(); demand.len()];
            let mut throttled = (0, 0);
            for _ in 0..seconds {
                advance_second(
                    &self.rules,
                    self.capacity,
                    limits,
                    &mut table,
                    &mut partitions,
                    &demand,
                    0,
                    &mut served,
                );
                throttled.0 += served.iter().map(|served| served.throttled_by_partition_milli).sum::<u64>();
                throttled.1 += served.iter().map(|served| served.throttled_by_table_milli).sum::<u64>();
            }
            (throttled.0 / 1_000, throttled.1 / 1_000)
        }

        fn one_by_one(&self, seconds: u64) -> (u64, u64) {
            let (limits, mut table, mut partitions) = self.begun();
            let mut throttled = (0, 0);
            for now_ms in 0..seconds * 1_000 {
                let due =
                    |writes: u64| (now_ms % 1_000 + 1) * writes / 1_000 - now_ms % 1_000 * writes / 1_000;
                for (partition, writes) in partitions.iter_mut().zip(self.writes) {
                    for _ in 0..due(*writes) {
                        partition.roll(limits, now_ms);
                        table.roll(&self.rules, self.capacity, now_ms);
                        match (partition.check(limits), table.check(&self.rules, self.capacity)) {
                            (Err(_), _) => throttled.0 += 1,
                            (_, Err(_)) => throttled.1 += 1,
                            _ => {
                                partition.take(limits, 1_000);
                                table.take(&self.rules, self.capacity, 1_000);
                            }
                        }
                    }
                }
            }
            throttled
        }
    }

    fn provisioned(rules: CapacityRules, units: u64, writes: &[u64]) -> Load<'_> {
        Load { rules, capacity: TableCapacity::Provisioned { units }, writes }
    }

    #[test]
    fn one_key_at_150_throttles_where_shares_are_fixed_and_not_today() {
        let writes = [150, 0, 0, 0];
        let (by_partition, by_table) = provisioned(OF_2014, 400, &writes).in_seconds(600);
        assert_eq!((by_partition, by_table), (50 * 600 - 100, 0), "but for the second that it began with");
        assert_eq!(provisioned(OF_2014, 400, &writes).one_by_one(600), (by_partition, by_table));
        assert_eq!(provisioned(TODAY, 400, &writes).in_seconds(600), (0, 0));
        assert_eq!(provisioned(TODAY, 400, &writes).one_by_one(600), (0, 0));
    }

    #[test]
    fn one_key_at_1100_throttles_in_both_eras() {
        let writes = [1_100, 0, 0, 0];
        assert_eq!(provisioned(TODAY, 4_000, &writes).in_seconds(60), (100 * 60, 0));
        assert_eq!(provisioned(TODAY, 4_000, &writes).one_by_one(60), (100 * 60, 0));
        assert_eq!(provisioned(OF_2014, 4_000, &writes).in_seconds(60), (100 * 60, 0));
    }

    #[test]
    fn votes_for_one_key_throttle_and_on_many_shards_they_do_not() {
        let capacity = TableCapacity::OnDemand { warm: 40_000, most: None };
        let mut writes = vec![0; 40];
        writes[17] = 8_000;
        let one_key = Load { rules: TODAY, capacity, writes: &writes };
        assert_eq!(one_key.in_seconds(60), (7_000 * 60, 0));
        let shards = Load { rules: TODAY, capacity, writes: &[200; 40] };
        assert_eq!(shards.in_seconds(60), (0, 0));
    }

    #[test]
    fn what_a_table_has_saved_lasts_for_a_while() {
        let load = provisioned(TODAY, 100, &[75, 75]);
        let (limits, mut table, mut partitions) = load.begun();
        let mut served = [SecondResult::default(); 2];
        let mut first_throttled = None;
        for second in 0..600 {
            // The first minute has no load.
            let demand = if second < 60 { [0, 0] } else { [75_000, 75_000] };
            let capacity = load.capacity;
            advance_second(&TODAY, capacity, limits, &mut table, &mut partitions, &demand, 0, &mut served);
            if first_throttled.is_none() && served[0].throttled_by_table_milli > 0 {
                first_throttled = Some(second);
            }
        }
        assert_eq!(first_throttled, Some(60 + 61 * 100 / 50));
        assert_eq!(
            served[0],
            SecondResult { served_milli: 50_000, throttled_by_table_milli: 25_000, ..served[1] }
        );
    }

    #[test]
    fn on_demand_serves_twice_what_it_has_known() {
        let rules = CapacityRules { peak_ms: 60_000, ..TODAY };
        let load = Load { rules, capacity: NEW_ON_DEMAND, writes: &[900; 10] };
        let (limits, mut table, mut partitions) = load.begun();
        let mut served = [SecondResult::default(); 10];
        let mut writes_served = Vec::new();
        for _ in 0..180 {
            let capacity = load.capacity;
            advance_second(
                &rules,
                capacity,
                limits,
                &mut table,
                &mut partitions,
                &[900_000; 10],
                0,
                &mut served,
            );
            writes_served.push(served.iter().map(|served| served.served_milli).sum::<u64>() / 1_000);
        }
        assert_eq!((writes_served[59], writes_served[61], writes_served[121]), (4_000, 8_000, 9_000));
    }
    #[test]
    fn calm_partitions_share_what_the_table_has() {
        let load = provisioned(TODAY, 100, &[75, 75]);
        let (limits, mut table, mut partitions) = load.begun();
        let mut served = [SecondResult::default(); 1];
        // The initial burst capacity is used up first.
        for _ in 0..20 {
            let calm = advance_second(
                &TODAY,
                load.capacity,
                limits,
                &mut table,
                &mut partitions[..1],
                &[75_000],
                75_000,
                &mut served,
            );
            assert_eq!(calm, served[0]);
        }
        assert_eq!((served[0].served_milli, served[0].throttled_by_table_milli), (50_000, 25_000));
    }
}
