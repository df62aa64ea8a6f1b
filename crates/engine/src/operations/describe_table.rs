//! DescribeTable: returns the definition of a table, its item count and its size.

use crate::database::Database;
use crate::database::change::WriteSet;
use crate::error::DynamoError;
use crate::execution::context::Context;
use crate::execution::table_service::TableService;
use crate::request::fields::{Fields, RequestLayer, table_name_of};
use crate::request::operation::{Access, Operation, Step};
use crate::response::json_writer::ObjectWriter;
use crate::response::table_description::TableDescription;

/// A DescribeTable request.
#[derive(Clone, Debug)]
pub struct DescribeTable {
    table: String,
}

impl<S: TableService> Operation<S> for DescribeTable {
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

    fn step(&mut self, _: &mut (), context: &mut Context<S>) -> Result<Step<TableDescription>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table))?;
        let description = TableDescription::from_table(table);
        let description = S::describe_table(context, table, description);
        Ok(Step::Done(description, WriteSet::default()))
    }

    fn encode(response: &TableDescription, body: &mut ObjectWriter) {
        body.object("Table", |object| response.encode::<S>(object));
    }
}
