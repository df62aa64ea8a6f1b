//! Dynalab.DescribeIndexQueues: the writes that wait for each global index of a table, and the progress of its backfill.

use dynalab_engine::change::WriteSet;
use dynalab_engine::database::Database;
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step};
use dynalab_engine::replication_queue::{Follower, missing_writes};
use dynalab_engine::table::{IndexDefinition, IndexKind, Table};
use dynalab_types::Timestamp;

use crate::backfill::{Backfill, entries, skipped};
use crate::complete::{Complete, Context};

#[derive(Clone, Debug)]
pub struct DescribeIndexQueues {
    table: String,
}

#[derive(Debug)]
pub struct DescribedQueue {
    index: String,
    status: &'static str,
    waiting: u64,
    /// How long the oldest write has waited, and how long the last one still waits, in milliseconds.
    oldest_ms: u64,
    longest_ms: u64,
    backfill: Option<DescribedBackfill>,
}

#[derive(Debug)]
struct DescribedBackfill {
    items: u64,
    looked_at: u64,
    skipped: u64,
    entries: u64,
    ends: Timestamp,
}

fn describe(context: &Context, table: &Table, index: &IndexDefinition) -> DescribedQueue {
    let now = context.now;
    let follower = Follower::Index(&index.name);
    let mut queue = DescribedQueue {
        index: index.name.to_string(),
        status: index.status.name(),
        waiting: 0,
        oldest_ms: 0,
        longest_ms: 0,
        backfill: None,
    };
    for (_, writes) in table.replication_queue.iter() {
        for write in
            missing_writes(writes, follower, now).iter().filter(|write| write.affects_index(&index.name))
        {
            queue.waiting += 1;
            queue.oldest_ms = queue.oldest_ms.max(now.epoch_ms.saturating_sub(write.written_at.epoch_ms));
            let left_ms = write.arrival_time(follower).epoch_ms.saturating_sub(now.epoch_ms);
            queue.longest_ms = queue.longest_ms.max(left_ms);
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
        queue.backfill = Some(DescribedBackfill { items, looked_at, skipped, entries, ends });
    }
    queue
}

impl Operation<Complete> for DescribeIndexQueues {
    const NAME: &'static str = "Dynalab.DescribeIndexQueues";
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    const READS_ONLY: bool = true;
    type Response = Vec<DescribedQueue>;

    fn decode(fields: &mut Fields) -> DescribeIndexQueues {
        DescribeIndexQueues { table: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Vec<DescribedQueue>>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table))?;
        let indexes = table.definition.indexes_of_kind(IndexKind::Global);
        let queues = indexes.map(|index| describe(context, table, index)).collect();
        Ok(Step::Done(queues, WriteSet::default()))
    }

    fn encode(queues: &Vec<DescribedQueue>, body: &mut ObjectWriter) {
        body.objects("Indexes", queues, |object, queue| {
            object.text("IndexName", &queue.index);
            object.text("IndexStatus", queue.status);
            object.integer("WaitingWrites", queue.waiting);
            object.integer("OldestMilliseconds", queue.oldest_ms);
            object.integer("LongestLeftMilliseconds", queue.longest_ms);
            if let Some(backfill) = &queue.backfill {
                object.object("Backfill", |object| {
                    object.integer("Items", backfill.items);
                    object.integer("LookedAt", backfill.looked_at);
                    object.integer("Skipped", backfill.skipped);
                    object.integer("Entries", backfill.entries);
                    object.date("Ends", backfill.ends);
                });
            }
        });
    }
}
