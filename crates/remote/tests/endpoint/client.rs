//! What a client does with errors, limits and answers that are none.

use dynalab::Local;
use dynalab_remote::RemoteError;
use dynalab_remote::limits::Limits;
use pollster::block_on;
use serde_json::json;

use crate::edge::{Fault, SECRET, client, client_with};

#[test]
fn a_request_is_sent_again_after_an_error_that_passes() {
    let client = client(&Local::default());
    for fault in [Fault::NotReached, Fault::Throttled, Fault::AnswerLost] {
        client.edge().fault(None, fault);
    }
    let answer = block_on(client.call("ListTables", &json!({}))).unwrap();
    assert_eq!(answer, json!({ "TableNames": [] }));
    assert_eq!(client.sent(), 4);
}

#[test]
fn a_refusal_is_told_at_once_and_a_silent_endpoint_after_some_attempts() {
    let client = client(&Local::default());
    let error = block_on(client.call("DescribeTable", &json!({ "TableName": "Nothing" }))).unwrap_err();
    assert!(error.is("ResourceNotFoundException"), "{error}");
    assert_eq!(client.sent(), 1);
    (0..40).for_each(|_| client.edge().fault(None, Fault::NotReached));
    let error = block_on(client.call("ListTables", &json!({}))).unwrap_err();
    assert_eq!(error.to_string(), "http://127.0.0.1:1 did not answer, after 4 attempts: no route");
    assert!(!format!("{error:?}").contains(SECRET));
}

#[test]
fn a_stopped_client_sends_nothing() {
    let client = client(&Local::default());
    client.stop();
    assert_eq!(block_on(client.call("ListTables", &json!({}))), Err(RemoteError::Stopped));
    assert_eq!(client.sent(), 0);
}

#[test]
fn a_limit_of_requests_spreads_them_over_time() {
    let limits = Limits { requests_per_second: Some(20.0), ..Limits::default() };
    let client = client_with(&Local::default(), limits);
    for _ in 0..5 {
        block_on(client.call("ListTables", &json!({}))).unwrap();
    }
    let times = client.edge().arrived_ms.borrow();
    let gaps: Vec<u64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(gaps, [50, 50, 50, 50]);
}

#[test]
fn a_limit_of_units_is_kept_on_average() {
    let local = Local::default();
    local
        .call(
            "CreateTable",
            json!({ "TableName": "Table", "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
                "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }], "BillingMode": "PAY_PER_REQUEST" }),
        )
        .unwrap();
    let client = client_with(&local, Limits { units_per_second: Some(10.0), ..Limits::default() });
    let put = json!({ "TableName": "Table", "Item": { "id": { "S": "a" }, "text": { "S": "x".repeat(2_500) } }, "ReturnConsumedCapacity": "TOTAL" });
    for _ in 0..11 {
        block_on(client.call("PutItem", &put)).unwrap();
    }
    let times = client.edge().arrived_ms.borrow();
    // Ten puts of three units before the last one.
    let seconds = (times[10] - times[0]) as f64 / 1000.0;
    assert!((2.7..=3.1).contains(&seconds), "{seconds}");
}

#[test]
fn a_page_of_another_server_is_no_answer() {
    let error = RemoteError::NotDynamoDb {
        url: "http://127.0.0.1:1".to_owned(),
        operation: "ListTables".to_owned(),
        status: 404,
        start: "<html>".to_owned(),
    };
    assert!(error.to_string().contains("does not speak DynamoDB's protocol"));
}
