//! Simulates the partitions near a limit second by second, and all others as one sum.

use dynalab_capacity::admission::{PartitionFlow, PartitionLimits};
use dynalab_capacity::heat::Heat;
use dynalab_capacity::second::{SecondResult, advance_second};

use super::block::{Plan, SECOND_MS, is_split_due};
use super::key_mass::KeyShares;
use super::load::{Demand, Spread};
use super::partitions::TwinPartition;
use super::report::DemandResult;
use super::table::TableTwin;
use super::{KINDS, READ, WRITE};
use crate::workload::chance::normal;

/// The spread is not recomputed while the rate changes by less than one part in this many.
const STEADY: u64 = 128;

pub(super) struct Hot {
    /// The shares by partition, then by traffic. The sum of all others is last.
    shares: Vec<Vec<KeyShares>>,
    is_hot: Vec<bool>,
    flows: [Vec<PartitionFlow>; 2],
    heats: Vec<(Heat, u64)>,
    /// The spread by partition. The sum of all others is last.
    spreads: [Vec<Spread>; 2],
    /// The demand by traffic when the spreads were computed.
    spread_at: [Vec<u64>; 2],
    demand: Vec<u64>,
    /// The results of the last second.
    pub served: [Vec<SecondResult>; 2],
    pub calm: [SecondResult; 2],
    used: [Vec<DemandResult>; 2],
    calm_used: [DemandResult; 2],
}

impl Hot {
    pub fn from_table(table: &TableTwin, plan: &Plan, limits: [PartitionLimits; 2]) -> Hot {
        let states = &table.partitions.states;
        let is_near = |state: &TwinPartition| {
            KINDS.iter().any(|kind| is_near(table, state, plan, *kind, limits[*kind]))
        };
        let is_hot: Vec<bool> = states.iter().map(is_near).collect();
        let places: Vec<usize> = (0..states.len()).filter(|place| is_hot[*place]).collect();
        let mut calm = vec![[0; 3]; table.traffic.len()];
        for (state, _) in states.iter().zip(&is_hot).filter(|(_, is_hot)| !**is_hot) {
            for (sums, shares) in calm.iter_mut().zip(&state.shares) {
                sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
            }
        }
        let of_places = places.iter().map(|place| states[*place].shares.clone());
        let count = places.len();
        Hot {
            shares: of_places.chain([calm]).collect(),
            flows: KINDS.map(|kind| places.iter().map(|place| states[*place].flows[kind]).collect()),
            heats: places
                .iter()
                .map(|place| (states[*place].heat.clone(), states[*place].next_look_ms))
                .collect(),
            spreads: KINDS.map(|_| vec![Spread::default(); count + 1]),
            spread_at: Default::default(),
            demand: vec![0; count],
            served: KINDS.map(|_| vec![SecondResult::default(); count]),
            calm: [SecondResult::default(); 2],
            used: KINDS.map(|_| vec![DemandResult::default(); count]),
            calm_used: [DemandResult::default(); 2],
            is_hot,
        }
    }

    /// Simulates one second of reads or of writes.
    pub fn advance(
        &mut self,
        table: &mut TableTwin,
        kind: usize,
        asked: &[Demand],
        limits: PartitionLimits,
        quanta: &[u64],
    ) {
        self.follow_rates(kind, asked, quanta);
        let spreads = &self.spreads[kind];
        let mut calm_milli = 0;
        for (place, (shares, spread)) in self.shares.iter().zip(spreads).enumerate() {
            let drawn = spread.draw(mean_milli(kind, asked, shares), &mut table.draw);
            match self.demand.get_mut(place) {
                Some(demand) => *demand = drawn,
                None => calm_milli = drawn,
            }
        }
        let calm = advance_second(
            &table.rules,
            table.capacities[kind],
            limits,
            &mut table.flows[kind],
            &mut self.flows[kind],
            &self.demand,
            calm_milli,
            &mut self.served[kind],
        );
        for (used, served) in self.used[kind].iter_mut().zip(&self.served[kind]) {
            used.add(&use_of(served));
        }
        self.calm[kind] = calm;
        self.calm_used[kind].add(&use_of(&calm));
    }

