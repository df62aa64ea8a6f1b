//! DescribeStream: what a stream is, and its shard.

use std::sync::Arc;

use crate::change::WriteSet;
use crate::context::Context;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::Plan;
use crate::service::touched::Touched;
use crate::stream::{StreamDefinition, sequence_text};
use crate::table_description::encode_key;

#[derive(Clone, Debug)]
pub struct DescribeStream {
    arn: String,
    after_shard: Option<String>,
    /// Of a shard, which has none: it never splits.
    only_children: bool,
}

#[derive(Debug)]
pub struct StreamDescription {
    stream: Arc<StreamDefinition>,
    /// Sequence numbers: the first that can be read, and of a closed stream the last there was.
    first: u64,
    last: Option<u64>,
    with_shard: bool,
}

impl Operation for DescribeStream {
    const NAME: &'static str = "DescribeStream";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    type Response = StreamDescription;

    fn decode(fields: &mut Fields) -> DescribeStream {
        fields.require("StreamArn");
        let arn = fields.text_of_length("StreamArn", 37, 1024).unwrap_or_default();
        fields.integer_between("Limit", "Integer", 1, None);
        let after_shard = fields.text_of_length("ExclusiveStartShardId", 28, 65);
        let children_of = fields.nested("ShardFilter", |filter| {
            filter.enumeration("Type", &["CHILD_SHARDS"], &[("CHILD_SHARDS", ())]);
            filter.text_of_length("ShardId", 28, 65)
        });
        DescribeStream { arn, after_shard, only_children: children_of.is_some() }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        database.stream(&self.arn).map(|_| Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<StreamDescription>, DynamoError> {
        let stream = context.database.stream(&self.arn)?;
        let description = StreamDescription {
            first: stream.horizon(context.now),
            last: stream.definition.closed.then(|| stream.next_sequence.saturating_sub(1)),
            with_shard: self.after_shard.is_none() && !self.only_children,
            stream: stream.definition.clone(),
        };
        Ok(Step::Done(description, WriteSet::default()))
    }

    fn touched(&self, _: &Database) -> Vec<Touched> {
        Touched::arn(Self::NAME, &self.arn)
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
            let shards = response.with_shard.then(|| stream.shard_id());
            object.objects("Shards", shards, |object, shard| {
                object.text("ShardId", &shard);
                object.object("SequenceNumberRange", |object| {
                    object.text("StartingSequenceNumber", &sequence_text(response.first));
                    if let Some(last) = response.last {
                        object.text("EndingSequenceNumber", &sequence_text(last));
                    }
                });
            });
        });
    }
}
