//! Tables that are written and created again must have the same description.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;

use super::*;

fn run(engine: &mut Engine, operation: &str, body: &str) -> serde_json::Value {
    let request = Request::parse(operation, body).unwrap();
    let command = Command { at: Timestamp::from_epoch_ms(1_000), request };
    let (status, answer) = engine.execute(command, TraceLevel::Off).answer();
    assert_eq!(status, 200, "{operation} {body}: {answer}");
    serde_json::from_str(&answer).unwrap()
}

fn engine() -> Engine {
    Engine::new(1, EngineConfig::instant())
}

fn opened(document: &Document) -> Engine {
    let mut engine = engine();
    for load in document.requests().unwrap() {
        run(&mut engine, &load.operation, &load.body);
    }
    engine
}

fn document_of(engine: &Engine) -> Document {
    Document::of_tables(&tables_text(engine, true, &CommandLog::default()).unwrap()).unwrap()
}

const ON_DEMAND: &str = r#"{"TableName":"Alpha","BillingMode":"PAY_PER_REQUEST","TableClass":"STANDARD_INFREQUENT_ACCESS",
  "DeletionProtectionEnabled":true,"OnDemandThroughput":{"MaxReadRequestUnits":10},
  "AttributeDefinitions":[{"AttributeName":"k","AttributeType":"S"},{"AttributeName":"s","AttributeType":"N"},
    {"AttributeName":"g","AttributeType":"B"}],
  "KeySchema":[{"AttributeName":"k","KeyType":"HASH"},{"AttributeName":"s","KeyType":"RANGE"}],
  "LocalSecondaryIndexes":[{"IndexName":"ByL","KeySchema":[{"AttributeName":"k","KeyType":"HASH"},
    {"AttributeName":"g","KeyType":"RANGE"}],"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x","y"]}}],
  "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
    "Projection":{"ProjectionType":"KEYS_ONLY"}}]}"#;
const PROVISIONED: &str = r#"{"TableName":"Beta","ProvisionedThroughput":{"ReadCapacityUnits":7,"WriteCapacityUnits":8},
  "AttributeDefinitions":[{"AttributeName":"k","AttributeType":"N"}],
  "KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],
  "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],
    "Projection":{"ProjectionType":"ALL"},"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":2}}]}"#;
const WITH_VECTORS: &str = r#"{"TableName":"Gamma","BillingMode":"PAY_PER_REQUEST",
  "AttributeDefinitions":[{"AttributeName":"k","AttributeType":"S"},{"AttributeName":"h","AttributeType":"S"}],
  "KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],
  "VectorIndexes":[{"IndexName":"Near","VectorAttribute":{"AttributeName":"v"},"Dimensions":3,
      "SearchSchema":[{"AttributeName":"h","SearchSchemaElementType":"HASH"}],
      "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x"]},"DistanceFunction":"COSINE"},
    {"IndexName":"Far","VectorAttribute":{"AttributeName":"w"},"Dimensions":1,
      "Projection":{"ProjectionType":"ALL"},"DistanceFunction":"DOT_PRODUCT"}]}"#;
const VECTOR: &str = r#"{"TableName":"Gamma","Item":{"k":{"S":"a"},"h":{"S":"b"},
  "v":{"L":[{"N":"1"},{"N":"2"},{"N":"0.1"}]},"w":{"L":[{"N":"7"}]}}}"#;

