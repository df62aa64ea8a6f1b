//! GetRecords: returns the records of a shard from a position, and the next position.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::stream::{StreamDefinition, StreamRecord};
use dynalab_engine::error::{DynamoError, StreamError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::request::resource_access::ResourceAccess;
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::metrics::collect::returned_records;
use crate::shard_iterator::ShardIterator;
use crate::stream_event::StreamEvent;
use crate::stream_shards::Lineage;
use crate::stream_shards::shard_records::ShardReader;

const RECORDS_MAX: i64 = 1_000;
const PAGE_MAX_BYTES: u64 = 1024 * 1024;

/// A GetRecords request.
#[derive(Clone, Debug)]
pub struct GetRecords {
    iterator: String,
    limit: Option<i64>,
}

/// The response of GetRecords.
#[derive(Debug)]
pub struct GetRecordsResponse {
    region: String,
    stream: Arc<StreamDefinition>,
    records: Vec<StreamRecord>,
    /// `None` at the end of a closed shard.
    next: Option<ShardIterator>,
}

impl GetRecords {
    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        let (stream, _) = self.iterator.split_once('|').unwrap_or_default();
        ResourceAccess::arn(Self::NAME, stream)
    }
}

impl Operation<Complete> for GetRecords {
    const NAME: &'static str = "GetRecords";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Items(GetRecords::resource_accesses);
    type Response = GetRecordsResponse;

    fn decode(fields: &mut Fields) -> GetRecords {
        fields.require("ShardIterator");
        GetRecords {
            iterator: fields.text_of_length("ShardIterator", 1, 2048).unwrap_or_default(),
            limit: fields.integer_between("Limit", "Integer", 1, Some(RECORDS_MAX)),
        }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<GetRecordsResponse>, DynamoError> {
        let iterator = ShardIterator::read(&self.iterator, context.now)?;
        let (stream, lineage) = Lineage::find(context.database, &iterator.arn, context.now)?;
        let definition = stream.definition.clone();
        let shard = lineage.get(iterator.shard).ok_or(DynamoError::Stream(StreamError::TrimmedDataAccess))?;
        let shard = ShardReader::new(stream, shard, context.now);
        if shard.is_trimmed(iterator.sequence) {
            return Err(DynamoError::Stream(StreamError::TrimmedDataAccess));
        }
        let limit = self.limit.unwrap_or(RECORDS_MAX).max(1) as usize;
        let mut records = Vec::new();
        let mut bytes = 0;
        for record in shard.records_from(iterator.sequence).take(limit) {
            let size_bytes = StreamEvent::new(&definition, record).size_bytes;
            if bytes + size_bytes > PAGE_MAX_BYTES && !records.is_empty() {
                break;
            }
            bytes += size_bytes;
            records.push(record.clone());
        }
        returned_records(&definition, records.len() as u64, bytes, context);
        let read_to = records.last().map_or(iterator.sequence, |told| told.sequence + 1);
        let sequence = shard.next_place(read_to);
        let arn = definition.arn.clone();
        let next = ShardIterator { arn, shard: iterator.shard, sequence, made_at: context.now };
        let region = definition.region().to_owned();
        let next = (!shard.is_drained(sequence)).then_some(next);
        Ok(Step::Done(GetRecordsResponse { region, stream: definition, records, next }, WriteSet::default()))
    }

    fn encode(response: &GetRecordsResponse, body: &mut ObjectWriter) {
        body.objects("Records", &response.records, |object, record| {
            StreamEvent::new(&response.stream, record).write(&response.region, false, object);
        });
        if let Some(next) = &response.next {
            body.text("NextShardIterator", &next.text());
        }
    }
}
