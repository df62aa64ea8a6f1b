//! CreateGlobalTable, version 2017.11.29: joins tables of one name in several Regions. Only those of this Region can be there.

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
pub struct CreateGlobalTable {
    name: String,
    regions: Vec<String>,
}

impl CreateGlobalTable {
    fn check(&self, context: &Context) -> Result<(), DynamoError> {
        if self.regions.is_empty() {
            return Err(GlobalTableError::NoReplicas.into());
        }
        for (index, region) in self.regions.iter().enumerate() {
            if self.regions[..index].contains(region) {
                return Err(GlobalTableError::DuplicateRegion { region: region.clone() }.into());
            }
        }
        if GlobalTable::find(context.database, &self.name).is_ok() {
            return Err(GlobalTableError::AlreadyExists { table: self.name.clone() }.into());
        }
        for region in &self.regions {
            check_member(context.database, &self.name, region, context.config)?;
        }
        Ok(())
    }
}

impl Operation for CreateGlobalTable {
    const NAME: &'static str = "CreateGlobalTable";
    const LAYER: RequestLayer = RequestLayer::Plain;
    type Response = Box<GlobalTableDescription>;

    fn decode(fields: &mut Fields) -> CreateGlobalTable {
        let name = decode_name(fields);
        fields.require("ReplicationGroup");
        let regions = fields.list("ReplicationGroup", |replica| replica.text("RegionName"));
        CreateGlobalTable { name, regions: regions.unwrap_or_default().into_iter().flatten().collect() }
    }

    fn plan(&self, _database: &Database) -> Result<Plan, DynamoError> {
        Ok(Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        self.check(context)?;
        let global = GlobalTable { created_at: context.now, has_local: true };
        let change = Change::record(GlobalTable::key(&self.name), Some(global.to_bytes()));
        let description = GlobalTableDescription::of(&self.name, global, context.now, context.config);
        // What has just begun is not told as done, however short it takes.
        let description = GlobalTableDescription { status: "CREATING", ..description };
        Ok(Step::Done(Box::new(description), WriteSet::of(change)))
    }

    fn encode(response: &Box<GlobalTableDescription>, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
