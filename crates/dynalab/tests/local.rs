//! A database in this process: calls, errors, clock, faults, snapshots, forks, and the log with its assertions.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

use std::panic::catch_unwind;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dynalab::contract::clock::{DescribeAccount, SetDials};
use dynalab::{Error, Fault, Local, Profile};
use serde_json::{Value, json};

fn table(name: &str) -> Value {
    json!({
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    })
}

fn with_table() -> Local {
    let db = Local::new();
    db.call("CreateTable", table("Things")).unwrap();
    db
}

fn put(db: &Local, id: &str) {
    db.call("PutItem", json!({"TableName": "Things", "Item": {"id": {"S": id}}})).unwrap();
}

fn count(db: &Local) -> u64 {
    db.call("Scan", json!({"TableName": "Things", "Select": "COUNT"})).unwrap()["Count"].as_u64().unwrap()
}

#[test]
fn an_error_has_the_response_of_dynamodb() {
    let db = with_table();
    put(&db, "a");
    let condition = json!({"TableName": "Things", "Item": {"id": {"S": "a"}}, "ConditionExpression": "attribute_not_exists(id)"});
    let error = db.call("PutItem", condition).unwrap_err();
    assert_eq!((error.status(), error.code()), (400, "ConditionalCheckFailedException"));
    assert!(error.body().contains("The conditional request failed"), "{}", error.body());
    assert_eq!(error.to_string(), "ConditionalCheckFailedException: The conditional request failed");
    let as_standard: Box<dyn std::error::Error + Send + Sync> = Box::new(error);
    assert!(as_standard.downcast_ref::<Error>().is_some());

    let unknown = db.call("GetEverything", json!({})).unwrap_err();
    assert_eq!(unknown.code(), "UnknownOperationException");
    let not_json = db.call("PutItem", std::collections::BTreeMap::from([((1, 2), 3)])).unwrap_err();
    assert!(matches!(not_json, Error::Json { .. }), "{not_json:?}");
}

#[test]
fn the_builder_sets_account_region_clock_and_seed() {
    let starts_at = UNIX_EPOCH + Duration::from_secs(1_800_000_000);
    let build = |seed| {
        let builder =
            Local::builder().seed(seed).region("eu-west-1").account("000000000042").clock(starts_at);
        builder.build().unwrap()
    };
    let created = |db: &Local| db.call("CreateTable", table("Things")).unwrap()["TableDescription"].clone();
    let first = created(&build(7));
    assert_eq!(first["TableArn"], "arn:aws:dynamodb:eu-west-1:000000000042:table/Things");
    assert_eq!(first["CreationDateTime"], 1_800_000_000.0);
    assert_eq!(first, created(&build(7)), "the same seed gives the same ids");
    assert_ne!(first["TableId"], created(&build(8))["TableId"]);
    assert_eq!(build(1).control(&DescribeAccount {}).unwrap().region, "eu-west-1");

    let wrong = Local::builder().account("12").build().unwrap_err();
    assert!(wrong.to_string().contains("12 digits"), "{wrong}");
    let wrong = Local::builder().region("moon-1").build().unwrap_err();
    assert!(wrong.to_string().contains("There is no Region named moon-1"), "{wrong}");
}

