//! The types of a load. They are plain, so a worker can post them in any encoding.

use serde::{Deserialize, Serialize};

use crate::day::{Day, Flow};

/// The load of a design: its tables and its access patterns, with the figures of production.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Load {
    /// The Region whose prices apply, such as `us-east-1`.
    pub region: String,
    /// The tables, in the order of the design.
    pub tables: Vec<TableLoad>,
    /// The access patterns, in the order of the design.
    pub patterns: Vec<PatternLoad>,
}

/// A table: what it stores in production, and the settings that decide its price.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableLoad {
    /// The name of the table.
    pub name: String,
    /// The items in production.
    pub items: f64,
    /// The bytes of all items in production, with the overhead of storage.
    pub bytes: f64,
    /// The indexes, in the order of the design.
    pub indexes: Vec<IndexLoad>,
    /// True for the table class Standard-Infrequent Access.
    pub is_infrequent_access: bool,
    /// Percent above the peak that provisioned mode has. None means on-demand mode.
    pub headroom_percent: Option<f64>,
    /// Other Regions with a replica.
    pub replicas: u32,
    /// True if a write is acknowledged after it is in the other Regions.
    pub has_strong_replicas: bool,
    /// Point-in-time recovery.
    pub has_recovery: bool,
    /// Auto scaling in provisioned mode, of the table and of its global indexes. What has none is provisioned for its peak.
    #[serde(default)]
    pub scaling: Vec<ScalingLoad>,
}

/// Auto scaling of the read or the write units of a table or of a global index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScalingLoad {
    /// The name of the index. None means the table itself.
    pub index: Option<String>,
    /// True for write units, false for read units.
    pub is_write: bool,
    /// The target utilization in percent.
    pub target_percent: f64,
    /// The smallest capacity in units per second.
    pub least: u64,
    /// The largest capacity in units per second.
    pub most: u64,
    /// Seconds between two reductions.
    pub scale_in_seconds: u64,
    /// Seconds between two increases.
    pub scale_out_seconds: u64,
}

/// An index of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IndexLoad {
    /// The name of the index.
    pub name: String,
    /// True for a local index. It is part of the table's storage and partitions.
    pub is_local: bool,
    /// The entries in production.
    pub entries: f64,
    /// The bytes of all entries in production, with the overhead of storage.
    pub bytes: f64,
}

/// How a pattern reads, or that its requests are transactions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consistency {
    /// Eventually consistent reads, and plain writes.
    #[default]
    Eventual,
    /// Strongly consistent reads.
    Strong,
    /// Transactions, which consume twice the units.
    Transaction,
}

/// An access pattern: how often it runs, and what one execution consumes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PatternLoad {
    /// The name of the pattern.
    pub name: String,
    /// Executions per second, on average over a day.
    pub average: f64,
    /// Executions per second at the peak. Not above the average means that there is no peak.
    pub peak: f64,
    /// The shape of the day.
    pub day: Day,
    /// The part by which the executions grow until the table has its production size: 0.5 is half more.
    pub growth: f64,
    /// The share (0 to 1) of the writes whose condition fails. They consume units on the table, and none on indexes and replicas.
    pub failed_conditions: f64,
    /// How the pattern reads.
    pub consistency: Consistency,
    /// What one execution consumes on each table and index that it reads or writes.
    pub requests: Vec<RequestLoad>,
}

/// What one execution of a pattern consumes on a table, or on one of its indexes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RequestLoad {
    /// The name of the table.
    pub table: String,
    /// The index that is read, or that gets entries. None means the table itself.
    pub index: Option<String>,
    /// Read units in the sample.
    pub sample_read_units: f64,
    /// Read units in production.
    pub read_units: f64,
    /// Write units. They are the same in the sample and in production.
    pub write_units: f64,
    /// The partition keys that one execution reads or writes.
    pub partitions: f64,
    /// The partition keys that the executions choose from.
    pub keys: Keys,
}

