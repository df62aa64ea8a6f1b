//! Dynalab.DescribeShards: the shards of a table's stream with their newest records. It also lists the mappings and
//! applications that read the stream, for the diagram.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::stream::{RecordedBy, Stream, StreamRecord, sequence_text};
use dynalab_engine::error::DynamoError;
use dynalab_engine::registry::RecordKind;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
pub use crate::contract::streams::DescribeShards;
use crate::contract::streams::{RecordDescription, ShardDescription, ShardsDescription};
use crate::contract::{Call, Json, encode};
use crate::stream_shards::shard_records::ShardReader;
use crate::stream_shards::{Lineage, Shard};

/// The maximum number of records of each shard.
const RECORDS_TOLD: usize = 24;
/// The maximum number of shards. These are the newest. DescribeStream returns the older ones.
const SHARDS_TOLD: usize = 40;

fn describe_shard(stream: &Stream, shard: &Shard, now: Timestamp) -> ShardDescription {
    let definition = &stream.definition;
    let reader = ShardReader::new(stream, shard, now);
    let records: Vec<&StreamRecord> = reader.records_from(reader.horizon()).collect();
    let newest = &records[records.len().saturating_sub(RECORDS_TOLD)..];
    let newest = newest.iter().map(|record| RecordDescription {
        sequence_number: sequence_text(record.sequence),
        event_name: record.event_name().to_owned(),
        key: Json::from(&record.keys(&definition.key)),
        at: record.at.epoch_seconds(),
        by_service: record.by == RecordedBy::Service,
    });
    ShardDescription {
        shard_id: shard.id(definition),
        parent_shard_id: shard.parent.map(|parent| parent.id(definition)),
        closed: shard.closed.is_some(),
        record_count: records.len() as u64,
        newest: newest.collect(),
    }
}

impl Operation<Complete> for DescribeShards {
    const NAME: &'static str = <DescribeShards as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table_name];
    const READS_ONLY: bool = true;
    type Response = ShardsDescription;

    fn decode(fields: &mut Fields) -> DescribeShards {
        DescribeShards { table_name: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table_name)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ShardsDescription>, DynamoError> {
        let (database, now) = (context.database, context.now);
        let table = database.described_table(table_name_of(&self.table_name))?;
        let arn = table.definition.settings.stream.as_ref().map(|stream| stream.arn.clone());
        let mappings = database.registry().of_kind(RecordKind::EVENT_SOURCE_MAPPING);
        let workers = context.service.simulation_state.workers.values();
        let reads = workers.filter(|workers| arn.as_ref().is_some_and(|arn| *arn == workers.stream));
        let mut described = ShardsDescription {
            mappings: mappings.map(|(key, _)| key.name.to_string()).collect(),
            applications: reads.map(|workers| workers.name.to_string()).collect(),
            ..ShardsDescription::default()
        };
        if let Some(stream) = arn.as_ref().and_then(|arn| database.stream(arn).ok()) {
            let definition = &stream.definition;
            let lineage = Lineage::load(database, stream, now);
            let told = lineage.shards.len().saturating_sub(SHARDS_TOLD);
            let shards = lineage.shards[told..].iter().map(|shard| describe_shard(stream, shard, now));
            described.shards = Some(shards.collect());
            described.stream_arn = Some(definition.arn.to_string());
            described.stream_view_type = Some(definition.view.name().to_owned());
            described.stream_status = Some(if definition.closed { "DISABLED" } else { "ENABLED" }.to_owned());
        }
        Ok(Step::Done(described, WriteSet::default()))
    }

    fn encode(response: &ShardsDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
