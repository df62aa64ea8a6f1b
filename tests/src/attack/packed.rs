//! Files that are compressed with gzip: small ones that become very large.

use std::io::Write;

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::transfer::{Delivery, File, Task, Transfers, WantedJob};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use super::reader::Run;
use super::{Dimension, Reader, dimension};

const ITEMS: Reader = Reader::PackedItems;
const IMPORT: Reader = Reader::PackedImport;
const MEMBER_BYTES: usize = 1 << 20;
pub(super) const AT: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const REQUEST: &str = r#"{"S3BucketSource":{"S3Bucket":"shelf"},"InputFormat":"DYNAMODB_JSON","InputCompressionType":"GZIP","TableCreationParameters":{"TableName":"Teas","KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}}"#;

pub const DIMENSIONS: &[Dimension] = &[
    // A thousandth of what it becomes: 4 MB become 4 GB.
    dimension(ITEMS, "members of a bomb", bomb, 4, 4_096),
    dimension(IMPORT, "members of a bomb", bomb, 4, 4_096),
    dimension(ITEMS, "lines without an item", empty_lines, 20_000, 5_000_000),
    dimension(IMPORT, "lines without an item", empty_lines, 20_000, 5_000_000),
    dimension(ITEMS, "members of nothing", |n| text_of(&packed(&[]).repeat(n)), 1_000, 400_000),
    dimension(IMPORT, "members of nothing", |n| text_of(&packed(&[]).repeat(n)), 1_000, 400_000),
    dimension(ITEMS, "members of nothing after a bomb", nothing_after_a_bomb, 1_000, 400_000),
    dimension(IMPORT, "members of nothing after a bomb", nothing_after_a_bomb, 1_000, 400_000),
];

/// Members of a megabyte without items, each a thousandth of that.
fn bomb(members: usize) -> String {
    text_of(&packed(&[b'\n'; MEMBER_BYTES]).repeat(members))
}

/// A line is three bytes, and a thousandth of that when it is packed.
fn empty_lines(lines: usize) -> String {
    text_of(&packed("{}\n".repeat(lines).as_bytes()))
}

/// Many members after a large one, which leaves room behind it.
fn nothing_after_a_bomb(members: usize) -> String {
    bomb(1) + &text_of(&packed(&[]).repeat(members))
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::fast());
    // Memory takes everything.
    writer.write_all(bytes).and_then(|()| writer.finish()).unwrap_or_default()
}

/// A dimension makes a text: it has a character for each byte.
fn text_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// Returns the bytes of such a text.
pub fn bytes_of(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(letter).unwrap_or_default()).collect()
}

/// Imports a file with ImportTable.
pub(super) fn import(bytes: &[u8]) -> Run {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let begun = ask(&mut engine, "ImportTable", REQUEST);
    while let Some(job) = engine.external_job().map(WantedJob::computed) {
        let delivery = match &job.task {
            Task::Take { bucket, .. } => {
                let file = File { bucket: bucket.clone(), key: "attack".to_owned(), bytes: bytes.to_vec() };
                job.decode(Delivery::Taken(vec![file]))
            }
            Task::Put(_) => Delivery::Put,
        };
        engine.complete_job(AT, &job, delivery);
    }
    let arn = &begun["ImportTableDescription"]["ImportArn"];
    let described = ask(&mut engine, "DescribeImport", &format!("{{\"ImportArn\":{arn}}}"));
    match described["ImportTableDescription"]["FailureMessage"].as_str() {
        Some(message) if message.contains("larger than") => Run::too_much(message),
        Some(message) => Run::refused(message),
        None => Run::default(),
    }
}

pub(super) fn ask(engine: &mut Engine, operation: &str, body: &str) -> Value {
    let answer = Request::parse(operation, body)
        .map(|request| engine.execute(Command { at: AT, request }, TraceLevel::Off).answer().1);
    answer.ok().and_then(|answer| serde_json::from_str(&answer).ok()).unwrap_or_default()
}
