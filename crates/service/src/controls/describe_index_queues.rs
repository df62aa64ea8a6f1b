//! Dynalab.DescribeIndexQueues: the writes that wait for each global index of a table, and the progress of its backfill.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::replication_queue::{Follower, missing_writes};
use dynalab_engine::database::table::{IndexDefinition, IndexKind, Table};
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::backfill::{Backfill, entries, skipped};
use crate::complete::{Complete, Context};
pub use crate::contract::partitions::DescribeIndexQueues;
use crate::contract::partitions::{BackfillDescription, IndexQueue, IndexQueuesDescription};
use crate::contract::{Call, encode};

fn describe(context: &Context, table: &Table, index: &IndexDefinition) -> IndexQueue {
    let now = context.now;
    let follower = Follower::Index(&index.name);
    let mut queue = IndexQueue {
        index_name: index.name.to_string(),
        index_status: index.status.name().to_owned(),
        ..IndexQueue::default()
    };
    for (_, writes) in table.replication_queue.iter() {
        for write in
            missing_writes(writes, follower, now).iter().filter(|write| write.affects_index(&index.name))
        {
            queue.waiting_writes += 1;
            queue.oldest_milliseconds =
                queue.oldest_milliseconds.max(now.epoch_ms.saturating_sub(write.written_at.epoch_ms));
            let left_ms = write.arrival_time(follower).epoch_ms.saturating_sub(now.epoch_ms);
            queue.longest_left_milliseconds = queue.longest_left_milliseconds.max(left_ms);
        }
    }
    if let Some(backfill) = Backfill::load(context.database, &table.definition.name, &index.name) {
        let looked_at = backfill.looked_at(now);
        let skipped = skipped(index, &table.items, looked_at);
        let entries = match entries(context.database, table, index, now) {
            Some(figures) => figures.items,
            None => table.index_rows(&index.name).map_or(0, |rows| rows.rows.len() as u64),
        };
        let Backfill { items, ends, .. } = backfill;
        let ends = ends.epoch_seconds();
        queue.backfill = Some(BackfillDescription { items, looked_at, skipped, entries, ends });
    }
    queue
}

impl Operation<Complete> for DescribeIndexQueues {
    const NAME: &'static str = <DescribeIndexQueues as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table_name];
    const READS_ONLY: bool = true;
    type Response = IndexQueuesDescription;

    fn decode(fields: &mut Fields) -> DescribeIndexQueues {
        DescribeIndexQueues { table_name: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table_name)).map(|_| ())
    }

    fn step(
        &mut self,
        _: &mut (),
        context: &mut Context,
    ) -> Result<Step<IndexQueuesDescription>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table_name))?;
        let indexes = table.definition.indexes_of_kind(IndexKind::Global);
        let indexes = indexes.map(|index| describe(context, table, index)).collect();
        Ok(Step::Done(IndexQueuesDescription { indexes }, WriteSet::default()))
    }

    fn encode(response: &IndexQueuesDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
