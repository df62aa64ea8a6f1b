//! Tests that the calculators predict the units that the engine charges, for the same items and requests.

#[macro_use]
mod each_engine;

use dynalab_capacity::ReadConsistency::{self, Eventual, Strong, Transactional};
use dynalab_capacity::index_write::IndexEntryChange;
use dynalab_capacity::item_anatomy::ItemAnatomy;
use dynalab_capacity::request_units::{Arithmetic, ReadOperation, WriteOperation, index_arithmetic, total};
use dynalab_engine::engine::{Command, Engine};
use dynalab_engine::hooks::Service;
use dynalab_engine::operations::Request;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_types::json::{self, Value as Json};
use dynalab_types::wire::decode_item;
use dynalab_types::{Item, Timestamp};
use serde_json::{Value, json};

const RUNS: u64 = 150;

/// A table with one global index that projects its keys and the attribute "entry".
const TABLE: &str = r#"{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},{"AttributeName":"by","AttributeType":"S"}],
    "GlobalSecondaryIndexes":[{"IndexName":"Ind","KeySchema":[{"AttributeName":"by","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["entry"]}}]}"#;

struct Table<S: Service> {
    engine: Engine<S>,
    seed: u64,
}

impl<S: Service> Table<S> {
    fn new(seed: u64) -> Table<S> {
        let mut table = Table { engine: Engine::new(seed, EngineConfig::instant()), seed };
        table.send("CreateTable", TABLE.to_owned());
        table
    }

    fn send(&mut self, operation: &str, body: String) -> Value {
        let request = Request::parse(operation, &body).expect("a request");
        let command = Command { at: Timestamp::from_epoch_ms(1_790_000_000_000), request };
        let (status, answer) = self.engine.execute(command, TraceLevel::Off).answer();
        assert_eq!(status, 200, "{operation} {body}: {answer}");
        serde_json::from_str(&answer).expect("JSON")
    }

    /// Returns the consumed units of the table and of the index.
    fn units(&mut self, operation: &str, mut body: Value) -> (f64, f64) {
        body["ReturnConsumedCapacity"] = json!("INDEXES");
        let answer = self.send(operation, body.to_string());
        let consumed = match &answer["ConsumedCapacity"] {
            Value::Array(tables) => tables[0].clone(),
            one => one.clone(),
        };
        let index = consumed["GlobalSecondaryIndexes"]["Ind"]["CapacityUnits"].as_f64().unwrap_or(0.0);
        (consumed["Table"]["CapacityUnits"].as_f64().unwrap_or(0.0), index)
    }

    fn below(&mut self, most: u64) -> u64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) % most
    }

    /// Returns an item with names and values of every type. `sk` is its sort key.
    fn item(&mut self, sk: &str, most_bytes: u64) -> Value {
        let length = self.below(most_bytes) as usize;
        let digits = 1 + self.below(37);
        let number: String = (0..digits).map(|_| char::from(b'1' + self.below(9) as u8)).collect();
        let mut item = json!({
            "pk": {"S": "p"}, "sk": {"S": sk},
            "text": {"S": "é".repeat(length / 2)},
            "n": {"N": format!("-{number}.5")},
            "map": {"M": {"inside": {"L": [{"BOOL": true}, {"NULL": true}, {"B": "AAEC"}]}}},
            "set": {"NS": ["1", "20", "-3.5"]},
        });
        if self.below(3) > 0 {
            item["by"] = json!({"S": format!("b{}", self.below(2))});
            item["entry"] = json!({"S": "x".repeat(self.below(3_000) as usize)});
        }
        item
    }
}

fn item_of(value: &Value) -> Item {
    let Ok(Json::Object(object)) = json::parse(&value.to_string()) else { panic!("an object") };
    decode_item(&object).expect("an item")
}

fn bytes_of(value: &Value) -> u64 {
    ItemAnatomy::from_item(&item_of(value), &[]).charged_bytes
}

fn units(lines: &[Arithmetic]) -> f64 {
    total(lines).as_units()
}

fn entry_bytes(item: &Value) -> Option<u64> {
    item.get("by")?;
    let names = ["pk", "sk", "by", "entry"];
    let projected: serde_json::Map<String, Value> =
        names.iter().filter_map(|name| Some(((*name).to_owned(), item.get(*name)?.clone()))).collect();
    Some(bytes_of(&Value::Object(projected)))
}

/// Returns how the index entry changes from one item to the next.
fn entry_change(before: Option<&Value>, after: &Value) -> IndexEntryChange {
    let key = |item: &Value| item.get("by").cloned();
    let old =
        before.and_then(|before| Some((entry_bytes(before)?, key(before), before.get("entry").cloned())));
    let new = entry_bytes(after).map(|bytes| (bytes, key(after), after.get("entry").cloned()));
    match (old, new) {
        (None, None) => IndexEntryChange::Absent,
        (None, Some((size_bytes, ..))) => IndexEntryChange::Added { size_bytes },
        (Some((size_bytes, ..)), None) => IndexEntryChange::Removed { size_bytes },
        (Some(old), Some(new)) if old == new => IndexEntryChange::Unchanged,
        (Some((before_bytes, old, _)), Some((after_bytes, new, _))) if old == new => {
            IndexEntryChange::Replaced { before_bytes, after_bytes }
        }
        (Some((before_bytes, ..)), Some((after_bytes, ..))) => {
            IndexEntryChange::Moved { before_bytes, after_bytes }
        }
    }
}

fn writes_consume_what_the_calculator_says<S: Service>() {
    for seed in 0..RUNS {
        let mut table = Table::<S>::new(seed);
        let mut before: Option<Value> = None;
        for _ in 0..4 {
            let item = table.item("s", 6_000);
            let was = before.as_ref().map_or(0, bytes_of);
            let charged = table.units("PutItem", json!({"TableName": "Tab", "Item": item}));
            let expected = WriteOperation::PutItem.arithmetic(was, bytes_of(&item), 1);
            let index = index_arithmetic(entry_change(before.as_ref(), &item), 1);
            assert_eq!(charged, (units(&expected), units(&index)), "seed {seed}: {item}");
            before = Some(item);
        }
        let was = before.as_ref().map_or(0, bytes_of);
        let transaction = json!({"TransactItems": [{"Put": {"TableName": "Tab", "Item": before.clone()}}]});
        let (charged, _) = table.units("TransactWriteItems", transaction);
        assert_eq!(
            charged,
            units(&WriteOperation::TransactWriteItems.arithmetic(was, was, 1)),
            "seed {seed}"
        );
        let key = json!({"TableName": "Tab", "Key": {"pk": {"S": "p"}, "sk": {"S": "s"}}});
        let (charged, _) = table.units("DeleteItem", key.clone());
        assert_eq!(charged, units(&WriteOperation::DeleteItem.arithmetic(was, 0, 1)), "seed {seed}");
        let (charged, _) = table.units("DeleteItem", key);
        assert_eq!(charged, units(&WriteOperation::DeleteItem.arithmetic(0, 0, 1)), "a missing item");
    }
}

fn reads_consume_what_the_calculator_says<S: Service>() {
    for seed in 0..RUNS {
        let mut table = Table::<S>::new(seed);
        let count = 1 + table.below(12);
        // The calculator assumes items of equal size.
        let template = table.item("00", 9_000);
        let bytes = bytes_of(&template);
        let mut keys = Vec::new();
        for number in 0..count {
            let mut item = template.clone();
            item["sk"] = json!({"S": format!("{number:02}")});
            keys.push(json!({"pk": {"S": "p"}, "sk": item["sk"]}));
            table.send("PutItem", json!({"TableName": "Tab", "Item": item}).to_string());
        }
        let expect = |operation: ReadOperation, consistency: ReadConsistency, items: u64| {
            units(&operation.arithmetic(consistency, bytes, items))
        };
        for (strong, consistency) in [(false, Eventual), (true, Strong)] {
            let get = json!({"TableName": "Tab", "Key": keys[0], "ConsistentRead": strong});
            assert_eq!(table.units("GetItem", get).0, expect(ReadOperation::GetItem, consistency, 1));
            let batch = json!({"RequestItems": {"Tab": {"Keys": keys, "ConsistentRead": strong}}});
            assert_eq!(
                table.units("BatchGetItem", batch).0,
                expect(ReadOperation::BatchGetItem, consistency, count)
            );
            let query = json!({"TableName": "Tab", "KeyConditionExpression": "pk = :p", "ConsistentRead": strong,
                "ExpressionAttributeValues": {":p": {"S": "p"}}});
            assert_eq!(table.units("Query", query).0, expect(ReadOperation::Query, consistency, count));
            let scan = json!({"TableName": "Tab", "ConsistentRead": strong});
            assert_eq!(table.units("Scan", scan).0, expect(ReadOperation::Scan, consistency, count));
            let none = json!({"TableName": "Tab", "KeyConditionExpression": "pk = :p", "ConsistentRead": strong,
                "ExpressionAttributeValues": {":p": {"S": "nothing"}}});
            assert_eq!(table.units("Query", none).0, expect(ReadOperation::Query, consistency, 0));
        }
        let gets: Vec<Value> =
            keys.iter().map(|key| json!({"Get": {"TableName": "Tab", "Key": key}})).collect();
        let (charged, _) = table.units("TransactGetItems", json!({"TransactItems": gets}));
        assert_eq!(charged, expect(ReadOperation::TransactGetItems, Transactional, count), "seed {seed}");
    }
}

fn a_query_of_several_pages_consumes_what_the_calculator_says<S: Service>() {
    for length in [2_000, 37_123, 120_000, 399_000] {
        let mut table = Table::<S>::new(length);
        let item = |number: u64| json!({"pk": {"S": "p"}, "sk": {"S": format!("{number:04}")}, "text": {"S": "x".repeat(length as usize)}});
        let count = 3_000_000 / length;
        for number in 0..count {
            table.send("PutItem", json!({"TableName": "Tab", "Item": item(number)}).to_string());
        }
        let mut charged = 0.0;
        let mut start = Value::Null;
        loop {
            let mut query = json!({"TableName": "Tab", "KeyConditionExpression": "pk = :p", "ConsistentRead": true,
                "ReturnConsumedCapacity": "TOTAL", "ExpressionAttributeValues": {":p": {"S": "p"}}});
            if !start.is_null() {
                query["ExclusiveStartKey"] = start;
            }
            let page = table.send("Query", query.to_string());
            let more = page["LastEvaluatedKey"].clone();
            // An empty last page is charged as one with an item. The calculator counts pages with items.
            if page["Count"] != 0 {
                charged += page["ConsumedCapacity"]["CapacityUnits"].as_f64().unwrap_or_default();
            }
            if more.is_null() {
                break;
            }
            start = more;
        }
        let expected = ReadOperation::Query.arithmetic(Strong, bytes_of(&item(0)), count);
        assert_eq!(charged, units(&expected), "items of {length} bytes");
    }
}

/// Puts in a batch and in a transaction, over new and existing items. Each item is rounded separately. A transaction charges the table
/// twice, and its index entries once.
fn batches_and_transactions_of_writes_consume_what_the_calculator_says<S: Service>() {
    for seed in 0..RUNS {
        let mut table = Table::<S>::new(seed);
        let count = 1 + table.below(8);
        let names: Vec<String> = (0..count).map(|number| format!("{number:02}")).collect();
        let mut before: Vec<Option<Value>> = vec![None; names.len()];
        for operation in [WriteOperation::BatchWriteItem, WriteOperation::TransactWriteItems] {
            let items: Vec<Value> = names.iter().map(|name| table.item(name, 4_000)).collect();
            let (charged, index_charged) = if operation == WriteOperation::BatchWriteItem {
                let puts: Vec<Value> =
                    items.iter().map(|item| json!({"PutRequest": {"Item": item}})).collect();
                table.units("BatchWriteItem", json!({"RequestItems": {"Tab": puts}}))
            } else {
                let puts: Vec<Value> =
                    items.iter().map(|item| json!({"Put": {"TableName": "Tab", "Item": item}})).collect();
                table.units("TransactWriteItems", json!({"TransactItems": puts}))
            };
            let (mut expected, mut index_expected) = (0.0, 0.0);
            for (was, item) in before.iter().zip(&items) {
                expected += units(&operation.arithmetic(was.as_ref().map_or(0, bytes_of), bytes_of(item), 1));
                index_expected += units(&index_arithmetic(entry_change(was.as_ref(), item), 1));
            }
            assert_eq!((charged, index_charged), (expected, index_expected), "seed {seed}: {operation:?}");
            before = items.into_iter().map(Some).collect();
        }
    }
}

/// An update is charged by the larger size, before or after. A condition check in a transaction is charged twice.
fn updates_and_condition_checks_consume_what_the_calculator_says<S: Service>() {
    for seed in 0..RUNS {
        let mut table = Table::<S>::new(seed);
        let item = table.item("s", 5_000);
        table.send("PutItem", json!({"TableName": "Tab", "Item": item}).to_string());
        let key = json!({"pk": {"S": "p"}, "sk": {"S": "s"}});
        let mut after = item.clone();
        after["text"] = json!({"S": "y".repeat(table.below(5_000) as usize)});
        let update = json!({"TableName": "Tab", "Key": key, "UpdateExpression": "SET #t = :t",
            "ExpressionAttributeNames": {"#t": "text"}, "ExpressionAttributeValues": {":t": after["text"]}});
        let expected = WriteOperation::UpdateItem.arithmetic(bytes_of(&item), bytes_of(&after), 1);
        // The index does not project this attribute, so its entry is unchanged.
        let index = index_arithmetic(entry_change(Some(&item), &after), 1);
        assert_eq!(table.units("UpdateItem", update), (units(&expected), units(&index)), "seed {seed}");
        let check = json!({"TransactItems": [{"ConditionCheck": {"TableName": "Tab", "Key": key,
            "ConditionExpression": "attribute_exists(pk)"}}]});
        let size = bytes_of(&after);
        let expected = WriteOperation::TransactWriteItems.arithmetic(size, size, 1);
        assert_eq!(table.units("TransactWriteItems", check), (units(&expected), 0.0), "seed {seed}");
    }
}

/// A Query of an index charges the index, by the sizes of its entries.
fn reads_of_an_index_consume_what_the_calculator_says<S: Service>() {
    for seed in 0..RUNS {
        let mut table = Table::<S>::new(seed);
        let count = 1 + table.below(20);
        let mut template = table.item("00", 3_000);
        template["by"] = json!({"S": "b"});
        template["entry"] = json!({"S": "x".repeat(table.below(2_000) as usize)});
        for number in 0..count {
            let mut item = template.clone();
            item["sk"] = json!({"S": format!("{number:02}")});
            table.send("PutItem", json!({"TableName": "Tab", "Item": item}).to_string());
        }
        let bytes = entry_bytes(&template).expect("an entry");
        let query = json!({"TableName": "Tab", "IndexName": "Ind", "KeyConditionExpression": "#b = :b",
            "ExpressionAttributeNames": {"#b": "by"}, "ExpressionAttributeValues": {":b": {"S": "b"}}});
        let expected = units(&ReadOperation::Query.arithmetic(Eventual, bytes, count));
        assert_eq!(table.units("Query", query), (0.0, expected), "seed {seed}");
        let scan = json!({"TableName": "Tab", "IndexName": "Ind"});
        let expected = units(&ReadOperation::Scan.arithmetic(Eventual, bytes, count));
        assert_eq!(table.units("Scan", scan), (0.0, expected), "seed {seed}");
    }
}

each_engine!(
    writes_consume_what_the_calculator_says,
    reads_consume_what_the_calculator_says,
    a_query_of_several_pages_consumes_what_the_calculator_says,
    batches_and_transactions_of_writes_consume_what_the_calculator_says,
    updates_and_condition_checks_consume_what_the_calculator_says,
    reads_of_an_index_consume_what_the_calculator_says,
);
