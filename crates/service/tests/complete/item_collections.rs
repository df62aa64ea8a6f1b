//! Tests that the size of an item collection equals a recount of all items after every write. Covers batches,
//! transactions, undo, and a restored engine.

use std::collections::BTreeMap;

use dynalab_engine::database::change::Change;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::chance::Chance;

const LIMIT: u64 = 300;
const EXCEPTION: &str = "com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException";

/// The partition key and the sort key.
type Key = (String, String);

/// The sort keys of the two local indexes and more data. Empty if the item has none.
#[derive(Clone, Default)]
struct Attributes {
    keys_only: String,
    all: String,
    more: String,
}

/// A model of the stored items. It counts them again for each question.
#[derive(Clone, Default)]
struct Model(BTreeMap<Key, Attributes>);

impl Attributes {
    fn json(&self, (pk, sk): &Key) -> Value {
        let mut item = json!({"PK": {"S": pk}, "SK": {"S": sk}});
        for (name, value) in [("K", &self.keys_only), ("A", &self.all), ("more", &self.more)] {
            if !value.is_empty() {
                item[name] = json!({"S": value});
            }
        }
        item
    }

    /// Returns the bytes of the item and its entries in local indexes.
    fn bytes(&self, (pk, sk): &Key) -> u64 {
        let attribute = |name: usize, value: &str| if value.is_empty() { 0 } else { name + value.len() };
        let keys = attribute(2, pk) + attribute(2, sk);
        let item = keys + attribute(1, &self.keys_only) + attribute(1, &self.all) + attribute(4, &self.more);
        let keys_only = if self.keys_only.is_empty() { 0 } else { keys + attribute(1, &self.keys_only) };
        let all = if self.all.is_empty() { 0 } else { item };
        (item + keys_only + all) as u64
    }
}

impl Model {
    fn collection_bytes(&self, pk: &str) -> u64 {
        self.0.iter().filter(|(key, _)| key.0 == pk).map(|(key, item)| item.bytes(key)).sum()
    }

    /// Writes the item if it fits the limit. Returns whether it fits.
    fn write(&mut self, key: &Key, after: Option<Attributes>) -> bool {
        let before = self.collection_bytes(&key.0);
        let mut written = self.clone();
        match after {
            Some(after) => drop(written.0.insert(key.clone(), after)),
            None => drop(written.0.remove(key)),
        }
        let size = written.collection_bytes(&key.0);
        let fits = size <= before || size <= LIMIT;
        if fits {
            *self = written;
        }
        fits
    }
}

impl Chance {
    fn text(&mut self, most: u64) -> String {
        "x".repeat(self.below(most) as usize)
    }

    fn key(&mut self) -> Key {
        (["a", "bb"][self.below(2) as usize].to_owned(), self.below(4).to_string())
    }

    fn attributes(&mut self) -> Attributes {
        Attributes { keys_only: self.text(9), all: self.text(5), more: self.text(60) }
    }

    /// Returns random writes of different items. None is a delete.
    fn writes(&mut self, most: u64) -> BTreeMap<Key, Option<Attributes>> {
        let count = 1 + self.below(most);
        let one = |chance: &mut Chance| {
            let after = (chance.below(3) > 0).then(|| chance.attributes());
            (chance.key(), after)
        };
        (0..count).map(|_| one(self)).collect()
    }
}

fn send(engine: &mut Engine, operation: &str, body: &Value) -> (Value, Vec<Change>) {
    let request = Request::parse(operation, &body.to_string()).unwrap();
    let at = Timestamp::from_epoch_ms(1_790_000_000_000);
    let execution = engine.execute(Command { at, request }, TraceLevel::Off);
    (serde_json::from_str(&execution.answer().1).unwrap(), execution.changes)
}

