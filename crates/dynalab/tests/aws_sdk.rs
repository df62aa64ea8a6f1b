//! The AWS SDK for Rust against a database in this process: the shop's access patterns, transactions, streams, TTL, waiters, retries.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]
#![allow(clippy::disallowed_types, reason = "items of the SDK are hash maps")]
#![allow(clippy::disallowed_methods, reason = "a waiter must take no time of the real clock")]

use std::collections::HashMap;
use std::time::{Duration, Instant, UNIX_EPOCH};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::client::Waiters;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, ConditionCheck, KeySchemaElement, KeyType,
    KeysAndAttributes, Put, ScalarAttributeType, StreamSpecification, StreamViewType,
    TimeToLiveSpecification, TransactWriteItem, Update,
};
use aws_sdk_dynamodbstreams::types::{OperationType, ShardIteratorType};
use dynalab::{Fault, Local, Profile};
use serde_json::{Value, json};

const SHOP: &str = include_str!("../../../static/samples/shop.json");

fn client(db: &Local) -> Client {
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("test", "test", None, None, "test"))
        .http_client(db.http_client())
        .time_source(db.time_source())
        .sleep_impl(db.sleep_impl());
    Client::from_conf(config.build())
}

fn streams(db: &Local) -> aws_sdk_dynamodbstreams::Client {
    let config = aws_sdk_dynamodbstreams::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("test", "test", None, None, "test"))
        .http_client(db.http_client())
        .time_source(db.time_source())
        .sleep_impl(db.sleep_impl());
    aws_sdk_dynamodbstreams::Client::from_conf(config.build())
}

fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

/// Creates a table with a partition key `id`, and a stream if asked for.
async fn create(client: &Client, table: &str, with_stream: bool) {
    let stream =
        StreamSpecification::builder().stream_enabled(true).stream_view_type(StreamViewType::NewAndOldImages);
    let id = AttributeDefinition::builder().attribute_name("id").attribute_type(ScalarAttributeType::S);
    let key = KeySchemaElement::builder().attribute_name("id").key_type(KeyType::Hash);
    let request = client
        .create_table()
        .table_name(table)
        .billing_mode(BillingMode::PayPerRequest)
        .attribute_definitions(id.build().unwrap())
        .key_schema(key.build().unwrap())
        .set_stream_specification(with_stream.then(|| stream.build().unwrap()));
    request.send().await.unwrap();
}

/// Reads DynamoDB JSON as a value of the SDK.
fn value_of(json: &Value) -> AttributeValue {
    let (kind, value) = json.as_object().unwrap().iter().next().unwrap();
    let list = || value.as_array().unwrap().iter();
    let texts = || list().map(|text| text.as_str().unwrap().to_owned()).collect();
    match kind.as_str() {
        "S" => AttributeValue::S(value.as_str().unwrap().to_owned()),
        "N" => AttributeValue::N(value.as_str().unwrap().to_owned()),
        "BOOL" => AttributeValue::Bool(value.as_bool().unwrap()),
        "NULL" => AttributeValue::Null(true),
        "SS" => AttributeValue::Ss(texts()),
        "NS" => AttributeValue::Ns(texts()),
        "L" => AttributeValue::L(list().map(value_of).collect()),
        "M" => AttributeValue::M(item_of(value)),
        other => panic!("{other} is not in the sample"),
    }
}

fn item_of(json: &Value) -> HashMap<String, AttributeValue> {
    json.as_object().unwrap().iter().map(|(name, value)| (name.clone(), value_of(value))).collect()
}

fn optional_item(json: &Value) -> Option<HashMap<String, AttributeValue>> {
    json.is_object().then(|| item_of(json))
}

fn optional_text(json: &Value) -> Option<String> {
    json.as_str().map(str::to_owned)
}

fn names_of(json: &Value) -> Option<HashMap<String, String>> {
    let names = json.as_object()?.iter();
    Some(names.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect())
}

