//! Lists with a documented maximum: what is far beyond it is not kept, and the request is refused as one that is a little beyond it.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use crate::ask::ask;

const NOW: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const ARN: &str = "arn:aws:dynamodb:us-east-1:123456789012:table/Things";
const BACKUP: &str = "arn:aws:dynamodb:us-east-1:123456789012:table/Things/backup/01790000000000-00000000";

fn list(count: usize, element: impl Fn(usize) -> Value) -> Value {
    (0..count).map(element).collect()
}

fn tables(count: usize, of_table: impl Fn(usize) -> Value) -> Value {
    Value::Object((0..count).map(|number| (format!("Table{number:05}"), of_table(number))).collect())
}

fn key(number: usize) -> Value {
    json!({"pk": {"S": number.to_string()}})
}

fn index(number: usize) -> Value {
    json!({"IndexName": format!("index{number}"), "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"}})
}

fn vector_index(number: usize) -> Value {
    json!({"IndexName": format!("index{number}"), "VectorAttribute": {"AttributeName": "taste", "Dimensions": 3},
        "DistanceFunction": "COSINE", "Projection": {"ProjectionType": "ALL"}})
}

fn replica(number: usize) -> Value {
    json!({"RegionName": format!("eu-west-{number}")})
}

fn text(number: usize) -> Value {
    format!("name{number}").into()
}

fn tag(number: usize) -> Value {
    json!({"Key": format!("key{number}"), "Value": "value"})
}

