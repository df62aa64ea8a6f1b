//! UpdateGlobalTable, version 2017.11.29: takes a table into the group, or out of it.

use crate::change::{Change, WriteSet};
use crate::context::Context;
use crate::database::Database;
use crate::error::{DynamoError, GlobalTableError};
use crate::fields::{Fields, RequestLayer};
use crate::global_table::{GlobalTable, GlobalTableDescription, check_member, decode_name};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::Plan;

#[derive(Clone, Debug)]
pub struct UpdateGlobalTable {
    name: String,
    updates: Vec<MemberUpdate>,
}

/// One of them.
#[derive(Clone, Debug)]
struct MemberUpdate {
    create: Option<String>,
    delete: Option<String>,
}

impl UpdateGlobalTable {
    fn apply(&self, context: &Context) -> Result<GlobalTable, DynamoError> {
        let mut global = GlobalTable::find(context.database, &self.name)?;
        if self.updates.is_empty() {
            return Err(GlobalTableError::OneAction.into());
        }
        for update in &self.updates {
            let table = self.name.clone();
            match (&update.create, &update.delete) {
                (Some(region), None) => {
                    if global.has_local && *region == context.config.region {
                        let region = region.clone();
                        return Err(GlobalTableError::ReplicaAlreadyExists { table, region }.into());
                    }
                    check_member(context.database, &self.name, region, context.config)?;
                    global.has_local = true;
                }
                (None, Some(region)) => {
                    if !global.has_local || *region != context.config.region {
                        let region = region.clone();
                        return Err(GlobalTableError::ReplicaNotFound { table, region }.into());
                    }
                    global.has_local = false;
                }
                _ => return Err(GlobalTableError::OneAction.into()),
            }
        }
        Ok(global)
    }
}

impl Operation for UpdateGlobalTable {
    const NAME: &'static str = "UpdateGlobalTable";
    const LAYER: RequestLayer = RequestLayer::Plain;
    type Response = Box<GlobalTableDescription>;

    fn decode(fields: &mut Fields) -> UpdateGlobalTable {
        let name = decode_name(fields);
        fields.require("ReplicaUpdates");
        let region = |action: &mut Fields| {
            action.require("RegionName");
            action.text("RegionName").unwrap_or_default()
        };
        let updates = fields.list("ReplicaUpdates", |update| MemberUpdate {
            create: update.nested("Create", region),
            delete: update.nested("Delete", region),
        });
        UpdateGlobalTable { name, updates: updates.unwrap_or_default() }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        GlobalTable::find(database, &self.name)?;
        Ok(Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let global = self.apply(context)?;
        let change = Change::record(GlobalTable::key(&self.name), Some(global.to_bytes()));
        let description = GlobalTableDescription::of(&self.name, global, context.now, context.config);
        let description = GlobalTableDescription { status: "UPDATING", ..description };
        Ok(Step::Done(Box::new(description), WriteSet::of(change)))
    }

    fn encode(response: &Box<GlobalTableDescription>, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
