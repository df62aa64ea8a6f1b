//! A period of at most a minute with unchanged keys and partitions. Partitions near a limit are simulated second by second. The
//! others are simulated as one sum for the table's limits. At the end, the sum is divided among them.

use dynalab_capacity::admission::{PartitionLimits, Refusal};

use super::hot::Hot;
use super::load::Demand;
use super::report::FlowReport;
use super::table::TableTwin;
use super::{KINDS, PARTITIONS_MAX, READ};

pub(super) const SECOND_MS: u64 = 1_000;
/// The time until a hot partition that cannot be split is checked again.
const LOOK_AGAIN_MS: u64 = 3_600_000;

/// The result of a block.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub reports: [FlowReport; 2],
    /// The mean demand by kind and traffic, in thousandths of a unit.
    pub expected_milli: [Vec<u64>; 2],
}

/// The demand of all traffic in each second, for reads and writes.
pub(super) struct Plan {
    /// The demand by kind, second and traffic.
    pub asked: [Vec<Vec<Demand>>; 2],
    /// The highest demand of any second, by kind and traffic.
    pub most: [Vec<Demand>; 2],
    /// The quantum by kind and traffic.
    pub quanta: [Vec<u64>; 2],
}

impl Plan {
    fn from_table(table: &TableTwin, seconds: u64) -> Plan {
        let mut plan =
            Plan { asked: Default::default(), most: Default::default(), quanta: Default::default() };
        let rates: Vec<Vec<u64>> = (0..seconds)
            .map(|second| {
                let at_ms = table.now_ms + second * SECOND_MS;
                table.traffic.iter().map(|traffic| table.rate_milli(traffic, at_ms)).collect()
            })
            .collect();
        for kind in KINDS {
            let of_second = |rates: &Vec<u64>| {
                let rates = rates.iter().zip(&table.costs);
                rates.map(|(rate_milli, costs)| Demand::from_rate(*rate_milli, &costs[kind])).collect()
            };
            plan.asked[kind] = rates.iter().map(of_second).collect();
            let most = |traffic: usize| {
                let asked = plan.asked[kind].iter().map(|asked| asked[traffic]);
                asked.max_by_key(Demand::milli).unwrap_or_default()
            };
            plan.most[kind] = (0..table.traffic.len()).map(most).collect();
            plan.quanta[kind] = table.costs.iter().map(|costs| costs[kind].quantum_milli).collect();
        }
        plan
    }
}

impl Block {
    /// Simulates until this time, or until the first split before it.
    pub fn advance(table: &mut TableTwin, until_ms: u64) -> Block {
        let plan = Plan::from_table(table, (until_ms - table.now_ms) / SECOND_MS);
        let limits = table.limits();
        let mut hot = Hot::from_table(table, &plan, limits);
        let mut block = Block::default();
        let mut seconds = 0;
        while seconds < plan.asked[READ].len() {
            let peaks = KINDS.map(|kind| table.flows[kind].peak_milli);
            for kind in KINDS {
                let asked = &plan.asked[kind][seconds];
                hot.advance(table, kind, asked, limits[kind], &plan.quanta[kind]);
                block.note(table, kind, &hot, limits[kind]);
                block.expect(kind, asked);
            }
            table.now_ms += SECOND_MS;
            seconds += 1;
            let split_is_due = hot.follow_heat(table, limits);
            if split_is_due || peaks != KINDS.map(|kind| table.flows[kind].peak_milli) {
                break;
            }
        }
        hot.put_back(table, &plan, seconds, limits);
        split_busy(table, &plan, seconds);
        table.grow();
        block
    }

    /// Adds the results of one second.
    fn note(&mut self, table: &TableTwin, kind: usize, hot: &Hot, limits: PartitionLimits) {
        let report = &mut self.reports[kind];
        let mut by_table = 0;
        for served in hot.served[kind].iter().chain([&hot.calm[kind]]) {
            let throttled = served.throttled_by_partition_milli;
            if throttled > 0 {
                let is_full = served.served_milli + served.throttled_by_table_milli >= limits.ceiling_milli;
                let refusal = match limits.share {
                    Some(_) if !is_full => Refusal::Share,
                    _ => Refusal::Partition,
                };
                report.throttled.add(refusal, throttled);
            }
            by_table += served.throttled_by_table_milli;
            report.served_milli += served.served_milli;
            report.demanded_milli += served.served_milli + throttled + served.throttled_by_table_milli;
        }
        if by_table > 0 {
            report.throttled.add(table.flows[kind].refusal(&table.rules, table.capacities[kind]), by_table);
        }
    }

    fn expect(&mut self, kind: usize, asked: &[Demand]) {
        let expected = &mut self.expected_milli[kind];
        expected.resize(asked.len(), 0);
        expected.iter_mut().zip(asked).for_each(|(sum, asked)| *sum += asked.milli());
    }
}

/// Splits partitions that have been hot for long enough, if a split helps.
fn split_busy(table: &mut TableTwin, plan: &Plan, seconds: usize) {
    let Some(last) = seconds.checked_sub(1) else { return };
    let of_traffic = |traffic: usize| KINDS.map(|kind| plan.asked[kind][last][traffic].milli());
    let asked: Vec<[u64; 2]> = (0..table.traffic.len()).map(of_traffic).collect();
    let (rules, now_ms) = (table.rules, table.now_ms);
    for place in (0..table.partitions.states.len()).rev() {
        let state = &table.partitions.states[place];
        if !is_split_due(table, state.heat.since_second, state.next_look_ms) {
            continue;
        }
        let at = table.partitions.split_due(place, &rules, now_ms, (&table.masses, &asked));
        let is_split = at.is_some_and(|at| table.partitions.split(place, at, &table.masses));
        if !is_split {
            table.partitions.states[place].next_look_ms = now_ms + LOOK_AGAIN_MS;
        }
    }
}

/// Returns true if a partition that is hot since that second must be checked for a split.
pub(super) fn is_split_due(table: &TableTwin, since_second: Option<u64>, next_look_ms: u64) -> bool {
    // In the rules of 2014, DynamoDB did not split partitions for heat.
    if table.rules.has_static_shares || table.partitions.map.count() >= PARTITIONS_MAX {
        return false;
    }
    since_second.is_some_and(|since| {
        let busy_ms = table.now_ms.saturating_sub(since * SECOND_MS);
        busy_ms >= table.rules.split_heat_ms && table.now_ms >= next_look_ms
    })
}
