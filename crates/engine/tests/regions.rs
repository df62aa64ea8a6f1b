//! Replicas of a global table become the same, whatever is written where, however late it is told, and whichever link was down.

#![cfg(feature = "complete")]
#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

use dynalab_engine::change_log;
use dynalab_engine::{Command, Engine, EngineConfig, Request, TraceLevel};
use dynalab_types::Timestamp;

const REGIONS: [&str; 3] = ["us-east-1", "eu-west-1", "ap-northeast-1"];
const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);

struct World {
    engine: Engine,
    /// What a follower hears.
    log: Vec<Vec<u8>>,
}

impl World {
    fn new(seed: u64) -> World {
        let mut world = World { engine: Engine::new(seed, EngineConfig::instant()), log: Vec::new() };
        let key = r#"[{"AttributeName":"id","KeyType":"HASH"}]"#;
        let attributes = r#"[{"AttributeName":"id","AttributeType":"N"}]"#;
        world.ask(
            "CreateTable",
            &format!(
                r#"{{"TableName":"Carts","KeySchema":{key},"AttributeDefinitions":{attributes},"BillingMode":"PAY_PER_REQUEST","StreamSpecification":{{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}}}"#
            ),
        );
        for region in &REGIONS[1..] {
            let create = format!(r#"[{{"Create":{{"RegionName":"{region}"}}}}]"#);
            world.ask("UpdateTable", &format!(r#"{{"TableName":"Carts","ReplicaUpdates":{create}}}"#));
        }
        let dials = r#""replication_lag_least_ms":1,"replication_lag_most_ms":400"#;
        world.ask("Dynalab.SetDials", &format!(r#"{{"Seed":{seed},"Dials":{{{dials}}}}}"#));
        world
    }

    fn ask(&mut self, operation: &str, body: &str) -> String {
        let request = Request::parse(operation, body).unwrap();
        let at = self.engine.now().max(START);
        let execution = self.engine.execute(Command { at, request }, TraceLevel::Off);
        let (status, answer) = execution.answer();
        assert_eq!(status, 200, "{operation} {body}: {answer}");
        self.log.push(change_log::encode(&execution.changes));
        answer
    }

    fn in_region(&mut self, region: &str, operation: &str, request: &str) -> String {
        let body = format!(r#"{{"Region":"{region}","Operation":"{operation}","Request":{request}}}"#);
        self.ask("Dynalab.InRegion", &body)
    }

    fn advance(&mut self, ms: u64) {
        self.ask("Dynalab.AdvanceClock", &format!(r#"{{"Milliseconds":{ms}}}"#));
    }

    fn set_link(&mut self, from: &str, to: &str, up: bool) {
        self.ask("Dynalab.SetLink", &format!(r#"{{"From":"{from}","To":"{to}","Up":{up}}}"#));
    }
}

/// Small numbers, one after the other.
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

#[test]
fn replicas_become_the_same() {
    for seed in 0..20 {
        let mut world = World::new(seed);
        let mut draw = numbers(seed);
        for number in 0..120 {
            let region = REGIONS[draw(3) as usize];
            let id = draw(4);
            match draw(10) {
                0 => {
                    let to = REGIONS[draw(3) as usize];
                    let up = draw(2) == 0;
                    if to != region {
                        world.set_link(region, to, up);
                    }
                }
                1 | 2 => world.advance(draw(300)),
                3 => drop(world.in_region(
                    region,
                    "DeleteItem",
                    &format!(r#"{{"TableName":"Carts","Key":{{"id":{{"N":"{id}"}}}}}}"#),
                )),
                _ => {
                    let item =
                        format!(r#"{{"id":{{"N":"{id}"}},"n":{{"N":"{number}"}},"by":{{"S":"{region}"}}}}"#);
                    world.in_region(region, "PutItem", &format!(r#"{{"TableName":"Carts","Item":{item}}}"#));
                }
            }
        }
        for from in REGIONS {
            for to in REGIONS.into_iter().filter(|to| *to != from) {
                world.set_link(from, to, true);
            }
        }
        world.advance(10_000);
        let scans = REGIONS.map(|region| world.in_region(region, "Scan", r#"{"TableName":"Carts"}"#));
        assert_eq!(scans[0], scans[1], "seed {seed}");
        assert_eq!(scans[0], scans[2], "seed {seed}");
        let state = world.ask("Dynalab.DescribeReplication", r#"{"TableName":"Carts"}"#);
        assert_eq!(state.matches(r#""Pending":0"#).count(), 6, "seed {seed}: {state}");
        let mut follower = Engine::new(seed, EngineConfig::instant());
        for changes in &world.log {
            follower.apply_log(changes).unwrap();
        }
        assert_eq!(follower.database(), world.engine.database(), "seed {seed}");
    }
}
