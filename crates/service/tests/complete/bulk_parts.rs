//! A bulk operation is applied in parts: other requests are executed between them, and without those it comes to what one step would.

use std::collections::BTreeMap;

use dynalab_engine::database::change::Change;
use dynalab_engine::registry::RecordKind;
use dynalab_engine::seed::draw::draw;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::transfer::{AppliedPart, Delivery, File, Task, Transfers, WantedJob};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::ask::ask;

const AT: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const FILES: u64 = 3;
const RECORDS_OF_FILE: u64 = 1_234;
/// Fewer than there are records, so the conditions of later parts depend on the writes of earlier ones.
const KEYS: u64 = 900;

/// The records of the files, and what they must come to.
struct Model {
    files: Vec<File>,
    items: BTreeMap<String, u64>,
    /// The old and the new version of each record of the stream.
    stream: Vec<(Option<u64>, u64)>,
    errors: Vec<(String, u64, &'static str)>,
    conditions: Vec<(String, u64, &'static str)>,
}

impl Model {
    /// Draws the records. Each is decided at once, as if all were written in one step.
    fn new(seed: u64, files: u64, records: u64) -> Model {
        let mut model = Model {
            files: Vec::new(),
            items: BTreeMap::new(),
            stream: Vec::new(),
            errors: Vec::new(),
            conditions: Vec::new(),
        };
        for file in 0..files {
            let name = format!("in/{file}");
            let mut text = String::new();
            for number in 1..=records {
                let draw = |what| draw(seed, &[file, number, what]);
                let (key, version) = (format!("k{}", draw(0) % KEYS), draw(1) % 50);
                let mut record = json!({"Item": {"tea": {"S": key}, "v": {"N": version.to_string()}}});
                let before = model.items.get(&key).copied();
                let is_met = match draw(2) % 4 {
                    0 => true,
                    1 => {
                        record["ConditionExpression"] = json!("attribute_not_exists(tea)");
                        before.is_none()
                    }
                    2 => {
                        record["ConditionExpression"] = json!("#v < :v");
                        record["ExpressionAttributeNames"] = json!({"#v": "v"});
                        record["ExpressionAttributeValues"] = json!({":v": {"N": version.to_string()}});
                        before.is_some_and(|before| before < version)
                    }
                    _ if draw(3).is_multiple_of(8) => {
                        record["Item"].as_object_mut().unwrap().remove("tea");
                        model.errors.push((name.clone(), number, "ValidationException"));
                        text.push_str(&format!("{record}\n"));
                        continue;
                    }
                    _ => true,
                };
                text.push_str(&format!("{record}\n"));
                if !is_met {
                    model.conditions.push((name.clone(), number, "ConditionalCheckFailedException"));
                    continue;
                }
                if before != Some(version) {
                    model.stream.push((before, version));
                }
                model.items.insert(key, version);
            }
            if draw(seed, &[file]).is_multiple_of(2) {
                text.push_str("not JSON\n{\"Item\":{}}\n");
                model.errors.push((name.clone(), records + 1, "SerializationException"));
            }
            model.files.push(File { bucket: "shelf".into(), key: name, bytes: text.into_bytes() });
        }
        model
    }

    fn failed(&self) -> usize {
        self.errors.len() + self.conditions.len()
    }
}

/// Starts a bulk operation into a table with a stream and an index. Returns its ARN.
fn start(engine: &mut Engine, dials: &Value) -> Value {
    ask(engine, AT, "Dynalab.SetDials", dials);
    ask(
        engine,
        AT,
        "CreateTable",
        &json!({
            "TableName": "Teas", "BillingMode": "PAY_PER_REQUEST",
            "KeySchema": [{"AttributeName": "tea", "KeyType": "HASH"}],
            "AttributeDefinitions": [
                {"AttributeName": "tea", "AttributeType": "S"}, {"AttributeName": "v", "AttributeType": "N"}
            ],
            "GlobalSecondaryIndexes": [{
                "IndexName": "versions", "KeySchema": [{"AttributeName": "v", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            }],
            "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        }),
    );
    let begun = ask(
        engine,
        AT,
        "StartBulkPutItems",
        &json!({
            "TableName": "Teas",
            "InputS3Configuration": {"S3Bucket": "shelf", "S3KeyPrefix": "in/", "InputFormat": "DYNAMODB_JSON"},
            "OutputS3Configuration": {"OutputType": ["ERROR", "CONDITION_CHECK_FAILURE"]},
        }),
    );
    begun.0["BulkOperationDescription"]["BulkOperationArn"].clone()
}

fn described(engine: &mut Engine, arn: &Value) -> Value {
    let (told, _) = ask(engine, AT, "DescribeBulkOperation", &json!({"BulkOperationArn": arn}));
    told["BulkOperationDescription"].clone()
}

/// Serves the jobs until there are none, part by part, and returns the files that are written. Calls `between` after each part.
fn serve(engine: &mut Engine, files: &[File], mut between: impl FnMut(&mut Engine)) -> Vec<File> {
    let mut written = Vec::new();
    while let Some(job) = engine.external_job().map(WantedJob::computed) {
        let mut left = Some(match &job.task {
            Task::Take { .. } => Delivery::Taken(files.to_vec()),
            Task::Put(files) => {
                written.extend(files.clone());
                Delivery::Put
            }
        });
        while let Some(delivery) = left {
            left = engine.complete_part(AT, &job, job.decode(delivery)).left;
            between(engine);
        }
    }
    written
}

fn items(engine: &mut Engine) -> BTreeMap<String, u64> {
    let scan = json!({"TableName": "Teas"});
    let (told, _) = ask(engine, AT, "Scan", &scan);
    assert!(told.get("LastEvaluatedKey").is_none());
    told["Items"].as_array().unwrap().iter().map(named_version).collect()
}

fn named_version(item: &Value) -> (String, u64) {
    (item["tea"]["S"].as_str().unwrap().to_owned(), version(&item["v"]))
}

fn version(value: &Value) -> u64 {
    value["N"].as_str().unwrap().parse().unwrap()
}

/// Returns the old and the new version of each record of the stream.
fn stream(engine: &mut Engine) -> Vec<(Option<u64>, u64)> {
    let (table, _) = ask(engine, AT, "DescribeTable", &json!({"TableName": "Teas"}));
    let arn = &table["Table"]["LatestStreamArn"];
    let (told, _) = ask(engine, AT, "DescribeStream", &json!({"StreamArn": arn}));
    let shard = &told["StreamDescription"]["Shards"][0]["ShardId"];
    let asked = json!({"StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"});
    let mut iterator = ask(engine, AT, "GetShardIterator", &asked).0["ShardIterator"].clone();
    let mut records = Vec::new();
    loop {
        let (told, _) = ask(engine, AT, "GetRecords", &json!({"ShardIterator": iterator}));
        let page = told["Records"].as_array().unwrap();
        if page.is_empty() {
            return records;
        }
        records.extend(page.iter().map(|record| {
            let images = &record["dynamodb"];
            let old = images.get("OldImage").map(|image| version(&image["v"]));
            (old, version(&images["NewImage"]["v"]))
        }));
        iterator = told["NextShardIterator"].clone();
    }
}

/// Returns the lines of a report.
fn lines<'a>(written: &'a [File], name: &str) -> Vec<(String, u64, String)> {
    let report: Vec<&'a File> = written.iter().filter(|file| file.key.ends_with(name)).collect();
    let [report] = report[..] else { panic!("{} files", report.len()) };
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let text = |member: &str| line[member].as_str().unwrap().to_owned();
        (text("S3Key"), line["Record"].as_u64().unwrap(), text("ErrorCode"))
    };
    String::from_utf8(report.bytes.clone()).unwrap().lines().map(line).collect()
}

fn owned(lines: &[(String, u64, &str)]) -> Vec<(String, u64, String)> {
    lines.iter().map(|(file, number, code)| (file.clone(), *number, (*code).to_owned())).collect()
}

fn parts_stored(engine: &Engine) -> usize {
    engine.database().registry().of_kind(RecordKind::BULK_PART).count()
}

/// What the operation has come to is what the model says, in items, stream, reports and counts.
fn assert_as_modeled(engine: &mut Engine, model: &Model, written: &[File], arn: &Value) {
    assert_eq!(items(engine), model.items);
    assert_eq!(stream(engine), model.stream);
    assert_eq!(lines(written, "/errors.json"), owned(&model.errors));
    assert_eq!(lines(written, "/condition-check-failures.json"), owned(&model.conditions));
    let told = described(engine, arn);
    let bytes: usize = model.files.iter().map(|file| file.bytes.len()).sum();
    let members = ["BulkOperationStatus", "FailedItemCount", "ProcessedInputBytes", "TotalInputBytes"];
    let expected = [json!("COMPLETED_WITH_ERRORS"), json!(model.failed()), json!(bytes), json!(bytes)];
    assert_eq!(members.map(|name| told[name].clone()), expected);
    assert_eq!(parts_stored(engine), 0);
}

#[test]
fn parts_come_to_what_one_step_would() {
    for seed in 0..6 {
        let model = Model::new(seed, FILES, RECORDS_OF_FILE);
        let dials = [json!({}), json!({"Dials": {"index_propagation_ms": 20}})][seed as usize % 2].clone();
        let mut engine = Engine::new(seed, EngineConfig::instant());
        let arn = start(&mut engine, &dials);
        let mut parts = 0;
        let written = serve(&mut engine, &model.files, |engine| {
            parts += 1;
            // A read changes nothing.
            described(engine, &arn);
        });
        assert!(parts >= 5, "{parts} parts");
        assert_as_modeled(&mut engine, &model, &written, &arn);
    }
}

#[test]
fn a_restarted_host_continues_after_the_last_part() {
    for seed in 10..13 {
        let model = Model::new(seed, FILES, RECORDS_OF_FILE);
        let mut engine = Engine::new(seed, EngineConfig::instant());
        let arn = start(&mut engine, &json!({}));
        for _ in 0..3 {
            let job = engine.external_job().unwrap().computed();
            let part = engine.complete_part(AT, &job, Delivery::Taken(model.files.clone()));
            assert!(part.left.is_some());
            let chunks = engine.snapshot();
            engine = Engine::restore(chunks.iter().map(Vec::as_slice), EngineConfig::instant()).unwrap();
        }
        assert_eq!(described(&mut engine, &arn)["ProcessedItemCount"], 3_000);
        let written = serve(&mut engine, &model.files, |_| {});
        assert_as_modeled(&mut engine, &model, &written, &arn);
    }
}

/// Returns one record for each of these keys, which is written only if its key is free.
fn free_keys(keys: std::ops::Range<u64>) -> Vec<File> {
    let line = |key| {
        let item = json!({"tea": {"S": format!("k{key}")}, "v": {"N": "1"}});
        format!("{}\n", json!({"Item": item, "ConditionExpression": "attribute_not_exists(tea)"}))
    };
    vec![File {
        bucket: "shelf".into(),
        key: "in/0".into(),
        bytes: keys.map(line).collect::<String>().into(),
    }]
}

/// Each part is locked for as long as its own lines take, also the last one: the reports are joined without the engine.
#[test]
fn long_reports_are_joined_without_the_engine() {
    const RECORDS: usize = 6_000;
    let record_bytes_max = |changes: &[Change]| {
        let bytes = changes.iter().map(|change| match change {
            Change::Record { after: Some(after), .. } => after.len(),
            _ => 0,
        });
        bytes.max().unwrap_or_default()
    };
    let files =
        vec![File { bucket: "shelf".into(), key: "in/0".into(), bytes: "{}\n".repeat(RECORDS).into_bytes() }];
    let mut engine = Engine::new(1, EngineConfig::instant());
    let arn = start(&mut engine, &json!({}));
    let job = engine.external_job().unwrap().computed();
    let (mut left, mut of_parts) = (Some(Delivery::Taken(files)), Vec::new());
    while let Some(delivery) = left {
        let part = engine.complete_part(AT, &job, job.decode(delivery));
        of_parts.push(record_bytes_max(&part.changes));
        left = part.left;
    }
    assert_eq!(of_parts.len(), RECORDS / 1_000);
    let most = *of_parts.iter().max().unwrap();
    assert!(most < 2 * of_parts[0], "records of {of_parts:?} bytes");
    // The reports are not written yet: a restarted host does it.
    let chunks = engine.snapshot();
    let mut engine = Engine::restore(chunks.iter().map(Vec::as_slice), EngineConfig::instant()).unwrap();
    assert_eq!(described(&mut engine, &arn)["BulkOperationStatus"], "IN_PROGRESS");
    let written = serve(&mut engine, &[], |_| {});
    let numbers: Vec<u64> = lines(&written, "/errors.json").iter().map(|(_, number, _)| *number).collect();
    assert_eq!(numbers, (1..=RECORDS as u64).collect::<Vec<_>>());
    assert!(written[0].bytes.len() > 2 * most, "{} bytes are joined", written[0].bytes.len());
    assert_eq!(described(&mut engine, &arn)["BulkOperationStatus"], "COMPLETED_WITH_ERRORS");
    assert_eq!(parts_stored(&engine), 0);
}

#[test]
fn conditions_are_evaluated_when_their_part_is_applied() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let arn = start(&mut engine, &json!({}));
    let mut seen = Vec::new();
    let written = serve(&mut engine, &free_keys(0..2_500), |engine| {
        let told = described(engine, &arn);
        seen.push((told["BulkOperationStatus"].clone(), told["ProcessedItemCount"].clone()));
        // The first is written already, the second is not yet.
        for key in [10, 2_400] {
            let item = json!({"tea": {"S": format!("k{key}")}, "v": {"N": "7"}});
            ask(engine, AT, "PutItem", &json!({"TableName": "Teas", "Item": item}));
        }
    });
    let in_progress = json!("IN_PROGRESS");
    assert_eq!(seen[..2], [(in_progress.clone(), json!(1_000)), (in_progress, json!(2_000))]);
    assert_eq!(seen.last().unwrap().0, "COMPLETED_WITH_ERRORS");
    let failed = [("in/0".to_owned(), 2_401, "ConditionalCheckFailedException")];
    assert_eq!(lines(&written, "/condition-check-failures.json"), owned(&failed));
    let items = items(&mut engine);
    assert_eq!((items.len(), items["k10"], items["k2400"], items["k11"]), (2_500, 7, 7, 1));
}

#[test]
fn it_can_be_cancelled_between_two_parts() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let arn = start(&mut engine, &json!({}));
    let job = engine.external_job().unwrap().computed();
    let AppliedPart { left, .. } = engine.complete_part(AT, &job, Delivery::Taken(free_keys(0..2_500)));
    assert_eq!(parts_stored(&engine), 1);
    ask(&mut engine, AT, "CancelBulkOperation", &json!({"BulkOperationArn": arn}));
    assert_eq!(parts_stored(&engine), 0);
    let part = engine.complete_part(AT, &job, left.unwrap());
    assert!(part.changes.is_empty() && part.left.is_none() && engine.external_job().is_none());
    let told = described(&mut engine, &arn);
    assert_eq!(
        (&told["BulkOperationStatus"], &told["ProcessedItemCount"]),
        (&json!("CANCELLED"), &json!(1_000))
    );
    assert_eq!(items(&mut engine).len(), 1_000);
}

#[test]
fn a_deleted_table_ends_it_between_two_parts() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let arn = start(&mut engine, &json!({}));
    let mut parts = 0;
    serve(&mut engine, &free_keys(0..2_500), |engine| {
        parts += 1;
        if parts == 1 {
            ask(engine, AT, "DeleteTable", &json!({"TableName": "Teas"}));
        }
    });
    let told = described(&mut engine, &arn);
    assert_eq!(
        (&told["BulkOperationStatus"], &told["FailureCode"]),
        (&json!("FAILED"), &json!("TableNotFound"))
    );
    assert_eq!((parts, parts_stored(&engine)), (2, 0));
}

#[test]
fn an_undone_part_is_applied_again() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let arn = start(&mut engine, &json!({}));
    let job = engine.external_job().unwrap().computed();
    let first = engine.complete_part(AT, &job, Delivery::Taken(free_keys(0..2_500)));
    let before = engine.snapshot();
    let second = engine.complete_part(AT, &job, first.left.unwrap());
    engine.reverse(second.changes);
    assert!(engine.snapshot() == before);
    // What follows the undone part is not applied, and the operation goes on where it is.
    let third = engine.complete_part(AT, &job, second.left.unwrap());
    assert!(third.left.is_none() && is_nothing(&third.changes));
    let written = serve(&mut engine, &free_keys(0..2_500), |_| {});
    assert!(written.is_empty());
    assert_eq!(described(&mut engine, &arn)["BulkOperationStatus"], "COMPLETED");
    assert_eq!(items(&mut engine).len(), 2_500);
}

