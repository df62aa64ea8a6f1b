//! Damaged import files: the import ends, and counts the unreadable items.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::transfer::{Delivery, File, Task, Transfers, WantedJob};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::Value;

use crate::checksum::crc_32;
use crate::damage::{Chance, cases};

const AT: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const TABLE: &str = r#""TableName":"Teas","KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST""#;

fn ask(engine: &mut Engine, operation: &str, body: &str) -> Value {
    let request = Request::parse(operation, body).unwrap();
    let (status, answer) = engine.execute(Command { at: AT, request }, TraceLevel::Off).answer();
    assert_eq!(status, 200, "{operation}: {answer}");
    serde_json::from_str(&answer).unwrap()
}

/// Imports the file and returns the description of the import.
fn import(format: &str, compression: &str, bytes: Vec<u8>) -> Value {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let body = format!(
        r#"{{"S3BucketSource":{{"S3Bucket":"shelf"}},"InputFormat":"{format}","InputCompressionType":"{compression}","TableCreationParameters":{{{TABLE}}}}}"#
    );
    let begun = ask(&mut engine, "ImportTable", &body);
    while let Some(job) = engine.external_job().map(WantedJob::computed) {
        let delivery = match &job.task {
            Task::Take { bucket, .. } => {
                let file = File { bucket: bucket.clone(), key: "teas".to_owned(), bytes: bytes.clone() };
                Delivery::Taken(vec![file])
            }
            Task::Put(_) => Delivery::Put,
        };
        engine.complete_job(AT, &job, delivery);
    }
    let arn = begun["ImportTableDescription"]["ImportArn"].as_str().unwrap();
    ask(&mut engine, "DescribeImport", &format!(r#"{{"ImportArn":"{arn}"}}"#))
}

fn run(name: &str, format: &str, sample: &[u8], count: usize, compression: &str) {
    let whole = import(format, compression, sample.to_vec());
    assert_eq!(whole["ImportTableDescription"]["ImportStatus"], "COMPLETED", "{whole}");
    assert_eq!(whole["ImportTableDescription"]["ImportedItemCount"], 2, "{whole}");
    let damaged = |chance: &mut Chance| {
        let mut bytes = sample.to_vec();
        chance.damage(&mut bytes);
        bytes
    };
    for mut chance in cases(name, count) {
        let described = import(format, compression, damaged(&mut chance));
        let status = &described["ImportTableDescription"]["ImportStatus"];
        assert!(status == "COMPLETED" || status == "FAILED", "{described}");
    }
}

#[test]
fn csv() {
    run("csv", "CSV", "tea,from\nsencha,\"Uji, Kyoto\"\n\"gyo\"\"kuro\",日本\n".as_bytes(), 800, "NONE");
}

#[test]
fn dynamodb_json() {
    let item = |tea: &str| {
        format!(r#"{{"Item":{{"tea":{{"S":"{tea}"}},"n":{{"L":[{{"N":"1.5"}},{{"B":"AA=="}}]}}}}}}"#)
    };
    run("dynamodb-json", "DYNAMODB_JSON", format!("{}\n{}\n", item("a"), item("b")).as_bytes(), 800, "NONE");
}

#[test]
fn ion() {
    let item = |tea: &str| {
        format!(
            "$ion_1_0 {{Item:{{tea:\"{tea}\",n:[1.5,true,{{{{AAE=}}}}],s:$dynamodb_SS::[\"x\",\"y\"]}}}}\n"
        )
    };
    run("ion", "ION", (item("a") + &item("b")).as_bytes(), 800, "NONE");
}

#[test]
fn gzip() {
    // Uncompressed gzip blocks, so that the damage affects the text.
    let text = b"tea\na\nb\n";
    let mut bytes =
        vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1, text.len() as u8, 0, !(text.len() as u8), 0xFF];
    bytes.extend_from_slice(text);
    bytes.extend_from_slice(&crc_32(text).to_le_bytes());
    bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
    run("gzip", "CSV", &bytes, 1_500, "GZIP");
}
