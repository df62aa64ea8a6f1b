//! Dynalab.DescribeCapacity: the limits, burst capacity and consumption of a table and its global indexes. It also lists the
//! changes by auto scaling.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::contract::partitions::CapacityDescription;
pub use crate::contract::partitions::DescribeCapacity;
use crate::contract::{Call, encode};
use crate::partition::describe_capacity;

impl Operation<Complete> for DescribeCapacity {
    const NAME: &'static str = <DescribeCapacity as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table_name];
    const READS_ONLY: bool = true;
    type Response = CapacityDescription;

    fn decode(fields: &mut Fields) -> DescribeCapacity {
        DescribeCapacity { table_name: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table_name)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<CapacityDescription>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table_name))?;
        Ok(Step::Done(describe_capacity(context, table), WriteSet::default()))
    }

    fn encode(response: &CapacityDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