    /// Recomputes the spreads if the rates have changed enough.
    fn follow_rates(&mut self, kind: usize, asked: &[Demand], quanta: &[u64]) {
        let is_steady = |(asked, before): (&Demand, &u64)| asked.milli().abs_diff(*before) <= before / STEADY;
        let known = &self.spread_at[kind];
        if known.len() == asked.len() && asked.iter().zip(known).all(is_steady) {
            return;
        }
        self.spread_at[kind] = asked.iter().map(Demand::milli).collect();
        for (spread, shares) in self.spreads[kind].iter_mut().zip(&self.shares) {
            *spread = spread_of(kind, asked, shares, quanta);
        }
    }

    /// Updates the heat after a second of reads and writes. Returns true if a partition has been hot long enough to be split.
    pub fn follow_heat(&mut self, table: &TableTwin, limits: [PartitionLimits; 2]) -> bool {
        let rules = &table.rules;
        let threshold = |kind: usize| {
            u128::from(limits[kind].ceiling_milli) * u128::from(rules.split_heat_permille) / 1_000
        };
        let thresholds = KINDS.map(|kind| u64::try_from(threshold(kind)).unwrap_or(u64::MAX));
        let now = table.now_ms / SECOND_MS;
        let mut is_due = false;
        for (place, (heat, next_look_ms)) in self.heats.iter_mut().enumerate() {
            let used = KINDS.map(|kind| self.served[kind][place].served_milli);
            let is_busy = used[READ] >= thresholds[READ] || used[WRITE] >= thresholds[WRITE];
            if !is_busy && !heat.is_busy() {
                continue;
            }
            heat.end_second(rules, now - 1, now, if is_busy { rules.split_heat_permille } else { 0 });
            is_due |= is_split_due(table, heat.since_second, *next_look_ms);
        }
        is_due
    }

    /// Writes the state of all partitions back to the table.
    pub fn put_back(self, table: &mut TableTwin, plan: &Plan, seconds: usize, limits: [PartitionLimits; 2]) {
        let mut calm = KINDS.map(|kind| DividedDemand::from_hot(&self, plan, kind, seconds));
        let now_ms = table.now_ms;
        let mut hot = self.heats.into_iter().enumerate();
        for (state, is_hot) in table.partitions.states.iter_mut().zip(self.is_hot) {
            if let (true, Some((place, (heat, next_look_ms)))) =
                (is_hot, if is_hot { hot.next() } else { None })
            {
                for kind in KINDS {
                    state.flows[kind] = self.flows[kind][place];
                    state.minute[kind].add(&self.used[kind][place]);
                }
                (state.heat, state.next_look_ms) = (heat, next_look_ms);
                continue;
            }
            state.heat = Heat::default();
            for kind in KINDS {
                let used = calm[kind].part(&state.shares, &mut table.draw);
                state.minute[kind].add(&used);
                let flow = &mut state.flows[kind];
                if limits[kind].share.is_some() {
                    flow.share.take(used.served_milli);
                }
                flow.roll(limits[kind], now_ms);
            }
        }
    }
}

/// The demand on the other partitions in a whole block, to be divided among them.
struct DividedDemand {
    kind: usize,
    used: DemandResult,
    /// The rest of the actual demand and of the expected demand.
    left_milli: u64,
    left_expected: u64,
    /// An upper bound of the rounding errors of all parts. It is used to recognize the last part.
    rounded: u64,
    /// The demand of each traffic in the whole block, for multiplication with shares.
    asked: Vec<Demand>,
    quanta: Vec<u64>,
}

