//! Generates commands from a seed: tables, requests to them, and invalid requests.

mod expressions;
mod items;
mod tables;
mod transactions;

use crate::simulator::chance::Chance;
use crate::simulator::model::{Delays, VALIDATION};
use crate::simulator::request::{BatchWrite, Command, Read, Request, Returned, TableShape};
use crate::simulator::value::{Item, Kind, Value};

pub const BEGIN_MS: u64 = 1_780_000_000_000;
const NO_SUCH_TABLE: &str = "Nowhere";

/// The commands of a run. They do not depend on any response, so a part of them can be replayed alone.
#[derive(Clone, Debug)]
pub struct Plan {
    pub seed: u64,
    pub delays: Delays,
    pub commands: Vec<Command>,
}

/// The kind of runs that a property needs.
#[derive(Clone, Copy, Debug)]
pub struct Appetite {
    pub commands: usize,
    /// The percentage of seeds with delays.
    pub delayed: usize,
    /// Items of hundreds of kilobytes: pages of a megabyte, and a slow run.
    pub large_items: bool,
    /// One table, few keys and many transactions, so that requests overlap often.
    pub crowded: bool,
}

impl Appetite {
    pub fn from_commands(commands: usize) -> Appetite {
        Appetite { commands, delayed: 50, large_items: false, crowded: false }
    }
}

pub fn plan(seed: u64, appetite: Appetite) -> Plan {
    let mut chance = Chance::new(seed);
    let delays = if chance.below(100) < appetite.delayed {
        Delays {
            table_change_ms: *chance.pick(&[0, 300]),
            index_propagation_ms: *chance.pick(&[0, 50, 700]),
            index_backfill_ms: *chance.pick(&[0, 1_000]),
        }
    } else {
        Delays::default()
    };
    let mut generator = Generator { chance, shapes: Vec::new(), appetite, sent: Vec::new() };
    let mut at_ms = BEGIN_MS;
    let mut commands = Vec::with_capacity(appetite.commands);
    for _ in 0..appetite.commands {
        at_ms += *generator.chance.pick(&[0, 1, 7, 40, 200, 600]);
        commands.push(Command { at_ms, request: generator.request() });
    }
    Plan { seed, delays, commands }
}

/// Generates the requests. It stores the tables that it requested, whether or not they were created.
pub struct Generator {
    pub(super) chance: Chance,
    shapes: Vec<TableShape>,
    pub(super) appetite: Appetite,
    /// Transactions with a token, to be sent again.
    sent: Vec<Request>,
}

impl Generator {
    fn request(&mut self) -> Request {
        if self.shapes.is_empty() || self.chance.one_in(25) {
            return self.create_table();
        }
        if self.appetite.crowded && self.chance.one_in(2) {
            return if self.chance.one_in(3) { self.transact_get() } else { self.transact_write() };
        }
        let shape = self.shape();
        match self.chance.below(100) {
            0..=27 => self.put(&shape),
            28..=41 => self.update(&shape),
            42..=49 => self.delete(&shape),
            50..=55 => self.get(&shape),
            56..=69 => self.query(&shape),
            70 => self.transact_write(),
            71..=79 => self.scan(&shape),
            80..=83 => self.batch_write(),
            84..=85 => self.transact_write(),
            86..=87 => self.batch_get(),
            88 => self.transact_get(),
            89..=91 => self.create_index(&shape),
            92 => self.delete_index(&shape),
            93 => self.delete_table(&shape),
            94..=95 => Request::DescribeTable { table: self.table_name(&shape) },
            _ => self.malformed(&shape),
        }
    }

    pub(super) fn shape(&mut self) -> TableShape {
        self.chance.pick(&self.shapes).clone()
    }

    pub(super) fn table_name(&mut self, shape: &TableShape) -> String {
        if self.chance.one_in(60) { NO_SUCH_TABLE.to_owned() } else { shape.name.clone() }
    }

    pub(super) fn put(&mut self, shape: &TableShape) -> Request {
        let table = self.table_name(shape);
        let item = self.item(shape);
        let condition = self.sometimes_condition(shape);
        Request::Put { table, item, condition, returned: self.returned_old() }
    }

    fn update(&mut self, shape: &TableShape) -> Request {
        let table = self.table_name(shape);
        let key = self.key(shape);
        let actions = self.actions(shape);
        let condition = self.sometimes_condition(shape);
        let mut choice = vec![Returned::Nothing, Returned::AllOld, Returned::AllNew];
        if actions.iter().all(|action| action.path().step.is_none()) {
            choice.extend([Returned::UpdatedOld, Returned::UpdatedNew]);
        }
        let returned = *self.chance.pick(&choice);
        Request::Update { table, key, actions, condition, returned }
    }

    fn delete(&mut self, shape: &TableShape) -> Request {
        let table = self.table_name(shape);
        let key = self.key(shape);
        let condition = self.sometimes_condition(shape);
        Request::Delete { table, key, condition, returned: self.returned_old() }
    }

    fn returned_old(&mut self) -> Returned {
        *self.chance.pick(&[Returned::Nothing, Returned::Nothing, Returned::AllOld])
    }

    fn get(&mut self, shape: &TableShape) -> Request {
        let table = self.table_name(shape);
        let key = self.key(shape);
        let projection = self.chance.one_in(2).then(|| self.projection());
        Request::Get { table, key, projection, consistent: self.chance.one_in(2) }
    }

