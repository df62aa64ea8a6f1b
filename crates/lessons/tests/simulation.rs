//! Goals about the simulation: traffic, streams and the clock.

mod played;

use std::collections::BTreeMap;

use dynalab_lessons::lesson::RequestFacts;
use dynalab_lessons::player::{Play, PlayError, Player};
use dynalab_lessons::verdict::{Difference, GoalStatus};
use serde_json::json;

use played::{differences, key, lesson, request, status};

#[test]
fn traffic_runs_on_a_copy() {
    let workload = json!({
        "format": "dynalab.workload", "version": 1, "seed": 1,
        "traffic": [{
            "table": "Hot", "partition_key": {"name": "id", "type": "S", "template": "k{n}"},
            "items_per_key": 1, "item_bytes": {"least": 100, "most": 100},
            "mix": {"get": 0, "query": 0, "put": 1000, "update": 0}, "strong_permille": 0, "query_limit": 1,
            "keys": {"kind": "uniform", "count": 50}, "rate": {"kind": "constant", "per_second_milli": 40_000}
        }]
    });
    let goal = json!({"throttles": {"workload": workload, "seconds": 20, "permille_max": 50}});
    let create = |units: u64| {
        (
            "CreateTable",
            json!({
                "TableName": "Hot", "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": units}
            }),
        )
    };
    let limits = ("Dynalab.SetDials", json!({"Profile": "realistic"}));
    let wait = ("Dynalab.AdvanceClock", json!({"Milliseconds": 60_000}));
    let found = differences(&goal, &[limits.clone(), create(1), wait.clone()]);
    assert!(
        matches!(&found[..], [Difference::Throttled { requests, throttled, .. }] if *requests > 500 && *throttled > 0),
        "{found:?}"
    );
    let requests = [limits, create(60), wait];
    assert_eq!(differences(&goal, &requests), []);
    assert_eq!(status(&goal, &requests), GoalStatus::Met);
}

#[test]
fn a_stream_goal_reads_the_records_through_references() {
    let goal = json!({"stream": {
        "requests": [
            {"operation": "ListStreams", "body": {"TableName": "Shop"}},
            {"operation": "DescribeStream", "body": {"StreamArn": "@{1.Streams.0.StreamArn}"}},
            {"operation": "GetShardIterator", "body": {
                "StreamArn": "@{1.Streams.0.StreamArn}", "ShardId": "@{2.StreamDescription.Shards.0.ShardId}", "ShardIteratorType": "TRIM_HORIZON"
            }},
            {"operation": "GetRecords", "body": {"ShardIterator": "@{3.ShardIterator}"}}
        ],
        "expect": [
            {"at": "Records", "is": {"length": 1}},
            {"at": "Records.0.eventName", "is": {"equal": "REMOVE"}},
            {"at": "Records.0.dynamodb.OldImage.total.N", "is": {"equal": "1"}}
        ]
    }});
    let stream = |view: &str| {
        (
            "UpdateTable",
            json!({"TableName": "Shop", "StreamSpecification": {"StreamEnabled": true, "StreamViewType": view}}),
        )
    };
    let delete = ("DeleteItem", json!({"TableName": "Shop", "Key": key("u2", "ORDER#001")}));
    assert_eq!(status(&goal, &[stream("NEW_AND_OLD_IMAGES"), delete.clone()]), GoalStatus::Met);
    let found = differences(&goal, &[stream("NEW_IMAGE"), delete.clone()]);
    assert!(
        matches!(&found[..], [Difference::Value { at, yours: None, .. }] if at == "Records.0.dynamodb.OldImage.total.N"),
        "{found:?}"
    );
    let found = differences(&goal, &[delete]);
    assert!(
        matches!(&found[..], [Difference::Probe { operation, .. }] if operation == "DescribeStream"),
        "{found:?}"
    );
}

/// The clock is paused at a given time until a request changes it.
#[test]
fn time_passes_when_a_request_says_so() {
    const NINE_MS: u64 = 1_770_022_800_000;
    let table = json!({
        "create": {
            "TableName": "Sessions", "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"
        },
        "items": [
            {"id": {"S": "old"}, "ends": {"N": (NINE_MS / 1_000 + 60).to_string()}},
            {"id": {"S": "new"}, "ends": {"N": (NINE_MS / 1_000 + 9_000_000).to_string()}}
        ]
    });
    let mut facts = lesson(json!({"items": {"table": "Sessions", "count": 1}}));
    facts.start = serde_json::from_value(json!({
        "clock_ms": NINE_MS, "paused": true, "tables": [table],
        "requests": [
            {"operation": "Dynalab.SetDials", "body": {"Profile": "realistic"}},
            {"operation": "UpdateTimeToLive", "body": {
                "TableName": "Sessions", "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "ends"}
            }}
        ]
    }))
    .expect("a start");
    let play = |requests: &[RequestFacts]| {
        let mut player = Player::open(&facts).expect("the start");
        assert_eq!(player.workspace().engine().now().epoch_ms, NINE_MS);
        let verdict = player
            .play(&facts, &Play { requests, given: &BTreeMap::new(), clients: &[], design: None })
            .expect("a verdict");
        (verdict.goals[0].status, player.workspace().engine().now().epoch_ms)
    };
    let list = request(&("ListTables", json!({})));
    assert_eq!(play(&[list.clone(), list.clone()]), (GoalStatus::NotMet, NINE_MS));
    const WEEK_MS: u64 = 7 * 24 * 3_600_000;
    let week = request(&("Dynalab.AdvanceClock", json!({"Milliseconds": WEEK_MS})));
    assert_eq!(play(&[week, list]), (GoalStatus::Met, NINE_MS + WEEK_MS));
    facts.start.requests[1].operation = "UpdateTimeToDie".to_owned();
    let Err(error) = Player::open(&facts) else { panic!("a start with a failing request cannot be opened") };
    assert!(matches!(error, PlayError::StartRequest { place: 2, .. }), "{error}");
}
