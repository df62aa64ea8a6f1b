//! Work that was prepared outside of the engine gives what it gives without a preparation, byte for byte, whatever was written
//! meanwhile.

use dynalab_engine::codec::change_log;
use dynalab_engine::seed::draw::draw;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::preparation::{Preparation, Preparations};
use dynalab_service::transfer::{Delivery, File, Task, Transfers};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::ask::ask;

const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const ITEMS: u64 = 1_500;
const TABLE_ARN: &str = "arn:aws:dynamodb:us-east-1:123456789012:table/Teas";

/// Two engines that receive the same. One of them is helped by preparations.
struct Twins {
    plain: Engine,
    helped: Engine,
    at: Timestamp,
    seed: u64,
    steps: u64,
}

impl Twins {
    /// Creates a table with both kinds of indexes and point-in-time recovery. Its items have sort keys in collections.
    fn new(seed: u64, dials: Value) -> Twins {
        let engine = || Engine::new(seed, EngineConfig::instant());
        let mut twins = Twins { plain: engine(), helped: engine(), at: START, seed, steps: 0 };
        twins.tell("Dynalab.SetDials", dials);
        twins.tell("CreateTable", table("Teas"));
        twins.tell("Dynalab.AdvanceClock", json!({"Milliseconds": 60_000}));
        let recovery = json!({"PointInTimeRecoveryEnabled": true});
        twins.tell(
            "UpdateContinuousBackups",
            json!({"TableName": "Teas", "PointInTimeRecoverySpecification": recovery}),
        );
        let requests: Vec<Value> =
            (0..ITEMS).map(|number| json!({"PutRequest": {"Item": item(number)}})).collect();
        for batch in requests.chunks(25) {
            twins.tell("BatchWriteItem", json!({"RequestItems": {"Teas": batch}}));
        }
        twins
    }

    fn tell(&mut self, operation: &str, body: Value) -> Value {
        let (told, changes) = ask(&mut self.plain, self.at, operation, &body);
        let (same, same_changes) = ask(&mut self.helped, self.at, operation, &body);
        assert_eq!((&told, &changes), (&same, &same_changes), "{operation}");
        self.at = self.at.max(self.plain.now());
        told
    }

    /// Writes, overwrites or deletes some items in both.
    fn write(&mut self, writes: u64) {
        for _ in 0..writes {
            self.steps += 1;
            let number = draw(self.seed, &[self.steps]) % (2 * ITEMS);
            match draw(self.seed, &[self.steps, 1]) % 3 {
                0 => self.tell("DeleteItem", json!({"TableName": "Teas", "Key": key(number)})),
                1 => self.tell("PutItem", json!({"TableName": "Teas", "Item": item(number)})),
                _ => self.tell("PutItem", json!({"TableName": "Teas", "Item": changed(number, self.steps)})),
            };
        }
        self.at = self.at.plus_ms(7);
    }

    /// Does the work of a preparation in steps of different sizes, with writes between, and hands it to the helped engine.
    fn prepare(&mut self, prepared: Option<Preparation>, writes: u64, refreshes: bool) -> bool {
        let Some(mut preparation) = prepared else { return false };
        for round in 0..3 {
            let mut step = 0;
            while !preparation.advance(1 + (draw(self.seed, &[round, step]) % 400) as usize) {
                step += 1;
                if step == 3 {
                    self.write(writes);
                }
            }
            if !refreshes || self.helped.refresh(&mut preparation) {
                break;
            }
        }
        assert!(!preparation.is_empty());
        self.helped.keep_prepared(preparation);
        true
    }

    /// Executes a request in both. Returns the response, and whether the helped engine used all that was prepared.
    fn run(&mut self, operation: &str, body: &Value, (writes, refreshes): (u64, bool)) -> (Value, bool) {
        let request = Request::parse(operation, &body.to_string()).unwrap();
        let preparation = self.helped.preparation_for(&request, self.at);
        assert!(self.prepare(preparation, writes, refreshes), "{operation} has no preparation");
        let command = Command { at: self.at, request };
        let one = self.plain.execute(command.clone(), TraceLevel::Full);
        let other = self.helped.execute(command, TraceLevel::Full);
        assert_eq!(one.answer(), other.answer());
        assert_eq!(one.answer().0, 200, "{operation}: {}", one.answer().1);
        assert_eq!((&one.trace, &one.charges, &one.changes), (&other.trace, &other.charges, &other.changes));
        assert_eq!(change_log::encode(&one.changes), change_log::encode(&other.changes));
        self.assert_same();
        (serde_json::from_str(&one.answer().1).unwrap(), self.helped.take_prepared().is_empty())
    }

