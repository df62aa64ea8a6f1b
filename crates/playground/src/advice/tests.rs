//! Every rule on the sample of a shop: each alternative has the promised result and costs less.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use dynalab_types::json::{self, Value};

use super::*;
use crate::share::document::Document;

const SHOP: &str = include_str!("../../../../static/samples/shop.json");
const NOW: Timestamp = Timestamp { epoch_ms: 1_790_812_800_000 };

fn shop() -> Engine {
    let mut engine = Engine::new(1, EngineConfig::instant());
    for load in Document::parse(SHOP).unwrap().requests().unwrap() {
        let request = Request::parse(&load.operation, &load.body).unwrap();
        assert!(engine.execute(Command { at: NOW, request }, TraceLevel::Off).outcome.is_ok());
    }
    engine
}

fn original_request(operation: &str, body: &str) -> OriginalRequest {
    let Value::Object(body) = json::parse(body).unwrap() else { panic!("{body}") };
    OriginalRequest::new(operation, body)
}

fn advice_for(operation: &str, body: &str, earlier: &[OriginalRequest]) -> Vec<EvaluatedAdvice> {
    let mut engine = shop();
    let before = engine.snapshot();
    let (_, told) = advise(&mut engine, &original_request(operation, body), earlier);
    assert_eq!(engine.snapshot(), before, "advice leaves no trace");
    told
}

fn one<'a>(told: &'a [EvaluatedAdvice], rule: &str) -> &'a EvaluatedAdvice {
    let rules: Vec<&str> = told.iter().map(|tried| tried.advice.rule).collect();
    told.iter().find(|tried| tried.advice.rule == rule).unwrap_or_else(|| panic!("{rule} among {rules:?}"))
}

/// Returns the units of the original, those of the alternative, and the body of its only request.
fn figures(tried: &EvaluatedAdvice) -> (String, String, String) {
    assert_eq!(tried.otherwise.error, None);
    let [request] = tried.advice.requests.as_slice() else { panic!("{:?}", tried.advice.requests) };
    (tried.as_asked.units().to_string(), tried.otherwise.units().to_string(), request.body_text())
}

