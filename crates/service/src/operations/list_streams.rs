//! ListStreams: returns the streams of all tables or of one, including streams closed in the last 24 hours, in pages.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::stream::StreamDefinition;
use dynalab_engine::error::DynamoError;
use dynalab_engine::registry::replica_name::is_replica;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::resource_arn::check_stream_arn;
use crate::stream_shards::Lineage;

const PAGE_MAX: i64 = 100;

/// A ListStreams request.
#[derive(Clone, Debug)]
pub struct ListStreams {
    table: Option<String>,
    start: Option<String>,
    limit: Option<i64>,
}

/// The response of ListStreams.
#[derive(Debug)]
pub struct ListStreamsResponse {
    streams: Vec<Arc<StreamDefinition>>,
    more: bool,
}

impl Operation<Complete> for ListStreams {
    const NAME: &'static str = "ListStreams";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Account;
    type Response = ListStreamsResponse;

    fn decode(fields: &mut Fields) -> ListStreams {
        ListStreams {
            table: fields.index_name("TableName"),
            limit: fields.integer_between("Limit", "Integer", 1, Some(PAGE_MAX)),
            start: fields.text_of_length("ExclusiveStartStreamArn", 37, 1024),
        }
    }

    type Planned = ();

    fn plan(&self, _: &Database) -> Result<(), DynamoError> {
        self.start.as_deref().map_or(Ok(()), check_stream_arn)
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ListStreamsResponse>, DynamoError> {
        let limit = self.limit.unwrap_or(PAGE_MAX).clamp(1, PAGE_MAX) as usize;
        let wanted = |stream: &&Arc<StreamDefinition>| {
            !stream.is_recovery_log()
                && !is_replica(&stream.table)
                && self.table.as_ref().is_none_or(|table| stream.table.as_ref() == table)
                && self.start.as_ref().is_none_or(|start| stream.arn.as_ref() > start.as_str())
                && (!stream.closed || Lineage::find(context.database, &stream.arn, context.now).is_ok())
        };
        let streams = context.database.streams().map(|stream| &stream.definition).filter(wanted);
        let mut streams: Vec<_> = streams.take(limit + 1).cloned().collect();
        let more = streams.len() > limit;
        streams.truncate(limit);
        Ok(Step::Done(ListStreamsResponse { streams, more }, WriteSet::default()))
    }

    fn encode(response: &ListStreamsResponse, body: &mut ObjectWriter) {
        body.objects("Streams", &response.streams, |object, stream| {
            object.text("StreamArn", &stream.arn);
            object.text("TableName", &stream.table);
            object.text("StreamLabel", &stream.label);
        });
        if let (true, Some(last)) = (response.more, response.streams.last()) {
            body.text("LastEvaluatedStreamArn", &last.arn);
        }
    }
}
