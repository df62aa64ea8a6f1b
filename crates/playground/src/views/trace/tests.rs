//! The trace lines of requests, and of events that no current request causes.

use dynalab_engine::TraceLevel;
use dynalab_engine::settings::zone::Zone;
use dynalab_service::{Command, Complete, Request};
use dynalab_types::{AttributeValue, Timestamp};

use super::*;
use crate::share::document::engine_of;

const SHOP: &str = r#"[{"create": {"TableName": "Shop", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"},
                             {"AttributeName": "SK", "AttributeType": "S"},
                             {"AttributeName": "city", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
    "GlobalSecondaryIndexes": [{"IndexName": "GSI1",
        "KeySchema": [{"AttributeName": "city", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"}}]},
  "items": [{"PK": {"S": "USER#1"}, "SK": {"S": "ORDER#1"}},
            {"PK": {"S": "USER#1"}, "SK": {"S": "PROFILE"}, "city": {"S": "Nara"}}]}]"#;

fn check(operation: &str, body: &str, expected: &str) {
    let mut engine = engine_of(SHOP);
    let request = Request::parse(operation, body).unwrap();
    let command = Command { at: Timestamp::from_epoch_ms(2_000), request };
    let execution = engine.execute(command, TraceLevel::Full);
    assert_eq!(printed(&trace_lines::<Complete>(&execution.trace)), expected);
}

/// Returns one text line per trace line, without the prefix `trace-` of the codes.
fn printed(lines: &[TraceLine]) -> String {
    let one = |line: &TraceLine| {
        let mut values: Vec<String> =
            line.values.iter().map(|(name, value)| format!(" {name}:{value}")).collect();
        values.sort();
        format!("{}{}\n", line.code.strip_prefix("trace-").unwrap(), values.concat())
    };
    lines.iter().map(one).collect()
}

fn check_kind(kind: EventKind, expected: &str) {
    let event = Event { sequence: 0, at: Timestamp::from_epoch_ms(1_000), kind };
    assert_eq!(printed(&trace_lines::<Complete>(&vec![event])), expected);
}

#[test]
fn a_read_of_one_item() {
    check(
        "GetItem",
        r#"{"TableName": "Shop", "Key": {"PK": {"S": "USER#1"}, "SK": {"S": "PROFILE"}}}"#,
        "received operation:GetItem\n\
         planned-one-item key:PK=USER#1 SK=PROFILE source:Shop\n\
         routed hash:a2518a6dc4623cc0 partition:2 table:Shop\n\
         read key:PK=USER#1 SK=PROFILE size:25 source:Shop\n\
         charged owner:Shop unit:RCU units:0.5\n\
         responded size:71\n",
    );
    check(
        "GetItem",
        r#"{"TableName": "Shop", "ConsistentRead": true, "Key": {"PK": {"S": "USER#9"}, "SK": {"S": "PROFILE"}}}"#,
        "received operation:GetItem\n\
         planned-one-item key:PK=USER#9 SK=PROFILE source:Shop\n\
         routed hash:0215794ce2ceeba0 partition:0 table:Shop\n\
         read-missing key:PK=USER#9 SK=PROFILE source:Shop\n\
         charged owner:Shop unit:RCU units:1\n\
         responded size:2\n",
    );
}

#[test]
fn a_query_with_a_filter() {
    check(
        "Query",
        r##"{"TableName": "Shop", "KeyConditionExpression": "SK >= :s AND PK = :p", "Limit": 2,
            "FilterExpression": "attribute_exists(city)", "ScanIndexForward": false,
            "ExpressionAttributeValues": {":p": {"S": "USER#1"}, ":s": {"S": "A"}}}"##,
        "received operation:Query\n\
         planned-query condition:SK >= \"A\" key:PK=USER#1 order:descending source:Shop\n\
         routed hash:a2518a6dc4623cc0 partition:2 table:Shop\n\
         read key:PK=USER#1 SK=PROFILE size:25 source:Shop\n\
         read key:PK=USER#1 SK=ORDER#1 size:17 source:Shop\n\
         filtered-out key:PK=USER#1 SK=ORDER#1\n\
         page-ended evaluated:2 reason:limit returned:1\n\
         charged owner:Shop unit:RCU units:0.5\n\
         responded size:163\n",
    );
    check(
        "Query",
        r#"{"TableName": "Shop", "IndexName": "GSI1", "KeyConditionExpression": "city = :c",
            "ExpressionAttributeValues": {":c": {"S": "Nara"}}}"#,
        "received operation:Query\n\
         planned-query condition:* key:city=Nara order:ascending source:Shop.GSI1\n\
         routed hash:5cb4be8a0073d6e3 partition:1 table:Shop\n\
         read key:PK=USER#1 SK=PROFILE size:25 source:Shop.GSI1\n\
         page-ended evaluated:1 reason:end returned:1\n\
         charged owner:Shop.GSI1 unit:RCU units:0.5\n\
         responded size:101\n",
    );
}

#[test]
fn a_scan_and_a_batch() {
    check(
        "Scan",
        r#"{"TableName": "Shop", "Segment": 0, "TotalSegments": 1, "Select": "COUNT"}"#,
        "received operation:Scan\n\
         planned-scan segments:1 source:Shop\n\
         read key:PK=USER#1 SK=ORDER#1 size:17 source:Shop\n\
         read key:PK=USER#1 SK=PROFILE size:25 source:Shop\n\
         page-ended evaluated:2 reason:end returned:2\n\
         charged owner:Shop unit:RCU units:0.5\n\
         responded size:28\n",
    );
    check(
        "BatchGetItem",
        r#"{"RequestItems": {"Shop": {"Keys": [{"PK": {"S": "USER#1"}, "SK": {"S": "PROFILE"}}]}}}"#,
        "received operation:BatchGetItem\n\
         planned-batch count:1\n\
         routed hash:a2518a6dc4623cc0 partition:2 table:Shop\n\
         read key:PK=USER#1 SK=PROFILE size:25 source:Shop\n\
         charged owner:Shop unit:RCU units:0.5\n\
         responded size:108\n",
    );
}

#[test]
fn writes_that_make_change_and_delete() {
    check(
        "PutItem",
        r#"{"TableName": "Shop", "Item": {"PK": {"S": "A"}, "SK": {"S": "B"}, "city": {"S": "Uji"}}}"#,
        "received operation:PutItem\n\
         planned-one-item key:PK=A SK=B source:Shop\n\
         routed hash:0440711ec618165a partition:0 table:Shop\n\
         charged owner:Shop unit:WCU units:1\n\
         wrote-new key:PK=A SK=B size:13 table:Shop\n\
         index-put index:GSI1 key:city=Uji size:13\n\
         charged owner:Shop.GSI1 unit:WCU units:1\n\
         responded size:2\n",
    );
    check(
        "UpdateItem",
        r#"{"TableName": "Shop", "Key": {"PK": {"S": "USER#1"}, "SK": {"S": "PROFILE"}},
            "UpdateExpression": "SET city = :c", "ConditionExpression": "attribute_exists(city)",
            "ExpressionAttributeValues": {":c": {"S": "Uji"}}}"#,
        "received operation:UpdateItem\n\
         planned-one-item key:PK=USER#1 SK=PROFILE source:Shop\n\
         routed hash:a2518a6dc4623cc0 partition:2 table:Shop\n\
         read key:PK=USER#1 SK=PROFILE size:25 source:Shop\n\
         condition-held condition:attribute_exists(city)\n\
         charged owner:Shop unit:WCU units:1\n\
         wrote-changed after:24 before:25 key:PK=USER#1 SK=PROFILE table:Shop\n\
         index-deleted index:GSI1 key:city=Nara size:25\n\
         index-put index:GSI1 key:city=Uji size:24\n\
         charged owner:Shop.GSI1 unit:WCU units:2\n\
         responded size:2\n",
    );
    check(
        "DeleteItem",
        r#"{"TableName": "Shop", "Key": {"PK": {"S": "USER#1"}, "SK": {"S": "PROFILE"}}}"#,
        "received operation:DeleteItem\n\
         planned-one-item key:PK=USER#1 SK=PROFILE source:Shop\n\
         routed hash:a2518a6dc4623cc0 partition:2 table:Shop\n\
         charged owner:Shop unit:WCU units:1\n\
         deleted key:PK=USER#1 SK=PROFILE size:25 table:Shop\n\
         index-deleted index:GSI1 key:city=Nara size:25\n\
         charged owner:Shop.GSI1 unit:WCU units:1\n\
         responded size:2\n",
    );
    check(
        "DeleteItem",
        r#"{"TableName": "Shop", "Key": {"PK": {"S": "USER#1"}, "SK": {"S": "NONE"}}}"#,
        "received operation:DeleteItem\n\
         planned-one-item key:PK=USER#1 SK=NONE source:Shop\n\
         routed hash:a2518a6dc4623cc0 partition:2 table:Shop\n\
         charged owner:Shop unit:WCU units:1\n\
         responded size:2\n",
    );
}

