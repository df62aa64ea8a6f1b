//! Files of a bulk operation, whose records are written in parts under conditions.

use dynalab_engine::EngineConfig;
use dynalab_service::Engine;
use dynalab_service::transfer::{Delivery, File, Task, Transfers, WantedJob};

use super::packed::{AT, ask};
use super::reader::Run;
use super::{Dimension, Reader, dimension, each};

const BULK: Reader = Reader::BulkPut;
const TABLE: &str = r#"{"TableName":"Teas","KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}"#;
const REQUEST: &str = r#"{"TableName":"Teas","InputS3Configuration":{"S3Bucket":"shelf","InputFormat":"DYNAMODB_JSON"},"OutputS3Configuration":{"OutputType":["ERROR","CONDITION_CHECK_FAILURE"]}}"#;

pub const DIMENSIONS: &[Dimension] = &[
    dimension(BULK, "records that are refused", |n| "{}\n".repeat(n), 10_000, 1_000_000),
    dimension(BULK, "records under a condition", under_a_condition, 10_000, 100_000),
    dimension(BULK, "blank lines", |n| "\n".repeat(n), 100_000, 20_000_000),
];

/// Records of few keys. Most do not meet their condition.
fn under_a_condition(records: usize) -> String {
    each(records, "\n", |number| {
        let key = number % 7;
        format!(r#"{{"Item":{{"tea":{{"S":"{key}"}}}},"ConditionExpression":"attribute_not_exists(tea)"}}"#)
    })
}

/// Puts the items of a file with StartBulkPutItems. A file that is wrong is one record of the report, so nothing is refused as a whole.
pub(super) fn put(text: &str) -> Run {
    let mut engine = Engine::new(1, EngineConfig::instant());
    ask(&mut engine, "CreateTable", TABLE);
    let begun = ask(&mut engine, "StartBulkPutItems", REQUEST);
    while let Some(job) = engine.external_job().map(WantedJob::computed) {
        let delivery = match &job.task {
            Task::Take { bucket, .. } => {
                let file = File { bucket: bucket.clone(), key: "attack".to_owned(), bytes: text.into() };
                Delivery::Taken(vec![file])
            }
            Task::Put(_) => Delivery::Put,
        };
        let mut left = Some(delivery);
        while let Some(delivery) = left {
            left = engine.complete_part(AT, &job, job.decode(delivery)).left;
        }
    }
    let arn = &begun["BulkOperationDescription"]["BulkOperationArn"];
    let described = ask(&mut engine, "DescribeBulkOperation", &format!("{{\"BulkOperationArn\":{arn}}}"));
    match described["BulkOperationDescription"]["BulkOperationStatus"].as_str() {
        Some("COMPLETED" | "COMPLETED_WITH_ERRORS") => Run::default(),
        other => Run::refused(format!("{other:?}")),
    }
}