/// The values of a partition key, and how requests are spread over them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Keys {
    /// The number of different values in production.
    pub values: f64,
    /// The value that gets the most requests, as printed.
    pub busiest: String,
    /// The share (0 to 1) of the requests that the busiest value gets.
    pub busiest_share: f64,
    /// True if the value is a time, so that all requests of one moment have the same.
    pub is_time: bool,
    /// The template of the busiest value, such as `EVENT#{event}`. Empty in a load of an earlier version.
    #[serde(default)]
    pub template: String,
}

/// Returns a number with 12 significant digits. A text of a load keeps it exactly, so that every page computes the same bill. What is
/// negative or no number is zero.
pub fn figure(value: f64) -> f64 {
    if value.is_finite() && value > 0.0 { format!("{value:.11e}").parse().unwrap_or(0.0) } else { 0.0 }
}

impl Load {
    /// Returns the table with this name.
    pub fn table(&self, name: &str) -> Option<&TableLoad> {
        self.tables.iter().find(|table| table.name == name)
    }
}

impl Keys {
    /// Returns the busiest value with its template, such as `EVENT#1 (EVENT#{event})`.
    pub fn busiest_label(&self) -> String {
        match self.template.is_empty() || self.template == self.busiest {
            true => self.busiest.clone(),
            false => format!("{} ({})", self.busiest, self.template),
        }
    }

    /// Returns true if the template of these keys and the other differ at most in the names of attributes: `EVENT#{id}`, `EVENT#{event}`.
    pub fn is_alike(&self, template: &str) -> bool {
        !template.is_empty() && without_names(&self.template).eq(without_names(template))
    }
}

/// Iterates over the letters of a template that are not in braces.
fn without_names(template: &str) -> impl Iterator<Item = char> {
    let mut is_inside = false;
    template.chars().filter(move |letter| {
        match letter {
            '{' => is_inside = true,
            '}' => is_inside = false,
            _ => {}
        }
        !is_inside
    })
}

impl TableLoad {
    /// Returns the auto scaling of the table, or of a global index.
    pub fn scaling_of(&self, index: Option<&str>, is_write: bool) -> Option<&ScalingLoad> {
        self.scaling.iter().find(|one| one.is_write == is_write && one.index.as_deref() == index)
    }

    /// Returns the bytes of the table with its local indexes.
    pub fn table_bytes(&self) -> f64 {
        let local = self.indexes.iter().filter(|index| index.is_local);
        self.bytes + local.map(|index| index.bytes).sum::<f64>()
    }

    /// Returns the bytes of the global indexes.
    pub fn index_bytes(&self) -> f64 {
        self.indexes.iter().filter(|index| !index.is_local).map(|index| index.bytes).sum()
    }

    /// Returns the mean bytes of an item in production.
    pub fn mean_item_bytes(&self) -> f64 {
        if self.items > 0.0 { self.bytes / self.items } else { 0.0 }
    }
}

impl PatternLoad {
    /// Returns the executions per second in production, over a day.
    pub fn flow(&self) -> Flow {
        let growth = 1.0 + self.growth;
        self.day.flow(self.average * growth, self.peak * growth)
    }

    /// Returns the executions per second in production, on average over a day.
    pub fn average_in_production(&self) -> f64 {
        self.average * (1.0 + self.growth)
    }
}

impl RequestLoad {
    /// Returns the write units of one execution, on average over those whose condition holds and those whose condition fails.
    pub fn mean_write_units(&self, failed_conditions: f64) -> f64 {
        match self.index {
            Some(_) => self.write_units * (1.0 - failed_conditions),
            None => self.write_units,
        }
    }

    /// Returns the most bytes that the units of one execution pay for: those read, and those written.
    pub fn paid_bytes(&self, consistency: Consistency) -> (f64, f64) {
        const READ_STEP: f64 = 4_096.0;
        const WRITE_STEP: f64 = 1_024.0;
        let (read, write) = match consistency {
            Consistency::Eventual => (2.0 * READ_STEP, WRITE_STEP),
            Consistency::Strong => (READ_STEP, WRITE_STEP),
            Consistency::Transaction => (READ_STEP / 2.0, WRITE_STEP / 2.0),
        };
        (self.read_units * read, self.write_units * write)
    }
}
