//! One table in the traffic model: its traffic, its partitions and its results so far.

use dynalab_capacity::admission::{CapacityRules, PartitionLimits, TableCapacity, TableFlow};
use dynalab_capacity::partitions::{on_demand_partitions, provisioned_partitions};
use dynalab_types::Timestamp;

use super::block::Block;
use super::demand::{Cost, costs, mean_item_bytes};
use super::key_mass::{KeyMass, NamedKey, REQUESTS};
use super::load::short_share;
use super::partitions::Partitions;
use super::report::{
    DemandResult, FlowReport, HotKeyReport, MinuteReport, PartitionMinute, PartitionReport, TableReport,
};
use super::{KINDS, PARTITIONS_MAX, READ, TableSettings, Throughput, WRITE};
use crate::generator::Draw;
use crate::workload::chance::{FOR_TWIN, draw_of};
use crate::workload::keys::KeyDistribution;
use crate::workload::{Traffic, Workload};

const MINUTE_MS: u64 = 60_000;
pub(super) const MILLION: u64 = 1_000_000;

#[derive(Clone, Debug)]
pub(super) struct TableTwin {
    settings: TableSettings,
    pub rules: CapacityRules,
    pub capacities: [TableCapacity; 2],
    seed: u64,
    started: Timestamp,
    pub now_ms: u64,
    pub traffic: Vec<Traffic>,
    pub costs: Vec<[Cost; 2]>,
    pub masses: Vec<KeyMass>,
    pub flows: [TableFlow; 2],
    pub partitions: Partitions,
    pub draw: Draw,
    minutes: Vec<MinuteReport>,
    totals: [FlowReport; 2],
    /// The part of the traffic that is sent, in millionths.
    pub sent_millionths: u64,
}

impl TableTwin {
    pub fn new(
        workload: &Workload,
        rules: CapacityRules,
        settings: &TableSettings,
        started: Timestamp,
    ) -> TableTwin {
        // Limits apply to seconds of the clock, so the start is a whole second.
        let now_ms = started.epoch_ms / 1_000 * 1_000;
        let begun_ms = now_ms.saturating_sub(settings.rested_ms);
        let traffic: Vec<Traffic> =
            workload.traffic.iter().filter(|traffic| traffic.table == settings.table).cloned().collect();
        let capacities = settings.throughput.capacities();
        let flows = KINDS.map(|kind| {
            let mut flow = TableFlow::begun(&rules, capacities[kind], begun_ms);
            flow.roll(&rules, capacities[kind], now_ms);
            flow
        });
        let masses = masses_at(workload.seed, &traffic, now_ms, settings.keeps_collections);
        let count = partition_count(settings).min(PARTITIONS_MAX);
        let limits = limits_of(&rules, capacities, count);
        let mut partitions = Partitions::begun(count, limits, settings.size_bytes, &masses, begun_ms);
        for state in &mut partitions.states {
            KINDS.iter().for_each(|kind| {
                state.flows[*kind].roll(limits[*kind], now_ms);
            });
        }
        TableTwin {
            settings: settings.clone(),
            rules,
            capacities,
            started,
            now_ms,
            seed: workload.seed,
            costs: costs_with(&traffic, &masses),
            traffic,
            masses,
            flows,
            partitions,
            draw: draw_of(workload.seed, &[FOR_TWIN]),
            minutes: Vec::new(),
            totals: [FlowReport::default(); 2],
            sent_millionths: MILLION,
        }
    }

    pub fn name(&self) -> &str {
        &self.settings.table
    }

    pub fn limits(&self) -> [PartitionLimits; 2] {
        limits_of(&self.rules, self.capacities, self.partitions.map.count())
    }

