//! DescribeGlobalTable, version 2017.11.29: the group of a table, as far as it is in this Region.

use crate::change::WriteSet;
use crate::context::Context;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer};
use crate::global_table::{GlobalTable, GlobalTableDescription, decode_name};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::Plan;

#[derive(Clone, Debug)]
pub struct DescribeGlobalTable {
    name: String,
}

impl Operation for DescribeGlobalTable {
    const NAME: &'static str = "DescribeGlobalTable";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    type Response = Box<GlobalTableDescription>;

    fn decode(fields: &mut Fields) -> DescribeGlobalTable {
        DescribeGlobalTable { name: decode_name(fields) }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        GlobalTable::find(database, &self.name)?;
        Ok(Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let global = GlobalTable::find(context.database, &self.name)?;
        let description = GlobalTableDescription::of(&self.name, global, context.now, context.config);
        Ok(Step::Done(Box::new(description), WriteSet::default()))
    }

    fn encode(response: &Box<GlobalTableDescription>, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
