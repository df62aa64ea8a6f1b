//! Compares followers with a model that stores every version. An eventually consistent read returns a version within the lag. A replica
//! never returns an older version after a newer one. After the lag, it returns the leader's version.

use std::collections::BTreeMap;

use dynalab_engine::settings::zone::Zone;
use dynalab_engine::trace::EventKind;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Execution, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::chance::Chance;

const START_MS: u64 = 1_790_000_000_000;
const MOST_MS: u64 = 60;
const NUMBERS: u64 = 6;

/// The versions of each item: the time, and the value of `v`. None for a delete.
type Versions = BTreeMap<u64, Vec<(u64, Option<u64>)>>;

struct World {
    engine: Engine,
    now_ms: u64,
    versions: Versions,
    chance: Chance,
    /// The latest version that each replica or index returned of an item.
    seen: BTreeMap<(String, u64), usize>,
}

impl World {
    fn new(seed: u64) -> World {
        let engine = Engine::new(1, EngineConfig::instant());
        let mut world = World {
            engine,
            now_ms: START_MS,
            versions: Versions::new(),
            chance: Chance(seed),
            seen: BTreeMap::new(),
        };
        let key = |name: &str, kind: &str| json!({"AttributeName": name, "KeyType": kind});
        let all = json!({"ProjectionType": "ALL"});
        world.send(
            "CreateTable",
            json!({
                "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
                "KeySchema": [key("p", "HASH"), key("n", "RANGE")],
                "AttributeDefinitions": [
                    {"AttributeName": "p", "AttributeType": "S"}, {"AttributeName": "n", "AttributeType": "N"},
                    {"AttributeName": "l", "AttributeType": "N"}, {"AttributeName": "g", "AttributeType": "S"}],
                "LocalSecondaryIndexes": [
                    {"IndexName": "Loc", "KeySchema": [key("p", "HASH"), key("l", "RANGE")], "Projection": all}],
                "GlobalSecondaryIndexes": [
                    {"IndexName": "Glo", "KeySchema": [key("g", "HASH"), key("l", "RANGE")], "Projection": all}],
            }),
        );
        world.send(
            "Dynalab.SetDials",
            json!({"Seed": seed, "Dials": {"replica_lag_least_ms": 3, "replica_lag_most_ms": MOST_MS,
                "index_propagation_ms": 1, "index_propagation_most_ms": MOST_MS}}),
        );
        world
    }

    fn send(&mut self, operation: &str, body: Value) -> Execution {
        let request = Request::parse(operation, &body.to_string()).expect("a request");
        let at = Timestamp::from_epoch_ms(self.now_ms);
        let execution = self.engine.execute(Command { at, request }, TraceLevel::Full);
        assert_eq!(execution.answer().0, 200, "{operation} {body}: {}", execution.answer().1);
        execution
    }

    fn write(&mut self) {
        let (number, l) = (self.chance.below(NUMBERS), self.chance.below(4));
        let v = self.versions.get(&number).map_or(0, Vec::len) as u64;
        let deletes = self.chance.below(4) == 0;
        if deletes {
            let key = json!({"p": {"S": "a"}, "n": {"N": number.to_string()}});
            self.send("DeleteItem", json!({"TableName": "Tab", "Key": key}));
        } else {
            let mut item = json!({"p": {"S": "a"}, "n": {"N": number.to_string()}, "v": {"N": v.to_string()},
                "l": {"N": l.to_string()}});
            if self.chance.below(3) > 0 {
                item["g"] = json!({"S": "x"});
            }
            self.send("PutItem", json!({"TableName": "Tab", "Item": item}));
        }
        self.versions.entry(number).or_default().push((self.now_ms, (!deletes).then_some(v)));
    }

