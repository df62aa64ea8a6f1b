//! Tests that the plain engine and the complete one give the same bytes for shared features.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

use dynalab_engine::codec::change_log;
use dynalab_engine::engine::{Command, Engine};
use dynalab_engine::hooks::{Plain, Service};
use dynalab_engine::operations::Request;
use dynalab_engine::{DynamoError, EngineConfig, TraceLevel};
use dynalab_service::Complete;
use dynalab_types::Timestamp;

const REQUESTS: &[(&str, &str)] = &[
    (
        "CreateTable",
        r#"{"TableName":"Music","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"artist","AttributeType":"S"},{"AttributeName":"year","AttributeType":"N"}],
            "KeySchema":[{"AttributeName":"artist","KeyType":"HASH"}],
            "GlobalSecondaryIndexes":[{"IndexName":"by_year","KeySchema":[{"AttributeName":"year","KeyType":"HASH"}],
                "Projection":{"ProjectionType":"ALL"}}],
            "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}"#,
    ),
    (
        "PutItem",
        r#"{"TableName":"Music","Item":{"artist":{"S":"a"},"year":{"N":"1999"}},"ReturnConsumedCapacity":"INDEXES"}"#,
    ),
    (
        "PutItem",
        r#"{"TableName":"Music","Item":{"artist":{"S":"a"}},"ConditionExpression":"attribute_not_exists(artist)"}"#,
    ),
    (
        "UpdateItem",
        r#"{"TableName":"Music","Key":{"artist":{"S":"b"}},"UpdateExpression":"SET plays = :one","ExpressionAttributeValues":{":one":{"N":"1"}}}"#,
    ),
    (
        "BatchWriteItem",
        r#"{"RequestItems":{"Music":[{"PutRequest":{"Item":{"artist":{"S":"c"},"year":{"N":"2001"}}}},{"DeleteRequest":{"Key":{"artist":{"S":"b"}}}}]}}"#,
    ),
    ("BatchGetItem", r#"{"RequestItems":{"Music":{"Keys":[{"artist":{"S":"a"}},{"artist":{"S":"b"}}]}}}"#),
    (
        "TransactWriteItems",
        r#"{"ClientRequestToken":"one","TransactItems":[{"Put":{"TableName":"Music","Item":{"artist":{"S":"d"}}}},{"Delete":{"TableName":"Music","Key":{"artist":{"S":"c"}}}}]}"#,
    ),
    ("TransactGetItems", r#"{"TransactItems":[{"Get":{"TableName":"Music","Key":{"artist":{"S":"d"}}}}]}"#),
    (
        "Query",
        r##"{"TableName":"Music","IndexName":"by_year","KeyConditionExpression":"#y = :y","ExpressionAttributeNames":{"#y":"year"},"ExpressionAttributeValues":{":y":{"N":"1999"}}}"##,
    ),
    ("Scan", r#"{"TableName":"Music","Limit":1}"#),
    ("GetItem", r#"{"TableName":"Music","Key":{"artist":{"S":"a"}},"ConsistentRead":true}"#),
    ("UpdateTable", r#"{"TableName":"Music","DeletionProtectionEnabled":true}"#),
    ("DescribeTable", r#"{"TableName":"Music"}"#),
    ("DeleteTable", r#"{"TableName":"Music"}"#),
    ("ListTables", "{}"),
];

/// The status, the body and the stored bytes of a request.
type Answered = (u16, String, Vec<u8>);

/// Returns the result of each request, and the final state.
fn play<S: Service>() -> (Vec<Answered>, Vec<Vec<u8>>) {
    let mut engine = Engine::<S>::new(7, EngineConfig::instant());
    let mut answers = Vec::new();
    for (place, (operation, body)) in REQUESTS.iter().enumerate() {
        let request = Request::<S>::parse(operation, body).unwrap();
        let at = Timestamp::from_epoch_ms(1_790_000_000_000 + place as u64);
        let execution = engine.execute(Command { at, request }, TraceLevel::Full);
        let (status, body) = execution.answer();
        answers.push((status, body, change_log::encode(&execution.changes)));
    }
    (answers, engine.snapshot())
}

#[test]
fn tables_and_data_are_the_same_in_both() {
    let (plain, complete) = (play::<Plain>(), play::<Complete>());
    for ((request, one), other) in REQUESTS.iter().zip(&plain.0).zip(&complete.0) {
        assert_eq!(one, other, "{request:?}");
    }
    assert_eq!(plain.1, complete.1, "the states");
    assert_eq!(plain.0.iter().filter(|(status, ..)| *status == 200).count(), REQUESTS.len() - 2);
}

#[test]
fn the_plain_engine_rejects_requests_of_the_service() {
    for name in ["Dynalab.SetDials", "ExecuteStatement", "CreateBackup", "GetRecords"] {
        assert_eq!(Request::<Plain>::parse(name, "{}").unwrap_err(), DynamoError::UnknownOperation);
        assert!(Request::<Complete>::known_name(name).is_some(), "{name}");
    }
    assert!(Request::<Plain>::CONTROLS.is_empty());
}

#[test]
fn the_plain_engine_refuses_what_it_would_not_do() {
    for member in
        [r#""ResourcePolicy":"{}""#, r#""VectorIndexes":[]"#, r#""WarmThroughput":{"ReadUnitsPerSecond":1}"#]
    {
        let body = format!(
            r#"{{"TableName":"Music","BillingMode":"PAY_PER_REQUEST",{member},
                "AttributeDefinitions":[{{"AttributeName":"artist","AttributeType":"S"}}],
                "KeySchema":[{{"AttributeName":"artist","KeyType":"HASH"}}]}}"#
        );
        assert!(Request::<Plain>::needs_complete_engine("CreateTable", &body), "{member}");
        assert!(!Request::<Complete>::needs_complete_engine("CreateTable", &body), "{member}");
        let mut engine = Engine::<Plain>::new(7, EngineConfig::instant());
        let request = Request::<Plain>::parse("CreateTable", &body).unwrap();
        let at = Timestamp::from_epoch_ms(1_790_000_000_000);
        let (status, answer) = engine.execute(Command { at, request }, TraceLevel::Off).answer();
        assert_eq!(status, 400, "{member}: {answer}");
    }
}

#[test]
fn the_names_of_operations_are_in_order_and_there_once() {
    for names in [Request::<Complete>::ALL, Request::<Complete>::CONTROLS, Request::<Plain>::ALL] {
        assert!(names.is_sorted_by(|one, other| one < other), "{names:?}");
    }
    assert!(Request::<Plain>::ALL.iter().all(|name| Request::<Complete>::ALL.contains(name)));
    assert!(Request::<Complete>::CONTROLS.iter().all(|name| name.starts_with("Dynalab.")));
}