    fn read(&mut self, shape: &TableShape) -> Read {
        let table = self.table_name(shape);
        let index = match shape.indexes.len() {
            0 => None,
            count => self.chance.one_in(2).then(|| self.chance.below(count)),
        };
        let mut index_name = index.map(|index| shape.indexes[index].name.clone());
        if self.chance.one_in(60) {
            index_name = Some("nothing".to_owned());
        }
        let global = index.is_some_and(|index| shape.indexes[index].global);
        Read {
            table,
            index: index_name,
            limit: self.chance.one_in(3).then(|| 1 + self.chance.below(4) as u64),
            filter: self.chance.one_in(4).then(|| self.condition(shape, 1)),
            projection: self.chance.one_in(4).then(|| self.projection()),
            count_only: self.chance.one_in(12),
            consistent: self.chance.one_in(if global { 30 } else { 3 }),
        }
    }

    pub(super) fn query(&mut self, shape: &TableShape) -> Request {
        let mut read = self.read(shape);
        let key =
            read.index.as_ref().and_then(|name| shape.index(name)).map_or(&shape.key, |index| &index.key);
        let kind = if self.chance.one_in(60) { Kind::B } else { key.partition.1 };
        let partition = self.partition_value(kind);
        let sort = match &key.sort {
            Some((_, kind)) => self.chance.one_in(2).then(|| self.sort_test(*kind)),
            None => None,
        };
        // A filter on a key attribute is rejected, so most filters should use other attributes.
        if !self.chance.one_in(20) {
            read.filter =
                read.filter.filter(|filter| !filter.paths().iter().any(|path| key.contains(&path.attribute)));
        }
        Request::Query { read, key: key.clone(), partition, sort, forward: !self.chance.one_in(3) }
    }

    pub(super) fn scan(&mut self, shape: &TableShape) -> Request {
        let read = self.read(shape);
        let segments = if self.chance.one_in(3) { 1 + self.chance.below(5) as u64 } else { 1 };
        Request::Scan { read, segments }
    }

    pub(super) fn batch_write(&mut self) -> Request {
        let mut tables = std::collections::BTreeMap::new();
        for _ in 0..1 + self.chance.below(2) {
            let shape = self.shape();
            let count = if self.chance.one_in(40) { 26 } else { 1 + self.chance.below(6) };
            let mut writes: Vec<BatchWrite> = Vec::new();
            for _ in 0..count {
                let write = match self.chance.below(3) {
                    0 => BatchWrite::Delete(self.key(&shape)),
                    _ => BatchWrite::Put(self.item(&shape)),
                };
                let key = self.key_part(&shape, &write);
                let again = writes.iter().any(|other| self.key_part(&shape, other) == key);
                // DynamoDB rejects a batch that names a key twice. Generate a few of these.
                if !again || self.chance.one_in(20) {
                    writes.push(write);
                }
            }
            tables.insert(self.table_name(&shape), writes);
        }
        Request::BatchWrite(tables)
    }

    fn key_part(&self, shape: &TableShape, write: &BatchWrite) -> Vec<Option<Value>> {
        let (BatchWrite::Put(item) | BatchWrite::Delete(item)) = write;
        shape.key.attributes().map(|(name, _)| item.get(name).cloned()).collect()
    }

    pub(super) fn batch_get(&mut self) -> Request {
        let mut tables = std::collections::BTreeMap::new();
        for _ in 0..1 + self.chance.below(2) {
            let shape = self.shape();
            let mut keys: Vec<Item> = Vec::new();
            for _ in 0..1 + self.chance.below(6) {
                let key = self.key(&shape);
                if !keys.contains(&key) || self.chance.one_in(30) {
                    keys.push(key);
                }
            }
            tables.insert(self.table_name(&shape), keys);
        }
        Request::BatchGet(tables)
    }

    /// Returns an invalid request, which is rejected whatever the tables contain.
    fn malformed(&mut self, shape: &TableShape) -> Request {
        use serde_json::json;
        let table = &shape.name;
        let serialization = "SerializationException";
        let choice = [
            ("PutItem", json!({ "TableName": table }), VALIDATION),
            ("PutItem", json!({ "TableName": table, "Item": { "pk": { "N": "x" } } }), VALIDATION),
            ("PutItem", json!({ "TableName": table, "Item": { "pk": { "SS": [] } } }), VALIDATION),
            ("PutItem", json!({ "TableName": table, "Item": { "pk": { "S": 1 } } }), serialization),
            ("PutItem", json!({ "TableName": table, "Item": [] }), serialization),
            ("GetItem", json!({ "TableName": table, "Key": { "pk": {} } }), VALIDATION),
            ("GetItem", json!({ "TableName": "x", "Key": { "pk": { "S": "a" } } }), VALIDATION),
            ("Query", json!({ "TableName": table }), VALIDATION),
            ("Query", json!({ "TableName": table, "KeyConditionExpression": "pk = " }), VALIDATION),
            ("Query", json!({ "TableName": table, "KeyConditionExpression": "pk = :missing" }), VALIDATION),
            ("Scan", json!({ "TableName": table, "FilterExpression": "size(a)" }), VALIDATION),
            ("Scan", json!({ "TableName": table, "Limit": 0 }), VALIDATION),
            ("Scan", json!({ "TableName": table, "Segment": 1 }), VALIDATION),
            ("Scan", json!({ "TableName": table, "Segment": 3, "TotalSegments": 3 }), VALIDATION),
            ("BatchWriteItem", json!({ "RequestItems": {} }), VALIDATION),
            ("BatchGetItem", json!({}), VALIDATION),
            ("CreateTable", json!({ "TableName": "Unfinished" }), VALIDATION),
            ("Dance", json!({}), "UnknownOperationException"),
        ];
        let (operation, body, error) = self.chance.pick(&choice).clone();
        Request::Malformed { operation, body, error }
    }
}
