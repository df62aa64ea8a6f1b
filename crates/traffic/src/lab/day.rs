//! Simulates a day minute by minute: the table first, then its indexes with the writes that the table accepted.

use super::heat::HeatMap;
use super::report::{Break, DayReport, QUARTER_MINUTES, Quarter, Reason, requests_by_limit};
use super::resource::Resource;
use super::{DayTraffic, INDEX, TABLE, TableDesign, index_workload, table_workload};
use crate::twin::{FlowReport, MinuteReport, PartitionMinute};
use crate::workload::WorkloadError;

pub const DAY_MINUTES: u64 = 24 * 60;
const MILLION: u64 = 1_000_000;
/// A day breaks in the first minute in which this share of requests is throttled.
const BREAK_PERMILLE: u64 = 10;

#[derive(Clone, Debug)]
pub struct Day {
    table: Resource,
    index: Option<(Resource, u64)>,
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
        let table =
            Resource::new(TABLE, &table_workload(traffic, design), design.billing, design.quota_units)?;
        let index = match design.indexes.filter(|index| index.count > 0) {
            Some(index) => {
                let workload = index_workload(traffic, &index);
                let resource = Resource::new(INDEX, &workload, design.billing, design.quota_units)?;
                Some((resource, index.count))
            }
            None => None,
        };
        let columns = (DAY_MINUTES / QUARTER_MINUTES) as usize;
        let report = DayReport {
            partitions: table.partitions(),
            heat: HeatMap::begun(table.partitions(), columns),
            index_heat: index.as_ref().map(|(index, _)| HeatMap::begun(index.partitions(), columns)),
            quarters: vec![Quarter::default(); columns],
            ..DayReport::default()
        };
        Ok(Day { table, index, minute: 0, report, partitions: Vec::new() })
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
        let index_minutes =
            self.index.as_ref().map_or([0; 2], |(index, count)| index.unit_minutes.map(|sum| sum * count));
        report.read_unit_minutes = self.table.unit_minutes[0];
        report.write_unit_minutes = self.table.unit_minutes[1] + index_minutes[1];
        report.sort();
        report
    }

    fn pass_minute(&mut self) {
        let table = self.table.pass_minute(MILLION);
        let index = self.pass_index_minute(&table);
        let column = (self.minute / QUARTER_MINUTES) as usize;
        let (reads, writes) = (table.reads.throttled_requests, table.writes.throttled_requests);
        // The writes that an index throttles, among those that the table accepts.
        let by_index = index.map_or(0, |(minute, _)| {
            let accepted = table.writes.requests.saturating_sub(writes);
            match minute.writes.requests {
                0 => 0,
                requests => part(accepted, minute.writes.throttled_requests, requests),
            }
        });
        let index_writes = index.map(|(minute, _)| minute.writes).unwrap_or_default();
        let mut found = Vec::new();
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
        self.note_units(&table, index, by_index);
        self.note_heat(column);
        let report = &mut self.report;
        report.reads += table.reads.requests;
        report.writes += table.writes.requests;
        report.throttled_reads += reads;
        report.throttled_writes += writes + by_index;
        if table.hottest_permille > report.busiest_permille {
            (report.busiest_permille, report.busiest_minute) = (table.hottest_permille, self.minute);
        }
        let provisioned = self.table.provisioned();
        let quarter = &mut report.quarters[column];
        quarter.requests += table.reads.requests + table.writes.requests;
        quarter.throttled += reads + writes + by_index;
        quarter.partitions = table.partitions;
        quarter.index_partitions = index.map_or(0, |(minute, _)| minute.partitions);
        (quarter.provisioned_reads, quarter.provisioned_writes) = (provisioned.reads, provisioned.writes);
        self.minute += 1;
    }

    /// Simulates a minute of one index. Returns its report and the number of indexes.
    fn pass_index_minute(&mut self, table: &MinuteReport) -> Option<(MinuteReport, u64)> {
        let (index, count) = self.index.as_mut()?;
        let FlowReport { requests, throttled_requests, .. } = table.writes;
        let accepted = part(MILLION, requests.saturating_sub(throttled_requests), requests);
        Some((index.pass_minute(accepted), *count))
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
    fn note_units(&mut self, table: &MinuteReport, index: Option<(MinuteReport, u64)>, by_index: u64) {
        let accepted = table.writes.requests.saturating_sub(table.writes.throttled_requests);
        let kept = accepted.saturating_sub(by_index);
        let served_milli = match by_index {
            0 => table.writes.served_milli,
            _ => part(table.writes.served_milli, kept, accepted),
        };
        let of_indexes = index.map_or(0, |(minute, count)| minute.writes.served_milli * count);
        self.report.read_units += table.reads.served_milli / 1_000;
        self.report.write_units += (served_milli + of_indexes) / 1_000;
    }

    fn note_heat(&mut self, column: usize) {
        self.table.partition_minutes(&mut self.partitions);
        self.report.heat.add(column, &self.partitions);
        if let (Some((index, _)), Some(heat)) = (&self.index, &mut self.report.index_heat) {
            index.partition_minutes(&mut self.partitions);
            heat.add(column, &self.partitions);
        }
    }
}

/// Returns `number * of / all`.
fn part(number: u64, of: u64, all: u64) -> u64 {
    match all {
        0 => number,
        _ => (u128::from(number) * u128::from(of.min(all)) / u128::from(all)) as u64,
    }
}