fn is_nothing(changes: &[Change]) -> bool {
    !changes.iter().any(|change| matches!(change, Change::Item { .. } | Change::Record { .. }))
}

/// A request between two parts that creates an index is followed by the bytes of that index.
#[test]
fn a_new_index_is_counted_from_its_part_on() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let arn = start(&mut engine, &json!({}));
    let mut parts = 0;
    serve(&mut engine, &free_keys(0..2_500), |engine| {
        parts += 1;
        let update = match parts {
            1 => json!({"Delete": {"IndexName": "versions"}}),
            2 => json!({"Create": {
                "IndexName": "again", "KeySchema": [{"AttributeName": "v", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }}),
            _ => return,
        };
        let request = json!({
            "TableName": "Teas", "GlobalSecondaryIndexUpdates": [update],
            "AttributeDefinitions": [
                {"AttributeName": "tea", "AttributeType": "S"}, {"AttributeName": "v", "AttributeType": "N"}
            ],
        });
        let request = Request::parse("UpdateTable", &request.to_string()).unwrap();
        let (status, told) = engine.execute(Command { at: AT, request }, TraceLevel::Off).answer();
        assert_eq!(status, 200, "{told}");
    });
    let told = described(&mut engine, &arn);
    let bytes = |index: &str| {
        told["BulkOperationUsage"][0]["GlobalSecondaryIndexes"][index]["BulkPutBytes"].as_u64().unwrap()
    };
    // An entry has the key, the version and its name.
    let size =
        |keys: std::ops::Range<u64>| keys.map(|key| 3 + format!("k{key}").len() as u64 + 3).sum::<u64>();
    assert_eq!((bytes("versions"), bytes("again")), (size(0..1_000), size(2_000..2_500)), "{told}");
}