fn new_engine() -> Engine {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let attribute = |name: &str| json!({"AttributeName": name, "AttributeType": "S"});
    let index = |name: &str, projection: &str| {
        let key =
            json!([{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": name, "KeyType": "RANGE"}]);
        json!({"IndexName": format!("By{name}"), "KeySchema": key, "Projection": {"ProjectionType": projection}})
    };
    let table = json!({
        "TableName": "Log",
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
        "AttributeDefinitions": [attribute("PK"), attribute("SK"), attribute("K"), attribute("A")],
        "BillingMode": "PAY_PER_REQUEST",
        "LocalSecondaryIndexes": [index("K", "KEYS_ONLY"), index("A", "ALL")],
    });
    send(&mut engine, "CreateTable", &table);
    send(&mut engine, "Dynalab.SetDials", &json!({"Dials": {"item_collection_bytes": LIMIT}}));
    engine
}

fn key_json((pk, sk): &Key) -> Value {
    json!({"PK": {"S": pk}, "SK": {"S": sk}})
}

fn is_refused(answer: &Value) -> bool {
    match answer.get("__type") {
        None => false,
        Some(name) => {
            assert_eq!(name, EXCEPTION, "{answer}");
            assert_eq!(answer["message"], "Collection size exceeded.");
            true
        }
    }
}

struct World {
    engine: Engine,
    model: Model,
    /// Number of rejected and accepted writes.
    outcomes: [u64; 2],
}

impl World {
    fn note(&mut self, answer: &Value, fits: bool) {
        assert_eq!(is_refused(answer), !fits, "{answer}");
        self.outcomes[usize::from(fits)] += 1;
    }

    fn write_alone(&mut self, chance: &mut Chance) -> Vec<Change> {
        let (key, after) = chance.writes(1).pop_first().unwrap();
        let (answer, changes) = match &after {
            Some(item) => {
                send(&mut self.engine, "PutItem", &json!({"TableName": "Log", "Item": item.json(&key)}))
            }
            None => send(&mut self.engine, "DeleteItem", &json!({"TableName": "Log", "Key": key_json(&key)})),
        };
        let fits = self.model.write(&key, after);
        self.note(&answer, fits);
        changes
    }

    fn update(&mut self, chance: &mut Chance) -> Vec<Change> {
        let (key, more) = (chance.key(), format!("y{}", chance.text(80)));
        let (answer, changes) = send(
            &mut self.engine,
            "UpdateItem",
            &json!({
                "TableName": "Log", "Key": key_json(&key), "UpdateExpression": "SET more = :m",
                "ExpressionAttributeValues": {":m": {"S": more}},
            }),
        );
        let after = Attributes { more, ..self.model.0.get(&key).cloned().unwrap_or_default() };
        let fits = self.model.write(&key, Some(after));
        self.note(&answer, fits);
        changes
    }

    /// Writes a batch. The first item that does not fit ends it.
    fn write_batch(&mut self, chance: &mut Chance) -> Vec<Change> {
        let writes = chance.writes(4);
        let requests: Vec<Value> = writes
            .iter()
            .map(|(key, after)| match after {
                Some(item) => json!({"PutRequest": {"Item": item.json(key)}}),
                None => json!({"DeleteRequest": {"Key": key_json(key)}}),
            })
            .collect();
        let (answer, changes) =
            send(&mut self.engine, "BatchWriteItem", &json!({"RequestItems": {"Log": requests}}));
        let fits = writes.into_iter().all(|(key, after)| self.model.write(&key, after));
        self.note(&answer, fits);
        changes
    }

    /// Writes a transaction: all items or none, with a reason for each that does not fit.
    fn write_together(&mut self, chance: &mut Chance) -> Vec<Change> {
        let writes = chance.writes(4);
        let actions: Vec<Value> = writes
            .iter()
            .map(|(key, after)| match after {
                Some(item) => json!({"Put": {"TableName": "Log", "Item": item.json(key)}}),
                None => json!({"Delete": {"TableName": "Log", "Key": key_json(key)}}),
            })
            .collect();
        let (answer, changes) =
            send(&mut self.engine, "TransactWriteItems", &json!({"TransactItems": actions}));
        let mut model = self.model.clone();
        let outcomes: Vec<bool> = writes.into_iter().map(|(key, after)| model.write(&key, after)).collect();
        let reasons = outcomes.iter().map(|fits| match fits {
            true => json!({"Code": "None"}),
            false => {
                json!({"Code": "ItemCollectionSizeLimitExceeded", "Message": "Collection size exceeded."})
            }
        });
        match outcomes.contains(&false) {
            true => assert_eq!(answer["CancellationReasons"], reasons.collect::<Value>(), "{answer}"),
            false => {
                assert_eq!(answer, json!({}));
                self.model = model;
            }
        }
        changes
    }

    fn check_items(&mut self) {
        let (answer, _) = send(&mut self.engine, "Scan", &json!({"TableName": "Log", "Select": "COUNT"}));
        assert_eq!(answer["Count"], json!(self.model.0.len()));
    }
}

#[test]
fn collection_limit_equals_the_sum_of_all_items() {
    for seed in 1..=8 {
        let mut chance = Chance(seed);
        let mut world = World { engine: new_engine(), model: Model::default(), outcomes: [0, 0] };
        for _ in 0..250 {
            let before = world.model.clone();
            let changes = match chance.below(5) {
                0 => world.write_batch(&mut chance),
                1 => world.write_together(&mut chance),
                2 => world.update(&mut chance),
                _ => world.write_alone(&mut chance),
            };
            match chance.below(8) {
                0 => {
                    world.engine.reverse(changes);
                    world.model = before;
                }
                1 => {
                    let back = world.engine.reverse(changes);
                    world.engine.reverse(back);
                }
                2 => {
                    let chunks = world.engine.snapshot();
                    let config = EngineConfig::instant();
                    world.engine = Engine::restore(chunks.iter().map(Vec::as_slice), config).unwrap();
                }
                _ => {}
            }
            world.check_items();
        }
        let [refused, let_in] = world.outcomes;
        assert!(refused > 10 && let_in > 10, "seed {seed}: {refused} refused, {let_in} let in");
    }
}