#[test]
fn the_clock_moves_only_when_it_is_told_to() {
    let db = Local::builder().profile(Profile::Realistic).build().unwrap();
    let status = |db: &Local| {
        db.call("DescribeTable", json!({"TableName": "Things"})).unwrap()["Table"]["TableStatus"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    db.call("CreateTable", table("Things")).unwrap();
    assert_eq!(status(&db), "CREATING");
    thread::sleep(Duration::from_millis(20));
    assert_eq!(status(&db), "CREATING");
    db.clock().advance(Duration::from_secs(60));
    assert_eq!(status(&db), "ACTIVE");

    let now = db.clock().now();
    db.clock().set(now + Duration::from_secs(5)).unwrap();
    assert_eq!(db.clock().now(), now + Duration::from_secs(5));
    assert!(matches!(db.clock().set(now), Err(Error::ClockGoesBack { .. })));
    assert!(now > SystemTime::UNIX_EPOCH);
    db.clock().advance(Duration::MAX);
    db.clock().advance(Duration::MAX);
}

/// TTL deletes an item after it has expired, and the stream has the deletion as DynamoDB's own.
#[test]
fn ttl_and_streams_follow_the_clock() {
    let db = Local::builder().profile(Profile::Realistic).build().unwrap();
    let mut request = table("Things");
    request["StreamSpecification"] = json!({"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"});
    db.call("CreateTable", request).unwrap();
    db.clock().advance(Duration::from_secs(60));
    let ttl =
        json!({"TableName": "Things", "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "ends"}});
    db.call("UpdateTimeToLive", ttl).unwrap();
    db.clock().advance(Duration::from_secs(3 * 60 * 60));
    let ends = db.clock().now().duration_since(UNIX_EPOCH).unwrap().as_secs() + 60;
    let item = json!({"id": {"S": "a"}, "ends": {"N": ends.to_string()}});
    db.call("PutItem", json!({"TableName": "Things", "Item": item})).unwrap();
    assert_eq!(count(&db), 1);
    db.clock().advance(Duration::from_secs(4 * 24 * 60 * 60));
    assert_eq!(count(&db), 0);
}

#[test]
fn faults_strike_as_often_as_they_say() {
    let db = with_table();
    db.faults().put(Fault::internal_error("PutItem").rate(0.5).named("half")).unwrap();
    let put = || db.call("PutItem", json!({"TableName": "Things", "Item": {"id": {"S": "a"}}}));
    let failed = (0..200).filter(|_| put().is_err_and(|error| error.status() == 500)).count();
    assert!((60..140).contains(&failed), "{failed} of 200");
    let described = db.faults().list().unwrap();
    assert_eq!((described[0].name.as_str(), described[0].struck), ("half", failed as u64));
    db.faults().delete("half").unwrap();
    assert!((0..20).all(|_| put().is_ok()));
    let only_a = Fault::throttle("PutItem").table("Things").key(json!({"S": "hot"})).unwrap();
    db.faults().put(only_a).unwrap();
    assert!(put().is_ok());
    let hot = db.call("PutItem", json!({"TableName": "Things", "Item": {"id": {"S": "hot"}}})).unwrap_err();
    assert_eq!(hot.code(), "ThrottlingException");
    db.faults().clear().unwrap();
    assert_eq!(db.faults().list().unwrap(), []);
    let unknown = db.faults().put(Fault::throttle("GetEverything")).unwrap_err();
    assert!(unknown.to_string().contains("GetEverything"), "{unknown}");
}

#[test]
fn snapshots_and_forks_are_apart() {
    let db = with_table();
    put(&db, "a");
    let before = db.snapshot();
    let fork = db.fork();
    put(&db, "b");
    put(&fork, "c");
    put(&fork, "d");
    assert_eq!((count(&db), count(&fork)), (2, 3));
    fork.restore(&before);
    assert_eq!((count(&db), count(&fork)), (2, 1));
    db.clock().advance(Duration::from_secs(100));
    let later = db.clock().now();
    db.restore(&before);
    assert_eq!(db.clock().now(), later - Duration::from_secs(100));
    db.reset();
    assert_eq!(db.call("ListTables", json!({})).unwrap()["TableNames"], json!([]));
    db.restore(&before);
    assert_eq!(count(&db), 1);
    let error = db.call("Dynalab.Fork", json!({"Name": "other"})).unwrap_err();
    assert!(error.to_string().contains("Local::fork"), "{error}");
}

#[test]
fn handles_are_used_from_many_threads() {
    let db = with_table();
    thread::scope(|scope| {
        for thread in 0..4 {
            let db = db.clone();
            scope.spawn(move || (0..50).for_each(|number| put(&db, &format!("{thread}-{number}"))));
        }
    });
    assert_eq!(count(&db), 200);
    assert_eq!(db.requests().of_operation("PutItem").len(), 200);
}

#[test]
fn assertions_name_the_requests_that_break_them() {
    let db = with_table();
    put(&db, "a");
    let get = json!({"TableName": "Things", "Key": {"id": {"S": "a"}}, "ConsistentRead": true});
    db.call("GetItem", get).unwrap();
    db.requests().assert_no_scan();
    db.requests().assert_read_units_at_most(1.0);
    db.requests().assert_write_units_at_most(1.0);
    count(&db);
    let message = |check: &(dyn Fn() + std::panic::RefUnwindSafe)| {
        let panic = catch_unwind(check).unwrap_err();
        panic.downcast_ref::<String>().unwrap().clone()
    };
    let requests = db.requests();
    let told = message(&|| requests.assert_no_scan());
    assert!(told.starts_with("1 of 4 requests scan:\n4. Scan, SCAN Things: 1 read"), "{told}");
    let told = message(&|| requests.assert_read_units_at_most(1.0));
    assert!(told.starts_with("1.5 read units were consumed, at most 1 were expected"), "{told}");
    assert!(message(&|| requests.assert_write_units_at_most(0.5)).contains("2. PutItem"));
    let price = requests.price_usd().unwrap();
    assert!((price - (1.5 * 0.125 + 0.625) / 1e6).abs() < 1e-12, "{price}");
    db.forget_requests();
    assert!(db.requests().is_empty());
    let silent = Local::builder().log_requests(false).build().unwrap();
    silent.call("ListTables", json!({})).unwrap();
    assert!(silent.requests().is_empty());
}

#[test]
fn explaining_changes_nothing() {
    let db = with_table();
    db.forget_requests();
    let body = json!({"TableName": "Things", "Item": {"id": {"S": "a"}}});
    let explained = db.explain("PutItem", &body).unwrap();
    assert_eq!((explained.items_written, explained.units[0].write_units), (1, 1.0));
    assert_eq!((count(&db), db.requests().len()), (0, 1));
    let refused = db.explain("PutItem", json!({"TableName": "Things"})).unwrap();
    assert_eq!(refused.error.as_deref(), Some("ValidationException"));
    assert!(db.explain("Dynalab.Reset", json!({})).is_err());
}

#[test]
fn exports_fail_because_there_is_no_s3() {
    let db = with_table();
    let on = json!({"TableName": "Things", "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true}});
    db.call("UpdateContinuousBackups", on).unwrap();
    let arn = db.call("DescribeTable", json!({"TableName": "Things"})).unwrap()["Table"]["TableArn"].clone();
    db.call("ExportTableToPointInTime", json!({"TableArn": arn, "S3Bucket": "bucket"})).unwrap();
    let exports = db.call("ListExports", json!({})).unwrap();
    assert_eq!(exports["ExportSummaries"][0]["ExportStatus"], "FAILED");
}

#[test]
fn controls_are_typed() {
    let db = with_table();
    let changed = db.control(&SetDials { limits: Some(true), ..SetDials::default() }).unwrap();
    assert!(!changed.turned.0.is_empty());
}