impl DividedDemand {
    fn from_hot(hot: &Hot, plan: &Plan, kind: usize, seconds: usize) -> DividedDemand {
        let sum =
            |traffic: usize| plan.asked[kind][..seconds].iter().map(|asked| asked[traffic].milli()).sum();
        let asked: Vec<Demand> =
            (0..plan.quanta[kind].len()).map(|traffic| Demand::of_milli(sum(traffic))).collect();
        let left_expected = hot.shares.last().map_or(0, |shares| mean_milli(kind, &asked, shares));
        let used = hot.calm_used[kind];
        let rounded = (hot.is_hot.len() * (asked.len() + 1)) as u64;
        DividedDemand {
            kind,
            used,
            left_milli: used.demanded_milli(),
            left_expected,
            rounded,
            asked,
            quanta: plan.quanta[kind].clone(),
        }
    }

    /// Returns the part of one partition, with its own variation. The last part is the rest.
    fn part(&mut self, shares: &[KeyShares], draw: &mut crate::generator::Draw) -> DemandResult {
        let expected = mean_milli(self.kind, &self.asked, shares).min(self.left_expected);
        if expected == 0 || self.left_milli == 0 {
            return DemandResult::default();
        }
        let part = |milli: u64, of: u64, all: u64| {
            (u128::from(milli) * u128::from(of) / u128::from(all.max(1))) as u64
        };
        let mut milli = self.left_milli;
        if expected + self.rounded < self.left_expected {
            let mean = part(self.left_milli, expected, self.left_expected);
            let spread = spread_of(self.kind, &self.asked, shares, &self.quanta);
            let moved = (normal(draw.next()) * spread.root_milli as i64) >> 16;
            milli = mean.saturating_add_signed(moved).min(self.left_milli);
        }
        self.left_milli -= milli;
        self.left_expected -= expected;
        let throttled = match self.used.throttled_by_table_milli {
            0 => 0,
            throttled => part(milli, throttled, self.used.demanded_milli()),
        };
        DemandResult {
            served_milli: milli - throttled,
            throttled_by_partition_milli: 0,
            throttled_by_table_milli: throttled,
        }
    }
}

/// Returns true if a partition may reach a limit or become hot in any second.
fn is_near(
    table: &TableTwin,
    state: &TwinPartition,
    plan: &Plan,
    kind: usize,
    limits: PartitionLimits,
) -> bool {
    let mean = mean_milli(kind, &plan.most[kind], &state.shares);
    let most = spread_of(kind, &plan.most[kind], &state.shares, &plan.quanta[kind]).most_milli(mean);
    let heat_permille = match table.rules.split_heat_permille {
        0 => 1_000,
        permille => permille.min(1_000),
    };
    let busy = (u128::from(limits.ceiling_milli) * u128::from(heat_permille) / 1_000) as u64;
    let flow = &state.flows[kind];
    let is_short = limits.share.is_some_and(|share| most >= share.second_milli || flow.share.level_milli < 0);
    most >= busy || is_short || flow.window.used_milli > 0
}

fn mean_milli(kind: usize, asked: &[Demand], shares: &[KeyShares]) -> u64 {
    match (asked, shares) {
        ([asked], [shares]) => asked.part(shares[kind]),
        _ => asked.iter().zip(shares).map(|(asked, shares)| asked.part(shares[kind])).sum(),
    }
}

fn spread_of(kind: usize, asked: &[Demand], shares: &[KeyShares], quanta: &[u64]) -> Spread {
    if let ([asked], [shares], [quantum]) = (asked, shares, quanta) {
        return Spread::from_mean(asked.part(shares[kind]), *quantum);
    }
    let (mut mean, mut squares) = (0, 0);
    for ((asked, shares), quantum) in asked.iter().zip(shares).zip(quanta) {
        let part = asked.part(shares[kind]);
        mean += part;
        squares += u128::from(part) * u128::from(*quantum);
    }
    Spread::from_mean(mean, (squares / u128::from(mean.max(1))).max(1) as u64)
}

fn use_of(served: &SecondResult) -> DemandResult {
    DemandResult {
        served_milli: served.served_milli,
        throttled_by_partition_milli: served.throttled_by_partition_milli,
        throttled_by_table_milli: served.throttled_by_table_milli,
    }
}