#[test]
fn a_refused_write_says_why_and_what_it_costs() {
    check(
        "DeleteItem",
        r#"{"TableName": "Shop", "Key": {"PK": {"S": "USER#1"}, "SK": {"S": "ORDER#1"}},
            "ConditionExpression": "attribute_exists(city)"}"#,
        "received operation:DeleteItem\n\
         planned-one-item key:PK=USER#1 SK=ORDER#1 source:Shop\n\
         routed hash:a2518a6dc4623cc0 partition:2 table:Shop\n\
         read key:PK=USER#1 SK=ORDER#1 size:17 source:Shop\n\
         condition-failed condition:attribute_exists(city) decided:attribute_exists(city)\n\
         charged owner:Shop unit:WCU units:1\n\
         rejected error:ConditionalCheckFailedException message:The conditional request failed\n",
    );
}

#[test]
fn tables_come_change_and_go() {
    check_kind(EventKind::TableCreated { table: "Shop".into() }, "table-created table:Shop\n");
    check_kind(EventKind::TableChanged { table: "Shop".into() }, "table-changed table:Shop\n");
    check_kind(EventKind::TableDropped { table: "Shop".into() }, "table-dropped table:Shop\n");
}

#[test]
fn events_that_come_with_delays_or_not_at_all() {
    let due = Timestamp::from_epoch_ms(1_250);
    check_kind(
        EventKind::IndexScheduled { table: "Shop".into(), due },
        "indexes-scheduled delay:250 table:Shop\n",
    );
    check_kind(EventKind::Planned(Plan::NoRead), "planned-no-read\n");
    let end = PageEnd::Size;
    check_kind(
        EventKind::PageEnded { end, evaluated: 3, returned: 2 },
        "page-ended evaluated:3 reason:size returned:2\n",
    );
    let key: Item = [("id", AttributeValue::string("a"))].into_iter().collect();
    check_kind(EventKind::Wrote { table: "Shop".into(), key: key.clone(), before: None, after: None }, "");
    let (before_bytes, after_bytes) = (Some(10), Some(20));
    check_kind(
        EventKind::IndexWrote { index: "GSI1".into(), key, before_bytes, after_bytes },
        "index-put index:GSI1 key:id=a size:20\n",
    );
}

