//! Tests of random zone outages. Acknowledged writes are never lost, and rejected writes have no effect. Strongly consistent reads are
//! never stale. The state can be restored, followed from its log and undone.

use std::collections::BTreeMap;

use dynalab_engine::codec::change_log;
use dynalab_engine::database::change::Change;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::chance::Chance;

const ITEMS: u64 = 8;

struct World {
    engine: Engine,
    now_ms: u64,
    chance: Chance,
    /// The acknowledged writes.
    written: BTreeMap<u64, u64>,
    done: Vec<Vec<Change>>,
    refused: usize,
}

impl World {
    fn new(seed: u64) -> World {
        let engine = Engine::new(1, EngineConfig::instant());
        let mut world = World {
            engine,
            now_ms: 1_790_000_000_000,
            chance: Chance(seed),
            written: BTreeMap::new(),
            done: Vec::new(),
            refused: 0,
        };
        let table = json!({"TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "k", "AttributeType": "N"}],
            "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}]});
        world.send("CreateTable", table);
        let dials = json!({"replica_lag_least_ms": 5, "replica_lag_most_ms": 400, "leader_lease_ms": 700,
            "replica_catch_up_units": 20});
        world.send("Dynalab.SetDials", json!({"Seed": seed, "Dials": dials}));
        world
    }

    fn send(&mut self, operation: &str, body: Value) -> (u16, Value) {
        let request = Request::parse(operation, &body.to_string()).expect("a request");
        let at = Timestamp::from_epoch_ms(self.now_ms);
        let execution = self.engine.execute(Command { at, request }, TraceLevel::Off);
        let (status, answer) = execution.answer();
        self.done.push(execution.changes);
        (status, serde_json::from_str(&answer).expect("JSON"))
    }

    fn read(&mut self, k: u64, strong: bool) -> Option<Option<u64>> {
        let body = json!({"TableName": "Tab", "Key": {"k": {"N": k.to_string()}}, "ConsistentRead": strong});
        let (status, answer) = self.send("GetItem", body);
        if status == 500 {
            self.refused += 1;
            return None;
        }
        assert_eq!(status, 200, "{answer}");
        Some(answer["Item"]["v"]["N"].as_str().and_then(|v| v.parse().ok()))
    }

    fn step(&mut self, v: u64) {
        self.now_ms += self.chance.below(300);
        let k = self.chance.below(ITEMS);
        match self.chance.below(12) {
            0 => {
                let (zone, up) = (["a", "b", "c"][self.chance.below(3) as usize], self.chance.below(3) > 0);
                assert_eq!(self.send("Dynalab.SetZone", json!({"Zone": zone, "Up": up})).0, 200);
            }
            1..=6 => {
                let item = json!({"k": {"N": k.to_string()}, "v": {"N": v.to_string()}});
                match self.send("PutItem", json!({"TableName": "Tab", "Item": item})).0 {
                    200 => drop(self.written.insert(k, v)),
                    status => {
                        assert_eq!(status, 500);
                        self.refused += 1;
                    }
                }
            }
            7..=9 => {
                if let Some(found) = self.read(k, true) {
                    assert_eq!(found, self.written.get(&k).copied(), "a strong read");
                }
            }
            _ => {
                let found = self.read(k, false).flatten();
                assert!(found <= self.written.get(&k).copied(), "what was never acknowledged");
            }
        }
    }
}

#[test]
fn what_was_acknowledged_is_never_lost() {
    let mut refused = 0;
    for seed in 1..=20 {
        let mut world = World::new(seed);
        (1..=250).for_each(|v| world.step(v));
        refused += world.refused;
        for zone in ["a", "b", "c"] {
            world.send("Dynalab.SetZone", json!({"Zone": zone, "Up": true}));
        }
        world.now_ms += 60_000;
        for k in 0..ITEMS {
            let written = world.written.get(&k).copied();
            assert_eq!((world.read(k, true), world.read(k, false)), (Some(written), Some(written)));
        }
    }
    assert!(refused > 100, "only {refused} requests met a partition without a leader");
}

#[test]
fn it_is_kept_followed_and_taken_back() {
    for seed in 1..=5 {
        let mut world = World::new(seed);
        (1..=150).for_each(|v| world.step(v));
        let mut follower = Engine::new(1, EngineConfig::instant());
        for changes in &world.done {
            follower.apply_log(&change_log::encode(changes)).expect("it was written just now");
        }
        assert_eq!(follower.database(), world.engine.database());
        let chunks = world.engine.snapshot();
        let restored = Engine::restore(chunks.iter().map(Vec::as_slice), EngineConfig::instant());
        assert_eq!(restored.expect("it was kept just now").database(), world.engine.database());
        for changes in world.done.drain(..).rev() {
            world.engine.reverse(changes);
        }
        assert_eq!(world.engine.database(), Engine::new(1, EngineConfig::instant()).database());
    }
}
