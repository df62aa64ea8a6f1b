//! Simulates a day minute by minute: the table first, then its indexes with the writes that the table accepted.

use super::heat::HeatMap;
use super::offered::KeyFlow;
use super::report::{Break, DayReport, QUARTER_MINUTES, Quarter, Reason, requests_by_limit};
use super::resource::Resource;
use super::{DayTraffic, INDEX, OfferedTable, TABLE, TableDesign, index_workload, table_workload};
use crate::twin::{FlowReport, MinuteReport, PartitionMinute};
use crate::workload::{Workload, WorkloadError};

pub const DAY_MINUTES: u64 = 24 * 60;
const MILLION: u64 = 1_000_000;
/// A day breaks in the first minute in which this share of requests is throttled.
const BREAK_PERMILLE: u64 = 10;

#[derive(Clone, Debug)]
pub struct Day {
    table: Resource,
    /// Each index, with the number of indexes that it represents. The busiest is first.
    indexes: Vec<(Resource, u64)>,
    /// The traffic is the load of a design, in which not every write has an entry in an index.
    is_offered: bool,
    minute: u64,
    report: DayReport,
    partitions: Vec<PartitionMinute>,
}

impl Day {
    /// Creates a day at midnight.
    ///
    /// # Errors
    /// If a number is outside its range.
    pub fn new(traffic: &DayTraffic, design: &TableDesign) -> Result<Day, WorkloadError> {
        let (table, indexes) = match &design.offered {
            Some(offered) => offered_resources(offered, design)?,
            None => described_resources(traffic, design)?,
        };
        let columns = (DAY_MINUTES / QUARTER_MINUTES) as usize;
        let report = DayReport {
            partitions: table.partitions(),
            heat: HeatMap::begun(table.partitions(), columns),
            index_heat: indexes.first().map(|(index, _)| HeatMap::begun(index.partitions(), columns)),
            quarters: vec![Quarter::default(); columns],
            ..DayReport::default()
        };
        Ok(Day {
            table,
            indexes,
            is_offered: design.offered.is_some(),
            minute: 0,
            report,
            partitions: Vec::new(),
        })
    }

    /// Simulates up to `minutes` minutes of the rest of the day. Returns the minutes since midnight.
    pub fn advance(&mut self, minutes: u64) -> u64 {
        for _ in 0..minutes.min(DAY_MINUTES - self.minute) {
            self.pass_minute();
        }
        self.minute
    }

    /// Returns the simulated minutes since midnight.
    pub fn minute(&self) -> u64 {
        self.minute
    }

    pub fn is_over(&self) -> bool {
        self.minute == DAY_MINUTES
    }

    /// Returns the report of the simulated minutes.
    pub fn report(&self) -> DayReport {
        let mut report = self.report.clone();
        let index_minutes = self.indexes.iter().fold([0; 2], |[reads, writes], (index, count)| {
            let [of_reads, of_writes] = index.unit_minutes.map(|sum| sum * count);
            [reads + of_reads, writes + of_writes]
        });
        report.read_unit_minutes = self.table.unit_minutes[0];
        report.write_unit_minutes = self.table.unit_minutes[1] + index_minutes[1];
        report.sort();
        report
    }

    fn pass_minute(&mut self) {
        let table = self.table.pass_minute(MILLION);
        let indexes = self.pass_index_minute(&table);
        let column = (self.minute / QUARTER_MINUTES) as usize;
        let (reads, writes) = (table.reads.throttled_requests, table.writes.throttled_requests);
        // The writes that an index throttles, among those that the table accepts.
        let by_one = |minute: &MinuteReport| {
            let accepted = table.writes.requests.saturating_sub(writes);
            match minute.writes.requests {
                0 => 0,
                _ if self.is_offered => minute.writes.throttled_requests.min(accepted),
                requests => part(accepted, minute.writes.throttled_requests, requests),
            }
        };
        // Two indexes throttle the same writes as far as possible.
        let worst = indexes.iter().map(|(minute, _)| minute).max_by_key(|minute| by_one(minute));
        let by_index = worst.map_or(0, by_one);
        let index_writes = worst.map(|minute| minute.writes).unwrap_or_default();
        let sum = |of: fn(&MinuteReport) -> u64| indexes.iter().map(|(minute, _)| of(minute)).sum::<u64>();
        let index_reads = sum(|minute| minute.reads.requests);
        let throttled_index_reads = sum(|minute| minute.reads.throttled_requests);
        let mut found = Vec::new();
        for (minute, _) in &indexes {
            for (limit, requests) in requests_by_limit(&minute.reads, minute.reads.throttled_requests) {
                let reason = Reason { is_index: true, is_write: false, limit };
                found.push((reason, requests, minute.reads.requests));
            }
        }
        for (is_index, is_write, flow, throttled, all) in [
            (false, false, &table.reads, reads, table.reads.requests),
            (false, true, &table.writes, writes, table.writes.requests),
            (true, true, &index_writes, by_index, table.writes.requests),
        ] {
            for (limit, requests) in requests_by_limit(flow, throttled) {
                found.push((Reason { is_index, is_write, limit }, requests, all));
            }
        }
        found.iter().for_each(|(reason, requests, _)| self.report.count(*reason, *requests));
        self.note_break(&found);
        self.note_units(&table, &indexes, by_index);
        self.note_heat(column);
        let (all_reads, throttled_reads) =
            (table.reads.requests + index_reads, reads + throttled_index_reads);
        let report = &mut self.report;
        report.reads += all_reads;
        report.writes += table.writes.requests;
        report.throttled_reads += throttled_reads;
        report.throttled_writes += writes + by_index;
        if table.hottest_permille > report.busiest_permille {
            (report.busiest_permille, report.busiest_minute) = (table.hottest_permille, self.minute);
        }
        let provisioned = self.table.provisioned();
        let quarter = &mut report.quarters[column];
        quarter.requests += all_reads + table.writes.requests;
        quarter.throttled += throttled_reads + writes + by_index;
        quarter.partitions = table.partitions;
        quarter.index_partitions = indexes.first().map_or(0, |(minute, _)| minute.partitions);
        (quarter.provisioned_reads, quarter.provisioned_writes) = (provisioned.reads, provisioned.writes);
        self.minute += 1;
    }

