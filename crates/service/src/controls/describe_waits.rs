//! Dynalab.DescribeWaits: the changes of tables and indexes that are not finished, and until when they take.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
pub use crate::contract::clock::DescribeWaits;
use crate::contract::clock::{WaitDescription, WaitsDescription};
use crate::contract::{Call, encode};
use crate::table_times::waits::{Wait, waits_of};

impl Operation<Complete> for DescribeWaits {
    const NAME: &'static str = <DescribeWaits as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = WaitsDescription;

    fn decode(fields: &mut Fields) -> DescribeWaits {
        DescribeWaits { table_name: fields.has("TableName").then(|| fields.table_name()) }
    }

    reads_nothing!();

    fn step(&mut self, (): &mut (), context: &mut Context) -> Result<Step<WaitsDescription>, DynamoError> {
        let database = context.database;
        let mut waits: Vec<Wait> = match &self.table_name {
            Some(name) => {
                let table = database.described_table(table_name_of(name))?;
                waits_of(database, table, context.now)
            }
            None => database.tables().flat_map(|table| waits_of(database, table, context.now)).collect(),
        };
        waits.sort_by_key(|wait| wait.until);
        let waits = waits.into_iter().map(|wait| WaitDescription {
            table_name: wait.table,
            index_name: wait.index,
            awaited: wait.awaited.name().to_owned(),
            until: wait.until.epoch_seconds(),
        });
        Ok(Step::Done(WaitsDescription { waits: waits.collect() }, WriteSet::default()))
    }

    fn encode(response: &WaitsDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
