//! DescribeStream: returns a stream and its shards, in pages.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::stream::{Stream, StreamDefinition, sequence_text};
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::definition_members::encode_key;
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::resource_arn::check_stream_arn;
use crate::stream_shards::{Lineage, Shard};

/// The maximum number of shards on a page, also the default.
const SHARDS_MAX: i64 = 100;

/// A DescribeStream request.
#[derive(Clone, Debug)]
pub struct DescribeStream {
    arn: String,
    limit: Option<i64>,
    after_shard: Option<String>,
    /// Limits the result to the children of this shard.
    parent: Option<Option<String>>,
}

/// The response of DescribeStream.
#[derive(Debug)]
pub struct StreamDescription {
    stream: Arc<StreamDefinition>,
    shards: Vec<StreamShard>,
    /// The last shard of this page, if more shards follow.
    last_told: Option<String>,
}

#[derive(Debug)]
struct StreamShard {
    id: String,
    parent: Option<String>,
    /// The first possible sequence number, and for a closed shard the last one.
    first: u64,
    last: Option<u64>,
}

impl DescribeStream {
    fn described(&self, stream: &Stream, lineage: &Lineage, horizon: u64) -> StreamDescription {
        let definition = &stream.definition;
        let id = |shard: &Shard| shard.id(definition);
        let behind = match &self.after_shard {
            Some(after) => lineage.shards.iter().position(|shard| id(shard) == *after).map(|place| place + 1),
            None => Some(0),
        };
        let behind = lineage.shards.get(behind.unwrap_or(usize::MAX)..).unwrap_or_default();
        let parent = self.parent.as_ref().map(|parent| {
            let found = lineage.shards.iter().find(|shard| Some(id(shard)) == *parent);
            found.map(|shard| shard.number)
        });
        let asked = behind.iter().filter(|shard| match parent {
            Some(parent) => parent.is_some() && shard.parent.map(|name| name.number) == parent,
            None => true,
        });
        let limit = self.limit.unwrap_or(SHARDS_MAX).clamp(1, SHARDS_MAX) as usize;
        let asked: Vec<&Shard> = asked.collect();
        let shards: Vec<StreamShard> = asked
            .iter()
            .take(limit)
            .map(|shard| StreamShard::from_shard(shard, lineage, definition, horizon))
            .collect();
        let last_told = shards.last().filter(|_| asked.len() > limit).map(|shard| shard.id.clone());
        StreamDescription { stream: definition.clone(), shards, last_told }
    }
}

impl StreamShard {
    fn from_shard(shard: &Shard, lineage: &Lineage, stream: &StreamDefinition, horizon: u64) -> StreamShard {
        let parent = shard.parent.map(|parent| parent.id(stream));
        // In a stream with one shard only, the first readable record counts.
        let alone = lineage.next_number == 1;
        let first = if alone { horizon.max(shard.first) } else { shard.first };
        // A closed shard without records ends where it begins.
        let last = shard.closed.map(|end| end.last.max(first));
        StreamShard { id: shard.id(stream), parent, first, last }
    }
}

impl Operation<Complete> for DescribeStream {
    const NAME: &'static str = "DescribeStream";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = StreamDescription;

    fn decode(fields: &mut Fields) -> DescribeStream {
        fields.require("StreamArn");
        let arn = fields.text_of_length("StreamArn", 37, 1024).unwrap_or_default();
        let limit = fields.integer_between("Limit", "Integer", 1, Some(SHARDS_MAX));
        let after_shard = fields.text_of_length("ExclusiveStartShardId", 28, 65);
        let parent = fields.nested("ShardFilter", |filter| {
            filter.require("Type");
            filter.require("ShardId");
            filter.enumeration("Type", &["CHILD_SHARDS"], &[("CHILD_SHARDS", ())]);
            filter.text_of_length("ShardId", 28, 65)
        });
        DescribeStream { arn, limit, after_shard, parent }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        check_stream_arn(&self.arn)?;
        database.stream(&self.arn).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<StreamDescription>, DynamoError> {
        let (stream, lineage) = Lineage::find(context.database, &self.arn, context.now)?;
        let description = self.described(stream, &lineage, stream.horizon(context.now));
        Ok(Step::Done(description, WriteSet::default()))
    }

    fn encode(response: &StreamDescription, body: &mut ObjectWriter) {
        let stream = &response.stream;
        body.object("StreamDescription", |object| {
            object.text("StreamArn", &stream.arn);
            object.text("StreamLabel", &stream.label);
            object.text("StreamStatus", if stream.closed { "DISABLED" } else { "ENABLED" });
            object.text("StreamViewType", stream.view.name());
            object.date("CreationRequestDateTime", stream.created_at);
            object.text("TableName", &stream.table);
            encode_key(&stream.key, object);
            object.objects("Shards", &response.shards, |object, shard| {
                object.text("ShardId", &shard.id);
                object.object("SequenceNumberRange", |object| {
                    object.text("StartingSequenceNumber", &sequence_text(shard.first));
                    if let Some(last) = shard.last {
                        object.text("EndingSequenceNumber", &sequence_text(last));
                    }
                });
                if let Some(parent) = &shard.parent {
                    object.text("ParentShardId", parent);
                }
            });
            if let Some(last_told) = &response.last_told {
                object.text("LastEvaluatedShardId", last_told);
            }
        });
    }
}