fn put(engine: &mut Engine, key: u32) {
    let body =
        format!(r#"{{"TableName":"Beta","Item":{{"k":{{"N":"{key}"}},"text":{{"S":"日本 {key}"}}}}}}"#);
    run(engine, "PutItem", &body);
}

#[test]
fn a_table_made_again_is_described_in_the_same_words() {
    let mut first = engine();
    run(&mut first, "CreateTable", ON_DEMAND);
    run(&mut first, "CreateTable", PROVISIONED);
    run(&mut first, "CreateTable", WITH_VECTORS);
    run(&mut first, "PutItem", VECTOR);
    (0..40).for_each(|key| put(&mut first, key));
    let mut second = opened(&document_of(&first));
    for table in ["Alpha", "Beta", "Gamma"] {
        let describe = |engine: &mut Engine| {
            let mut answer = run(engine, "DescribeTable", &format!(r#"{{"TableName":"{table}"}}"#));
            // The table id is the only value that is drawn again.
            answer["Table"]["TableId"] = serde_json::Value::Null;
            answer
        };
        assert_eq!(describe(&mut second), describe(&mut first));
    }
    assert_eq!(
        tables_text(&second, true, &CommandLog::default()).map(without_ids),
        tables_text(&first, true, &CommandLog::default()).map(without_ids)
    );
}

fn without_ids(text: String) -> Document {
    Document::of_tables(&text).unwrap()
}

#[test]
fn another_way_to_the_same_tables_gives_the_same_bytes() {
    let mut there = engine();
    run(&mut there, "CreateTable", PROVISIONED);
    (0..9).for_each(|key| put(&mut there, key));
    let mut about = engine();
    run(&mut about, "CreateTable", PROVISIONED);
    run(&mut about, "CreateTable", ON_DEMAND);
    (0..12).rev().for_each(|key| put(&mut about, key));
    (9..12).for_each(|key| {
        run(&mut about, "DeleteItem", &format!(r#"{{"TableName":"Beta","Key":{{"k":{{"N":"{key}"}}}}}}"#));
    });
    run(&mut about, "UpdateTable", r#"{"TableName":"Alpha","DeletionProtectionEnabled":false}"#);
    run(&mut about, "DeleteTable", r#"{"TableName":"Alpha"}"#);
    assert_eq!(document_of(&about).canonical().unwrap(), document_of(&there).canonical().unwrap());
}

#[test]
fn items_can_be_left_out_and_commands_come_along() {
    let mut engine = engine();
    run(&mut engine, "CreateTable", PROVISIONED);
    put(&mut engine, 1);
    let command = LoggedCommand {
        at: Timestamp::from_epoch_ms(2_000),
        operation: "Scan".to_owned(),
        body: "{\"TableName\":\"Beta\"}\n".to_owned(),
        continues: false,
    };
    let clock = Some(Timestamp::from_epoch_ms(1_500));
    let log = CommandLog { clock, commands: vec![command.clone()], shown: Some(1) };
    let document = Document::of_tables(&tables_text(&engine, false, &log).unwrap()).unwrap();
    assert_eq!((document.item_count(), document.commands), (0, vec![command]));
    assert_eq!((document.clock, document.show.command), (clock, Some(1)));
}

#[test]
fn more_than_a_document_takes_is_refused() {
    let mut engine = engine();
    run(&mut engine, "CreateTable", PROVISIONED);
    (0..10_001).for_each(|key| put(&mut engine, key));
    let refused = tables_text(&engine, true, &CommandLog::default());
    assert_eq!(refused, Err(DocumentError::TooMany { what: CountedPart::Items, found: 10_001 }));
    assert!(tables_text(&engine, false, &CommandLog::default()).is_ok());

    let large = "x".repeat(300_000);
    for key in 0..20 {
        let item = format!(r#"{{"k":{{"N":"{key}"}},"text":{{"S":"{large}"}}}}"#);
        run(&mut engine, "PutItem", &format!(r#"{{"TableName":"Beta","Item":{item}}}"#));
    }
    (20..10_001).for_each(|key| {
        run(&mut engine, "DeleteItem", &format!(r#"{{"TableName":"Beta","Key":{{"k":{{"N":"{key}"}}}}}}"#));
    });
    assert!(matches!(
        tables_text(&engine, true, &CommandLog::default()),
        Err(DocumentError::TooLarge { .. })
    ));
}
