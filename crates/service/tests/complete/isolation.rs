//! Tests of isolation: every interleaving of small clients, compared with serial orders of whole requests.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::explorer::{Client, Exploration, REQUESTS_MAX, TooMany, explore, replay};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

const MOST: u64 = 200_000;

fn request(operation: &str, body: &Value) -> Request {
    Request::parse(operation, &body.to_string()).expect("a request")
}

fn send(engine: &mut Engine, operation: &str, body: Value) {
    let at = Timestamp::from_epoch_ms(1_790_000_000_000);
    let execution = engine.execute(Command { at, request: request(operation, &body) }, TraceLevel::Off);
    assert_eq!(execution.answer().0, 200, "{}", execution.answer().1);
}

/// Creates a table with items x and y in one partition, both 0. Page reads take one item at a time.
fn engine() -> Engine {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let attribute = |name: &str| json!({"AttributeName": name, "AttributeType": "S"});
    let table = json!({"TableName": "Pay", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [attribute("p"), attribute("k")],
        "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}, {"AttributeName": "k", "KeyType": "RANGE"}]});
    send(&mut engine, "CreateTable", table);
    for key in ["x", "y"] {
        send(&mut engine, "PutItem", json!({"TableName": "Pay", "Item": item(key, 0)}));
    }
    send(&mut engine, "Dynalab.SetDials", json!({"Dials": {"page_piece_items": 1}}));
    engine
}

fn key(key: &str) -> Value {
    json!({"p": {"S": "a"}, "k": {"S": key}})
}

fn item(k: &str, n: u64) -> Value {
    json!({"p": {"S": "a"}, "k": {"S": k}, "history": {"L": [{"N": n.to_string()}]}})
}

/// Returns an update that appends a number to an item's history. Different orders give different results.
fn update(k: &str, number: u64) -> Value {
    json!({"TableName": "Pay", "Key": key(k),
        "UpdateExpression": "SET history = list_append(if_not_exists(history, :none), :n)",
        "ExpressionAttributeValues": {":none": {"L": []}, ":n": {"L": [{"N": number.to_string()}]}}})
}

fn transaction(keys: &[&str], number: u64) -> Request {
    let updates: Vec<Value> = keys.iter().map(|key| json!({"Update": update(key, number)})).collect();
    request("TransactWriteItems", &json!({"TransactItems": updates}))
}

fn transact_get() -> Request {
    let get = |k: &str| json!({"Get": {"TableName": "Pay", "Key": key(k)}});
    request("TransactGetItems", &json!({"TransactItems": [get("x"), get("y")]}))
}

fn get(k: &str) -> Request {
    request("GetItem", &json!({"TableName": "Pay", "Key": key(k), "ConsistentRead": true}))
}

fn batch_get() -> Request {
    let keys = [key("x"), key("y")];
    request("BatchGetItem", &json!({"RequestItems": {"Pay": {"Keys": keys, "ConsistentRead": true}}}))
}

fn batch_write(n: u64) -> Request {
    let put = |k: &str| json!({"PutRequest": {"Item": item(k, n)}});
    request("BatchWriteItem", &json!({"RequestItems": {"Pay": [put("x"), put("y")]}}))
}

fn query() -> Request {
    let body = json!({"TableName": "Pay", "KeyConditionExpression": "p = :p", "ConsistentRead": true,
        "ExpressionAttributeValues": {":p": {"S": "a"}}});
    request("Query", &body)
}

fn scan() -> Request {
    request("Scan", &json!({"TableName": "Pay", "ConsistentRead": true}))
}

fn put(k: &str, n: u64) -> Request {
    request("PutItem", &json!({"TableName": "Pay", "Item": item(k, n), "ReturnValues": "ALL_OLD"}))
}

fn single_update(k: &str, number: u64) -> Request {
    let mut body = update(k, number);
    body["ReturnValues"] = json!("ALL_NEW");
    request("UpdateItem", &body)
}

fn delete(k: &str) -> Request {
    request("DeleteItem", &json!({"TableName": "Pay", "Key": key(k), "ReturnValues": "ALL_OLD"}))
}

fn all(clients: &[Client]) -> Exploration {
    let exploration = explore(&engine(), clients, MOST).expect("few clients");
    assert!(exploration.complete, "more than {MOST} interleavings");
    let counted: u64 = exploration.outcomes.iter().map(|outcome| outcome.count).sum();
    assert_eq!(counted, exploration.interleavings);
    exploration
}

#[track_caller]
fn check_serializable(clients: &[Client]) -> Exploration {
    let exploration = all(clients);
    if let Some(outcome) = exploration.first_unexplained() {
        panic!("like no serial order: {:?}\n{:?}", outcome.answers, outcome.schedule);
    }
    exploration
}

/// Checks clients with timestamp-ordered transactions. Fewer transactions succeed, and all are serializable.
#[track_caller]
fn check_serializable_by_timestamps(clients: &[Client]) {
    let mut engine = engine();
    send(&mut engine, "Dynalab.SetDials", json!({"Dials": {"transaction_timestamps": 1}}));
    let stamped = explore(&engine, clients, MOST).expect("few clients");
    assert!(stamped.complete);
    assert_eq!(stamped.first_unexplained(), None);
    let untouched = |exploration: &Exploration| -> u64 {
        let all_told = exploration
            .outcomes
            .iter()
            .filter(|outcome| outcome.answers.iter().flatten().all(Option::is_some));
        all_told.map(|outcome| outcome.count).sum()
    };
    assert!(untouched(&stamped) < untouched(&all(clients)), "timestamps cancelled nothing");
}

/// Checks that some outcome equals no serial order, and that its schedule can be replayed.
#[track_caller]
fn check_anomaly(clients: &[Client]) {
    let exploration = all(clients);
    let outcome = exploration.first_unexplained().expect("an outcome like no serial order");
    let mut steps = Vec::new();
    replay(&engine(), clients, &outcome.schedule, |step, _, _| steps.push(step.clone()));
    assert_eq!(steps, outcome.schedule);
}

#[test]
fn single_requests_and_transactions_are_serializable_against_a_transaction() {
    let writer = vec![transaction(&["x", "y"], 1)];
    let others = [
        get("x"),
        put("x", 7),
        single_update("y", 2),
        delete("y"),
        transact_get(),
        transaction(&["x", "y"], 2),
        transaction(&["y", "x"], 2),
    ];
    for other in others {
        let name = other.name();
        let exploration = check_serializable(&[writer.clone(), vec![other]]);
        assert!(exploration.outcomes.len() > 1, "{name} never met the transaction");
    }
}

#[test]
fn cancels_transaction_with_stale_timestamp() {
    let first = vec![transaction(&["x", "y"], 1)];
    check_serializable_by_timestamps(&[first.clone(), vec![single_update("y", 2)]]);
    check_serializable_by_timestamps(&[first.clone(), vec![transaction(&["y", "x"], 2)]]);
    check_serializable_by_timestamps(&[first, vec![transaction(&["x"], 2)], vec![put("y", 3), get("x")]]);
}

#[test]
fn whatever_a_client_does_after_another_stays_in_that_order() {
    // Successive reads never see the transaction and then an older state.
    check_serializable(&[vec![transaction(&["x", "y"], 1)], vec![get("x"), get("y"), get("x")]]);
    check_serializable(&[vec![transaction(&["x", "y"], 1), get("x")], vec![put("y", 5), transact_get()]]);
}

#[test]
fn three_clients_are_serializable_too() {
    let first = vec![transaction(&["x", "y"], 1)];
    check_serializable(&[first.clone(), vec![transaction(&["y", "x"], 2)], vec![single_update("y", 3)]]);
    check_serializable(&[first.clone(), vec![transact_get()], vec![single_update("x", 3), get("y")]]);
    check_serializable(&[first.clone(), vec![put("x", 9)], vec![delete("y"), get("x")]]);
    check_serializable(&[first, vec![transaction(&["x"], 2)], vec![transaction(&["y"], 3)]]);
}

#[test]
fn a_batch_of_reads_a_query_and_a_scan_see_half_of_a_transaction() {
    for reader in [batch_get(), query(), scan()] {
        check_anomaly(&[vec![transaction(&["x", "y"], 1)], vec![reader]]);
    }
}

/// These reads are read-committed: each returned item existed at some time.
#[test]
fn each_item_of_such_a_read_was_once_committed() {
    for reader in [batch_get(), query(), scan()] {
        let exploration = all(&[vec![transaction(&["x", "y"], 1)], vec![reader], vec![put("x", 7)]]);
        for outcome in &exploration.outcomes {
            let Some((200, answer)) = &outcome.answers[1][0] else { panic!("reads never conflict") };
            let answer: Value = serde_json::from_str(answer).expect("JSON");
            let items = answer.get("Items").unwrap_or(&answer["Responses"]["Pay"]);
            for read in items.as_array().expect("items") {
                let numbers = read["history"]["L"].as_array().expect("a list").iter();
                let history: String = numbers.filter_map(|number| number["N"].as_str()).collect();
                let committed: &[&str] =
                    if read["k"]["S"] == "x" { &["0", "01", "7", "71"] } else { &["0", "01"] };
                assert!(committed.contains(&history.as_str()), "{read}");
            }
        }
    }
}

#[test]
fn a_batch_of_writes_is_no_unit_and_each_of_its_writes_is_one() {
    check_anomaly(&[vec![batch_write(5)], vec![transact_get()]]);
    // The same writes as separate requests.
    check_serializable(&[vec![put("x", 5), put("y", 5)], vec![transact_get()]]);
}

/// Without concurrent writes, pages and batches are like one read.
#[test]
fn explains_reads_without_conflict() {
    check_serializable(&[vec![query(), batch_get()], vec![scan(), transact_get()]]);
    check_serializable(&[vec![transaction(&["x", "y"], 1), query(), scan(), batch_get()]]);
}

#[test]
fn rejects_or_reports_too_large_explorations() {
    assert_eq!(explore(&engine(), &vec![vec![get("x")]; 4], MOST), Err(TooMany));
    assert_eq!(explore(&engine(), &[vec![get("x"); REQUESTS_MAX + 1]], MOST), Err(TooMany));
    let two = [vec![transaction(&["x", "y"], 1)], vec![transaction(&["y", "x"], 2)]];
    let exploration = explore(&engine(), &two, 10).expect("few clients");
    assert_eq!((exploration.interleavings, exploration.complete), (10, false));
}