    pub fn advance_minute(&mut self) {
        self.partitions.states.iter_mut().for_each(|state| state.minute = [DemandResult::default(); 2]);
        let (began_ms, end_ms) = (self.now_ms, self.now_ms + MINUTE_MS);
        let mut reports = [FlowReport::default(); 2];
        let mut expected = KINDS.map(|_| vec![0; self.traffic.len()]);
        while self.now_ms < end_ms {
            let block = Block::advance(self, end_ms.min(self.next_change_ms()));
            for kind in KINDS {
                reports[kind].add(&block.reports[kind]);
                let of_block = &block.expected_milli[kind];
                expected[kind].iter_mut().zip(of_block).for_each(|(sum, milli)| *sum += milli);
            }
            self.follow_time();
        }
        for kind in KINDS {
            self.count_requests(kind, &expected[kind], &mut reports[kind]);
            self.totals[kind].add(&reports[kind]);
        }
        self.grow_items();
        let hottest =
            self.partitions.states.iter().map(|state| (self.used_permille(&state.minute), state.id));
        let (hottest_permille, hottest_partition) = hottest.max_by_key(|(used, _)| *used).unwrap_or_default();
        self.minutes.push(MinuteReport {
            at_ms: began_ms,
            reads: reports[READ],
            writes: reports[WRITE],
            partitions: self.partitions.map.count(),
            hottest_permille,
            hottest_partition,
        });
    }

    /// Computes the number of requests and of throttled requests. The requests of a partition have the cost of its keys.
    fn count_requests(&self, kind: usize, expected_milli: &[u64], report: &mut FlowReport) {
        let requests: Vec<u128> = expected_milli
            .iter()
            .zip(&self.costs)
            .map(|(milli, costs)| u128::from(*milli) * 1_000 / u128::from(costs[kind].mean_milli.max(1)))
            .collect();
        // Rates that no table has are divided before they are multiplied.
        let of_all = |milli: u64, expected_milli: u128, requests: u128| -> u128 {
            let milli = u128::from(milli);
            match milli.checked_mul(requests) {
                Some(product) => product / expected_milli.max(1),
                None => milli.saturating_mul(requests >> 32) / (expected_milli >> 32).max(1),
            }
        };
        let expected = expected_milli.iter().map(|milli| u128::from(*milli)).sum();
        report.requests = (of_all(report.demanded_milli, expected, requests.iter().sum()) / 1_000) as u64;
        let mut throttled = 0;
        for state in &self.partitions.states {
            let milli = state.minute[kind].throttled_milli();
            if milli == 0 {
                continue;
            }
            let shares = || state.shares.iter();
            let of_partition: u128 = shares()
                .zip(expected_milli)
                .map(|(shares, milli)| u128::from(shares[kind]) * u128::from(*milli))
                .sum();
            let made: u128 = shares()
                .zip(&requests)
                .map(|(shares, requests)| u128::from(shares[REQUESTS]) * requests)
                .sum();
            throttled += of_all(milli, of_partition, made);
        }
        report.throttled_requests = (throttled / 1_000) as u64;
    }

    /// Returns the rate of a traffic in the second from this time, in thousandths of a request.
    pub fn rate_milli(&self, traffic: &Traffic, at_ms: u64) -> u64 {
        /// The resolution at which requests are drawn at low rates.
        const PARTS: u64 = 10;
        let part_ms = 1_000 / PARTS;
        let at = |part: u64| Timestamp::from_epoch_ms(at_ms + part * part_ms + part_ms / 2);
        let rates = (0..PARTS).map(|part| traffic.rate.per_second_milli(self.started, at(part)));
        let rate_milli = rates.sum::<u64>() / PARTS;
        match self.sent_millionths {
            MILLION => rate_milli,
            sent => (u128::from(rate_milli) * u128::from(sent) / u128::from(MILLION)) as u64,
        }
    }

    /// Returns the second in which a time series uses its next partition keys.
    fn next_change_ms(&self) -> u64 {
        let periods = self.traffic.iter().filter_map(|traffic| match &traffic.keys {
            KeyDistribution::TimeSeries(series) => Some(series.period_ms),
            _ => None,
        });
        let next = |period_ms: u64| ((self.now_ms / period_ms + 1) * period_ms).div_ceil(1_000) * 1_000;
        periods.map(next).min().unwrap_or(u64::MAX)
    }