    /// Prepares what falls due within a time, with writes before it is due, and executes it in both.
    fn pass(&mut self, ms: u64, writes: u64) -> bool {
        let until = self.at.plus_ms(ms);
        let preparation = self.helped.due_preparation(until);
        let was_prepared = self.prepare(preparation, writes, true);
        self.at = self.at.max(until);
        let (one, other) = (self.plain.advance_to(self.at), self.helped.advance_to(self.at));
        assert_eq!(one, other);
        if was_prepared {
            self.assert_same();
        }
        was_prepared && self.helped.take_prepared().is_empty()
    }

    /// Adds a replica to the table.
    fn replicate(&mut self, region: &str) {
        let stream = json!({"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"});
        self.tell("UpdateTable", json!({"TableName": "Teas", "StreamSpecification": stream}));
        self.tell("UpdateTable", new_replica(region));
        self.at = self.at.plus_ms(1_000);
    }

    /// Returns the items of a table and of each of its indexes.
    fn items(&self, name: &str) -> (usize, Vec<usize>) {
        self.entries(name).expect("the table exists")
    }

    fn replica(&self, region: &str) -> Option<(usize, Vec<usize>)> {
        self.entries(&format!("Teas@{region}"))
    }

    fn entries(&self, name: &str) -> Option<(usize, Vec<usize>)> {
        let table = self.helped.database().find(name)?;
        let rows = table.indexes.values().map(|index| index.rows.len());
        Some((table.items.len(), rows.collect()))
    }

    fn assert_same(&self) {
        assert!(self.plain.database() == self.helped.database());
        assert!(self.plain.snapshot() == self.helped.snapshot());
    }
}

fn table(name: &str) -> Value {
    let attributes = ["land", "tea", "kind", "year"];
    let attributes = attributes.map(|name| json!({"AttributeName": name, "AttributeType": "S"}));
    let key = |partition: &str, sort: &str| json!([{"AttributeName": partition, "KeyType": "HASH"}, {"AttributeName": sort, "KeyType": "RANGE"}]);
    json!({
        "TableName": name,
        "KeySchema": key("land", "tea"),
        "AttributeDefinitions": attributes,
        "GlobalSecondaryIndexes": [
            {"IndexName": "kinds", "KeySchema": key("kind", "tea"), "Projection": {"ProjectionType": "ALL"}},
        ],
        "LocalSecondaryIndexes": [
            {"IndexName": "years", "KeySchema": key("land", "year"), "Projection": {"ProjectionType": "KEYS_ONLY"}},
        ],
        "BillingMode": "PAY_PER_REQUEST",
    })
}

fn key(number: u64) -> Value {
    json!({"land": {"S": format!("l{}", number % 40)}, "tea": {"S": format!("t{number:06}")}})
}

fn item(number: u64) -> Value {
    let mut item = key(number);
    // Every third item is missing in each index.
    if !number.is_multiple_of(3) {
        item["kind"] = json!({"S": format!("k{}", number % 7)});
    }
    if number % 3 != 1 {
        item["year"] = json!({"S": format!("{}", 1900 + number % 100)});
    }
    item["note"] = json!({"S": "n".repeat(1 + (number % 90) as usize)});
    item
}

fn changed(number: u64, step: u64) -> Value {
    let mut item = item(number);
    item["kind"] = json!({"S": format!("changed{}", step % 5)});
    item
}

fn new_replica(region: &str) -> Value {
    json!({"TableName": "Teas", "ReplicaUpdates": [{"Create": {"RegionName": region}}]})
}

