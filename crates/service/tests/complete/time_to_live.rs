//! Tests that TTL deletes expired items after a delay and no others, under writes, undos and restores.

use std::collections::BTreeMap;

use dynalab_engine::EngineConfig;
use dynalab_engine::database::change::Change;
use dynalab_service::Engine;
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::ask::ask;
use super::chance::Chance;

const START_MS: u64 = 1_790_000_000_000;
const FIVE_YEARS_MS: u64 = 5 * 365 * 24 * 60 * 60 * 1000;
const LEAST_MS: u64 = 60_000;
const MOST_MS: u64 = 3_600_000;
const INTERVAL_MS: u64 = 600_000;

struct World {
    engine: Engine,
    at: Timestamp,
    done: Vec<Vec<Change>>,
    /// The expiry time and the write time of each item, in milliseconds. None if it never expires.
    items: BTreeMap<String, Option<(u64, u64)>>,
    chance: Chance,
    swept: u64,
}

impl World {
    fn new(seed: u64) -> World {
        let at = Timestamp::from_epoch_ms(START_MS);
        let engine = Engine::new(seed, EngineConfig::instant());
        let (done, items) = (Vec::new(), BTreeMap::new());
        let mut world = World { engine, at, done, items, chance: Chance(seed), swept: 0 };
        world.execute(
            "Dynalab.SetDials",
            json!({"Seed": seed, "Dials": {
                "time_to_live_sweep": 1, "time_to_live_sweep_interval_ms": INTERVAL_MS,
                "time_to_live_delay_least_ms": LEAST_MS, "time_to_live_delay_most_ms": MOST_MS,
            }}),
        );
        world.execute(
            "CreateTable",
            json!({
                "TableName": "Sessions",
                "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
                "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
                "BillingMode": "PAY_PER_REQUEST",
            }),
        );
        world.execute(
            "UpdateTimeToLive",
            json!({"TableName": "Sessions", "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "ends"}}),
        );
        world
    }

    fn execute(&mut self, operation: &str, body: Value) -> Value {
        let (answer, changes) = ask(&mut self.engine, self.at, operation, &body);
        self.done.push(changes);
        answer
    }

    /// Writes an item. Some never expire, others expired long ago.
    fn write(&mut self) {
        let key = format!("k{}", self.chance.below(30));
        let now_s = self.at.epoch_ms / 1000;
        let ends_s = match self.chance.below(8) {
            0 => None,
            1 => Some(now_s - FIVE_YEARS_MS / 1000 - 100),
            2 => Some(now_s - self.chance.below(100_000)),
            _ => Some(now_s + self.chance.below(20_000)),
        };
        let mut item = json!({"PK": {"S": key.clone()}});
        if let Some(ends_s) = ends_s {
            item["ends"] = json!({"N": ends_s.to_string()});
        }
        self.execute("PutItem", json!({"TableName": "Sessions", "Item": item}));
        self.items.insert(key, ends_s.map(|ends_s| (ends_s * 1000, self.at.epoch_ms)));
    }

    /// Checks that each missing item may be deleted, and removes it from the model.
    fn look(&mut self) {
        let told = self.execute("Scan", json!({"TableName": "Sessions"}));
        let there: Vec<&str> =
            told["Items"].as_array().unwrap().iter().map(|item| item["PK"]["S"].as_str().unwrap()).collect();
        let now_ms = self.at.epoch_ms;
        for (key, expiry) in std::mem::take(&mut self.items) {
            let is_there = there.contains(&key.as_str());
            let Some((ends_ms, written_ms)) = expiry else {
                assert!(is_there, "{key} never expires");
                self.items.insert(key, expiry);
                continue;
            };
            let too_old = ends_ms + FIVE_YEARS_MS < written_ms;
            let may_be_gone = !too_old && ends_ms + LEAST_MS <= now_ms;
            let latest_ms = ends_ms.max(written_ms) + MOST_MS + INTERVAL_MS;
            assert!(is_there || may_be_gone, "{key} went too early");
            assert!(!is_there || too_old || now_ms <= latest_ms, "{key} is there too late");
            if is_there {
                self.items.insert(key, expiry);
            } else {
                self.swept += 1;
            }
        }
        assert_eq!(there.len(), self.items.len());
    }

    fn reopen(&mut self) {
        let chunks = self.engine.snapshot();
        let restored = Engine::restore(chunks.iter().map(Vec::as_slice), EngineConfig::instant()).unwrap();
        assert_eq!(restored.database(), self.engine.database());
        self.engine = restored;
    }
}

#[test]
fn what_has_expired_goes_in_time_and_nothing_else() {
    let mut swept = 0;
    for seed in 1..=10 {
        let mut world = World::new(seed);
        for round in 0..200 {
            world.write();
            let wait_ms = world.chance.below(600_000);
            world.at = world.at.plus_ms(wait_ms);
            let changes = world.engine.advance_to(world.at);
            world.done.push(changes);
            world.look();
            if round % 50 == 25 {
                world.reopen();
            }
        }
        swept += world.swept;
        for changes in std::mem::take(&mut world.done).into_iter().rev() {
            world.engine.reverse(changes);
        }
        assert_eq!(world.engine.database(), Engine::new(0, EngineConfig::instant()).database());
    }
    assert!(swept > 300, "{swept}");
}
