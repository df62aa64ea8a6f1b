//! DescribeGlobalTable, version 2017.11.29: always returns the error for a missing global table.

use std::convert::Infallible;

use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::global_table::GlobalTableName;

/// A DescribeGlobalTable request.
#[derive(Clone, Debug)]
pub struct DescribeGlobalTable {
    name: GlobalTableName,
}

impl Operation<Complete> for DescribeGlobalTable {
    const NAME: &'static str = "DescribeGlobalTable";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Account;
    type Response = Infallible;

    fn decode(fields: &mut Fields) -> DescribeGlobalTable {
        DescribeGlobalTable { name: GlobalTableName::decode(fields) }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), _: &mut Context) -> Result<Step<Infallible>, DynamoError> {
        self.name.check()?;
        Err(self.name.not_found().into())
    }

    fn encode(response: &Infallible, _body: &mut ObjectWriter) {
        match *response {}
    }
}
