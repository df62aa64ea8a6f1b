//! GetShardIterator: returns a position in a shard from which records can be read.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::stream::sequence_of;
use dynalab_engine::error::{DynamoError, SettingError, StreamError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
use crate::resource_arn::check_stream_arn;
use crate::shard_iterator::ShardIterator;
use crate::stream_shards::Lineage;
use crate::stream_shards::shard_records::ShardReader;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    TrimHorizon,
    Latest,
    AtSequenceNumber,
    AfterSequenceNumber,
    AtTimestamp,
}

/// In the order in which DynamoDB lists them.
const NAMES: [&str; 5] =
    ["AT_SEQUENCE_NUMBER", "TRIM_HORIZON", "LATEST", "AFTER_SEQUENCE_NUMBER", "AT_TIMESTAMP"];
const STARTS: [(&str, Start); 5] = [
    ("TRIM_HORIZON", Start::TrimHorizon),
    ("LATEST", Start::Latest),
    ("AT_SEQUENCE_NUMBER", Start::AtSequenceNumber),
    ("AFTER_SEQUENCE_NUMBER", Start::AfterSequenceNumber),
    ("AT_TIMESTAMP", Start::AtTimestamp),
];

/// A GetShardIterator request.
#[derive(Clone, Debug)]
pub struct GetShardIterator {
    arn: String,
    shard: String,
    start: Option<Start>,
    sequence: Option<String>,
    /// With a precision of milliseconds.
    timestamp: Option<Timestamp>,
}

impl GetShardIterator {
    fn iterator(&self, context: &Context) -> Result<ShardIterator, DynamoError> {
        let now = context.now;
        let (stream, lineage) = Lineage::find(context.database, &self.arn, now)?;
        let Some(shard) = ShardReader::find(stream, &lineage, &self.shard, now) else {
            return Err(DynamoError::Stream(StreamError::ShardNotFound {
                shard: self.shard.clone(),
                arn: self.arn.clone(),
            }));
        };
        let arn = stream.definition.arn.clone();
        Ok(ShardIterator { arn, shard: shard.shard.number, sequence: self.position(shard)?, made_at: now })
    }

    fn position(&self, shard: ShardReader) -> Result<u64, DynamoError> {
        let horizon = shard.horizon();
        match self.start {
            None | Some(Start::TrimHorizon) => Ok(horizon),
            Some(Start::Latest) => Ok(shard.end()),
            Some(Start::AtTimestamp) => {
                let at = self.timestamp.ok_or(SettingError::TimestampRequired)?;
                let first = shard.records_from(0).find(|record| record.at >= at);
                Ok(first.map_or(shard.end(), |record| record.sequence))
            }
            Some(start @ (Start::AtSequenceNumber | Start::AfterSequenceNumber)) => {
                let text = self.sequence.as_ref().ok_or(SettingError::SequenceNumberRequired)?;
                let sequence = sequence_of(text).ok_or(SettingError::InvalidSequenceNumber)?;
                let from = sequence.saturating_add(u64::from(start == Start::AfterSequenceNumber));
                match (shard.is_trimmed(from), shard.could_have(sequence)) {
                    (_, false) => Err(SettingError::InvalidSequenceNumber.into()),
                    (true, _) => Err(DynamoError::Stream(StreamError::TrimmedDataAccess)),
                    _ => Ok(shard.next_place(from)),
                }
            }
        }
    }
}

impl Operation<Complete> for GetShardIterator {
    const NAME: &'static str = "GetShardIterator";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = ShardIterator;

    fn decode(fields: &mut Fields) -> GetShardIterator {
        ["StreamArn", "ShardId", "ShardIteratorType"].into_iter().for_each(|name| fields.require(name));
        GetShardIterator {
            arn: fields.text_of_length("StreamArn", 37, 1024).unwrap_or_default(),
            shard: fields.text_of_length("ShardId", 28, 65).unwrap_or_default(),
            start: fields.enumeration("ShardIteratorType", &NAMES, &STARTS),
            sequence: fields.text_of_length("SequenceNumber", 21, 40),
            timestamp: fields.date("Timestamp"),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        check_stream_arn(&self.arn)?;
        if self.sequence.is_some() && matches!(self.start, Some(Start::TrimHorizon | Start::Latest)) {
            return Err(SettingError::SequenceNumberNotAllowed.into());
        }
        database.stream(&self.arn).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ShardIterator>, DynamoError> {
        Ok(Step::Done(self.iterator(context)?, WriteSet::default()))
    }

    fn encode(response: &ShardIterator, body: &mut ObjectWriter) {
        body.text("ShardIterator", &response.text());
    }
}
