//! The measured work of the engine: single requests, and work on all items of a table. Programs measure it in different ways.

use dynalab_benchmarks::instructions::BulkWork;
use dynalab_benchmarks::workload::{self, Workload};
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::transfer::{Delivery, ExternalJob, File, Task, Transfers, WantedJob};
use dynalab_service::{Command, Engine, Execution, Request};
use dynalab_types::Timestamp;

pub const ITEMS_PER_BATCH: u64 = 25;
/// When everything happens.
pub const AT: Timestamp = Timestamp::from_epoch_ms(1_700_000_000_000);
const ACCOUNT: &str = "arn:aws:dynamodb:us-east-1:123456789012";
const BUCKET: &str = "shelf";
/// The table of `workload`, and the key schema of it and of the imported table.
const TABLE: &str = "Orders";
const KEYS: &str = r#""AttributeDefinitions":[{"AttributeName":"customer","AttributeType":"S"},{"AttributeName":"order","AttributeType":"S"}],"KeySchema":[{"AttributeName":"customer","KeyType":"HASH"},{"AttributeName":"order","KeyType":"RANGE"}],"BillingMode":"PAY_PER_REQUEST""#;

/// Returns the request that begins the work. `engine` has the table and, for a restore, a backup.
pub fn request_of(work: BulkWork, engine: &mut Engine) -> (&'static str, String) {
    let table = format!(r#""TableName":"{TABLE}""#);
    match work {
        BulkWork::Export => (
            "ExportTableToPointInTime",
            format!(r#"{{"TableArn":"{ACCOUNT}:table/{TABLE}","S3Bucket":"{BUCKET}"}}"#),
        ),
        BulkWork::Import => (
            "ImportTable",
            format!(
                r#"{{"S3BucketSource":{{"S3Bucket":"{BUCKET}"}},"InputFormat":"DYNAMODB_JSON","InputCompressionType":"GZIP","TableCreationParameters":{{"TableName":"Imported",{KEYS}}}}}"#
            ),
        ),
        BulkWork::Backup => ("CreateBackup", format!(r#"{{{table},"BackupName":"orders"}}"#)),
        BulkWork::Restore => {
            let backup = answer(engine, "CreateBackup", &format!(r#"{{{table},"BackupName":"orders"}}"#));
            let arn = backup.split('"').find(|text| text.contains("/backup/")).unwrap_or_default();
            let body = format!(r#"{{"TargetTableName":"Restored","BackupArn":"{arn}"}}"#);
            ("RestoreTableFromBackup", body)
        }
        BulkWork::RestoreToTime => (
            "RestoreTableToPointInTime",
            format!(
                r#"{{"SourceTableName":"{TABLE}","TargetTableName":"Restored","UseLatestRestorableTime":true}}"#
            ),
        ),
        BulkWork::NewIndex => (
            "UpdateTable",
            format!(
                r#"{{{table},"AttributeDefinitions":[{{"AttributeName":"state","AttributeType":"S"}},{{"AttributeName":"order","AttributeType":"S"}}],"GlobalSecondaryIndexUpdates":[{{"Create":{{"IndexName":"ByState","KeySchema":[{{"AttributeName":"state","KeyType":"HASH"}},{{"AttributeName":"order","KeyType":"RANGE"}}],"Projection":{{"ProjectionType":"ALL"}}}}}}]}}"#
            ),
        ),
        BulkWork::DeleteTable => ("DeleteTable", format!("{{{table}}}")),
        BulkWork::Open => ("ListTables", "{}".to_owned()),
    }
}

/// Returns an engine with the tables of `workload` and this many items of 300 bytes more. The table can be restored to any time.
pub fn filled(items: u64) -> Engine {
    let mut engine = prepared();
    for number in 0..items.div_ceil(ITEMS_PER_BATCH) {
        answer(&mut engine, "BatchWriteItem", &workload::large_batch(number));
    }
    engine
}

/// Turns point-in-time recovery on, which exports and restores need.
pub fn make_recoverable(engine: &mut Engine) {
    let on = format!(
        r#"{{"TableName":"{TABLE}","PointInTimeRecoverySpecification":{{"PointInTimeRecoveryEnabled":true}}}}"#
    );
    answer(engine, "UpdateContinuousBackups", &on);
}

/// Returns an engine with the tables and items of `workload`.
pub fn prepared() -> Engine {
    let mut engine = Engine::new(0, EngineConfig::instant());
    for (operation, body) in workload::preparation() {
        answer(&mut engine, operation, &body);
    }
    engine
}

/// Returns the requests of a workload, parsed later.
pub fn bodies(workload: Workload, count: u64) -> Vec<String> {
    (0..count).map(|number| workload.body(number)).collect()
}

pub fn answer(engine: &mut Engine, operation: &str, body: &str) -> String {
    let (status, body) = execute(engine, operation, body).answer();
    assert_eq!(status, 200, "{operation}: {body}");
    body
}

pub fn execute(engine: &mut Engine, operation: &str, body: &str) -> Execution {
    let request = Request::parse(operation, body).expect("a request without faults");
    engine.execute(Command { at: AT, request }, TraceLevel::Off)
}

/// Returns the data files of an export of the table, as the objects of a bucket for an import.
pub fn exported_files(engine: &mut Engine) -> Vec<File> {
    let (operation, body) = request_of(BulkWork::Export, engine);
    answer(engine, operation, &body);
    let job = engine.external_job().expect("an export").computed();
    let files = match &job.task {
        Task::Put(files) => files.iter().filter(|file| file.key.contains("/data/")).cloned().collect(),
        Task::Take { .. } => Vec::new(),
    };
    engine.complete_job(AT, &job, Delivery::Put);
    files
}

/// Does the external work of a transfer: writes nothing, and reads these files.
pub fn finish_transfer(engine: &mut Engine, files: &[File]) {
    while let Some(job) = engine.external_job().map(WantedJob::computed) {
        engine.complete_job(AT, &job, delivery_of(&job, files));
    }
}

/// Returns the delivery of a job that wrote its files, or read these.
pub fn delivery_of(job: &ExternalJob, files: &[File]) -> Delivery {
    match &job.task {
        Task::Put(_) => Delivery::Put,
        Task::Take { .. } => Delivery::Taken(files.to_vec()),
    }
}