#[test]
fn a_scan_for_a_partition_key_is_a_query() {
    let scan = r##"{"TableName":"Shop","FilterExpression":":u = PK AND begins_with(SK, :o) AND #t > :t","ExpressionAttributeNames":{"#t":"total"},"ExpressionAttributeValues":{":u":{"S":"USER#001"},":o":{"S":"ORDER#"},":t":{"N":"4000"}}}"##;
    let told = advice_for("Scan", scan, &[]);
    let tried = one(&told, "query-instead-of-scan");
    let (before, after, body) = figures(tried);
    assert_eq!((before.as_str(), after.as_str()), ("2.5", "0.5"));
    assert!(body.contains(r#""KeyConditionExpression":"PK = :u AND begins_with(SK, :o)""#), "{body}");
    assert!(body.contains(r##""FilterExpression":"#t > :t""##), "{body}");
    assert_eq!(tried.as_asked.items.len(), 5);
    assert!(tried.same_items());
}

#[test]
fn a_scan_for_an_attribute_of_an_index_asks_the_index() {
    let scan = r##"{"TableName":"Shop","FilterExpression":"#g = :s","ExpressionAttributeNames":{"#g":"GSI1PK"},"ExpressionAttributeValues":{":s":{"S":"STATUS#PENDING"}}}"##;
    let told = advice_for("Scan", scan, &[]);
    let tried = one(&told, "index-instead-of-scan");
    let (_, after, body) = figures(tried);
    assert_eq!(after, "0.5");
    assert!(body.contains(r#""IndexName":"GSI1""#), "{body}");
    assert!(tried.same_items() && !tried.as_asked.items.is_empty());
}

#[test]
fn a_filter_on_the_sort_key_was_meant_as_a_key_condition() {
    let query = r#"{"TableName":"Shop","KeyConditionExpression":"PK = :u","FilterExpression":"begins_with(SK, :o)","ExpressionAttributeValues":{":u":{"S":"USER#001"},":o":{"S":"ORDER#"}}}"#;
    let told = advice_for("Query", query, &[]);
    let tried = one(&told, "key-instead-of-filter");
    assert_eq!(tried.as_asked.error.as_ref().map(|(name, _)| name.as_str()), Some("ValidationException"));
    assert!(!tried.otherwise.items.is_empty() && tried.otherwise.error.is_none());
}

#[test]
fn a_filter_without_an_index_gets_one() {
    let scan = r#"{"TableName":"Shop","FilterExpression":"coupon = :c","ExpressionAttributeValues":{":c":{"S":"AUTUMN10"}}}"#;
    let told = advice_for("Scan", scan, &[]);
    let tried = one(&told, "index-for-filter");
    assert_eq!(tried.advice.preparation[0].operation, "UpdateTable");
    assert!(tried.same_items() && !tried.as_asked.items.is_empty());
    assert!(tried.otherwise.units() < tried.as_asked.units());
}

#[test]
fn a_strong_read_costs_twice() {
    let get =
        r#"{"TableName":"Shop","Key":{"PK":{"S":"USER#001"},"SK":{"S":"PROFILE"}},"ConsistentRead":true}"#;
    let told = advice_for("GetItem", get, &[]);
    let (before, after, body) = figures(one(&told, "eventual-read"));
    assert_eq!((before.as_str(), after.as_str()), ("1", "0.5"));
    assert!(!body.contains("ConsistentRead"));
    let batch = r#"{"RequestItems":{"Shop":{"Keys":[{"PK":{"S":"USER#001"},"SK":{"S":"PROFILE"}},{"PK":{"S":"USER#002"},"SK":{"S":"PROFILE"}}],"ConsistentRead":true}}}"#;
    let told = super::tests::advice_for("BatchGetItem", batch, &[]);
    assert!(one(&told, "eventual-read").same_items());
}

#[test]
fn a_global_index_is_not_read_strongly() {
    let query = r#"{"TableName":"Shop","IndexName":"GSI2","KeyConditionExpression":"order_id = :o","ExpressionAttributeValues":{":o":{"S":"1002"}},"ConsistentRead":true}"#;
    let told = advice_for("Query", query, &[]);
    let tried = one(&told, "consistent-index");
    assert!(tried.as_asked.error.is_some() && !tried.otherwise.items.is_empty());
}

#[test]
fn a_reserved_word_gets_a_placeholder() {
    let scan = r#"{"TableName":"Shop","FilterExpression":"status = :s AND contains(name, :s)","ExpressionAttributeValues":{":s":{"S":"PENDING"}}}"#;
    let told = advice_for("Scan", scan, &[]);
    let (_, _, body) = figures(one(&told, "reserved-word"));
    assert!(body.contains(r##""FilterExpression":"#status = :s AND contains(#name, :s)""##), "{body}");
}

#[test]
fn reads_one_by_one_are_a_batch() {
    let get = |user: &str| {
        format!(r#"{{"TableName":"Shop","Key":{{"PK":{{"S":"{user}"}},"SK":{{"S":"PROFILE"}}}}}}"#)
    };
    let earlier = [
        original_request("GetItem", &get("USER#002")),
        original_request("GetItem", &get("USER#001")),
        original_request("ListTables", "{}"),
    ];
    let told = advice_for("GetItem", &get("USER#003"), &earlier);
    let tried = one(&told, "batch-of-reads");
    assert_eq!((tried.as_asked.requests, tried.otherwise.requests), (3, 1));
    assert!(tried.same_items() && tried.otherwise.items.len() == 3);
    let again = [original_request("GetItem", &get("USER#003"))];
    let told = super::tests::advice_for("GetItem", &get("USER#003"), &again);
    assert!(told.iter().all(|tried| tried.advice.rule != "batch-of-reads"), "a batch names no key twice");
}

#[test]
fn counting_reads_everything_and_the_description_nothing() {
    let told = advice_for("Scan", r#"{"TableName":"Shop","Select":"COUNT"}"#, &[]);
    assert_eq!(figures(one(&told, "count-from-description")).1, "0");
    let (before, after, _) = figures(one(&told, "count-saves-nothing"));
    assert_eq!(before, after);
}

#[test]
fn a_transaction_of_one_costs_twice() {
    let put = r#"{"TransactItems":[{"Put":{"TableName":"Shop","Item":{"PK":{"S":"X"},"SK":{"S":"Y"}},"ConditionExpression":"attribute_not_exists(PK)"}}]}"#;
    let told = advice_for("TransactWriteItems", put, &[]);
    let tried = one(&told, "single-item-transaction");
    assert_eq!(figures(tried).0, "2");
    assert_eq!(figures(tried).1, "1");
    assert!(tried.same_tables() && !tried.otherwise.written.is_empty());
}

/// Returns the profile of the first user with these points. Adds a long text if `text` is not empty.
fn profile(points: u32, text: &str) -> String {
    let document = json::parse(SHOP).unwrap();
    let Some(Value::Array(tables)) = document.get("tables") else { panic!("no tables") };
    let Some(Value::Array(items)) = tables[0].get("items") else { panic!("no items") };
    let Value::Object(mut item) = items[0].clone() else { panic!("no item") };
    item.insert("points".to_owned(), object([("N", string(points.to_string()))]));
    if !text.is_empty() {
        item.insert("text".to_owned(), object([("S", string(text))]));
    }
    let mut json = String::new();
    object([("TableName", string("Shop")), ("Item", Value::Object(item))]).write(&mut json);
    json
}

#[test]
fn an_item_that_was_read_to_be_put_is_updated() {
    let get = r#"{"TableName":"Shop","Key":{"PK":{"S":"USER#001"},"SK":{"S":"PROFILE"}}}"#;
    let told = advice_for("PutItem", &profile(1850, ""), &[original_request("GetItem", get)]);
    let tried = one(&told, "update-instead-of-read-and-put");
    assert_eq!((tried.as_asked.requests, tried.otherwise.requests), (2, 1));
    assert!(tried.same_tables() && tried.otherwise.read_units.is_zero());
    let alone = super::tests::advice_for("PutItem", &profile(1850, ""), &[]);
    let tried = one(&alone, "update-instead-of-put");
    assert_eq!(
        tried.as_asked.units(),
        tried.otherwise.units(),
        "an update is charged for the whole item too"
    );
    assert!(tried.otherwise.request_bytes < tried.as_asked.request_bytes);
}

#[test]
fn a_large_item_leaves_what_changes_often_to_a_small_one() {
    let long = "a".repeat(9000);
    let mut engine = shop();
    let put = Request::parse("PutItem", &profile(1850, &long)).unwrap();
    assert!(engine.execute(Command { at: NOW, request: put }, TraceLevel::Off).outcome.is_ok());
    let (_, told) = advise(&mut engine, &original_request("PutItem", &profile(1860, &long)), &[]);
    let tried = one(&told, "small-item");
    assert!(
        tried.as_asked.write_units.0 > 10 * tried.otherwise.write_units.0,
        "{:?}",
        tried.otherwise.charges
    );
}

#[test]
fn keys_alone_need_no_index_of_whole_items() {
    let mut engine = shop();
    let wide = "x".repeat(3000);
    for number in 0..8 {
        let put = format!(
            r#"{{"TableName":"Shop","Item":{{"PK":{{"S":"WIDE"}},"SK":{{"S":"{number}"}},"order_id":{{"S":"wide"}},"text":{{"S":"{wide}"}}}}}}"#
        );
        let request = Request::parse("PutItem", &put).unwrap();
        assert!(engine.execute(Command { at: NOW, request }, TraceLevel::Off).outcome.is_ok());
    }
    let query = r#"{"TableName":"Shop","IndexName":"GSI2","KeyConditionExpression":"order_id = :o","ProjectionExpression":"PK, SK","ExpressionAttributeValues":{":o":{"S":"wide"}}}"#;
    let (_, told) = advise(&mut engine, &original_request("Query", query), &[]);
    let tried = one(&told, "keys-only-index");
    assert_eq!(figures(tried).1, "0.5");
    assert!(tried.same_items() && tried.otherwise.items.len() == 8);
    let (before, after, _) = figures(one(&told, "projection-saves-nothing"));
    assert_eq!(before, after);
}

#[test]
fn what_is_as_cheap_as_it_can_be_is_left_alone() {
    let get = r#"{"TableName":"Shop","Key":{"PK":{"S":"USER#001"},"SK":{"S":"PROFILE"}}}"#;
    assert!(advice_for("GetItem", get, &[]).is_empty());
    let query = r#"{"TableName":"Shop","KeyConditionExpression":"PK = :u","ExpressionAttributeValues":{":u":{"S":"USER#001"}}}"#;
    assert!(advice_for("Query", query, &[]).is_empty());
    assert!(
        advice_for("PutItem", r#"{"TableName":"Shop","Item":{"PK":{"S":"X"},"SK":{"S":"Y"}}}"#, &[])
            .is_empty()
    );
}