/// Sends a request of the sample through the SDK. Returns the number of items.
async fn ask(client: &Client, operation: &str, request: &Value) -> usize {
    let table = request["TableName"].as_str().unwrap_or_default();
    let values = optional_item(&request["ExpressionAttributeValues"]);
    let names = names_of(&request["ExpressionAttributeNames"]);
    match operation {
        "GetItem" => {
            let get = client.get_item().table_name(table).set_key(optional_item(&request["Key"]));
            usize::from(get.send().await.unwrap().item().is_some())
        }
        "Query" => {
            let query = client
                .query()
                .table_name(table)
                .set_index_name(optional_text(&request["IndexName"]))
                .set_key_condition_expression(optional_text(&request["KeyConditionExpression"]))
                .set_filter_expression(optional_text(&request["FilterExpression"]))
                .set_expression_attribute_names(names)
                .set_expression_attribute_values(values)
                .set_consistent_read(request["ConsistentRead"].as_bool())
                .set_scan_index_forward(request["ScanIndexForward"].as_bool())
                .set_limit(request["Limit"].as_i64().map(|limit| limit as i32));
            query.send().await.unwrap().items().len()
        }
        "Scan" => {
            let scan = client
                .scan()
                .table_name(table)
                .set_filter_expression(optional_text(&request["FilterExpression"]))
                .set_expression_attribute_names(names)
                .set_expression_attribute_values(values);
            scan.send().await.unwrap().items().len()
        }
        "BatchGetItem" => {
            let asked = &request["RequestItems"]["Shop"];
            let keys = KeysAndAttributes::builder()
                .set_keys(Some(asked["Keys"].as_array().unwrap().iter().map(item_of).collect()))
                .set_projection_expression(optional_text(&asked["ProjectionExpression"]))
                .set_expression_attribute_names(names_of(&asked["ExpressionAttributeNames"]));
            let batch = client.batch_get_item().request_items("Shop", keys.build().unwrap());
            batch.send().await.unwrap().responses().unwrap()["Shop"].len()
        }
        other => panic!("{other} is not in the sample"),
    }
}

#[tokio::test]
async fn the_shops_access_patterns() {
    let shop: Value = serde_json::from_str(SHOP).unwrap();
    let db = Local::new();
    let client = client(&db);
    db.call("CreateTable", &shop["tables"][0]["create"]).unwrap();
    for item in shop["tables"][0]["items"].as_array().unwrap() {
        client.put_item().table_name("Shop").set_item(optional_item(item)).send().await.unwrap();
    }
    db.forget_requests();
    let questions = shop["questions"].as_array().unwrap();
    assert_eq!(questions.len(), 11);
    for question in questions {
        let operation = question["operation"].as_str().unwrap();
        let found = ask(&client, operation, &question["request"]).await;
        assert_eq!(found as u64, question["expect_count"].as_u64().unwrap(), "{}", question["title"]["en"]);
        if operation != "Scan" {
            db.requests().assert_no_scan();
        }
    }
    assert_eq!(db.requests().len(), 11);
}

