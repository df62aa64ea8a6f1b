//! Tests that every stream record reaches its consumers and that none is processed twice, under random events.

use dynalab_engine::EngineConfig;
use dynalab_engine::database::change::Change;
use dynalab_service::Engine;
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::ask::ask;
use super::chance::Chance;

const START_MS: u64 = 1_790_000_000_000;
const STREAM: &str = "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/stream/2026-09-21T14:13:20.000";
/// Longer than the maximum wait between two retries.
const A_WHILE_MS: u64 = 5 * 60 * 1000;

struct World {
    engine: Engine,
    at: Timestamp,
    done: Vec<Vec<Change>>,
}

impl World {
    /// Creates a table whose partitions split early and whose shards close early.
    fn new(seed: u64) -> World {
        let engine = Engine::new(seed, EngineConfig::instant());
        let mut world = World { engine, at: Timestamp::from_epoch_ms(START_MS), done: Vec::new() };
        world.execute(
            "Dynalab.SetDials",
            json!({"Seed": seed, "Dials": {
                "capacity_limits": 1, "partition_size_bytes": 3000, "stream_shards": 1,
                "stream_shard_roll_ms": 7000, "stream_poll_interval_ms": 250, "stream_retry_ms": 200,
            }}),
        );
        world.execute(
            "CreateTable",
            json!({
                "TableName": "Orders",
                "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
                "AttributeDefinitions": [
                    {"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "N"},
                ],
                "ProvisionedThroughput": {"ReadCapacityUnits": 1000, "WriteCapacityUnits": 1000},
                "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"},
            }),
        );
        world
    }

    fn execute(&mut self, operation: &str, body: Value) -> Value {
        let (answer, changes) = ask(&mut self.engine, self.at, operation, &body);
        self.done.push(changes);
        answer
    }

    fn wait(&mut self, ms: u64) {
        self.at = self.at.plus_ms(ms);
        let changes = self.engine.advance_to(self.at);
        self.done.push(changes);
    }

    /// Writes a different value each time, so that each write creates a stream record.
    fn write(&mut self, chance: &mut Chance, number: u64) {
        let key =
            json!({"PK": {"S": format!("k{}", chance.below(4))}, "SK": {"N": chance.below(8).to_string()}});
        let mut item = key.clone();
        item["n"] = json!({"N": number.to_string()});
        item["fill"] = json!({"S": "x".repeat(chance.below(300) as usize)});
        self.execute("PutItem", json!({"TableName": "Orders", "Item": item}));
    }

    /// Waits without writes and shard changes until all work is done.
    fn calm_down(&mut self) {
        self.execute("Dynalab.SetDials", json!({"Dials": {"stream_shard_roll_ms": 0}}));
        self.wait(A_WHILE_MS);
    }

    /// Restores the engine from a snapshot, as after a reload.
    fn reopen(&mut self) {
        let chunks = self.engine.snapshot();
        let config = EngineConfig::instant();
        let restored = Engine::restore(chunks.iter().map(Vec::as_slice), config).unwrap();
        assert_eq!(restored.database(), self.engine.database());
        self.engine = restored;
    }

    fn take_all_back(mut self) {
        for changes in std::mem::take(&mut self.done).into_iter().rev() {
            self.engine.reverse(changes);
        }
        assert_eq!(self.engine.database(), Engine::new(0, EngineConfig::instant()).database());
    }
}

fn number(told: &Value, member: &str) -> u64 {
    told[member].as_u64().unwrap()
}

fn shards_seen(world: &mut World) -> usize {
    let told = world.execute("DescribeStream", json!({"StreamArn": STREAM}));
    told["StreamDescription"]["Shards"].as_array().unwrap().len()
}

#[test]
fn a_mapping_is_done_with_every_record_once() {
    let mut most_shards = 0;
    let (mut failed, mut given_up) = (0, 0);
    for seed in 1..=12 {
        let mut chance = Chance(seed);
        let mut world = World::new(seed);
        let mut mapping = json!({
            "Name": "totals", "StreamArn": STREAM, "StartingPosition": "TRIM_HORIZON",
            "BatchSize": 1 + chance.below(9), "ParallelizationFactor": 1 + chance.below(4),
            "MaximumBatchingWindowMs": chance.below(3) * 1000, "MaximumRetryAttempts": chance.below(4),
            "BisectBatchOnFunctionError": chance.coin(),
            "Handler": {"DurationMs": chance.below(3) * 200, "PoisonPermille": 60, "ErrorPermille": 60},
        });
        if chance.coin() {
            mapping["FunctionResponseTypes"] = json!(["ReportBatchItemFailures"]);
        }
        if chance.coin() {
            mapping["DestinationConfig"] = json!({"OnFailure": {"Destination": "late"}});
        }
        world.execute("Dynalab.PutEventSourceMapping", mapping);
        for round in 0..120 {
            world.write(&mut chance, round);
            world.wait(chance.below(4) * 150);
            if round % 40 == 20 {
                world.reopen();
            }
        }
        most_shards = most_shards.max(shards_seen(&mut world));
        world.calm_down();
        let told = world.execute("Dynalab.DescribeEventSourceMapping", json!({"Name": "totals"}));
        let ended = ["RecordsDelivered", "RecordsDeadLettered", "RecordsDiscarded"];
        let ended: Vec<u64> = ended.iter().map(|member| number(&told, member)).collect();
        assert_eq!(ended.iter().sum::<u64>(), 120, "seed {seed}: {told}");
        let handed = number(&told, "RecordsHanded") - number(&told, "RecordsHandedAgain");
        assert_eq!(handed, 120, "seed {seed}: {told}");
        failed += number(&told, "FailedInvocations");
        given_up += ended[1] + ended[2];
        world.take_all_back();
    }
    assert!(most_shards > 8 && failed > 100 && given_up > 20, "{most_shards} {failed} {given_up}");
}

#[test]
fn workers_read_every_record_at_least_once() {
    let (mut twice, mut most_shards) = (0, 0);
    for seed in 1..=12 {
        let mut chance = Chance(seed);
        let mut world = World::new(seed);
        let checkpoint_every = 1 + chance.below(6);
        let employ = |world: &mut World, count: u64| {
            let names: Vec<String> = (0..count).map(|worker| format!("w{worker}")).collect();
            world.execute(
                "Dynalab.PutWorkers",
                json!({
                    "Name": "totals", "StreamArn": STREAM, "Workers": names, "LeaseMs": 2000,
                    "CheckpointEvery": checkpoint_every, "RecordsPerPoll": 3,
                }),
            );
        };
        employ(&mut world, 3);
        for round in 0..120 {
            world.write(&mut chance, round);
            world.wait(chance.below(4) * 150);
            match chance.below(12) {
                0 => employ(&mut world, 1 + chance.below(4)),
                1 => {
                    world.execute("Dynalab.StopWorker", json!({"Name": "totals", "Worker": "w0"}));
                }
                2 => world.reopen(),
                _ => {}
            }
        }
        most_shards = most_shards.max(shards_seen(&mut world));
        employ(&mut world, 2);
        world.calm_down();
        let told = world.execute("Dynalab.DescribeWorkers", json!({"Name": "totals"}));
        let again = number(&told, "RecordsProcessedTwice");
        assert_eq!(number(&told, "RecordsProcessed") - again, 120, "seed {seed}: {told}");
        twice += again;
        world.take_all_back();
    }
    assert!(twice > 15 && most_shards > 8, "{twice} {most_shards}");
}
