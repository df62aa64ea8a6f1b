//! Compressed files that become too much: the import and the bulk operation go on without them, and say what the bound is.

use dynalab_engine::EngineConfig;
use dynalab_service::Engine;
use dynalab_service::transfer::{Delivery, File, Task, Transfers, WantedJob};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::ask::ask;

const AT: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const REFUSAL: &str = "in/large: The content would become larger than 268435456 bytes.";
/// What the file declares, above the bound.
const DECLARED_BYTES: u32 = 257 << 20;
/// So many bytes can expand to what is declared.
const PACKED_BYTES: usize = 300_000;

/// Returns a gzip file that declares more than the bound.
fn large() -> Vec<u8> {
    let mut file = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255];
    file.resize(PACKED_BYTES, 0);
    file.extend(DECLARED_BYTES.to_le_bytes());
    file
}

/// Returns a gzip file with a text that is stored as it is.
fn stored(text: &str) -> Vec<u8> {
    let length = u16::try_from(text.len()).unwrap();
    let mut file = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1];
    file.extend(length.to_le_bytes());
    file.extend((!length).to_le_bytes());
    file.extend(text.as_bytes());
    file.extend(crc_32(text.as_bytes()).to_le_bytes());
    file.extend(u32::from(length).to_le_bytes());
    file
}

fn crc_32(bytes: &[u8]) -> u32 {
    let of_byte = |crc: u32, byte: &u8| {
        let shift = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
        (0..8).fold(crc ^ u32::from(*byte), shift)
    };
    !bytes.iter().fold(u32::MAX, of_byte)
}

/// Serves the two files, and returns the files that are written.
fn serve(engine: &mut Engine) -> Vec<File> {
    let mut written = Vec::new();
    while let Some(job) = engine.external_job().map(WantedJob::computed) {
        let delivery = match &job.task {
            Task::Take { bucket, .. } => {
                let file = |key: &str, bytes| File { bucket: bucket.clone(), key: key.to_owned(), bytes };
                let small = stored("{\"Item\":{\"tea\":{\"S\":\"assam\"}}}\n");
                Delivery::Taken(vec![file("in/large", large()), file("in/small", small)])
            }
            Task::Put(files) => {
                written.extend(files.clone());
                Delivery::Put
            }
        };
        engine.complete_job(AT, &job, delivery);
    }
    written
}

fn table() -> Value {
    json!({
        "TableName": "Teas",
        "KeySchema": [{"AttributeName": "tea", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "tea", "AttributeType": "S"}],
        "BillingMode": "PAY_PER_REQUEST",
    })
}

fn told(engine: &mut Engine, operation: &str, body: Value) -> Value {
    ask(engine, AT, operation, &body).0
}

#[test]
fn an_import_names_the_file_and_the_bound() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let begun = told(
        &mut engine,
        "ImportTable",
        json!({
            "S3BucketSource": {"S3Bucket": "shelf"}, "InputFormat": "DYNAMODB_JSON",
            "InputCompressionType": "GZIP", "TableCreationParameters": table(),
        }),
    );
    serve(&mut engine);
    let arn = &begun["ImportTableDescription"]["ImportArn"];
    let described = told(&mut engine, "DescribeImport", json!({"ImportArn": arn}));
    let described = &described["ImportTableDescription"];
    let members = ["ImportStatus", "FailureCode", "FailureMessage", "ImportedItemCount", "ErrorCount"];
    let expected = [json!("FAILED"), json!("ItemValidationError"), json!(REFUSAL), json!(1), json!(1)];
    assert_eq!(members.map(|name| described[name].clone()), expected);
}

#[test]
fn a_bulk_operation_reports_the_bound() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    told(&mut engine, "CreateTable", table());
    let begun = told(
        &mut engine,
        "StartBulkPutItems",
        json!({
            "TableName": "Teas",
            "InputS3Configuration": {
                "S3Bucket": "shelf", "S3KeyPrefix": "in/", "InputFormat": "DYNAMODB_JSON", "InputCompressionType": "GZIP",
            },
            "OutputS3Configuration": {"OutputType": ["ERROR", "CONDITION_CHECK_FAILURE"]},
        }),
    );
    let written = serve(&mut engine);
    let [report] = &written[..] else { panic!("{written:?}") };
    let report: Value = serde_json::from_slice(&report.bytes).unwrap();
    assert_eq!(report["S3Key"], "in/large");
    assert_eq!(report["ErrorMessage"], REFUSAL.trim_start_matches("in/large: "));
    let arn = &begun["BulkOperationDescription"]["BulkOperationArn"];
    let described = told(&mut engine, "DescribeBulkOperation", json!({"BulkOperationArn": arn}));
    let described = &described["BulkOperationDescription"];
    assert_eq!((&described["ProcessedItemCount"], &described["FailedItemCount"]), (&json!(2), &json!(1)));
}
