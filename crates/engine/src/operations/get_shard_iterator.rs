//! GetShardIterator: a place in a shard from which records can be read.

use dynalab_types::Timestamp;

use crate::change::WriteSet;
use crate::context::Context;
use crate::database::Database;
use crate::error::{DynamoError, SettingError};
use crate::fields::{Fields, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::Plan;
use crate::service::touched::Touched;
use crate::shard_iterator::ShardIterator;
use crate::stream::{Stream, sequence_of};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    TrimHorizon,
    Latest,
    AtSequenceNumber,
    AfterSequenceNumber,
    AtTimestamp,
}

/// In the order in which the service lists them.
const NAMES: [&str; 5] =
    ["AT_SEQUENCE_NUMBER", "TRIM_HORIZON", "LATEST", "AFTER_SEQUENCE_NUMBER", "AT_TIMESTAMP"];
const STARTS: [(&str, Start); 5] = [
    ("TRIM_HORIZON", Start::TrimHorizon),
    ("LATEST", Start::Latest),
    ("AT_SEQUENCE_NUMBER", Start::AtSequenceNumber),
    ("AFTER_SEQUENCE_NUMBER", Start::AfterSequenceNumber),
    ("AT_TIMESTAMP", Start::AtTimestamp),
];

#[derive(Clone, Debug)]
pub struct GetShardIterator {
    arn: String,
    shard: String,
    start: Option<Start>,
    sequence: Option<String>,
    /// Milliseconds.
    timestamp: Option<u64>,
}

impl GetShardIterator {
    fn stream<'a>(&self, database: &'a Database) -> Result<&'a Stream, DynamoError> {
        let stream = database.stream(&self.arn)?;
        if stream.definition.shard_id() == self.shard {
            return Ok(stream);
        }
        Err(DynamoError::ShardNotFound { shard: self.shard.clone(), arn: self.arn.clone() })
    }

    fn position(&self, stream: &Stream, now: Timestamp) -> Result<u64, DynamoError> {
        let horizon = stream.horizon(now);
        match self.start {
            None | Some(Start::TrimHorizon) => Ok(horizon),
            Some(Start::Latest) => Ok(stream.next_sequence),
            Some(Start::AtTimestamp) => {
                let at_ms = self.timestamp.ok_or(SettingError::TimestampRequired)?;
                let mut records = stream.readable(now).iter();
                let first = records.find(|record| record.at.epoch_ms >= at_ms);
                Ok(first.map_or(stream.next_sequence, |record| record.sequence))
            }
            Some(start @ (Start::AtSequenceNumber | Start::AfterSequenceNumber)) => {
                let text = self.sequence.as_ref().ok_or(SettingError::SequenceNumberRequired)?;
                let sequence = sequence_of(text).ok_or(SettingError::InvalidSequenceNumber)?;
                let from = sequence.saturating_add(u64::from(start == Start::AfterSequenceNumber));
                match (from < horizon, from > stream.next_sequence) {
                    (true, _) => Err(DynamoError::TrimmedDataAccess),
                    (_, true) => Err(SettingError::InvalidSequenceNumber.into()),
                    _ => Ok(from),
                }
            }
        }
    }
}

impl Operation for GetShardIterator {
    const NAME: &'static str = "GetShardIterator";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    type Response = ShardIterator;

    fn decode(fields: &mut Fields) -> GetShardIterator {
        ["StreamArn", "ShardId", "ShardIteratorType"].into_iter().for_each(|name| fields.require(name));
        GetShardIterator {
            arn: fields.text_of_length("StreamArn", 37, 1024).unwrap_or_default(),
            shard: fields.text_of_length("ShardId", 28, 65).unwrap_or_default(),
            start: fields.enumeration("ShardIteratorType", &NAMES, &STARTS),
            sequence: fields.text_of_length("SequenceNumber", 21, 40),
            timestamp: fields.integer("Timestamp", "Date").map(|seconds| seconds.max(0) as u64 * 1000),
        }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        self.stream(database).map(|_| Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<ShardIterator>, DynamoError> {
        let stream = self.stream(context.database)?;
        let sequence = self.position(stream, context.now)?;
        let arn = stream.definition.arn.clone();
        Ok(Step::Done(ShardIterator { arn, sequence, made_at: context.now }, WriteSet::default()))
    }

    fn touched(&self, _: &Database) -> Vec<Touched> {
        Touched::arn(Self::NAME, &self.arn)
    }

    fn encode(response: &ShardIterator, body: &mut ObjectWriter) {
        body.text("ShardIterator", &response.text());
    }
}
