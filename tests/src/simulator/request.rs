//! Requests as data, and their JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::simulator::expression::{Action, Aliases, Condition, Path};
use crate::simulator::shape::definitions;
use crate::simulator::transaction::TransactMember;
use crate::simulator::value::{Item, Kind, Value, item_wire};

/// A request and the time at which it arrives.
#[derive(Clone, Debug)]
pub struct Command {
    pub at_ms: u64,
    pub request: Request,
}

#[derive(Clone, Debug, PartialEq)]
pub struct KeyShape {
    pub partition: (String, Kind),
    pub sort: Option<(String, Kind)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Projection {
    All,
    KeysOnly,
    Include(Vec<String>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct IndexShape {
    pub name: String,
    pub global: bool,
    pub key: KeyShape,
    pub projection: Projection,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TableShape {
    pub name: String,
    pub key: KeyShape,
    pub indexes: Vec<IndexShape>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    Nothing,
    AllOld,
    AllNew,
    UpdatedOld,
    UpdatedNew,
}

/// A condition on the sort key.
#[derive(Clone, Debug, PartialEq)]
pub enum SortTest {
    Equal(Value),
    Less(Value),
    LessOrEqual(Value),
    Greater(Value),
    GreaterOrEqual(Value),
    Between(Value, Value),
    BeginsWith(Value),
}

/// The common part of Query and Scan. A read always continues to the last page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    pub table: String,
    pub index: Option<String>,
    pub limit: Option<u64>,
    pub filter: Option<Condition>,
    pub projection: Option<Vec<Path>>,
    pub count_only: bool,
    pub consistent: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum BatchWrite {
    Put(Item),
    Delete(Item),
}

#[derive(Clone, Debug)]
pub enum Request {
    CreateTable(TableShape),
    DeleteTable {
        table: String,
    },
    DescribeTable {
        table: String,
    },
    CreateIndex {
        table: String,
        index: IndexShape,
    },
    DeleteIndex {
        table: String,
        index: String,
    },
    Put {
        table: String,
        item: Item,
        condition: Option<Condition>,
        returned: Returned,
    },
    Update {
        table: String,
        key: Item,
        actions: Vec<Action>,
        condition: Option<Condition>,
        returned: Returned,
    },
    Delete {
        table: String,
        key: Item,
        condition: Option<Condition>,
        returned: Returned,
    },
    Get {
        table: String,
        key: Item,
        projection: Option<Vec<Path>>,
        consistent: bool,
    },
    Query {
        read: Read,
        key: KeyShape,
        partition: Value,
        sort: Option<SortTest>,
        forward: bool,
    },
    /// Reads all segments of the table, one after the other. One segment means a plain scan.
    Scan {
        read: Read,
        segments: u64,
    },
    BatchWrite(BTreeMap<String, Vec<BatchWrite>>),
    BatchGet(BTreeMap<String, Vec<Item>>),
    TransactWrite {
        members: Vec<TransactMember>,
        token: Option<String>,
    },
    /// The keys, each with its table.
    TransactGet(Vec<(String, Item)>),
    /// A request whose response does not depend on any table.
    Malformed {
        operation: &'static str,
        body: Json,
        error: &'static str,
    },
}

impl Request {
    pub fn operation(&self) -> &'static str {
        match self {
            Request::CreateTable(_) => "CreateTable",
            Request::DeleteTable { .. } => "DeleteTable",
            Request::DescribeTable { .. } => "DescribeTable",
            Request::CreateIndex { .. } | Request::DeleteIndex { .. } => "UpdateTable",
            Request::Put { .. } => "PutItem",
            Request::Update { .. } => "UpdateItem",
            Request::Delete { .. } => "DeleteItem",
            Request::Get { .. } => "GetItem",
            Request::Query { .. } => "Query",
            Request::Scan { .. } => "Scan",
            Request::BatchWrite(_) => "BatchWriteItem",
            Request::BatchGet(_) => "BatchGetItem",
            Request::TransactWrite { .. } => "TransactWriteItems",
            Request::TransactGet(_) => "TransactGetItems",
            Request::Malformed { operation, .. } => operation,
        }
    }

    /// Returns the body of the first request. Pages and segments add their own members.
    pub fn body(&self) -> Json {
        match self {
            Request::CreateTable(shape) => shape.body(),
            Request::DeleteTable { table } | Request::DescribeTable { table } => {
                json!({ "TableName": table })
            }
            Request::CreateIndex { table, index } => json!({
                "TableName": table,
                "AttributeDefinitions": definitions([&index.key]),
                "GlobalSecondaryIndexUpdates": [{ "Create": index.body() }],
            }),
            Request::DeleteIndex { table, index } => json!({
                "TableName": table,
                "GlobalSecondaryIndexUpdates": [{ "Delete": { "IndexName": index } }],
            }),
            Request::Put { table, item, condition, returned } => {
                write_body(table, ("Item", item), &[], condition, *returned)
            }
            Request::Update { table, key, actions, condition, returned } => {
                write_body(table, ("Key", key), actions, condition, *returned)
            }
            Request::Delete { table, key, condition, returned } => {
                write_body(table, ("Key", key), &[], condition, *returned)
            }
            Request::Get { table, key, projection, consistent } => {
                let mut body = begin(table);
                body.insert("Key".into(), item_wire(key));
                body.insert("ConsistentRead".into(), Json::from(*consistent));
                let mut aliases = Aliases::default();
                if let Some(paths) = projection {
                    body.insert("ProjectionExpression".into(), aliases.paths(paths).into());
                }
                aliases.finish(&mut body);
                Json::Object(body)
            }
            Request::Query { read, key, partition, sort, forward } => {
                let mut aliases = Aliases::default();
                let text = key_condition(&mut aliases, key, partition, sort.as_ref());
                let mut body = read.body(aliases);
                body.insert("KeyConditionExpression".into(), text.into());
                body.insert("ScanIndexForward".into(), Json::from(*forward));
                Json::Object(body)
            }
            Request::Scan { read, .. } => Json::Object(read.body(Aliases::default())),
            Request::BatchWrite(tables) => {
                let write = |write: &BatchWrite| match write {
                    BatchWrite::Put(item) => json!({ "PutRequest": { "Item": item_wire(item) } }),
                    BatchWrite::Delete(key) => json!({ "DeleteRequest": { "Key": item_wire(key) } }),
                };
                batch(tables, |writes| Json::Array(writes.iter().map(write).collect()))
            }
            Request::BatchGet(tables) => {
                batch(tables, |keys| json!({ "Keys": keys.iter().map(item_wire).collect::<Vec<_>>() }))
            }
            Request::TransactWrite { members, token } => {
                let members: Vec<Json> = members.iter().map(TransactMember::body).collect();
                let mut body = json!({ "TransactItems": members, "ReturnConsumedCapacity": "INDEXES" });
                if let Some(token) = token {
                    body["ClientRequestToken"] = token.as_str().into();
                }
                body
            }
            Request::TransactGet(keys) => {
                let get = |(table, key): &(String, Item)| json!({ "Get": { "TableName": table, "Key": item_wire(key) } });
                let members: Vec<Json> = keys.iter().map(get).collect();
                json!({ "TransactItems": members, "ReturnConsumedCapacity": "INDEXES" })
            }
            Request::Malformed { body, .. } => body.clone(),
        }
    }
}

fn batch<Of>(tables: &BTreeMap<String, Of>, json_of: impl Fn(&Of) -> Json) -> Json {
    let tables = tables.iter().map(|(table, of)| (table.clone(), json_of(of)));
    json!({ "RequestItems": Json::Object(tables.collect()), "ReturnConsumedCapacity": "INDEXES" })
}

fn begin(table: &str) -> Map<String, Json> {
    let mut body = Map::new();
    body.insert("TableName".into(), table.into());
    body.insert("ReturnConsumedCapacity".into(), "INDEXES".into());
    body
}

fn write_body(
    table: &str,
    (member, item): (&str, &Item),
    actions: &[Action],
    condition: &Option<Condition>,
    returned: Returned,
) -> Json {
    let mut body = begin(table);
    let mut aliases = Aliases::default();
    body.insert(member.into(), item_wire(item));
    body.insert("ReturnValues".into(), returned.name().into());
    body.insert("ReturnValuesOnConditionCheckFailure".into(), "ALL_OLD".into());
    if !actions.is_empty() {
        body.insert("UpdateExpression".into(), aliases.update(actions).into());
    }
    if let Some(condition) = condition {
        body.insert("ConditionExpression".into(), aliases.condition(condition).into());
    }
    aliases.finish(&mut body);
    Json::Object(body)
}

fn key_condition(
    aliases: &mut Aliases,
    key: &KeyShape,
    partition: &Value,
    sort: Option<&SortTest>,
) -> String {
    let mut text = format!("{} = {}", aliases.name(&key.partition.0), aliases.value(partition));
    let Some(test) = sort else { return text };
    let name = aliases.name(key.sort.as_ref().map_or("absent", |(name, _)| name));
    let mut compared = |operator: &str, value: &Value| format!("{name} {operator} {}", aliases.value(value));
    let test = match test {
        SortTest::Equal(value) => compared("=", value),
        SortTest::Less(value) => compared("<", value),
        SortTest::LessOrEqual(value) => compared("<=", value),
        SortTest::Greater(value) => compared(">", value),
        SortTest::GreaterOrEqual(value) => compared(">=", value),
        SortTest::Between(low, high) => {
            format!("{name} BETWEEN {} AND {}", aliases.value(low), aliases.value(high))
        }
        SortTest::BeginsWith(value) => format!("begins_with({name}, {})", aliases.value(value)),
    };
    text.push_str(" AND ");
    text.push_str(&test);
    text
}

impl Read {
    fn body(&self, mut aliases: Aliases) -> Map<String, Json> {
        let mut body = begin(&self.table);
        if let Some(index) = &self.index {
            body.insert("IndexName".into(), index.as_str().into());
        }
        if let Some(limit) = self.limit {
            body.insert("Limit".into(), limit.into());
        }
        if let Some(filter) = &self.filter {
            body.insert("FilterExpression".into(), aliases.condition(filter).into());
        }
        if let Some(paths) = &self.projection {
            body.insert("ProjectionExpression".into(), aliases.paths(paths).into());
        }
        if self.count_only {
            body.insert("Select".into(), "COUNT".into());
        }
        if self.consistent {
            body.insert("ConsistentRead".into(), true.into());
        }
        aliases.finish(&mut body);
        body
    }
}

impl Returned {
    fn name(self) -> &'static str {
        match self {
            Returned::Nothing => "NONE",
            Returned::AllOld => "ALL_OLD",
            Returned::AllNew => "ALL_NEW",
            Returned::UpdatedOld => "UPDATED_OLD",
            Returned::UpdatedNew => "UPDATED_NEW",
        }
    }
}
