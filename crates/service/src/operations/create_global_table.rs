//! CreateGlobalTable, version 2017.11.29: rejected, as DynamoDB rejects it.

use std::convert::Infallible;

use dynalab_engine::error::{DynamoError, LegacyGlobalTableError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::global_table::GlobalTableName;

/// A CreateGlobalTable request.
#[derive(Clone, Debug)]
pub struct CreateGlobalTable {
    name: GlobalTableName,
}

impl Operation<Complete> for CreateGlobalTable {
    const NAME: &'static str = "CreateGlobalTable";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Account;
    type Response = Infallible;

    fn decode(fields: &mut Fields) -> CreateGlobalTable {
        let name = GlobalTableName::decode(fields);
        fields.require("ReplicationGroup");
        fields.list("ReplicationGroup", |replica| replica.text("RegionName"));
        CreateGlobalTable { name }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), _: &mut Context) -> Result<Step<Infallible>, DynamoError> {
        self.name.check()?;
        Err(LegacyGlobalTableError::Version.into())
    }

    fn encode(response: &Infallible, _body: &mut ObjectWriter) {
        match *response {}
    }
}
