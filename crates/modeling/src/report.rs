//! The report of a check. Its types are plain, so a worker can post them in any encoding.

pub mod cure;
pub mod finding;
pub mod fix;
pub mod rule;

use dynalab_load::Load;
use dynalab_types::TooMuch;
use serde::{Deserialize, Serialize};

use crate::design::Design;
use crate::error::FillError;
pub use cure::{Cure, CureFigures};
pub use finding::{Finding, Place, Severity};
pub use fix::{Change, Fix};
pub use rule::Rule;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub name: String,
    /// True if there are patterns, all are as expected, and no part of the design is unusable.
    pub is_green: bool,
    /// The reports of the patterns, in the order of the design.
    pub patterns: Vec<PatternReport>,
    /// The busiest key of each table and index, and every further key above the limit of a partition, from all patterns together.
    pub keys: Vec<KeyHeat>,
    pub tables: Vec<TableReport>,
    pub entities: Vec<EntityReport>,
    /// The findings, the most severe first, then in the order of the design.
    pub findings: Vec<Finding>,
    /// Parts of the design that could not be used. Any problem makes the design not green.
    pub problems: Vec<Problem>,
    pub totals: Totals,
    /// What the design offers to its tables in production. The totals are the bill of this load.
    pub load: Load,
}

/// A part of the design that could not be used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    pub place: Place,
    pub reason: ProblemReason,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ProblemReason {
    UnknownEntity {
        entity: String,
    },
    UnknownAttribute {
        attribute: String,
    },
    UnknownTable {
        table: String,
    },
    UnknownIndex {
        index: String,
    },
    UnknownItem {
        item: String,
    },
    UnknownRegion {
        region: String,
    },
    UnknownParameter {
        parameter: String,
    },
    /// Two members of one list have the same name.
    SameName {
        name: String,
    },
    /// Relations lead from the entity back to it.
    RelationCycle {
        entity: String,
    },
    /// An item has no template for a key attribute of its table.
    NoKeyTemplate {
        attribute: String,
    },
    /// A key value could not be made from a row.
    Fill(FillError),
    /// A batch has an action other than put and delete.
    BatchAction,
    /// The sample is too large.
    TooManyRows {
        rows: u64,
        most: u64,
    },
    /// The design would become too much for a check, so nothing of it was made.
    TooMuch(TooMuch),
    /// The end of a range is before its start, or a share is not between 0 and 1.
    Range {
        member: String,
    },
    /// Two rows of the sample have the same key, so one replaces the second.
    SameKey {
        item: String,
        other: String,
        key: String,
    },
    /// The engine rejected a request that creates the table or writes the sample. Contains its message.
    Refused {
        operation: String,
        error: String,
        message: String,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PatternReport {
    pub name: String,
    pub verdict: Verdict,
    pub served: AccessSummary,
    /// Items that the requests read, before filters. For a write, 0.
    pub read: u64,
    pub returned: u64,
    /// Number of requests that were sent: one per page and shard.
    pub requests: u32,
    /// Read units of one execution of the pattern, measured by the engine.
    pub read_units: f64,
    pub write_units: f64,
    /// The units by table and index.
    pub units: Vec<UnitsOf>,
    /// Read units in production, if the pattern reads more as the table grows. Otherwise as measured.
    pub read_units_at_full_size: f64,
    /// Monthly cost at the average rate and full size, at on-demand prices.
    pub usd_per_month: f64,
    pub usd_per_million: f64,
    /// The busiest key of the table and of each global index at the peak rate, from the requests of this pattern alone.
    pub heat: Vec<Heat>,
    /// The first request: the operation's name, and its body as JSON.
    pub operation: String,
    pub body: String,
    /// The first returned items, as DynamoDB JSON.
    pub result: Vec<String>,
    /// The kinds of the returned items, each once.
    pub kinds: Vec<String>,
    pub error: Option<ErrorReport>,
    /// The expected result, shown beside the actual one.
    pub expected: Expected,
}

impl PatternReport {
    /// Returns how many times as many read units one execution consumes in production as in the sample.
    pub fn read_growth(&self) -> f64 {
        if self.read_units > 0.0 { self.read_units_at_full_size / self.read_units } else { 1.0 }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorReport {
    pub name: String,
    pub message: String,
}

/// A summary of the expectation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    pub is_written: bool,
    /// The number of items, if it is certain: specified, or counted in the sample.
    pub count: Option<u64>,
    pub is_empty_meant: bool,
    pub error: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Verdict {
    Green,
    Red(Red),
}

impl Verdict {
    pub fn is_green(&self) -> bool {
        *self == Verdict::Green
    }
}

/// The reason that a pattern is red.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Red {
    /// The pattern has no request.
    NoOperation,
    /// The pattern has no expected result.
    NoExpectation,
    /// The request could not be made from the design.
    NotRun(ProblemReason),
    /// DynamoDB rejects the request. `error` has its message.
    Refused,
    /// An error was expected, but the request succeeded or failed with a different error.
    ErrorExpected {
        expected: String,
        got: Option<String>,
    },
    /// The result is empty, but the design does not expect that.
    Empty,
    /// The result has items, but the design expects none.
    NotEmpty {
        returned: u64,
    },
    Count {
        expected_least: Option<u64>,
        expected_most: Option<u64>,
        returned: u64,
    },
    /// Expected rows that were not returned, and unexpected items. Keys as JSON, at most five.
    Rows {
        missing: Vec<String>,
        unexpected: Vec<String>,
        missing_count: u64,
        unexpected_count: u64,
    },
    /// A returned item has a different value.
    Attribute {
        place: u64,
        attribute: String,
        expected: String,
        got: Option<String>,
    },
    /// The item at this position sorts before the previous item.
    Order {
        place: u64,
        by: String,
    },
    /// An item after the write is not as expected.
    State {
        key: String,
        attribute: Option<String>,
        expected: String,
        got: Option<String>,
    },
    /// Only a Scan can serve the pattern. The result is as expected.
    Scan,
    /// The first page does not contain all items, but the pattern reads only that page.
    MorePages,
}

/// How the engine reaches the items, from its plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AccessSummary {
    pub how: AccessMethod,
    pub table: String,
    pub index: Option<String>,
    /// Number of requests, or of actions in the request.
    pub times: u32,
    /// The key condition, with names and values filled in.
    pub condition: Option<String>,
    pub is_filtered: bool,
    pub why: AccessReason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AccessMethod {
    NotRun,
    Get,
    Query,
    /// One Query per value.
    Queries,
    Scan,
    Batch,
    Write,
    Transaction,
    Search,
    Other,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AccessReason {
    NotRun,
    /// The parameters contain the whole key.
    WholeKey {
        attributes: Vec<String>,
    },
    /// The parameters contain the partition key but not the sort key.
    PartitionKey {
        attributes: Vec<String>,
    },
    /// The parameters contain the partition key and a range of the sort key.
    SortKeyRange {
        attributes: Vec<String>,
    },
    /// The partition key has one value per shard.
    Sharded {
        count: u32,
    },
    /// The pattern is a Scan. No key begins with these parameters. Empty if it has none.
    NoKey {
        parameters: Vec<String>,
    },
    SeveralItems {
        count: u32,
    },
    Vector,
    Other,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitsOf {
    pub table: String,
    pub index: Option<String>,
    pub read: f64,
    pub write: f64,
}

/// Predicted units per second of the busiest key value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heat {
    pub table: String,
    pub index: Option<String>,
    /// The partition key's value as printed.
    pub key: String,
    /// The template of the key.
    pub template: String,
    /// The key's share of the units of the table or index.
    pub share: f64,
    /// The number of different keys in production.
    pub values: f64,
    pub read_units_per_second: f64,
    pub write_units_per_second: f64,
    /// True above 3,000 read units or 1,000 write units.
    pub is_above_limit: bool,
    pub cause: HeatCause,
}

/// A key with the units per second of all patterns together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeyHeat {
    pub heat: Heat,
    /// The patterns that use the key, in the order of the design.
    pub patterns: Vec<PatternPart>,
}

/// What one pattern adds to the load of a key, in units per second at its peak.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PatternPart {
    pub pattern: String,
    pub read_units_per_second: f64,
    pub write_units_per_second: f64,
}

/// The kind of values of the busiest key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HeatCause {
    /// The number of keys grows with the table.
    ManyValues,
    /// The key has a fixed set of values. `values` is their number in the sample.
    FewValues { values: u64 },
    /// The key is a time.
    Time,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableReport {
    pub name: String,
    /// Key attributes first, then the others in the order of the entities.
    pub columns: Vec<String>,
    /// The first sample items, in the table's order.
    pub items: Vec<ItemReport>,
    /// Number of all sample items.
    pub item_count: u64,
    pub indexes: Vec<IndexReport>,
    /// Bytes of the sample.
    pub sample_bytes: u64,
    /// Bytes with all items of production.
    pub full_bytes: f64,
    pub storage_usd_per_month: f64,
    /// Read units per second of all patterns at the average rates.
    pub read_units_per_second: f64,
    /// Write units per second, with those of the indexes.
    pub write_units_per_second: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IndexReport {
    pub name: String,
    pub columns: Vec<String>,
    /// The first entries, in the index's order.
    pub items: Vec<ItemReport>,
    pub item_count: u64,
    /// Kinds of items that have entries.
    pub kinds: Vec<KindEntries>,
    pub sample_bytes: u64,
    pub full_bytes: f64,
    pub storage_usd_per_month: f64,
}

/// The entries of one kind of item, in the sample.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KindEntries {
    /// The kind of item, by its name in the table.
    pub item: String,
    pub entries: u64,
    /// Write units to write each entry once.
    pub write_units: f64,
}

/// One item. Its values are printed in the order of the columns, None for a missing attribute.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ItemReport {
    /// The kind of item, by its name in the table.
    pub item: String,
    /// The row of its entity in the sample.
    pub row: u64,
    pub size_bytes: u64,
    pub values: Vec<Option<String>>,
}

impl Report {
    /// Returns the report of a design that was not checked, because it would become too much.
    pub fn refused(design: &Design, problem: Problem) -> Report {
        Report { name: design.name.clone(), problems: vec![problem], ..Report::default() }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EntityReport {
    pub name: String,
    pub sample_rows: u64,
    pub mean_bytes: f64,
    pub largest_bytes: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    pub green: u32,
    pub red: u32,
    pub scans: u32,
    pub sample_items: u64,
    /// Read units per second at the average rates.
    pub read_units_per_second: f64,
    pub write_units_per_second: f64,
    pub peak_read_units_per_second: f64,
    pub peak_write_units_per_second: f64,
    /// The write units per second at the peak that indexes consume.
    pub peak_index_write_units_per_second: f64,
    pub requests_usd_per_month: f64,
    pub storage_usd_per_month: f64,
    pub usd_per_month: f64,
    /// The names of bill lines without a known price. The figures above exclude them.
    pub without_price: Vec<String>,
    /// The Region of the design, if its prices are not known. The figures then have the prices of `region`.
    #[serde(default)]
    pub region_without_prices: Option<String>,
    /// Number of keys above the limit of a partition, each with the units of all patterns together.
    pub hot_keys: u32,
    /// The Region and date of the prices.
    pub region: String,
    pub prices_as_of: String,
}
