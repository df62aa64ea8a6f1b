//! Tests that replicas of a global table converge after any writes, replication lags and disconnected links.

use dynalab_engine::codec::change_log;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::Value;
use std::collections::BTreeMap;

use super::chance::Chance;

const REGIONS: [&str; 3] = ["us-east-1", "eu-west-1", "ap-northeast-1"];
const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);

struct World {
    engine: Engine,
    /// The change log for a follower.
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

    /// Returns all records of the stream of the Region's replica.
    fn records(&mut self, region: &str) -> Vec<Value> {
        let json = |text: String| serde_json::from_str::<Value>(&text).unwrap();
        let table = json(self.in_region(region, "DescribeTable", r#"{"TableName":"Carts"}"#));
        let arn = table["Table"]["LatestStreamArn"].as_str().unwrap().to_owned();
        assert!(arn.contains(region), "{arn}");
        let stream = json(self.in_region(region, "DescribeStream", &format!(r#"{{"StreamArn":"{arn}"}}"#)));
        assert_eq!(stream["StreamDescription"]["TableName"], "Carts");
        let shard = stream["StreamDescription"]["Shards"][0]["ShardId"].as_str().unwrap().to_owned();
        let iterator = json(self.in_region(
            region,
            "GetShardIterator",
            &format!(r#"{{"StreamArn":"{arn}","ShardId":"{shard}","ShardIteratorType":"TRIM_HORIZON"}}"#),
        ));
        let iterator = iterator["ShardIterator"].as_str().unwrap();
        let page =
            json(self.in_region(region, "GetRecords", &format!(r#"{{"ShardIterator":"{iterator}"}}"#)));
        page["Records"].as_array().unwrap().clone()
    }

    fn stream_arn(&mut self, region: &str) -> String {
        let table = self.in_region(region, "DescribeTable", r#"{"TableName":"Carts"}"#);
        let table: Value = serde_json::from_str(&table).unwrap();
        table["Table"]["LatestStreamArn"].as_str().unwrap().to_owned()
    }

    /// Returns the error of a request.
    fn refused(&mut self, operation: &str, body: &str) -> String {
        let request = Request::parse(operation, body).unwrap();
        let at = self.engine.now().max(START);
        let (status, answer) = self.engine.execute(Command { at, request }, TraceLevel::Off).answer();
        assert_eq!(status, 400, "{operation} {body}: {answer}");
        answer
    }

    fn advance(&mut self, ms: u64) {
        self.ask("Dynalab.AdvanceClock", &format!(r#"{{"Milliseconds":{ms}}}"#));
    }

    fn set_link(&mut self, from: &str, to: &str, up: bool) {
        self.ask("Dynalab.SetLink", &format!(r#"{{"From":"{from}","To":"{to}","Up":{up}}}"#));
    }
}

#[test]
fn replicas_become_the_same() {
    for seed in 0..20 {
        let mut world = World::new(seed);
        let mut chance = Chance(seed);
        for number in 0..120 {
            let region = REGIONS[chance.below(3) as usize];
            let id = chance.below(4);
            match chance.below(10) {
                0 => {
                    let to = REGIONS[chance.below(3) as usize];
                    let up = chance.below(2) == 0;
                    if to != region {
                        world.set_link(region, to, up);
                    }
                }
                1 | 2 => world.advance(chance.below(300)),
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

fn put(id: u64, value: &str) -> String {
    format!(r#"{{"TableName":"Carts","Item":{{"id":{{"N":"{id}"}},"v":{{"S":"{value}"}}}}}}"#)
}

#[test]
fn a_stream_of_a_replica_has_local_and_replicated_writes() {
    let mut world = World::new(5);
    for region in REGIONS {
        assert_eq!(world.records(region), [] as [Value; 0], "{region}");
    }
    world.in_region("us-east-1", "PutItem", &put(1, "a"));
    assert_eq!(world.records("us-east-1").len(), 1);
    assert_eq!(world.records("eu-west-1").len(), 0, "it is on its way");
    world.advance(1_000);
    for region in REGIONS {
        let records = world.records(region);
        assert_eq!(records.len(), 1, "{region}");
        assert_eq!(records[0]["eventName"], "INSERT", "{region}");
        assert_eq!(records[0]["awsRegion"], region);
        assert_eq!(records[0]["dynamodb"]["NewImage"]["v"]["S"], "a");
    }
    world.in_region("eu-west-1", "DeleteItem", r#"{"TableName":"Carts","Key":{"id":{"N":"1"}}}"#);
    world.advance(1_000);
    for region in REGIONS {
        let records = world.records(region);
        assert_eq!((records.len(), &records[1]["eventName"]), (2, &Value::from("REMOVE")), "{region}");
        assert_eq!(records[1]["dynamodb"]["OldImage"]["v"]["S"], "a");
    }
    // The later of two writes reaches every stream. The earlier one reaches only Regions where it arrived before the later one.
    world.set_link("us-east-1", "eu-west-1", false);
    world.in_region("us-east-1", "PutItem", &put(2, "early"));
    world.advance(10);
    world.in_region("eu-west-1", "PutItem", &put(2, "late"));
    world.set_link("us-east-1", "eu-west-1", true);
    world.advance(2_000);
    let seen = |records: Vec<Value>| -> Vec<String> {
        let of_item = records.into_iter().filter(|record| record["dynamodb"]["Keys"]["id"]["N"] == "2");
        of_item.map(|record| record["dynamodb"]["NewImage"]["v"]["S"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(seen(world.records("eu-west-1")), ["late"]);
    assert_eq!(seen(world.records("us-east-1")), ["early", "late"]);
}

/// Checks that each record continues from the previous one, and that the last one equals the stored item.
#[test]
fn the_stream_of_each_replica_explains_its_items() {
    for seed in 0..12 {
        let mut world = World::new(seed);
        let mut chance = Chance(seed + 100);
        for number in 0..60 {
            let region = REGIONS[chance.below(3) as usize];
            let id = chance.below(3);
            match chance.below(8) {
                0 | 1 => world.advance(chance.below(300)),
                2 => drop(world.in_region(
                    region,
                    "DeleteItem",
                    &format!(r#"{{"TableName":"Carts","Key":{{"id":{{"N":"{id}"}}}}}}"#),
                )),
                _ => drop(world.in_region(region, "PutItem", &put(id, &number.to_string()))),
            }
        }
        for region in REGIONS {
            let mut items: BTreeMap<String, Value> = BTreeMap::new();
            let records = world.records(region);
            assert!(records.len() > 5, "seed {seed}: {} records", records.len());
            for record in records {
                let key = record["dynamodb"]["Keys"]["id"]["N"].as_str().unwrap().to_owned();
                let old = record["dynamodb"].get("OldImage");
                assert_eq!(items.get(&key), old, "seed {seed} {region}: {record}");
                match record["dynamodb"].get("NewImage") {
                    Some(item) => drop(items.insert(key, item.clone())),
                    None => drop(items.remove(&key)),
                }
            }
            let scan = world.in_region(region, "Scan", r#"{"TableName":"Carts"}"#);
            let scan: Value = serde_json::from_str(&scan).unwrap();
            let found: BTreeMap<String, Value> = scan["Items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|item| (item["id"]["N"].as_str().unwrap().to_owned(), item.clone()))
                .collect();
            assert_eq!(items, found, "seed {seed} {region}");
        }
    }
}

#[test]
fn a_stream_is_there_in_its_own_region_only() {
    let mut world = World::new(3);
    let arns = REGIONS.map(|region| world.stream_arn(region));
    for (arn, of) in arns.iter().zip(REGIONS) {
        let describe = format!(r#"{{"StreamArn":"{arn}"}}"#);
        for region in REGIONS.into_iter().filter(|region| *region != of) {
            let body =
                format!(r#"{{"Region":"{region}","Operation":"DescribeStream","Request":{describe}}}"#);
            let answer = world.refused("Dynalab.InRegion", &body);
            assert!(answer.contains("ResourceNotFoundException"), "{answer}");
        }
        if of != "us-east-1" {
            let answer = world.refused("DescribeStream", &describe);
            assert!(answer.contains("ResourceNotFoundException"), "{answer}");
        }
    }
    let listed = world.ask("ListStreams", "{}");
    assert_eq!(listed.matches("StreamArn").count(), 1, "{listed}");
    // Deleting a replica closes its stream.
    world.ask(
        "UpdateTable",
        r#"{"TableName":"Carts","ReplicaUpdates":[{"Delete":{"RegionName":"eu-west-1"}}]}"#,
    );
    world.advance(1_000);
    let stream = world.in_region("eu-west-1", "DescribeStream", &format!(r#"{{"StreamArn":"{}"}}"#, arns[1]));
    assert!(stream.contains(r#""StreamStatus":"DISABLED""#), "{stream}");
}

/// The last write of each item in any Region: time, Region and value. In the same millisecond, the greater Region name wins.
#[derive(Default)]
struct LastWrites(BTreeMap<u64, (u64, usize, Option<u64>)>);

impl LastWrites {
    fn write(&mut self, id: u64, at_ms: u64, region: usize, value: Option<u64>) {
        let is_later =
            |last: &(u64, usize, Option<u64>)| (at_ms, REGIONS[region]) >= (last.0, REGIONS[last.1]);
        if self.0.get(&id).is_none_or(is_later) {
            self.0.insert(id, (at_ms, region, value));
        }
    }

    fn items(&self) -> BTreeMap<u64, u64> {
        self.0.iter().filter_map(|(id, (_, _, value))| Some((*id, (*value)?))).collect()
    }
}

/// The model has no links and no replicas, only the time and Region of each write.
#[test]
fn the_later_write_of_each_item_is_in_every_region() {
    let mut contested = 0;
    for seed in 0..25 {
        let mut world = World::new(seed);
        let mut last = LastWrites::default();
        let mut chance = Chance(seed + 500);
        for number in 0..80 {
            let region = chance.below(3) as usize;
            let id = chance.below(3);
            let at_ms = world.engine.now().max(START).epoch_ms;
            match chance.below(9) {
                0 | 1 => world.advance(chance.below(120)),
                2 => {
                    let to = chance.below(3) as usize;
                    let up = chance.below(3) > 0;
                    if to != region {
                        world.set_link(REGIONS[region], REGIONS[to], up);
                    }
                }
                3 => {
                    let key = format!(
                        r#"{{"TableName":"Carts","Key":{{"id":{{"N":"{id}"}}}},"ReturnValues":"ALL_OLD"}}"#
                    );
                    // Deleting an item that the Region does not have is not a write.
                    if world.in_region(REGIONS[region], "DeleteItem", &key).contains("Attributes") {
                        last.write(id, at_ms, region, None);
                    }
                }
                _ => {
                    world.in_region(REGIONS[region], "PutItem", &put(id, &number.to_string()));
                    last.write(id, at_ms, region, Some(number));
                }
            }
        }
        for (from, to) in REGIONS.iter().flat_map(|from| REGIONS.iter().map(move |to| (from, to))) {
            if from != to {
                world.set_link(from, to, true);
            }
        }
        world.advance(10_000);
        for region in REGIONS {
            let scan = world.in_region(region, "Scan", r#"{"TableName":"Carts"}"#);
            let scan: Value = serde_json::from_str(&scan).unwrap();
            let number = |value: &Value| value.as_str().unwrap().parse::<u64>().unwrap();
            let found: BTreeMap<u64, u64> = scan["Items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|item| (number(&item["id"]["N"]), number(&item["v"]["S"])))
                .collect();
            assert_eq!(found, last.items(), "seed {seed} {region}");
        }
        let state = world.ask("Dynalab.DescribeReplication", r#"{"TableName":"Carts"}"#);
        contested += usize::from(!state.contains(r#""Conflicts":[]"#));
    }
    assert!(contested > 5, "only {contested} runs had writes that did not know each other");
}
