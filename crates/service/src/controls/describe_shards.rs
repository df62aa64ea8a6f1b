//! Dynalab.DescribeShards: the shards of a table's stream with their newest records. It also lists the mappings and
//! applications that read the stream, for the diagram.

use std::sync::Arc;

use dynalab_engine::change::WriteSet;
use dynalab_engine::database::Database;
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step};
use dynalab_engine::registry::RecordKind;
use dynalab_engine::stream::{RecordedBy, Stream, StreamDefinition, StreamRecord, sequence_text};
use dynalab_types::{Item, Timestamp};

use crate::complete::{Complete, Context};
use crate::stream_shards::shard_records::ShardReader;
use crate::stream_shards::{Lineage, Shard};

/// The maximum number of records of each shard.
const RECORDS_TOLD: usize = 24;
/// The maximum number of shards. These are the newest. DescribeStream returns the older ones.
const SHARDS_TOLD: usize = 40;

#[derive(Clone, Debug)]
pub struct DescribeShards {
    table: String,
}

#[derive(Debug)]
pub struct ShardsDescription {
    stream: Option<(Arc<StreamDefinition>, Vec<ShardDescription>)>,
    /// The names of the event source mappings.
    mappings: Vec<Arc<str>>,
    /// The names of the applications whose workers read this stream.
    applications: Vec<Arc<str>>,
}

#[derive(Debug)]
struct ShardDescription {
    id: String,
    parent: Option<String>,
    closed: bool,
    records: u64,
    /// The newest records, oldest first.
    newest: Vec<RecordDescription>,
}

#[derive(Debug)]
struct RecordDescription {
    sequence: u64,
    event: &'static str,
    key: Item,
    at: Timestamp,
    by_service: bool,
}

impl ShardDescription {
    fn from_shard(stream: &Stream, shard: &Shard, now: Timestamp) -> ShardDescription {
        let definition = &stream.definition;
        let reader = ShardReader::new(stream, shard, now);
        let records: Vec<&StreamRecord> = reader.records_from(reader.horizon()).collect();
        let newest = &records[records.len().saturating_sub(RECORDS_TOLD)..];
        ShardDescription {
            id: shard.id(definition),
            parent: shard.parent.map(|parent| parent.id(definition)),
            closed: shard.closed.is_some(),
            records: records.len() as u64,
            newest: newest
                .iter()
                .map(|record| RecordDescription {
                    sequence: record.sequence,
                    event: record.event_name(),
                    key: record.keys(&definition.key),
                    at: record.at,
                    by_service: record.by == RecordedBy::Service,
                })
                .collect(),
        }
    }

    fn encode(&self, object: &mut ObjectWriter) {
        object.text("ShardId", &self.id);
        if let Some(parent) = &self.parent {
            object.text("ParentShardId", parent);
        }
        object.boolean("Closed", self.closed);
        object.integer("RecordCount", self.records);
        object.objects("Newest", &self.newest, |object, record| {
            object.text("SequenceNumber", &sequence_text(record.sequence));
            object.text("EventName", record.event);
            object.item("Key", &record.key);
            object.date("At", record.at);
            object.boolean("ByService", record.by_service);
        });
    }
}

impl Operation<Complete> for DescribeShards {
    const NAME: &'static str = "Dynalab.DescribeShards";
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    const READS_ONLY: bool = true;
    type Response = ShardsDescription;

    fn decode(fields: &mut Fields) -> DescribeShards {
        DescribeShards { table: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ShardsDescription>, DynamoError> {
        let (database, now) = (context.database, context.now);
        let table = database.described_table(table_name_of(&self.table))?;
        let arn = table.definition.settings.stream.as_ref().map(|stream| stream.arn.clone());
        let stream = arn.as_ref().and_then(|arn| database.stream(arn).ok()).map(|stream| {
            let lineage = Lineage::load(database, stream, now);
            let told = lineage.shards.len().saturating_sub(SHARDS_TOLD);
            let shards =
                lineage.shards[told..].iter().map(|shard| ShardDescription::from_shard(stream, shard, now));
            (stream.definition.clone(), shards.collect())
        });
        let mappings = database.registry().of_kind(RecordKind::EVENT_SOURCE_MAPPING);
        let mappings = mappings.map(|(key, _)| key.name.clone()).collect();
        let workers = context.service.simulation_state.workers.values();
        let reads = workers.filter(|workers| arn.as_ref().is_some_and(|arn| *arn == workers.stream));
        let applications = reads.map(|workers| workers.name.clone()).collect();
        Ok(Step::Done(ShardsDescription { stream, mappings, applications }, WriteSet::default()))
    }

    fn encode(response: &ShardsDescription, body: &mut ObjectWriter) {
        if let Some((stream, shards)) = &response.stream {
            body.text("StreamArn", &stream.arn);
            body.text("StreamViewType", stream.view.name());
            body.text("StreamStatus", if stream.closed { "DISABLED" } else { "ENABLED" });
            body.objects("Shards", shards, |object, shard| shard.encode(object));
        }
        body.list("Mappings", &response.mappings, |json, name| {
            dynalab_types::wire::write_json_string(name, json);
        });
        body.list("Applications", &response.applications, |json, name| {
            dynalab_types::wire::write_json_string(name, json);
        });
    }
}
