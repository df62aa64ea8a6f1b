//! Compares throughput with a model that does not use the engine's buckets and windows. It stores every admitted write and recounts
//! from the start. It determines the partition of each key and the throttled writes.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::chance::Chance;

/// A time within a second of the clock, not at its start.
const START_MS: u64 = 1_790_000_000_400;

struct World {
    engine: Engine,
    now_ms: u64,
    chance: Chance,
}

impl World {
    fn new(seed: u64, read: u64, write: u64, dials: &Value) -> World {
        let mut world = World {
            engine: Engine::new(seed, EngineConfig::instant()),
            now_ms: START_MS,
            chance: Chance(seed),
        };
        assert_eq!(world.send("Dynalab.SetDials", &json!({ "Dials": dials })).0, 200);
        let created = world.send(
            "CreateTable",
            &json!({
                "TableName": "Votes",
                "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                "ProvisionedThroughput": {"ReadCapacityUnits": read, "WriteCapacityUnits": write},
            }),
        );
        assert_eq!(created.0, 200);
        world
    }

    fn send(&mut self, operation: &str, body: &Value) -> (u16, Value) {
        let request = Request::parse(operation, &body.to_string()).unwrap();
        let at = Timestamp::from_epoch_ms(self.now_ms);
        let (status, answer) = self.engine.execute(Command { at, request }, TraceLevel::Off).answer();
        (status, serde_json::from_str(&answer).unwrap())
    }

    /// Writes a new item of this many units. Returns false if it is throttled.
    fn put(&mut self, key: &str, units: u64) -> bool {
        let text = "x".repeat(units as usize * 1_024 - 200);
        let body = json!({"TableName": "Votes", "Item": {"pk": {"S": key}, "text": {"S": text}}});
        let (status, answer) = self.send("PutItem", &body);
        if status == 400 {
            let name = answer["__type"].as_str().unwrap();
            assert!(name.ends_with("ProvisionedThroughputExceededException"), "{answer}");
        }
        status == 200
    }

    fn partitions(&mut self) -> Vec<Value> {
        let described = self.send("Dynalab.DescribePartitions", &json!({"TableName": "Votes"})).1;
        described["Partitions"].as_array().unwrap().clone()
    }

    /// Returns the index of the partition of a key, with equal parts of the hash space.
    fn place_of(&self, key: &str, count: u64) -> usize {
        let table = self.engine.database().find("Votes").unwrap();
        let item = json!({"pk": {"S": key}}).to_string();
        let Ok(dynalab_types::json::Value::Object(item)) = dynalab_types::json::parse(&item) else {
            panic!()
        };
        let item = dynalab_types::wire::decode_item(&item).unwrap();
        let bytes = table.definition.key.key_bytes(&item).unwrap();
        let hash = u64::from_be_bytes(bytes.as_slice()[..8].try_into().unwrap());
        ((u128::from(hash) * u128::from(count)) >> 64) as usize
    }
}

/// Returns the use of the current second, counted from the first write. Use above the limit carries over to later seconds.
fn used_in_second(admitted: &[(u64, u64)], limit: u64, now_ms: u64) -> u64 {
    let mut used = 0_u64;
    for second in START_MS / 1_000..=now_ms / 1_000 {
        used = used.saturating_sub(limit);
        used +=
            admitted.iter().filter(|(at_ms, _)| at_ms / 1_000 == second).map(|(_, units)| units).sum::<u64>();
    }
    used
}

#[test]
fn a_partition_admits_what_its_second_has_room_for() {
    const LIMIT: u64 = 6;
    for seed in 1..9 {
        let dials = json!({"capacity_limits": 1, "burst_ms": 300_000, "partition_read_units": 3_000,
            "partition_write_units": 1_000, "table_quota_units": 40_000});
        let mut world = World::new(seed, 9_000, 400, &dials);
        world.send("Dynalab.SetDials", &json!({"Dials": {"partition_write_units": LIMIT}}));
        let count = world.partitions().len();
        assert_eq!(count, 4);
        let mut admitted: Vec<Vec<(u64, u64)>> = vec![Vec::new(); count];
        let mut refused = vec![0_u64; count];
        for number in 0..500 {
            world.now_ms += world.chance.below(50);
            if world.chance.below(60) == 0 {
                world.now_ms += 4_000;
            }
            let (key, units) = (format!("key {number}"), 1 + world.chance.below(4));
            let place = world.place_of(&key, count as u64);
            let expected = used_in_second(&admitted[place], LIMIT, world.now_ms) < LIMIT;
            assert_eq!(world.put(&key, units), expected, "seed {seed}, write {number} of {units}");
            if expected {
                admitted[place].push((world.now_ms, units));
            } else {
                refused[place] += 1;
            }
        }
        assert!(refused.iter().all(|refused| *refused > 5), "seed {seed}: {refused:?}");
        for (place, partition) in world.partitions().iter().enumerate() {
            assert_eq!(partition["ItemCount"], admitted[place].len(), "seed {seed}: {partition}");
            assert_eq!(partition["Writes"]["ThrottledRequests"], refused[place], "seed {seed}: {partition}");
        }
    }
}

#[test]
fn a_table_admits_what_flowed_in_and_was_kept() {
    for (seed, rate, burst_ms) in [(1, 3, 0), (2, 3, 10_000), (3, 7, 4_000), (4, 2, 300_000)] {
        let dials = json!({"capacity_limits": 1, "burst_ms": burst_ms, "partition_read_units": 3_000,
            "partition_write_units": 1_000, "table_quota_units": 40_000});
        let mut world = World::new(seed, 5, rate, &dials);
        let kept_milli = (rate * burst_ms.max(1_000)) as i64;
        // The level in thousandths of a unit. Each millisecond adds `rate` of them.
        let mut level_milli = (rate * 1_000) as i64;
        let (mut admitted, mut refused) = (0, 0);
        for number in 0..300 {
            let wait_ms = match world.chance.below(40) {
                0 => world.chance.below(20_000),
                _ => world.chance.below(600),
            };
            for _ in 0..wait_ms {
                level_milli = (level_milli + rate as i64).min(kept_milli);
            }
            world.now_ms += wait_ms;
            let units = 1 + world.chance.below(4);
            let expected = level_milli > 0;
            assert_eq!(world.put(&format!("key {number}"), units), expected, "seed {seed}, write {number}");
            if expected {
                level_milli -= 1_000 * units as i64;
                admitted += 1;
            } else {
                refused += 1;
            }
        }
        assert!(admitted > 50 && refused > 20, "seed {seed}: {admitted} admitted, {refused} throttled");
    }
}
