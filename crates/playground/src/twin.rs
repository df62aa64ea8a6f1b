//! The statistical twin of the exact engine: no requests, but how much is asked of each partition in each second, with the noise
//! that chance makes, and what the limits let in. The limits are those of the engine, from `dynalab_capacity`; the keys and rates
//! are those of a workload. A day of a million requests a second over thousands of partitions takes seconds.
//!
//! Partitions that are far from every limit are reckoned by the minute, all others by the second. What is not simulated: items
//! that are not there (each has its size from the beginning), indexes, transactions, and retries.

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

use crate::workload::{Workload, WorkloadError};
use table::TableTwin;

pub use report::{
    FlowReport, HotKeyReport, MinuteReport, PartitionMinute, PartitionReport, TableReport, Throttled, Use,
};

/// A virtual month: more is not reckoned at once.
pub const MINUTES_MAX: u64 = 31 * 24 * 60;
/// Of one table. More than there are in most tables of the world, and still quick.
pub const PARTITIONS_MAX: u64 = 20_000;
const MINUTE_SECONDS: u64 = 60;

/// Reads and writes, where something is kept of both.
pub(crate) const READ: usize = 0;
pub(crate) const WRITE: usize = 1;
pub(crate) const KINDS: [usize; 2] = [READ, WRITE];

/// How a table is paid, and what it may take: units a second.
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

/// One table as it stands when the workload begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSettings {
    pub table: String,
    pub throughput: Throughput,
    /// As many as it has; none: as many as a table of this throughput and size begins with.
    pub partitions: Option<u64>,
    pub size_bytes: u64,
    /// For so long nobody has used it: what is saved has been saved in that time.
    pub rested_ms: u64,
    /// It has a local index, so that an item collection is not divided.
    pub keeps_collections: bool,
}

impl Throughput {
    /// Of reads and of writes.
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

/// A workload that is reckoned with, as far as it has come.
#[derive(Clone, Debug)]
pub struct Twin {
    tables: Vec<TableTwin>,
    minutes: u64,
    minutes_done: u64,
}

impl Twin {
    /// For so many minutes from the moment on. Traffic to tables without settings is left out.
    ///
    /// # Errors
    /// When the workload makes no sense.
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

    /// Goes on for so many virtual seconds, or up to the end: whole minutes, and one at the least. Between two calls somebody may
    /// look at what there is so far, or give up.
    pub fn step(&mut self, seconds: u64) -> Progress {
        let wanted = seconds.div_ceil(MINUTE_SECONDS).max(1);
        for _ in 0..wanted.min(self.minutes - self.minutes_done) {
            self.tables.iter_mut().for_each(TableTwin::advance_minute);
            self.minutes_done += 1;
        }
        Progress { minutes_done: self.minutes_done, minutes: self.minutes }
    }

    /// To the end.
    pub fn run(&mut self) {
        while !self.step(3_600).is_done() {}
    }

    /// Of each table with settings, in their order.
    pub fn reports(&self) -> Vec<TableReport> {
        self.tables.iter().map(TableTwin::report).collect()
    }

    /// Every partition of a table as the last minute left it, in the order of their hashes.
    pub fn partitions(&self, table: &str) -> Vec<PartitionReport> {
        self.table(table).map(TableTwin::partition_reports).unwrap_or_default()
    }

    /// The keys of a table that are asked for most, the most frequent first.
    pub fn hot_keys(&self, table: &str, most: usize) -> Vec<HotKeyReport> {
        self.table(table).map(|table| table.hot_keys(most)).unwrap_or_default()
    }

    /// The last minute of a table.
    pub fn last_minute(&self, table: &str) -> Option<&MinuteReport> {
        self.table(table).and_then(TableTwin::last_minute)
    }

    /// Each partition of a table in the last minute, in the order of their hashes.
    pub fn visit_partitions(&self, table: &str, visit: impl FnMut(PartitionMinute)) {
        if let Some(table) = self.table(table) {
            table.visit_partitions(visit);
        }
    }

    /// From now on, only so many millionths of a table's traffic are sent.
    pub fn send_part(&mut self, table: &str, millionths: u64) {
        for table in self.tables.iter_mut().filter(|twin| twin.name() == table) {
            table.sent_millionths = millionths.min(table::MILLION);
        }
    }

    /// Gives a table another throughput from now on.
    pub fn set_throughput(&mut self, table: &str, throughput: Throughput) {
        for table in self.tables.iter_mut().filter(|twin| twin.name() == table) {
            table.set_throughput(throughput);
        }
    }

    fn table(&self, name: &str) -> Option<&TableTwin> {
        self.tables.iter().find(|table| table.name() == name)
    }
}

/// How far it has come.
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
