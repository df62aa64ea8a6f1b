//! UpdateGlobalTable, version 2017.11.29: always an error, because no such global table exists.

use std::convert::Infallible;

use dynalab_engine::error::{DynamoError, LegacyGlobalTableError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::global_table::GlobalTableName;

/// A UpdateGlobalTable request.
#[derive(Clone, Debug)]
pub struct UpdateGlobalTable {
    name: GlobalTableName,
    creates: bool,
    deletes: bool,
}

impl Operation<Complete> for UpdateGlobalTable {
    const NAME: &'static str = "UpdateGlobalTable";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Account;
    type Response = Infallible;

    fn decode(fields: &mut Fields) -> UpdateGlobalTable {
        let name = GlobalTableName::decode(fields);
        fields.require("ReplicaUpdates");
        let region = |action: &mut Fields| {
            action.require("RegionName");
            action.text("RegionName");
        };
        let (mut creates, mut deletes) = (false, false);
        fields.list("ReplicaUpdates", |update| {
            creates |= update.nested("Create", region).is_some();
            deletes |= update.nested("Delete", region).is_some();
        });
        UpdateGlobalTable { name, creates, deletes }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), _: &mut Context) -> Result<Step<Infallible>, DynamoError> {
        self.name.check()?;
        match (self.creates, self.deletes) {
            (true, _) => Err(LegacyGlobalTableError::Version.into()),
            (false, true) => Err(self.name.not_found().into()),
            (false, false) => Err(LegacyGlobalTableError::NothingAsked.into()),
        }
    }

    fn encode(response: &Infallible, _body: &mut ObjectWriter) {
        match *response {}
    }
}