    fn follow_time(&mut self) {
        if !self.traffic.iter().any(Traffic::is_time_series) {
            return;
        }
        self.masses = masses_at(self.seed, &self.traffic, self.now_ms, self.settings.keeps_collections);
        self.costs = costs_with(&self.traffic, &self.masses);
        self.partitions.follow_keys(&self.masses);
    }

    /// Changes the throughput from now on. Adds partitions if the table needs them.
    pub fn set_throughput(&mut self, throughput: Throughput) {
        self.settings.throughput = throughput;
        self.capacities = throughput.capacities();
        let needed = partition_count(&TableSettings { partitions: None, ..self.settings.clone() });
        if needed.min(PARTITIONS_MAX) > self.partitions.map.count() {
            self.partitions.grow_to(needed.min(PARTITIONS_MAX), &self.masses);
        }
    }

    pub fn last_minute(&self) -> Option<&MinuteReport> {
        self.minutes.last()
    }

    /// Calls `visit` with each partition in the last minute, in hash order.
    pub fn visit_partitions(&self, mut visit: impl FnMut(PartitionMinute)) {
        for (partition, state) in self.partitions.map.partitions().iter().zip(&self.partitions.states) {
            let sum = |of: fn(&DemandResult) -> u64| of(&state.minute[READ]) + of(&state.minute[WRITE]);
            visit(PartitionMinute {
                from_hash: partition.from.hash,
                used_permille: self.used_permille(&state.minute),
                throttled_permille: (u128::from(sum(DemandResult::throttled_milli)) * 1_000
                    / u128::from(sum(DemandResult::demanded_milli).max(1)))
                    as u64,
            });
        }
    }

    /// Adds partitions to an on-demand table whose previous peak has grown. Returns true if it did.
    pub fn grow(&mut self) -> bool {
        let Throughput::OnDemand { warm_read_units, warm_write_units, .. } = self.settings.throughput else {
            return false;
        };
        let needed = on_demand_partitions(
            self.flows[READ].grown_units(&self.rules, warm_read_units),
            self.flows[WRITE].grown_units(&self.rules, warm_write_units),
            0,
        );
        let needed = needed.min(PARTITIONS_MAX);
        if needed <= self.partitions.map.count() {
            return false;
        }
        self.partitions.grow_to(needed, &self.masses);
        true
    }

    /// Adds the size of the items that a time series has written to their partitions.
    fn grow_items(&mut self) {
        for place in (0..self.partitions.states.len()).rev() {
            let state = &mut self.partitions.states[place];
            let served = u128::from(state.minute[WRITE].served_milli);
            for ((traffic, costs), shares) in self.traffic.iter().zip(&self.costs).zip(&state.shares) {
                if traffic.is_time_series() && shares[WRITE] > 0 {
                    let bytes = served * u128::from(mean_item_bytes(traffic) * traffic.mix.put);
                    let per_write = u128::from(costs[WRITE].mean_milli * costs[WRITE].permille).max(1);
                    state.size_bytes += (bytes / per_write) as u64;
                }
            }
            let most_bytes = self.rules.partition_size_bytes;
            let is_full = most_bytes > 0 && state.size_bytes >= most_bytes;
            if is_full
                && self.partitions.map.count() < PARTITIONS_MAX
                && let Some(at) = self.partitions.middle(place)
            {
                self.partitions.split(place, at, &self.masses);
            }
        }
    }

    fn used_permille(&self, minute: &[DemandResult; 2]) -> u64 {
        let ceilings = [self.rules.partition_read_units, self.rules.partition_write_units];
        let used = KINDS.map(|kind| minute[kind].served_milli / (60 * ceilings[kind]).max(1));
        used[READ].max(used[WRITE])
    }

    pub fn report(&self) -> TableReport {
        TableReport {
            table: self.settings.table.clone(),
            minutes: self.minutes.clone(),
            reads: self.totals[READ],
            writes: self.totals[WRITE],
            partitions: self.partitions.map.count(),
        }
    }