    /// Returns the items in the order read, and the zone of the replica.
    fn read(&mut self, index: Option<&str>, forward: bool, strong: bool) -> (Vec<Value>, Option<Zone>) {
        let hash = if index == Some("Glo") { ("g", "x") } else { ("p", "a") };
        let mut body = json!({"TableName": "Tab", "KeyConditionExpression": format!("{} = :h", hash.0),
            "ExpressionAttributeValues": {":h": {"S": hash.1}}, "ScanIndexForward": forward});
        if let Some(index) = index {
            body["IndexName"] = json!(index);
        }
        if strong {
            body["ConsistentRead"] = json!(true);
        }
        let execution = self.send("Query", body);
        let answer: Value = serde_json::from_str(&execution.answer().1).expect("JSON");
        let follower = execution.trace.iter().find_map(|event| match &event.kind {
            EventKind::ReplicaRead { zone, leads: false, .. } => Some(*zone),
            _ => None,
        });
        (answer["Items"].as_array().cloned().unwrap_or_default(), follower)
    }

    /// Checks that each returned version is valid. Versions of one item differ in `v`.
    fn check(&mut self, index: Option<&str>, forward: bool) {
        let (items, follower) = self.read(index, forward, false);
        let sort = if index.is_some() { "l" } else { "n" };
        let order: Vec<u64> = items.iter().map(|item| number_of(item, sort)).collect();
        let is_sorted = if forward { order.is_sorted() } else { order.iter().rev().is_sorted() };
        assert!(is_sorted, "{order:?}");
        if index == Some("Glo") {
            return self.check_global(&items);
        }
        let reader = follower.map_or("leader", Zone::name).to_owned();
        for number in 0..NUMBERS {
            let mut found = items.iter().filter(|item| number_of(item, "n") == number);
            let shown = found.next().map(|item| number_of(item, "v"));
            assert!(found.next().is_none(), "item {number} twice");
            self.check_version(&reader, number, shown);
        }
    }

    fn check_version(&mut self, reader: &str, number: u64, shown: Option<u64>) {
        let Some(versions) = self.versions.get(&number) else { return assert_eq!(shown, None) };
        // The item does not exist before its first version.
        let of_place =
            |place: usize| place.checked_sub(1).map_or(Some((0, None)), |at| versions.get(at).copied());
        let seen = self.seen.entry((reader.to_owned(), number)).or_default();
        let may_be = (*seen..=versions.len()).find(|place| {
            let replaced = versions.get(*place).map_or(u64::MAX, |(since, _)| *since);
            of_place(*place).is_some_and(|(_, v)| v == shown)
                && self.now_ms <= replaced.saturating_add(MOST_MS)
        });
        *seen = may_be.unwrap_or_else(|| panic!("{reader} shows {shown:?} of {number}: {versions:?}"));
        if reader == "leader" {
            assert_eq!(versions.last().and_then(|(_, v)| *v), shown);
        }
    }

    fn check_global(&mut self, items: &[Value]) {
        for item in items {
            let (number, v) = (number_of(item, "n"), number_of(item, "v"));
            self.check_version("index", number, Some(v));
        }
    }
}

fn number_of(item: &Value, name: &str) -> u64 {
    item[name]["N"].as_str().and_then(|text| text.parse().ok()).expect("a number")
}

#[test]
fn a_follower_shows_what_was_there_within_the_lag_and_never_goes_back() {
    let mut behind = 0;
    for seed in 1..=20 {
        let mut world = World::new(seed);
        for _ in 0..150 {
            world.write();
            world.now_ms += world.chance.below(20);
            for index in [None, Some("Loc"), Some("Glo")] {
                let forward = world.chance.below(2) == 0;
                world.check(index, forward);
                let strong = index != Some("Glo");
                let (eventual, now) = (world.read(index, forward, false), world.read(index, forward, strong));
                behind += usize::from(eventual.0 != now.0);
            }
        }
        world.now_ms += MOST_MS;
        for index in [None, Some("Loc")] {
            assert_eq!(world.read(index, true, false).0, world.read(index, true, true).0);
        }
        let (with_g, _) = world.read(None, true, true);
        let with_g = with_g.iter().filter(|item| item.get("g").is_some()).count();
        assert_eq!(world.read(Some("Glo"), true, false).0.len(), with_g);
    }
    assert!(behind > 500, "only {behind} reads were behind");
}

/// Checks that memory for pending replication does not grow with the number of writes.
#[test]
fn deletes_records_of_replicated_writes() {
    let mut world = World::new(3);
    for _ in 0..500 {
        world.write();
        world.now_ms += MOST_MS + 1;
    }
    assert!(world.engine.database().registry().iter().count() <= 3);
}
