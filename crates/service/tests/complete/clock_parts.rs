//! A jump of the clock in parts comes to what it comes to as a whole, wherever it is cut.

use dynalab_engine::EngineConfig;
use dynalab_service::Engine;
use dynalab_types::Timestamp;
use serde_json::json;

use super::ask::ask;

const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const JUMP_MS: u64 = 4 * 60 * 60 * 1000;

/// A table with a stream, an index that lags, items that expire and scaling, in the realistic profile.
fn world() -> Engine {
    let mut engine = Engine::new(11, EngineConfig::instant());
    let mut tell = |operation: &str, body| ask(&mut engine, START, operation, &body).0;
    tell(
        "Dynalab.SetDials",
        json!({"Profile": "realistic", "Seed": 3, "Dials": {
            "table_change_ms": 0, "time_to_live_change_ms": 0, "time_to_live_enabling_ms": 0,
            "time_to_live_sweep_interval_ms": 1_000, "time_to_live_delay_most_ms": 3_600_000,
            "index_propagation_ms": 5, "index_propagation_most_ms": 9_000_000,
        }}),
    );
    let indexed = |name: &str, kind: &str| json!({"AttributeName": name, "KeyType": kind});
    tell(
        "CreateTable",
        json!({
            "TableName": "Sessions",
            "KeySchema": [indexed("PK", "HASH")],
            "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "who", "AttributeType": "S"}],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByWho", "KeySchema": [indexed("who", "HASH")], "Projection": {"ProjectionType": "ALL"},
            }],
            "BillingMode": "PAY_PER_REQUEST",
            "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        }),
    );
    tell(
        "UpdateTimeToLive",
        json!({"TableName": "Sessions", "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "ends"}}),
    );
    tell(
        "Dynalab.PutMetricAlarm",
        json!({
            "AlarmName": "writes", "MetricName": "ConsumedWriteCapacityUnits", "Statistic": "Sum", "Period": 60,
            "Dimensions": [{"Name": "TableName", "Value": "Sessions"}], "EvaluationPeriods": 2, "Threshold": 3,
            "ComparisonOperator": "GreaterThanThreshold",
        }),
    );
    for number in 0..200 {
        let ends = (START.epoch_ms / 1_000 + number * 60).to_string();
        tell(
            "PutItem",
            json!({"TableName": "Sessions", "Item": {
                "PK": {"S": format!("s{number}")}, "who": {"S": format!("w{}", number % 7)}, "ends": {"N": ends},
            }}),
        );
    }
    engine
}

fn jump(engine: &mut Engine, ms: u64) {
    let at = engine.now();
    ask(engine, at, "Dynalab.AdvanceClock", &json!({"Milliseconds": ms}));
}

/// Writes the same setting, which changes nothing but the number of executions.
fn set_rate(engine: &mut Engine) {
    let at = engine.now();
    ask(engine, at, "Dynalab.SetClock", &json!({"Rate": 1}));
}

#[test]
fn the_parts_of_a_jump_come_to_the_whole() {
    let mut whole = world();
    let until = whole.now().plus_ms(JUMP_MS);
    jump(&mut whole, JUMP_MS);
    assert_eq!((whole.now(), whole.take_behind()), (until, None));
    for tasks_max in [1, 7, 250] {
        let mut parts = world();
        parts.bound_due_work(tasks_max);
        let mut count: u64 = 0;
        loop {
            let (before, left_ms) = (parts.now(), until.epoch_ms - parts.now().epoch_ms);
            jump(&mut parts, left_ms);
            count += 1;
            match parts.take_behind() {
                None => break,
                Some(behind) => assert!(behind == until && parts.now() > before && parts.now() < until),
            }
        }
        assert!(count > 400 / tasks_max, "{count} parts of {tasks_max}");
        assert_eq!(parts.now(), until);
        // Each part is an execution of its own. As many in the other engine make the two the same, byte for byte.
        let mut whole = whole.clone();
        for engine in [&mut whole, &mut parts] {
            set_rate(engine);
        }
        while whole.revision() < parts.revision() {
            set_rate(&mut whole);
        }
        assert!(whole.snapshot() == parts.snapshot(), "parts of {tasks_max} tasks come to something else");
    }
}

#[test]
fn a_part_is_undone_like_every_request() {
    let mut engine = world();
    let before = engine.snapshot();
    engine.bound_due_work(100);
    let at = engine.now();
    let (_, changes) = ask(&mut engine, at, "Dynalab.AdvanceClock", &json!({"Milliseconds": JUMP_MS}));
    assert!(engine.take_behind().is_some() && engine.snapshot() != before);
    engine.reverse(changes);
    assert!(engine.snapshot() == before);
    assert_eq!(engine.now(), at);
}
