//! Dynalab.DescribeWaits: the changes of tables and indexes that are not finished, and until when they take.

use dynalab_engine::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};

use crate::complete::{Complete, Context};
use crate::table_times::waits::{Wait, waits_of};

#[derive(Clone, Debug)]
pub struct DescribeWaits {
    /// `None` for all tables.
    table: Option<String>,
}

impl Operation<Complete> for DescribeWaits {
    const NAME: &'static str = "Dynalab.DescribeWaits";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = Vec<Wait>;

    fn decode(fields: &mut Fields) -> DescribeWaits {
        DescribeWaits { table: fields.has("TableName").then(|| fields.table_name()) }
    }

    reads_nothing!();

    fn step(&mut self, (): &mut (), context: &mut Context) -> Result<Step<Vec<Wait>>, DynamoError> {
        let database = context.database;
        let mut waits = match &self.table {
            Some(name) => {
                let table = database.described_table(table_name_of(name))?;
                waits_of(database, table, context.now)
            }
            None => database.tables().flat_map(|table| waits_of(database, table, context.now)).collect(),
        };
        waits.sort_by_key(|wait| wait.until);
        Ok(Step::Done(waits, WriteSet::default()))
    }

    fn encode(waits: &Vec<Wait>, body: &mut ObjectWriter) {
        body.objects("Waits", waits, |object, wait| {
            object.text("TableName", &wait.table);
            if let Some(index) = &wait.index {
                object.text("IndexName", index);
            }
            object.text("Awaited", wait.awaited.name());
            object.date("Until", wait.until);
        });
    }
}