#[tokio::test]
async fn transactions_are_all_or_nothing() {
    let db = Local::new();
    let client = client(&db);
    create(&client, "Accounts", false).await;
    let put = |id: &str, money: u32| {
        let item = HashMap::from([
            ("id".to_owned(), text(id)),
            ("money".to_owned(), AttributeValue::N(money.to_string())),
            ("key".to_owned(), AttributeValue::B(Blob::new(b"\x00\xff".to_vec()))),
        ]);
        let put = Put::builder().table_name("Accounts").set_item(Some(item));
        TransactWriteItem::builder().put(put.build().unwrap()).build()
    };
    client
        .transact_write_items()
        .transact_items(put("a", 10))
        .transact_items(put("b", 0))
        .send()
        .await
        .unwrap();
    let pay = |amount: u32| {
        let change = |id: &str, expression: &str, condition: Option<&str>| {
            let update = Update::builder()
                .table_name("Accounts")
                .key("id", text(id))
                .update_expression(expression)
                .set_condition_expression(condition.map(str::to_owned))
                .expression_attribute_values(":n", AttributeValue::N(amount.to_string()));
            TransactWriteItem::builder().update(update.build().unwrap()).build()
        };
        let exists = ConditionCheck::builder()
            .table_name("Accounts")
            .key("id", text("c"))
            .condition_expression("attribute_not_exists(id)");
        client
            .transact_write_items()
            .transact_items(change("a", "SET money = money - :n", Some("money >= :n")))
            .transact_items(change("b", "SET money = money + :n", None))
            .transact_items(TransactWriteItem::builder().condition_check(exists.build().unwrap()).build())
    };
    pay(7).send().await.unwrap();
    let refused = pay(7).send().await.unwrap_err().into_service_error();
    let reasons: Vec<_> = match &refused {
        aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError::TransactionCanceledException(canceled) => {
            canceled.cancellation_reasons().iter().map(|reason| reason.code().unwrap_or_default()).collect()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(reasons, ["ConditionalCheckFailed", "None", "None"]);
    let found = client.get_item().table_name("Accounts").key("id", text("b")).send().await.unwrap();
    assert_eq!(found.item().unwrap()["money"], AttributeValue::N("7".to_owned()));
    assert_eq!(found.item().unwrap()["key"].as_b().unwrap().as_ref(), b"\x00\xff");
}

#[tokio::test]
async fn ttl_deletes_with_a_moved_clock_and_the_stream_has_it() {
    let db = Local::builder().profile(Profile::Realistic).build().unwrap();
    let client = client(&db);
    create(&client, "Sessions", true).await;
    client.wait_until_table_exists().table_name("Sessions").wait(Duration::from_secs(300)).await.unwrap();
    let ttl = TimeToLiveSpecification::builder().enabled(true).attribute_name("ends").build().unwrap();
    client.update_time_to_live().table_name("Sessions").time_to_live_specification(ttl).send().await.unwrap();
    db.clock().advance(Duration::from_secs(2 * 60 * 60));
    let ends = db.clock().now().duration_since(UNIX_EPOCH).unwrap().as_secs() + 3_600;
    let put = client.put_item().table_name("Sessions").item("id", text("a"));
    put.item("ends", AttributeValue::N(ends.to_string())).send().await.unwrap();

    let described = client.describe_table().table_name("Sessions").send().await.unwrap();
    let arn = described.table().unwrap().latest_stream_arn().unwrap().to_owned();
    let streams = streams(&db);
    // With the setting of DynamoDB, a stream has a shard for each partition, and shards are closed after some hours.
    let read = async || {
        let described = streams.describe_stream().stream_arn(&arn).send().await.unwrap();
        let mut records = Vec::new();
        for shard in described.stream_description().unwrap().shards() {
            let shard = shard.shard_id().map(str::to_owned);
            let iterator = streams.get_shard_iterator().stream_arn(&arn).set_shard_id(shard);
            let iterator = iterator.shard_iterator_type(ShardIteratorType::TrimHorizon).send().await.unwrap();
            let read =
                streams.get_records().set_shard_iterator(iterator.shard_iterator).send().await.unwrap();
            records.extend(read.records.unwrap_or_default());
        }
        records
    };
    db.clock().advance(Duration::from_secs(10));
    let inserted = read().await;
    assert_eq!(inserted.len(), 1);
    assert_eq!(inserted[0].event_name(), Some(&OperationType::Insert));

    let still_there = client.get_item().table_name("Sessions").key("id", text("a"));
    assert!(still_there.clone().send().await.unwrap().item().is_some());
    let begun = Instant::now();
    let mut waited = Duration::ZERO;
    while still_there.clone().send().await.unwrap().item().is_some() {
        db.clock().advance(Duration::from_secs(600));
        waited += Duration::from_secs(600);
        assert!(waited < Duration::from_secs(4 * 24 * 60 * 60), "TTL deletes within days");
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
    db.clock().advance(Duration::from_secs(10));
    let mut removed = read().await;
    removed.retain(|record| record.event_name() == Some(&OperationType::Remove));
    assert_eq!(removed.len(), 1);
    let by = removed[0].user_identity().unwrap();
    assert_eq!(by.principal_id(), Some("dynamodb.amazonaws.com"), "DynamoDB itself deleted it");
}

#[tokio::test]
async fn a_waiter_takes_no_time() {
    let db = Local::builder().profile(Profile::Realistic).build().unwrap();
    let client = client(&db);
    let begun = Instant::now();
    let started = db.clock().now();
    create(&client, "Things", false).await;
    client.wait_until_table_exists().table_name("Things").wait(Duration::from_secs(300)).await.unwrap();
    client.put_item().table_name("Things").item("id", text("a")).send().await.unwrap();
    client.delete_table().table_name("Things").send().await.unwrap();
    client.wait_until_table_not_exists().table_name("Things").wait(Duration::from_secs(300)).await.unwrap();
    let simulated = db.clock().now().duration_since(started).unwrap();
    assert!(simulated > Duration::from_secs(20), "{simulated:?}: a waiter waits at least 20 seconds");
    // A table that never exists: the waiter gives up after an hour of the database's clock.
    let refused =
        client.wait_until_table_exists().table_name("Nothing").wait(Duration::from_secs(3_600)).await;
    assert!(format!("{:?}", refused.unwrap_err()).contains("ExceededMaxWait"));
    assert!(db.clock().now().duration_since(started).unwrap() > Duration::from_secs(3_000));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn retries_back_off_on_the_databases_clock() {
    let db = Local::new();
    let client = client(&db);
    create(&client, "Things", false).await;
    db.forget_requests();
    db.faults().put(Fault::throttle("PutItem")).unwrap();
    let put = || client.put_item().table_name("Things").item("id", text("a")).send();
    let begun = db.clock().now();
    let refused = put().await.unwrap_err().into_service_error();
    assert!(refused.is_throttling_exception(), "{refused:?}");
    assert_eq!(db.requests().of_operation("PutItem").len(), 3, "the SDK tries three times");
    assert!(db.clock().now() > begun, "it has waited between them");
    // Retries that succeed: the rule ends by its rate.
    db.faults().put(Fault::throttle("PutItem").rate(0.3)).unwrap();
    let mut succeeded = 0;
    for _ in 0..20 {
        succeeded += usize::from(put().await.is_ok());
    }
    assert!(succeeded > 15, "{succeeded} of 20");
    assert!(db.requests().of_operation("PutItem").len() > 23);
}

#[tokio::test]
async fn an_operation_timeout_does_not_strike_a_request_that_is_answered() {
    let db = Local::new();
    let timeouts = aws_sdk_dynamodb::config::timeout::TimeoutConfig::builder()
        .operation_timeout(Duration::from_millis(1))
        .operation_attempt_timeout(Duration::from_millis(1))
        .build();
    let config = client(&db).config().to_builder().timeout_config(timeouts);
    let client = Client::from_conf(config.build());
    let begun = db.clock().now();
    client.list_tables().send().await.unwrap();
    assert_eq!(db.clock().now(), begun);
    assert_eq!(db.call("ListTables", json!({})).unwrap()["TableNames"], json!([]));
}

/// Two pauses are waited for at once: the timeout of the operation, and the back-off inside it. The earlier one ends first.
#[tokio::test]
async fn an_operation_timeout_strikes_when_its_time_has_passed_on_the_databases_clock() {
    let db = Local::new();
    let client_of = |timeout: Duration| {
        let timeouts =
            aws_sdk_dynamodb::config::timeout::TimeoutConfig::builder().operation_timeout(timeout).build();
        let retries = aws_sdk_dynamodb::config::retry::RetryConfig::standard().with_max_attempts(8);
        let config = client(&db).config().to_builder().timeout_config(timeouts).retry_config(retries).build();
        Client::from_conf(config)
    };
    create(&client(&db), "Things", false).await;
    db.faults().put(Fault::internal_error("PutItem")).unwrap();
    let put = async |client: Client| {
        db.forget_requests();
        let error = client.put_item().table_name("Things").item("id", text("a")).send().await.unwrap_err();
        (format!("{error:?}").contains("TimeoutError"), db.requests().of_operation("PutItem").len())
    };
    assert_eq!(put(client_of(Duration::from_secs(24 * 60 * 60))).await, (false, 8));
    let (is_timeout, tries) = put(client_of(Duration::from_millis(1))).await;
    assert!(is_timeout && tries < 8, "{tries} tries in a millisecond");
}
