//! The traffic model: an approximation of the engine for high rates. It has no requests. It computes the demand per partition and
//! second with random variation, and applies the limits. The limits are the engine's, from `dynalab_capacity`. Keys and rates are
//! a workload's. A day of a million requests per second over thousands of partitions takes seconds.
//!
//! Partitions far from every limit are computed by the minute, all others by the second. Not simulated: missing items (each item
//! exists from the start), indexes, transactions, and retries.

mod block;
mod demand;
mod hot;
mod key_mass;
mod load;
mod partitions;
mod report;
mod table;

use dynalab_capacity::admission::{CapacityRules, TableCapacity};
use dynalab_types::Timestamp;
use serde::{Deserialize, Serialize};

use crate::workload::{Rate, Workload, WorkloadError};
use table::TableTwin;

pub use report::{
    DemandResult, FlowReport, HotKeyReport, MinuteReport, PartitionMinute, PartitionReport, TableReport,
    ThrottledDemand,
};

/// The longest simulated time: a month.
pub const MINUTES_MAX: u64 = 31 * 24 * 60;
/// The maximum number of partitions of a table. Few real tables have more, and the model is still fast.
pub const PARTITIONS_MAX: u64 = 20_000;
const MINUTE_SECONDS: u64 = 60;

/// Indexes of arrays that have a value for reads and a value for writes.
pub(crate) const READ: usize = 0;
pub(crate) const WRITE: usize = 1;
pub(crate) const KINDS: [usize; 2] = [READ, WRITE];

/// The capacity mode of a table and its limits, in units per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Throughput {
    Provisioned {
        read_units: u64,
        write_units: u64,
    },
    OnDemand {
        warm_read_units: u64,
        warm_write_units: u64,
        most_read_units: Option<u64>,
        most_write_units: Option<u64>,
    },
}

/// The state of a table when the workload begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSettings {
    pub table: String,
    pub throughput: Throughput,
    /// The number of partitions. `None`: the initial number for this throughput and size.
    pub partitions: Option<u64>,
    pub size_bytes: u64,
    /// The time in milliseconds without requests before the start, in which burst capacity accumulates.
    pub rested_ms: u64,
    /// True for a table with a local index, whose item collections are not split.
    pub keeps_collections: bool,
}

impl Throughput {
    /// Returns the capacity for reads and for writes.
    pub(crate) fn capacities(&self) -> [TableCapacity; 2] {
        match *self {
            Throughput::Provisioned { read_units, write_units } => {
                [read_units, write_units].map(|units| TableCapacity::Provisioned { units })
            }
            Throughput::OnDemand { warm_read_units, warm_write_units, most_read_units, most_write_units } => {
                [
                    TableCapacity::OnDemand { warm: warm_read_units, most: most_read_units },
                    TableCapacity::OnDemand { warm: warm_write_units, most: most_write_units },
                ]
            }
        }
    }
}

/// The simulation of a workload.
#[derive(Clone, Debug)]
pub struct Twin {
    tables: Vec<TableTwin>,
    minutes: u64,
    minutes_done: u64,
}

impl Twin {
    /// Creates a simulation of this many minutes. Traffic to tables without settings is ignored.
    ///
    /// # Errors
    /// If the workload is invalid.
    pub fn new(
        workload: &Workload,
        rules: CapacityRules,
        tables: &[TableSettings],
        started: Timestamp,
        minutes: u64,
    ) -> Result<Twin, WorkloadError> {
        workload.check()?;
        let tables = tables.iter().map(|settings| TableTwin::new(workload, rules, settings, started));
        Ok(Twin { tables: tables.collect(), minutes: minutes.min(MINUTES_MAX), minutes_done: 0 })
    }

    /// Simulates the next seconds, rounded up to whole minutes, at least one minute. The caller can read partial results or stop
    /// between two calls.
    pub fn step(&mut self, seconds: u64) -> Progress {
        let wanted = seconds.div_ceil(MINUTE_SECONDS).max(1);
        for _ in 0..wanted.min(self.minutes - self.minutes_done) {
            self.tables.iter_mut().for_each(TableTwin::advance_minute);
            self.minutes_done += 1;
        }
        Progress { minutes_done: self.minutes_done, minutes: self.minutes }
    }

    /// Simulates until the end.
    pub fn run(&mut self) {
        while !self.step(3_600).is_done() {}
    }

    /// Returns the report of each table, in the order of the settings.
    pub fn reports(&self) -> Vec<TableReport> {
        self.tables.iter().map(TableTwin::report).collect()
    }

    /// Returns every partition of a table after the last minute, in hash order.
    pub fn partitions(&self, table: &str) -> Vec<PartitionReport> {
        self.table(table).map(TableTwin::partition_reports).unwrap_or_default()
    }

    /// Returns the most frequent keys of a table, the most frequent first.
    pub fn hot_keys(&self, table: &str, most: usize) -> Vec<HotKeyReport> {
        self.table(table).map(|table| table.hot_keys(most)).unwrap_or_default()
    }

    /// Returns the report of a table's last minute.
    pub fn last_minute(&self, table: &str) -> Option<&MinuteReport> {
        self.table(table).and_then(TableTwin::last_minute)
    }

    /// Calls `visit` with each partition of a table in the last minute, in hash order.
    pub fn visit_partitions(&self, table: &str, visit: impl FnMut(PartitionMinute)) {
        if let Some(table) = self.table(table) {
            table.visit_partitions(visit);
        }
    }

    /// Limits a table's traffic to this many millionths from now on.
    pub fn send_part(&mut self, table: &str, millionths: u64) {
        for table in self.tables.iter_mut().filter(|twin| twin.name() == table) {
            table.sent_millionths = millionths.min(table::MILLION);
        }
    }

    /// Changes the rates of a table's traffic from now on, in thousandths of a request per second, in the order of the workload.
    pub fn set_rates(&mut self, table: &str, rates_milli: impl Iterator<Item = u64> + Clone) {
        for table in self.tables.iter_mut().filter(|twin| twin.name() == table) {
            for (traffic, per_second_milli) in table.traffic.iter_mut().zip(rates_milli.clone()) {
                traffic.rate = Rate::Constant { per_second_milli };
            }
        }
    }

    /// Changes the throughput of a table from now on.
    pub fn set_throughput(&mut self, table: &str, throughput: Throughput) {
        for table in self.tables.iter_mut().filter(|twin| twin.name() == table) {
            table.set_throughput(throughput);
        }
    }

    fn table(&self, name: &str) -> Option<&TableTwin> {
        self.tables.iter().find(|table| table.name() == name)
    }
}

/// The progress of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    pub minutes_done: u64,
    pub minutes: u64,
}

impl Progress {
    pub fn is_done(&self) -> bool {
        self.minutes_done == self.minutes
    }
}

#[cfg(test)]
mod tests;
