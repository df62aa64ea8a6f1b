//! Dynalab.DescribeCapacity: the limits, burst capacity and consumption of a table and its global indexes. It also lists the
//! changes by auto scaling.

use crate::change::WriteSet;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer, table_name_of};
use crate::json_writer::ObjectWriter;
use crate::operation::{Operation, Step};
use crate::service::complete::{Complete, Context};
use crate::service::partition::CapacityDescription;

#[derive(Clone, Debug)]
pub struct DescribeCapacity {
    table: String,
}

impl Operation<Complete> for DescribeCapacity {
    const NAME: &'static str = "Dynalab.DescribeCapacity";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = CapacityDescription;

    fn decode(fields: &mut Fields) -> DescribeCapacity {
        DescribeCapacity { table: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<CapacityDescription>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table))?;
        Ok(Step::Done(CapacityDescription::of(context, table), WriteSet::default()))
    }

    fn encode(described: &CapacityDescription, body: &mut ObjectWriter) {
        described.encode(body);
    }
}