fn new_index(name: &str, attribute: &str) -> Value {
    json!({
        "TableName": "Teas",
        "AttributeDefinitions": [{"AttributeName": attribute, "AttributeType": "S"}],
        "GlobalSecondaryIndexUpdates": [{"Create": {
            "IndexName": name, "KeySchema": [{"AttributeName": attribute, "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["note"]},
        }}],
    })
}

/// Requests that finish at once, in an order in which each can work.
fn at_once(seed: u64) {
    for (writes, refreshes) in [(0, true), (3, true), (40, false), (40, true)] {
        let mut twins = Twins::new(seed, json!({}));
        let manner = (writes, refreshes);
        let (_, used) = twins.run("UpdateTable", &new_index("notes", "note"), manner);
        assert!(used, "an index takes the writes that arrived");
        twins.write(20);
        let (backup, used) =
            twins.run("CreateBackup", &json!({"TableName": "Teas", "BackupName": "all"}), manner);
        assert_eq!(used, refreshes || writes == 0, "a backup needs a refresh after writes");
        twins.write(20);
        let restore =
            json!({"TargetTableName": "Restored", "BackupArn": backup["BackupDetails"]["BackupArn"]});
        assert!(twins.run("RestoreTableFromBackup", &restore, manner).1);
        let other = json!({"TargetTableName": "Other", "BackupArn": backup["BackupDetails"]["BackupArn"], "GlobalSecondaryIndexOverride": [], "LocalSecondaryIndexOverride": []});
        assert!(twins.run("RestoreTableFromBackup", &other, manner).1);
        let latest =
            json!({"SourceTableName": "Teas", "TargetTableName": "Latest", "UseLatestRestorableTime": true});
        assert!(twins.run("RestoreTableToPointInTime", &latest, manner).1);
        let past = json!({"SourceTableName": "Teas", "TargetTableName": "Past", "RestoreDateTime": START.epoch_ms / 1_000 + 60});
        assert!(twins.run("RestoreTableToPointInTime", &past, manner).1);
        let (_, used) = twins.run("DeleteTable", &json!({"TableName": "Teas"}), manner);
        assert_eq!(used, refreshes || writes == 0, "the backup of a deleted table is a backup");
    }
}

#[test]
fn requests_come_to_the_same_with_and_without_a_preparation() {
    at_once(1);
}

#[test]
fn work_that_falls_due_comes_to_the_same() {
    for writes in [0, 30] {
        let mut twins = Twins::new(5, json!({"Profile": "realistic", "Seed": 3}));
        twins.tell("UpdateTable", new_index("notes", "note"));
        let backup = twins.tell("CreateBackup", json!({"TableName": "Teas", "BackupName": "all"}));
        twins.tell("Dynalab.AdvanceClock", json!({"Milliseconds": 60_000}));
        let arn = &backup["BackupDetails"]["BackupArn"];
        let restore = json!({"TargetTableName": "Restored", "BackupArn": arn});
        let (_, used) = twins.run("RestoreTableFromBackup", &restore, (writes, true));
        assert!(used);
        let mut prepared = 0;
        for _ in 0..120 {
            prepared += u64::from(twins.pass(60_000, writes));
        }
        assert!(prepared >= 2, "the new index, and the indexes of the restored table: {prepared}");
        twins.tell("DeleteTable", json!({"TableName": "Teas"}));
        let deleted = (0..100).filter(|_| twins.pass(10_000, 0)).count();
        assert_eq!(deleted, 1, "the backup of the deleted table");
    }
}

/// A setting of the simulation, a link between Regions, a request in another Region and a new replica create tables with all items.
#[test]
fn replicas_come_to_the_same_with_and_without_a_preparation() {
    let lag = json!({"Dials": {"replication_lag_least_ms": 1, "replication_lag_most_ms": 9}});
    let link = json!({"From": "us-east-1", "To": "eu-west-1", "LagMs": 50});
    let there = json!({"Region": "eu-west-1", "Operation": "GetItem", "Request": {"TableName": "Teas", "Key": key(1)}});
    for (operation, body) in
        [("Dynalab.SetDials", lag), ("Dynalab.SetLink", link), ("Dynalab.InRegion", there)]
    {
        for writes in [0, 40] {
            let mut twins = Twins::new(11, json!({}));
            twins.replicate("eu-west-1");
            assert!(twins.replica("eu-west-1").is_none(), "no Region can differ yet");
            let (_, used) = twins.run(operation, &body, (writes, true));
            assert!(used, "{operation}");
            let (table, replica) = (twins.items("Teas"), twins.replica("eu-west-1"));
            assert_eq!(replica, Some(table), "{operation}");
            let (_, used) = twins.run("UpdateTable", &new_replica("ap-northeast-1"), (writes, true));
            assert!(used, "{operation}, then one more replica");
            assert_eq!(twins.replica("ap-northeast-1"), Some(twins.items("Teas")));
        }
    }
}

#[test]
fn settings_without_a_new_replica_have_no_preparation() {
    let mut twins = Twins::new(12, json!({}));
    let lag = json!({"Dials": {"replication_lag_least_ms": 1, "replication_lag_most_ms": 9}});
    let has_preparation = |twins: &Twins, operation: &str, body: &Value| {
        let request = Request::parse(operation, &body.to_string()).unwrap();
        twins.helped.preparation_for(&request, twins.at).is_some()
    };
    assert!(!has_preparation(&twins, "Dynalab.SetDials", &lag), "no table has a replica");
    twins.replicate("eu-west-1");
    assert!(has_preparation(&twins, "Dynalab.SetDials", &lag));
    assert!(!has_preparation(&twins, "Dynalab.SetDials", &json!({"Dials": {"latency_ms": 3}})));
    assert!(!has_preparation(&twins, "UpdateTable", &new_replica("ap-northeast-1")), "no Region can differ");
    twins.tell("Dynalab.SetDials", lag.clone());
    assert!(!has_preparation(&twins, "Dynalab.SetDials", &lag), "its replica is there");
}

#[test]
fn a_jump_of_the_clock_needs_what_falls_due_on_its_way() {
    let mut twins = Twins::new(6, json!({"Profile": "realistic", "Seed": 3}));
    twins.tell("UpdateTable", new_index("notes", "note"));
    let (_, used) =
        twins.run("Dynalab.AdvanceClock", &json!({"Milliseconds": 24 * 60 * 60 * 1_000}), (3, true));
    assert!(used);
}

#[test]
fn what_does_not_fit_any_more_is_not_used() {
    let mut twins = Twins::new(7, json!({}));
    let body = json!({"TableName": "Teas", "BackupName": "all"});
    let request = Request::parse("CreateBackup", &body.to_string()).unwrap();
    let preparation = twins.helped.preparation_for(&request, twins.at);
    assert!(twins.prepare(preparation, 0, true));
    // The table is another one when the request is executed.
    twins.tell("DeleteTable", json!({"TableName": "Teas"}));
    twins.tell("CreateTable", table("Teas"));
    twins.tell("PutItem", json!({"TableName": "Teas", "Item": item(1)}));
    twins.tell("CreateBackup", body);
    twins.assert_same();
    assert!(!twins.helped.take_prepared().is_empty());
    assert!(twins.helped.take_prepared().is_empty());
}

/// A part ends at a number of bytes too: rows can have 400 KB each.
#[test]
fn large_rows_are_prepared_in_more_parts() {
    const ROWS: u64 = 1_000;
    const ROW_BYTES: usize = 10_000;
    let mut engine = Engine::new(1, EngineConfig::instant());
    ask(&mut engine, START, "CreateTable", &table("Teas"));
    for number in 0..ROWS {
        let mut item = item(number);
        item["note"] = json!({"S": "n".repeat(ROW_BYTES)});
        ask(&mut engine, START, "PutItem", &json!({"TableName": "Teas", "Item": item}));
    }
    let parts_of = |engine: &Engine, operation: &str, body: Value| {
        let request = Request::parse(operation, &body.to_string()).unwrap();
        let mut preparation = engine.preparation_for(&request, START).unwrap();
        let mut parts = 1;
        while !preparation.advance(10 * ROWS as usize) {
            parts += 1;
        }
        parts
    };
    let backup = json!({"TableName": "Teas", "BackupName": "all"});
    let megabytes = ROWS as usize * ROW_BYTES / 1_000_000;
    assert!(parts_of(&engine, "CreateBackup", backup.clone()) >= megabytes / 2);
    let arn = ask(&mut engine, START, "CreateBackup", &backup).0["BackupDetails"]["BackupArn"].clone();
    let restore = json!({"TargetTableName": "New", "BackupArn": arn});
    assert!(parts_of(&engine, "RestoreTableFromBackup", restore) >= megabytes / 2);
}

#[test]
fn small_and_impossible_requests_have_no_preparation() {
    let twins = Twins::new(8, json!({}));
    for (operation, body) in [
        ("GetItem", json!({"TableName": "Teas", "Key": key(1)})),
        ("CreateBackup", json!({"TableName": "Missing", "BackupName": "all"})),
        ("DeleteTable", json!({"TableName": "Missing"})),
        ("UpdateTable", new_index("kinds", "kind")),
        (
            "RestoreTableFromBackup",
            json!({"TargetTableName": "New", "BackupArn": format!("{TABLE_ARN}/backup/01790000000000-73d8d5bc")}),
        ),
        (
            "RestoreTableToPointInTime",
            json!({"SourceTableName": "Teas", "TargetTableName": "Teas", "UseLatestRestorableTime": true}),
        ),
    ] {
        let request = Request::parse(operation, &body.to_string()).unwrap();
        assert!(twins.helped.preparation_for(&request, twins.at).is_none(), "{operation}");
    }
    assert!(twins.helped.due_preparation(twins.at.plus_ms(1_000_000)).is_none());
}

#[test]
fn an_import_that_was_decoded_outside_comes_to_the_same() {
    let mut twins = Twins::new(9, json!({}));
    twins.tell("ExportTableToPointInTime", json!({"TableArn": TABLE_ARN, "S3Bucket": "shelf"}));
    let mut files: Vec<File> = Vec::new();
    // The writes between do not belong to the export.
    let wanted = [twins.plain.external_job().unwrap(), twins.helped.external_job().unwrap()];
    twins.write(30);
    let [one, other] = wanted.map(dynalab_service::transfer::WantedJob::computed);
    assert_eq!(one.task, other.task);
    if let Task::Put(put) = &one.task {
        files.extend(put.iter().filter(|file| file.key.contains("/data/")).cloned());
    }
    let changes = twins.plain.complete_job(twins.at, &one, Delivery::Put);
    assert_eq!(changes, twins.helped.complete_job(twins.at, &other, Delivery::Put));
    let mut imported = table("Imported");
    // ImportTable creates no local indexes.
    imported.as_object_mut().unwrap().remove("LocalSecondaryIndexes");
    imported["AttributeDefinitions"].as_array_mut().unwrap().pop();
    twins.tell(
        "ImportTable",
        json!({
            "S3BucketSource": {"S3Bucket": "shelf"}, "InputFormat": "DYNAMODB_JSON", "InputCompressionType": "GZIP",
            "TableCreationParameters": imported,
        }),
    );
    let one = twins.plain.external_job().unwrap().computed();
    let other = twins.helped.external_job().unwrap().computed();
    let decoded = other.decode(Delivery::Taken(files.clone()));
    twins.write(5);
    let changes = twins.plain.complete_job(twins.at, &one, Delivery::Taken(files));
    let same = twins.helped.complete_job(twins.at, &other, decoded);
    assert_eq!(changes, same);
    twins.assert_same();
    assert!(twins.helped.take_prepared().is_empty());
    let imported = twins.helped.database().find("Imported").unwrap();
    assert_eq!(imported.items.len() as u64, ITEMS);
}

#[test]
fn a_restore_is_undone_and_repeated_and_read_from_the_log() {
    let mut twins = Twins::new(10, json!({}));
    let backup = twins.tell("CreateBackup", json!({"TableName": "Teas", "BackupName": "all"}));
    let before = twins.plain.snapshot();
    let mut reader = Engine::restore(before.iter().map(Vec::as_slice), EngineConfig::instant()).unwrap();
    let restore = json!({"TargetTableName": "Restored", "BackupArn": backup["BackupDetails"]["BackupArn"]});
    let (_, changes) = ask(&mut twins.plain, twins.at, "RestoreTableFromBackup", &restore);
    let log = change_log::encode(&changes);
    let after = twins.plain.snapshot();
    let undone = twins.plain.reverse(changes);
    assert!(twins.plain.snapshot() == before);
    let repeated = twins.plain.reverse(undone);
    assert!(twins.plain.snapshot() == after);
    assert_eq!(change_log::encode(&repeated).len(), log.len());
    // The log has the items one by one, as it had them before.
    let mut decoded = change_log::decode(&log).unwrap();
    assert!(decoded.len() as u64 > ITEMS);
    reader.apply(&mut decoded);
    assert!(reader.snapshot() == after);
    let taken_back = reader.reverse(decoded);
    assert!(reader.snapshot() == before);
    drop(taken_back);
}