    pub fn partition_reports(&self) -> Vec<PartitionReport> {
        let both = self.partitions.map.partitions().iter().zip(&self.partitions.states);
        let report = both.map(|(partition, state)| PartitionReport {
            id: state.id,
            parent: partition.parent,
            from_hash: partition.from.hash,
            reads: state.minute[READ],
            writes: state.minute[WRITE],
            used_permille: self.used_permille(&state.minute),
            size_bytes: state.size_bytes,
        });
        report.collect()
    }

    pub fn hot_keys(&self, most: usize) -> Vec<HotKeyReport> {
        let mut found = Vec::new();
        for (index, mass) in self.masses.iter().enumerate() {
            let rate_milli = self.rate_milli(&self.traffic[index], self.now_ms.saturating_sub(1_000));
            let of_traffic = |share: u64| u128::from(share) * u128::from(rate_milli);
            found.extend(mass.keys().iter().map(|key| (of_traffic(key.shares[REQUESTS]), index, key)));
        }
        found.sort_by_key(|(heat, index, key)| (std::cmp::Reverse(*heat), *index, key.number));
        found.into_iter().take(most).map(|(_, index, key)| self.hot_key(index, key)).collect()
    }

    /// Returns the report of a key. Its part of the partition's use is proportional to its demand.
    fn hot_key(&self, index: usize, key: &NamedKey) -> HotKeyReport {
        let state = &self.partitions.states[self.partitions.map.place_of_hash(key.hash)];
        let [reads, writes] = KINDS.map(|kind| {
            let short = short_share(key.shares[kind]);
            let of_partition = state.shares.get(index).map_or(0, |shares| shares[kind]).max(short).max(1);
            let part = |milli: u64| (u128::from(milli) * u128::from(short) / u128::from(of_partition)) as u64;
            let used = &state.minute[kind];
            DemandResult {
                served_milli: part(used.served_milli),
                throttled_by_partition_milli: part(used.throttled_by_partition_milli),
                throttled_by_table_milli: part(used.throttled_by_table_milli),
            }
        });
        let text = self.traffic[index].partition_key.fill(key.number, &mut draw_of(0, &[]));
        HotKeyReport { key: text.unwrap_or_default(), partition: state.id, reads, writes }
    }
}

fn masses_at(seed: u64, traffic: &[Traffic], at_ms: u64, keeps_collections: bool) -> Vec<KeyMass> {
    traffic.iter().map(|traffic| KeyMass::from_traffic(seed, traffic, at_ms, keeps_collections)).collect()
}

/// Returns the cost of requests, with the individual item sizes of frequent keys.
fn costs_with(traffic: &[Traffic], masses: &[KeyMass]) -> Vec<[Cost; 2]> {
    let both = traffic.iter().zip(masses);
    let cost = |(traffic, mass): (&Traffic, &KeyMass)| {
        let of_all = costs(traffic);
        KINDS.map(|kind| Cost { mean_milli: mass.mean_milli[kind], ..of_all[kind] })
    };
    both.map(cost).collect()
}

fn limits_of(rules: &CapacityRules, capacities: [TableCapacity; 2], count: u64) -> [PartitionLimits; 2] {
    let ceilings = [rules.partition_read_units, rules.partition_write_units];
    KINDS.map(|kind| PartitionLimits::new(rules, ceilings[kind], capacities[kind], count))
}

fn partition_count(settings: &TableSettings) -> u64 {
    let begins_with = match settings.throughput {
        Throughput::Provisioned { read_units, write_units } => {
            provisioned_partitions(read_units, write_units, settings.size_bytes)
        }
        Throughput::OnDemand { warm_read_units, warm_write_units, .. } => {
            on_demand_partitions(warm_read_units, warm_write_units, settings.size_bytes)
        }
    };
    settings.partitions.unwrap_or(begins_with).max(1)
}