    /// Simulates a minute of each index. Returns its report and the number of indexes that it represents.
    fn pass_index_minute(&mut self, table: &MinuteReport) -> Vec<(MinuteReport, u64)> {
        let FlowReport { requests, throttled_requests, .. } = table.writes;
        let accepted = part(MILLION, requests.saturating_sub(throttled_requests), requests);
        self.indexes.iter_mut().map(|(index, count)| (index.pass_minute(accepted), *count)).collect()
    }

    fn note_break(&mut self, found: &[(Reason, u64, u64)]) {
        if self.report.breaks.is_some() {
            return;
        }
        let most = found.iter().max_by_key(|(_, requests, all)| requests * 1_000 / (*all).max(1));
        if let Some((reason, requests, all)) = most {
            let throttled_permille = requests * 1_000 / (*all).max(1);
            if throttled_permille >= BREAK_PERMILLE {
                self.report.breaks = Some(Break { minute: self.minute, reason: *reason, throttled_permille });
            }
        }
    }

    /// DynamoDB does not charge throttled requests. So a write that an index throttles consumes nothing on the table either.
    fn note_units(&mut self, table: &MinuteReport, indexes: &[(MinuteReport, u64)], by_index: u64) {
        let accepted = table.writes.requests.saturating_sub(table.writes.throttled_requests);
        let kept = accepted.saturating_sub(by_index);
        let served_milli = match by_index {
            0 => table.writes.served_milli,
            _ => part(table.writes.served_milli, kept, accepted),
        };
        let of_indexes: u64 = indexes.iter().map(|(minute, count)| minute.writes.served_milli * count).sum();
        let read_of_indexes: u64 = indexes.iter().map(|(minute, _)| minute.reads.served_milli).sum();
        self.report.read_units += (table.reads.served_milli + read_of_indexes) / 1_000;
        self.report.write_units += (served_milli + of_indexes) / 1_000;
    }

    fn note_heat(&mut self, column: usize) {
        self.table.partition_minutes(&mut self.partitions);
        self.report.heat.add(column, &self.partitions);
        if let (Some((index, _)), Some(heat)) = (self.indexes.first(), &mut self.report.index_heat) {
            index.partition_minutes(&mut self.partitions);
            heat.add(column, &self.partitions);
        }
    }
}

type Resources = (Resource, Vec<(Resource, u64)>);

fn described_resources(traffic: &DayTraffic, design: &TableDesign) -> Result<Resources, WorkloadError> {
    let resource =
        |name, workload: &Workload| Resource::new(name, workload, 0, design.billing, design.quota_units);
    let table = resource(TABLE, &table_workload(traffic, design))?;
    let described = design.indexes.filter(|index| index.count > 0);
    let indexes = described.into_iter().map(|index| {
        let resource = resource(INDEX, &index_workload(traffic, &index));
        resource.map(|resource| (resource, index.count))
    });
    Ok((table, indexes.collect::<Result<_, WorkloadError>>()?))
}

fn offered_resources(offered: &OfferedTable, design: &TableDesign) -> Result<Resources, WorkloadError> {
    let resource = |name, flows: &[KeyFlow], size_bytes| {
        Resource::from_flows(name, flows, size_bytes, design.billing, design.quota_units)
    };
    let table = resource(TABLE, &offered.flows, offered.size_bytes)?;
    let indexes = offered.indexes.iter().map(|flows| resource(INDEX, flows, 0).map(|resource| (resource, 1)));
    Ok((table, indexes.collect::<Result<_, WorkloadError>>()?))
}

/// Returns `number * of / all`.
fn part(number: u64, of: u64, all: u64) -> u64 {
    match all {
        0 => number,
        _ => (u128::from(number) * u128::from(of.min(all)) / u128::from(all)) as u64,
    }
}
