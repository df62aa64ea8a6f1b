//! CreateGlobalTable, version 2017.11.29: rejected, as DynamoDB rejects it.

use std::convert::Infallible;

use crate::error::{DynamoError, LegacyGlobalTableError};
use crate::fields::{Fields, RequestLayer};
use crate::global_table::GlobalTableName;
use crate::json_writer::ObjectWriter;
use crate::operation::{Access, Operation, Step, reads_nothing};
use crate::service::complete::{Complete, Context};

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
