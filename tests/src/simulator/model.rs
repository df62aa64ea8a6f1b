//! The reference: a table is the list of its writes, and an index is computed anew for each read.

mod control;
mod evaluate;
mod read;
mod transaction;
mod write;

use std::collections::BTreeMap;

use crate::simulator::request::{Command, IndexShape, Request, TableShape};
use crate::simulator::transaction::TransactMember;
use crate::simulator::value::{Item, Value};

pub use control::{Description, IndexDescription};
pub use read::{Row, Rows, charges_of_page};
pub use transaction::Reason;

pub const VALIDATION: &str = "ValidationException";
pub const NOT_FOUND: &str = "ResourceNotFoundException";
pub const IN_USE: &str = "ResourceInUseException";
pub const CONDITION_FAILED: &str = "ConditionalCheckFailedException";

/// The delays of DynamoDB's later work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delays {
    pub table_change_ms: u64,
    pub index_propagation_ms: u64,
    pub index_backfill_ms: u64,
}

#[derive(Clone, Debug)]
pub struct Model {
    delays: Delays,
    now_ms: u64,
    tables: BTreeMap<String, Table>,
    /// The members sent with each token. No run is long enough for a token to expire.
    tokens: BTreeMap<String, Vec<TransactMember>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Creating,
    Active,
    Updating,
    Deleting,
}

#[derive(Clone, Debug)]
struct Table {
    shape: TableShape,
    status: Status,
    /// All puts and deletes, in order.
    writes: Vec<Write>,
    indexes: BTreeMap<String, IndexState>,
    /// The next change of the table's status, and its time.
    due: Option<(u64, Due)>,
}

#[derive(Clone, Debug)]
struct Write {
    at_ms: u64,
    key: Vec<Value>,
    after: Option<Item>,
}

#[derive(Clone, Debug)]
struct IndexState {
    status: Status,
    /// The number of writes when the index was filled. It contains these without a delay.
    filled_from: usize,
}

#[derive(Clone, Debug)]
enum Due {
    Active,
    Gone,
    IndexFilled(String),
    IndexGone(String),
}

/// Consumed half units by table and index.
pub type Charges = BTreeMap<(String, Option<String>), u64>;

#[derive(Clone, Debug)]
pub struct Expected {
    pub answer: Answer,
    pub charges: Charges,
}

#[derive(Clone, Debug)]
pub enum Answer {
    Refused {
        error: &'static str,
        old: Option<Item>,
    },
    /// The response to a single write.
    Attributes(Option<Item>),
    Item(Option<Item>),
    Rows(Rows),
    Batch(BTreeMap<String, Vec<Item>>),
    /// The response to TransactGetItems, in the order of the request.
    Items(Vec<Option<Item>>),
    Cancelled(Vec<Reason>),
    Table(Description),
    Done,
}

#[derive(Debug)]
struct Refusal {
    error: &'static str,
    old: Option<Item>,
}

impl From<&'static str> for Refusal {
    fn from(error: &'static str) -> Refusal {
        Refusal { error, old: None }
    }
}

type Outcome = Result<Answer, Refusal>;

impl Model {
    pub fn new(delays: Delays) -> Model {
        Model { delays, now_ms: 0, tables: BTreeMap::new(), tokens: BTreeMap::new() }
    }

    pub fn execute(&mut self, command: &Command) -> Expected {
        self.advance(command.at_ms);
        let mut charges = Charges::new();
        let outcome = self.perform(&command.request, &mut charges);
        // Without delays, later work is due at once.
        self.advance(command.at_ms);
        charges.retain(|_, half_units| *half_units > 0);
        let answer = outcome.unwrap_or_else(|Refusal { error, old }| Answer::Refused { error, old });
        Expected { answer, charges }
    }

    fn perform(&mut self, request: &Request, charges: &mut Charges) -> Outcome {
        match request {
            Request::CreateTable(shape) => self.create_table(shape),
            Request::DeleteTable { table } => self.delete_table(table),
            Request::DescribeTable { table } => self.describe_table(table),
            Request::CreateIndex { table, index } => self.create_index(table, index),
            Request::DeleteIndex { table, index } => self.delete_index(table, index),
            Request::Put { table, item, condition, returned } => {
                self.put(table, item, condition, *returned, charges)
            }
            Request::Update { table, key, actions, condition, returned } => {
                self.update(table, key, (actions, condition, *returned), charges)
            }
            Request::Delete { table, key, condition, returned } => {
                self.delete(table, key, condition, *returned, charges)
            }
            Request::Get { table, key, projection, consistent } => {
                self.get(table, key, projection.as_deref(), *consistent, charges)
            }
            Request::Query { read, key, partition, sort, forward } => {
                self.query(read, key, (partition, sort.as_ref()), *forward)
            }
            Request::Scan { read, .. } => self.scan(read),
            Request::BatchWrite(tables) => self.batch_write(tables, charges),
            Request::BatchGet(tables) => self.batch_get(tables, charges),
            Request::TransactWrite { members, token } => {
                self.transact_write(members, token.as_deref(), charges)
            }
            Request::TransactGet(keys) => self.transact_get(keys, charges),
            Request::Malformed { error, .. } => Err((*error).into()),
        }
    }

    /// Advances the clock and applies all due work.
    pub fn advance(&mut self, now_ms: u64) {
        self.now_ms = self.now_ms.max(now_ms);
        let names: Vec<String> = self.tables.keys().cloned().collect();
        for name in names {
            self.let_fall_due(&name);
        }
    }

    /// Returns the shapes of all tables in any status, with their present indexes.
    pub fn shapes(&self) -> Vec<TableShape> {
        self.tables.values().map(|table| table.shape.clone()).collect()
    }

    /// Returns a table that can serve requests.
    fn table(&self, name: &str) -> Result<&Table, Refusal> {
        let serves = |table: &&Table| matches!(table.status, Status::Active | Status::Updating);
        self.tables.get(name).filter(serves).ok_or_else(|| NOT_FOUND.into())
    }
}

impl Table {
    /// Returns the items: the last write of each key.
    fn items(&self) -> BTreeMap<Vec<Value>, Item> {
        items_after(&self.writes)
    }

    fn find(&self, key: &[Value]) -> Option<Item> {
        self.writes.iter().rev().find(|write| write.key == key).and_then(|write| write.after.clone())
    }

    /// Returns the whole items that have an entry in the index at this time.
    fn indexed_items(&self, index: &IndexShape, now_ms: u64, delay_ms: u64) -> Vec<Item> {
        let filled_from = self.indexes.get(&index.name).map_or(0, |state| state.filled_from);
        let has_arrived = |(position, write): &(usize, &Write)| {
            !index.global || *position < filled_from || write.at_ms + delay_ms <= now_ms
        };
        let arrived = self.writes.iter().enumerate().take_while(has_arrived).count();
        let items = items_after(&self.writes[..arrived]).into_values();
        items.filter(|item| index.entry(&self.shape.key, item).is_some()).collect()
    }
}

fn items_after(writes: &[Write]) -> BTreeMap<Vec<Value>, Item> {
    let mut items = BTreeMap::new();
    for write in writes {
        match &write.after {
            Some(item) => items.insert(write.key.clone(), item.clone()),
            None => items.remove(&write.key),
        };
    }
    items
}
