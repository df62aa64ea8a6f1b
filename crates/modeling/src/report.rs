//! What a check found. Plain types without optional members, so that a worker can post them in any encoding.

pub mod finding;

use serde::{Deserialize, Serialize};

pub use finding::{Change, Finding, Fix, Place, Rule, Severity};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub name: String,
    pub is_green: bool,
    /// In the order of the design.
    pub patterns: Vec<PatternReport>,
    pub tables: Vec<TableReport>,
    pub entities: Vec<EntityReport>,
    /// The most severe first; within a severity in the order of the design.
    pub findings: Vec<Finding>,
    /// Parts of the design that could not be used. A design with a problem is not green.
    pub problems: Vec<Problem>,
    pub totals: Totals,
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
    Fill {
        detail: String,
    },
    /// The sample is too large.
    TooManyRows {
        rows: u64,
        most: u64,
    },
    /// A range has its end before its beginning, or a share is not between 0 and 1.
    Range {
        member: String,
    },
    /// Two rows of the sample have the same key: one replaces the other.
    SameKey {
        item: String,
        other: String,
        key: String,
    },
    /// The engine refused a request that creates the table or writes the sample. Its own words.
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
    pub served: Served,
    /// Items that the requests read, before filters. For a write, 0.
    pub read: u64,
    pub returned: u64,
    /// Requests that were sent: pages, and one for each shard.
    pub requests: u32,
    /// Measured by the engine, of all requests of one execution of the pattern.
    pub read_units: f64,
    pub write_units: f64,
    /// The same by table and index.
    pub units: Vec<UnitsOf>,
    /// Read units with all items of production, where the pattern reads more as the table grows. Otherwise as measured.
    pub read_units_at_full_size: f64,
    /// At the average rate, at full size, with the price of on-demand requests.
    pub usd_per_month: f64,
    pub usd_per_million: f64,
    /// The busiest key at the peak rate, of the table and of each index.
    pub heat: Vec<Heat>,
    /// The first request: the operation's name and its body as JSON.
    pub operation: String,
    pub body: String,
    /// The first returned items, as DynamoDB JSON.
    pub result: Vec<String>,
    /// Their kinds, by the names in the table of the request, each once.
    pub kinds: Vec<String>,
    pub error: Option<ErrorReport>,
    /// What was expected, for the page to show beside it.
    pub expected: Expected,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorReport {
    pub name: String,
    pub message: String,
}

/// A short form of the expectation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    pub is_written: bool,
    /// The number of items, where it is certain: written, or counted in the sample.
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

/// Why a pattern is red.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Red {
    /// The pattern has no request.
    NoOperation,
    /// The pattern has no expected result.
    NoExpectation,
    /// The request could not be made from the design.
    NotRun(ProblemReason),
    /// DynamoDB refuses the request. Its words are in `error`.
    Refused,
    /// An error was expected, and the request succeeded, or failed with another error.
    ErrorExpected {
        expected: String,
        got: Option<String>,
    },
    /// Nothing was returned, and the design does not say that this is meant.
    Empty,
    /// Something was returned, and the design says that nothing is meant.
    NotEmpty {
        returned: u64,
    },
    Count {
        expected_least: Option<u64>,
        expected_most: Option<u64>,
        returned: u64,
    },
    /// Rows of the sample that were not returned, and returned items that are no expected rows. Keys as JSON, at most five.
    Rows {
        missing: Vec<String>,
        unexpected: Vec<String>,
        missing_count: u64,
        unexpected_count: u64,
    },
    /// A returned item has another value.
    Attribute {
        place: u64,
        attribute: String,
        expected: String,
        got: Option<String>,
    },
    /// The item at this place comes before the one that it follows.
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
    /// Only a Scan serves the pattern. The result is as expected.
    Scan,
    /// The first page has fewer items than the result, and the pattern reads only that page.
    MorePages,
}

/// How the engine reaches the items: from its own plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Served {
    pub how: How,
    pub table: String,
    pub index: Option<String>,
    /// Times that the request is sent, or actions in it.
    pub times: u32,
    /// The key condition, with names and values filled in.
    pub condition: Option<String>,
    pub is_filtered: bool,
    pub why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    NotRun,
    Get,
    Query,
    /// One Query for each of several values.
    Queries,
    Scan,
    Batch,
    Write,
    Transaction,
    Search,
    Other,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Why {
    NotRun,
    /// The parameters give the whole key.
    WholeKey {
        attributes: Vec<String>,
    },
    /// The parameters give the partition key; the sort key is free.
    PartitionKey {
        attributes: Vec<String>,
    },
    /// The parameters give the partition key and a range of the sort key.
    SortKeyRange {
        attributes: Vec<String>,
    },
    /// The partition key has a value for each shard.
    Sharded {
        count: u32,
    },
    /// The pattern asks for a Scan. The parameters that no key begins with; empty where it has none.
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
    /// The partition key's value, as it would be printed.
    pub key: String,
    /// The share of the pattern's requests that this key gets.
    pub share: f64,
    pub read_units_per_second: f64,
    pub write_units_per_second: f64,
    /// Above 3,000 read units or 1,000 write units.
    pub is_above_limit: bool,
    pub cause: HeatCause,
}

/// What the busiest key consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HeatCause {
    /// There are more keys as the table grows.
    ManyValues,
    /// The key has a fixed set of values: so many in the sample.
    FewValues { values: u64 },
    /// The key is a time.
    Time,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableReport {
    pub name: String,
    /// Key attributes first, then the others in the order of the entities.
    pub columns: Vec<String>,
    /// The first of the sample, ordered as the table orders them.
    pub items: Vec<ItemReport>,
    /// All of the sample.
    pub item_count: u64,
    pub indexes: Vec<IndexReport>,
    /// Bytes of the sample.
    pub sample_bytes: u64,
    /// Bytes with all items of production.
    pub full_bytes: f64,
    pub storage_usd_per_month: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IndexReport {
    pub name: String,
    pub columns: Vec<String>,
    /// The first, ordered as the index orders them.
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
    /// To write each of them once.
    pub write_units: f64,
}

/// One item. Values in the order of the columns, printed; none where the item lacks the attribute.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ItemReport {
    /// The kind of item, by its name in the table.
    pub item: String,
    /// The row of its entity in the sample.
    pub row: u64,
    pub size_bytes: u64,
    pub values: Vec<Option<String>>,
}

impl Totals {
    /// What the sums are without, for a person who reads text. None where every line has a price.
    pub fn without_price_sentence(&self) -> Option<String> {
        let names = self.without_price.join(", ");
        (!names.is_empty()).then(|| format!("No price is known for {names}, so the sums are without it."))
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
    /// Per second, at the average rates.
    pub read_units_per_second: f64,
    pub write_units_per_second: f64,
    pub peak_read_units_per_second: f64,
    pub peak_write_units_per_second: f64,
    /// Those of the write units that indexes consume, at the peak.
    pub peak_index_write_units_per_second: f64,
    pub requests_usd_per_month: f64,
    pub storage_usd_per_month: f64,
    pub usd_per_month: f64,
    /// Lines of the bill that no known price covers, by their names: the figures above are without them.
    pub without_price: Vec<String>,
    /// Keys above the limit of a partition.
    pub hot_keys: u32,
    /// The Region and date of the prices.
    pub region: String,
    pub prices_as_of: String,
}
