//! The script with the simulation turned on: delays, limits, replicas, splits, triggers, TTL, faults, metrics, and clock jumps. The
//! trace is hashed too, event by event.

use dynalab_engine::codec::change_log;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::{Hash, Random, TABLE, command, create_table};

const COMMANDS: u64 = 450;

#[derive(Debug, PartialEq, Eq)]
pub struct Hashes {
    pub answers: u64,
    pub traces: u64,
    pub change_log: u64,
    pub snapshot: u64,
}

pub fn run() -> Hashes {
    let mut engine = Engine::new(11, EngineConfig::instant());
    let mut random = Random(11);
    let (mut answers, mut traces) = (Hash::new(), Hash::new());
    let (mut changes, mut snapshot) = (Hash::new(), Hash::new());
    let mut kinds = std::collections::BTreeSet::new();
    let beginning = beginning();
    for number in 0..COMMANDS {
        let at = Timestamp::from_epoch_ms(1_790_000_000_000 + number * 40);
        let (operation, body) = match beginning.get(number as usize) {
            Some((operation, body)) => (*operation, body.clone()),
            None if number % 150 == 149 => {
                ("Dynalab.AdvanceClock", json!({"Milliseconds": 3_600_000 * random.below(9)}))
            }
            None if number % 60 == 1 => ("Dynalab.SetZone", json!({"Zone": "b", "Up": number % 120 == 1})),
            None => command(number, &mut random),
        };
        let (status, body) = match Request::parse(operation, &body.to_string()) {
            Ok(request) => {
                let execution = engine.execute(Command { at, request }, TraceLevel::Full);
                for event in &execution.trace {
                    let text = format!("{event:?}");
                    kinds.insert(
                        text.split("kind: ")
                            .nth(1)
                            .unwrap_or_default()
                            .split([' ', '('])
                            .next()
                            .unwrap_or_default()
                            .to_owned(),
                    );
                    traces.add(text.as_bytes());
                }
                changes.add(&change_log::encode(&execution.changes));
                execution.answer()
            }
            Err(error) => (error.http_status(), error.to_json()),
        };
        assert!(beginning.get(number as usize).is_none() || status == 200, "{operation}: {body}");
        answers.add(format!("{status} {body}").as_bytes());
    }
    for wanted in ["ReplicaRead", "Underway", "Throttled", "FaultStruck"] {
        assert!(kinds.contains(wanted), "no {wanted} in {kinds:?}");
    }
    engine.snapshot().iter().for_each(|chunk| snapshot.add(chunk));
    Hashes { answers: answers.0, traces: traces.0, change_log: changes.0, snapshot: snapshot.0 }
}

fn beginning() -> Vec<(&'static str, Value)> {
    let (_, mut table) = create_table();
    table["BillingMode"] = json!("PROVISIONED");
    table["ProvisionedThroughput"] = json!({"ReadCapacityUnits": 1, "WriteCapacityUnits": 1});
    table["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"] = table["ProvisionedThroughput"].clone();
    table["StreamSpecification"] = json!({"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"});
    let stream = "arn:aws:dynamodb:us-east-1:123456789012:table/Script/stream/2026-09-21T14:13:20.040";
    vec![
        ("Dynalab.SetDials", json!({"Profile": "realistic", "Seed": 5})),
        ("CreateTable", table),
        ("Dynalab.AdvanceClock", json!({"Milliseconds": 20_000})),
        (
            "UpdateTimeToLive",
            json!({"TableName": TABLE, "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "size"}}),
        ),
        ("Dynalab.PutFault", json!({"Name": "now and then", "RatePermille": 30, "Kind": "THROTTLE"})),
        (
            "Dynalab.PutEventSourceMapping",
            json!({"Name": "f", "StreamArn": stream, "StartingPosition": "TRIM_HORIZON", "BatchSize": 5,
                "MaximumRetryAttempts": 2, "Handler": {"DurationMs": 70, "ErrorPermille": 200}}),
        ),
    ]
}
