//! DescribeTable: what a table is and how much it holds.

use crate::change::WriteSet;
use crate::context::Context;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer, table_name_of};
use crate::json_writer::ObjectWriter;
use crate::operation::{Access, Operation, Step};
#[cfg(feature = "complete")]
use crate::replication_description::ReplicationDescription;
#[cfg(feature = "complete")]
use crate::restored_table::RestoreSummary;
use crate::table_description::TableDescription;

#[derive(Clone, Debug)]
pub struct DescribeTable {
    table: String,
}

impl Operation for DescribeTable {
    const NAME: &'static str = "DescribeTable";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    type Response = TableDescription;

    fn decode(fields: &mut Fields) -> DescribeTable {
        DescribeTable { table: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<TableDescription>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table))?;
        let description = TableDescription::of(table);
        #[cfg(feature = "complete")]
        let description = description.restored_from(RestoreSummary::of(table, context.database));
        #[cfg(feature = "complete")]
        let description = description.with_replication(ReplicationDescription::of(table, context));
        Ok(Step::Done(description, WriteSet::default()))
    }

    fn encode(response: &TableDescription, body: &mut ObjectWriter) {
        body.object("Table", |object| response.encode(object));
    }
}