#[test]
fn replicas_answer_and_follow() {
    let read = |leads, missing| EventKind::ReplicaRead {
        table: "Shop".into(),
        partition: 3,
        zone: Zone::B,
        leads,
        missing,
        behind_ms: missing * 7,
    };
    check_kind(read(true, 0), "read-from-leader partition:3 table:Shop zone:b\n");
    check_kind(read(false, 2), "read-from-follower behind:14 missing:2 partition:3 table:Shop zone:b\n");
    check_kind(
        EventKind::IndexBehind { index: "GSI1".into(), missing: 1, behind_ms: 30 },
        "index-behind behind:30 index:GSI1 missing:1\n",
    );
    let replicas = vec![(Zone::A, 12), (Zone::C, 80)];
    let indexes = vec![("GSI1".into(), 130)];
    check_kind(
        EventKind::Underway { table: "Shop".into(), replicas, indexes },
        "underway followers:a 12 ms, c 80 ms, GSI1 130 ms table:Shop\n",
    );
}

#[test]
fn a_transaction_is_prepared_and_committed_or_cancelled() {
    let put = |key: &str| {
        format!(
            r#"{{"Put": {{"TableName": "Shop", "Item": {{"PK": {{"S": "{key}"}}, "SK": {{"S": "s"}}}}}}}}"#
        )
    };
    let body = format!(r#"{{"TransactItems": [{}]}}"#, put("USER#7"));
    check(
        "TransactWriteItems",
        &body,
        "received operation:TransactWriteItems\n\
         planned-batch count:1\n\
         routed hash:de08a32dd7a5dbb2 partition:3 table:Shop\n\
         charged owner:Shop unit:WCU units:2\n\
         transaction-prepared action:Put key:PK=USER#7 SK=s table:Shop\n\
         wrote-new key:PK=USER#7 SK=s size:11 table:Shop\n\
         transaction-committed count:1\n\
         responded size:2\n",
    );
    let key: Item = [("id", AttributeValue::string("a"))].into_iter().collect();
    check_kind(
        EventKind::TransactionConflict { table: "Shop".into(), key },
        "transaction-conflict key:id=a table:Shop\n",
    );
    check_kind(
        EventKind::TransactionCancelled { codes: vec!["None", "TransactionConflict"] },
        "transaction-cancelled reasons:None, TransactionConflict\n",
    );
}
