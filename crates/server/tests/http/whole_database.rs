//! Reset, snapshots, forks and the log of requests over HTTP.

use std::sync::Arc;

use dynalab_engine::EngineConfig;
use dynalab_server::{SharedEngine, TableSets};
use dynalab_types::Timestamp;
use serde_json::Value;

use crate::client::{self, Answer, Client, create_table, signed_headers};

fn sets() -> TableSets {
    TableSets::new(0, EngineConfig::instant(), |seed, config| {
        SharedEngine::new(seed, config, || Timestamp::from_epoch_ms(1_700_000_000_000))
    })
}

/// Sends a request as the client with this access key.
fn ask_as(client: &mut Client, key: &str, operation: &str, body: &str) -> Answer {
    let target =
        if operation.contains('.') { operation.to_owned() } else { format!("DynamoDB_20120810.{operation}") };
    let signature = format!(
        "AWS4-HMAC-SHA256 Credential={key}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0"
    );
    let mut headers = signed_headers(&target).to_vec();
    headers[3].1 = &signature;
    client.ask_with(&headers, body)
}

fn succeed_as(client: &mut Client, key: &str, operation: &str, body: &str) -> Value {
    let answer = ask_as(client, key, operation, body);
    assert_eq!(answer.status, 200, "{operation} {body}: {}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

fn succeed(client: &mut Client, operation: &str, body: &str) -> Value {
    succeed_as(client, "key", operation, body)
}

const NOTHING: &str = r#"{"TableNames":[]}"#;

#[test]
fn a_database_is_reset_and_restored() {
    let mut client = Client::connect(client::start_with(sets()));
    create_table(&mut client, "Things");
    let taken = succeed(&mut client, "Dynalab.Snapshot", r#"{"Name":"one table"}"#);
    assert_eq!(taken["TableCount"], 1);
    create_table(&mut client, "More");
    assert_eq!(succeed(&mut client, "Dynalab.Reset", "{}"), serde_json::json!({}));
    assert_eq!(ask_as(&mut client, "key", "ListTables", "{}").body, NOTHING);
    assert_eq!(succeed(&mut client, "Dynalab.Restore", r#"{"Name":"one table"}"#), taken);
    assert_eq!(succeed(&mut client, "ListTables", "{}")["TableNames"], serde_json::json!(["Things"]));
    let told = ask_as(&mut client, "key", "Dynalab.Restore", r#"{"Name":"other"}"#);
    assert_eq!(told.status, 400);
    assert!(told.body.contains("There is no snapshot named other"), "{}", told.body);
}

#[test]
fn a_restored_database_has_the_clock_and_the_region_of_then() {
    let mut client = Client::connect(client::start());
    succeed(&mut client, "Dynalab.SetAccount", r#"{"Region":"me-central-1"}"#);
    succeed(&mut client, "Dynalab.AdvanceClock", r#"{"Milliseconds":60000}"#);
    succeed(&mut client, "Dynalab.Snapshot", r#"{"Name":"later"}"#);
    let required = "The requestItems parameter is required for BatchGetItem";
    let is_far = |client: &mut Client| {
        let checked = ask_as(client, "key", "BatchGetItem", r#"{"RequestItems":{}}"#).body.contains(required);
        let moved = succeed(client, "Dynalab.AdvanceClock", r#"{"Milliseconds":0}"#);
        (checked, moved["Now"].as_f64().unwrap())
    };
    succeed(&mut client, "Dynalab.Reset", "{}");
    assert_eq!(is_far(&mut client), (false, 1_700_000_000.0));
    succeed(&mut client, "Dynalab.Restore", r#"{"Name":"later"}"#);
    assert_eq!(is_far(&mut client), (true, 1_700_000_060.0));
}

#[test]
fn a_fork_is_the_database_of_another_access_key() {
    let mut client = Client::connect(client::start_with(sets()));
    create_table(&mut client, "Things");
    let forked = succeed(&mut client, "Dynalab.Fork", r#"{"Name":"test-1"}"#);
    assert_eq!(forked, serde_json::json!({"Name":"test-1","TableCount":1,"ItemCount":0}));
    succeed_as(&mut client, "test-1", "PutItem", r#"{"TableName":"Things","Item":{"pk":{"S":"a"}}}"#);
    let scan = r#"{"TableName":"Things","Select":"COUNT"}"#;
    assert_eq!(succeed(&mut client, "Scan", scan)["Count"], 0);
    assert_eq!(succeed_as(&mut client, "test-1", "Scan", scan)["Count"], 1);

    for (name, part) in [
        ("test-1", "has content"),
        ("key", "has content"),
        ("123456789012", "cannot name a fork"),
        ("AKIAIOSFODNN7EXAMPLE", "cannot name a fork"),
        ("a/b", "cannot name a fork"),
    ] {
        let refused = ask_as(&mut client, "key", "Dynalab.Fork", &format!(r#"{{"Name":"{name}"}}"#));
        assert_eq!(refused.status, 400, "{name}");
        assert!(refused.body.contains(part), "{name}: {}", refused.body);
    }
    succeed_as(&mut client, "test-1", "Dynalab.Reset", "{}");
    assert_eq!(ask_as(&mut client, "test-1", "ListTables", "{}").body, NOTHING);
    succeed(&mut client, "Dynalab.Fork", r#"{"Name":"test-1"}"#);
}

#[test]
fn one_database_for_all_has_no_fork() {
    let mut client = Client::connect(client::start());
    let refused = ask_as(&mut client, "key", "Dynalab.Fork", r#"{"Name":"other"}"#);
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("without --shared-db"), "{}", refused.body);
}

#[test]
fn the_log_has_what_was_executed_and_what_was_refused() {
    let mut client = Client::connect(client::start_with(sets()));
    create_table(&mut client, "Things");
    succeed(&mut client, "Dynalab.SetRequestLog", r#"{"On":true}"#);
    ask_as(&mut client, "key", "GetItem", "{}");
    succeed(&mut client, "GetItem", r#"{"TableName":"Things","Key":{"pk":{"S":"a"}}}"#);
    succeed_as(&mut client, "other", "ListTables", "{}");
    let list = succeed(&mut client, "Dynalab.ListRequests", "{}");
    let requests = list["Requests"].as_array().unwrap();
    assert_eq!(requests.len(), 2, "{list}");
    assert_eq!(requests[0]["Error"], "ValidationException");
    assert_eq!(requests[1]["Plans"][0]["Kind"], "ITEM");
    assert_eq!(requests[1]["Units"][0]["ReadUnits"], 0.5);
    assert_eq!(requests[1]["PriceUsd"], 0.0000000625);
    succeed(&mut client, "Dynalab.DeleteRequests", "{}");
    assert_eq!(succeed(&mut client, "Dynalab.ListRequests", "{}")["Requests"], serde_json::json!([]));
}

/// A set of tables is freed when another one needs room, but not if it has snapshots or a log.
#[test]
fn what_is_kept_is_content() {
    let engine = |operation: &str, body: &str| {
        let engine = Arc::new(SharedEngine::new(0, EngineConfig::instant(), || {
            Timestamp::from_epoch_ms(1_700_000_000_000)
        }));
        assert_eq!(engine.answer(operation, body).status, 200);
        engine.has_no_content()
    };
    assert!(engine("ListTables", "{}"));
    assert!(!engine("Dynalab.Snapshot", r#"{"Name":"empty"}"#));
    assert!(!engine("Dynalab.SetRequestLog", r#"{"On":true}"#));
}