/// A table to create, with these members.
fn table(more: Value) -> Value {
    let mut table = json!({"TableName": "New", "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]});
    if let (Value::Object(table), Value::Object(more)) = (&mut table, more) {
        table.extend(more);
    }
    table
}

/// Requests with lists of this many elements.
fn requests(count: usize) -> Vec<(&'static str, Value)> {
    let delete = |number| json!({"DeleteRequest": {"Key": key(number)}});
    let get = |number| json!({"Get": {"TableName": "Things", "Key": key(number)}});
    let put = |number| json!({"Put": {"TableName": "Things", "Item": key(number)}});
    let select = |number| json!({"Statement": format!("SELECT * FROM Things WHERE pk = '{number}'")});
    let definition = |number| json!({"AttributeName": if number == 0 { "pk".into() } else { text(number) }, "AttributeType": "S"});
    let key_element = |number| json!({"AttributeName": text(number), "KeyType": "HASH"});
    let create_replica = |number| json!({"Create": replica(number)});
    let projection = json!({"ProjectionType": "INCLUDE", "NonKeyAttributes": list(count, text)});
    let projecting = json!({"IndexName": "narrow", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "Projection": projection});
    let restored = |member: &str, indexes: Value| json!({"TargetTableName": "New", "BackupArn": BACKUP, member: indexes});
    let import = json!({"S3BucketSource": {"S3Bucket": "shelf"}, "InputFormat": "CSV",
        "InputFormatOptions": {"Csv": {"HeaderList": list(count, text)}}, "TableCreationParameters": table(json!({}))});
    vec![
        ("BatchWriteItem", json!({"RequestItems": {"Things": list(count, delete)}})),
        ("BatchWriteItem", json!({"RequestItems": tables(count, |number| json!([delete(number)]))})),
        ("BatchGetItem", json!({"RequestItems": {"Things": {"Keys": list(count, key)}}})),
        ("BatchGetItem", json!({"RequestItems": tables(count, |number| json!({"Keys": [key(number)]}))})),
        ("TransactGetItems", json!({"TransactItems": list(count, get)})),
        ("TransactWriteItems", json!({"TransactItems": list(count, put)})),
        ("BatchExecuteStatement", json!({"Statements": list(count, select)})),
        ("ExecuteTransaction", json!({"TransactStatements": list(count, select)})),
        ("CreateTable", table(json!({"AttributeDefinitions": list(count, definition)}))),
        ("CreateTable", table(json!({"KeySchema": list(count, key_element)}))),
        ("CreateTable", table(json!({"GlobalSecondaryIndexes": list(count, index)}))),
        ("CreateTable", table(json!({"GlobalSecondaryIndexes": [projecting]}))),
        ("CreateTable", table(json!({"LocalSecondaryIndexes": list(count, index)}))),
        ("CreateTable", table(json!({"VectorIndexes": list(count, vector_index)}))),
        ("CreateTable", table(json!({"Tags": list(count, tag)}))),
        (
            "UpdateTable",
            json!({"TableName": "Things", "GlobalSecondaryIndexUpdates":
                list(count, |number| json!({"Delete": {"IndexName": text(number)}}))}),
        ),
        (
            "UpdateTable",
            json!({"TableName": "Things", "VectorIndexUpdates":
                list(count, |number| json!({"Delete": {"IndexName": text(number)}}))}),
        ),
        ("UpdateTable", json!({"TableName": "Things", "ReplicaUpdates": list(count, create_replica)})),
        ("CreateGlobalTable", json!({"GlobalTableName": "Things", "ReplicationGroup": list(count, replica)})),
        (
            "UpdateGlobalTable",
            json!({"GlobalTableName": "Things", "ReplicaUpdates": list(count, create_replica)}),
        ),
        ("TagResource", json!({"ResourceArn": ARN, "Tags": list(count, tag)})),
        ("UntagResource", json!({"ResourceArn": ARN, "TagKeys": list(count, text)})),
        ("RestoreTableFromBackup", restored("GlobalSecondaryIndexOverride", list(count, index))),
        ("RestoreTableFromBackup", restored("LocalSecondaryIndexOverride", list(count, index))),
        ("RestoreTableFromBackup", restored("VectorIndexOverride", list(count, vector_index))),
        ("ImportTable", import),
    ]
}

/// Returns the status, the error and its message.
fn refusal(engine: &mut Engine, operation: &str, body: &Value) -> (u16, String, String) {
    let (status, answer) = match Request::parse(operation, &body.to_string()) {
        Ok(request) => engine.execute(Command { at: NOW, request }, TraceLevel::Off).answer(),
        Err(error) => (error.http_status(), error.to_json()),
    };
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let member =
        |names: &[&str]| names.iter().find_map(|name| answer[name].as_str()).unwrap_or_default().to_owned();
    (status, member(&["__type"]), member(&["message", "Message"]))
}

/// The constraint of a message, without the value that it prints.
fn constraint(message: &str) -> &str {
    message.rsplit_once("failed to satisfy").map_or(message, |(_, constraint)| constraint)
}

#[test]
fn requests_far_beyond_a_maximum_are_refused_for_it() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let things = json!({"TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]});
    ask(&mut engine, NOW, "CreateTable", &things);
    let all = requests(900).into_iter().zip(requests(1_001)).zip(requests(5_000));
    for (((operation, beyond), (_, more)), (_, far_beyond)) in all {
        let (status, error, message) = refusal(&mut engine, operation, &beyond);
        assert_eq!(status, 400, "{operation}: {message}");
        for body in [more, far_beyond] {
            let found = refusal(&mut engine, operation, &body);
            assert_eq!((found.0, &found.1), (status, &error), "{operation}: {}", found.2);
            assert_eq!(constraint(&found.2), constraint(&message), "{operation}");
            assert!(found.2.len() < 2 * message.len() + 1_000, "{operation}: {} bytes", found.2.len());
        }
    }
}

/// Lists without a maximum are kept whole: attribute values, the attributes to read, and the lists of the simulation's operations.
#[test]
fn other_lists_are_kept_whole() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let table = json!({"TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]});
    ask(&mut engine, NOW, "CreateTable", &table);
    let numbers = list(5_000, |number| json!({"N": number.to_string()}));
    let names = list(5_000, text);
    let value = json!({"RequestItems": {"L": numbers}, "Keys": {"L": numbers}, "Tags": {"SS": names}});
    let item = json!({"pk": {"S": "a"}, "RequestItems": {"L": numbers}, "Keys": {"M": value}, "Statements": {"SS": names}});
    ask(&mut engine, NOW, "PutItem", &json!({"TableName": "Things", "Item": item}));
    let attributes: Value = list(3_000, |number| if number == 2_999 { "Keys".into() } else { text(number) });
    let got = json!({"TableName": "Things", "Key": {"pk": {"S": "a"}}, "AttributesToGet": attributes});
    let (found, _) = ask(&mut engine, NOW, "GetItem", &got);
    assert_eq!(found["Item"]["Keys"]["M"]["RequestItems"]["L"].as_array().unwrap().len(), 5_000);
    let got = json!({"TableName": "Things", "Key": {"pk": {"S": "a"}}});
    let (found, _) = ask(&mut engine, NOW, "GetItem", &got);
    assert_eq!(found["Item"]["RequestItems"]["L"].as_array().unwrap().len(), 5_000);
}
