//! Generates several hundred commands from a seed, and hashes everything that an engine returns for them.

pub mod surroundings;

use dynalab_engine::codec::change_log;
use dynalab_engine::engine::{Command, Engine};
use dynalab_engine::hooks::Service;
use dynalab_engine::operations::Request;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

const COMMANDS: u64 = 400;
const TABLE: &str = "Script";

#[derive(Debug, PartialEq, Eq)]
pub struct Hashes {
    /// Hash of the status and body of every response.
    pub answers: u64,
    pub change_log: u64,
    pub snapshot: u64,
}

pub fn run<S: Service>() -> Hashes {
    let mut config = EngineConfig::instant();
    config.delays.index_propagation_ms = 700;
    let mut engine = Engine::<S>::new(7, config);
    let mut random = Random(7);
    let (mut answers, mut changes, mut snapshot) = (Hash::new(), Hash::new(), Hash::new());
    let mut succeeded = 0;
    for number in 0..COMMANDS {
        let at = Timestamp::from_epoch_ms(1_790_000_000_000 + number * 250);
        let (operation, body) = if number == 0 { create_table() } else { command(number, &mut random) };
        let (status, body) = match Request::parse(operation, &body.to_string()) {
            Ok(request) => {
                let execution = engine.execute(Command { at, request }, TraceLevel::Full);
                changes.add(&change_log::encode(&execution.changes));
                execution.answer()
            }
            Err(error) => (error.http_status(), error.to_json()),
        };
        succeeded += u64::from(status == 200);
        answers.add(format!("{status} {body}").as_bytes());
    }
    assert!(succeeded > COMMANDS / 2 && succeeded < COMMANDS, "{succeeded} of {COMMANDS} commands succeed");
    engine.snapshot().iter().for_each(|chunk| snapshot.add(chunk));
    Hashes { answers: answers.0, change_log: changes.0, snapshot: snapshot.0 }
}

fn create_table() -> (&'static str, Value) {
    let body = json!({
        "TableName": TABLE,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            {"AttributeName": "id", "AttributeType": "S"},
            {"AttributeName": "at", "AttributeType": "N"},
            {"AttributeName": "size", "AttributeType": "N"},
        ],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}, {"AttributeName": "at", "KeyType": "RANGE"}],
        "GlobalSecondaryIndexes": [{
            "IndexName": "BySize",
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}, {"AttributeName": "size", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "ALL"},
        }],
    });
    ("CreateTable", body)
}

fn command(number: u64, random: &mut Random) -> (&'static str, Value) {
    let key = json!({"id": {"S": format!("鍵{}", random.below(6))}, "at": {"N": random.number()}});
    let mut item = key.clone();
    item["size"] = json!({"N": random.number()});
    item["data"] =
        json!({"M": {"list": {"L": [{"B": "AAEC/w=="}, {"NULL": true}, {"NS": ["3", "1e2", "-0.5"]}]}}});
    match number % 8 {
        0 => ("PutItem", json!({"TableName": TABLE, "Item": item, "ReturnValues": "ALL_OLD"})),
        1 => (
            "UpdateItem",
            json!({
                "TableName": TABLE,
                "Key": key,
                "UpdateExpression": "SET #n = if_not_exists(#n, :zero) + :step, tags = :tags ADD size :step",
                "ExpressionAttributeNames": {"#n": "n"},
                "ExpressionAttributeValues": {
                    ":zero": {"N": "0.1"}, ":step": {"N": random.number()}, ":tags": {"SS": ["b", "a", "ä"]},
                },
                "ReturnValues": "UPDATED_NEW",
            }),
        ),
        2 => {
            let put = json!({"PutRequest": {"Item": item}});
            ("BatchWriteItem", json!({"RequestItems": {TABLE: [put]}, "ReturnConsumedCapacity": "INDEXES"}))
        }
        3 => (
            "Query",
            json!({
                "TableName": TABLE,
                "IndexName": if random.below(2) == 0 { json!("BySize") } else { Value::Null },
                "KeyConditionExpression": "id = :id",
                "ExpressionAttributeValues": {":id": key["id"]},
                "Limit": 5,
                "ScanIndexForward": random.below(2) == 0,
                "ReturnConsumedCapacity": "INDEXES",
            }),
        ),
        4 => (
            "DeleteItem",
            json!({
                "TableName": TABLE,
                "Key": key,
                "ConditionExpression": "attribute_exists(id)",
                "ReturnValues": "ALL_OLD",
            }),
        ),
        5 => (
            "TransactWriteItems",
            json!({
                "TransactItems": [{"Put": {
                    "TableName": TABLE, "Item": item, "ConditionExpression": "attribute_not_exists(id)",
                }}],
                "ClientRequestToken": format!("token {}", random.below(40)),
            }),
        ),
        6 => ("Scan", json!({"TableName": TABLE, "Limit": 7, "ReturnConsumedCapacity": "TOTAL"})),
        _ => ("DescribeTable", json!({"TableName": TABLE})),
    }
}

/// An FNV-1a hash, short enough to define here.
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3);
        }
    }
}

/// A random number generator (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Returns one of a few numbers, so that keys repeat in different notations.
    fn number(&mut self) -> String {
        match self.below(4) {
            0 => self.below(4).to_string(),
            1 => format!("-{}.50", self.below(4)),
            2 => format!("{}e-20", self.below(4)),
            _ => format!("9{}999999999999999999999999999999999999", self.below(4)),
        }
    }
}
