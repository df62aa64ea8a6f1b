//! UpdateTableReplicaAutoScaling: stores the auto scaling settings of a table and its replicas. For the table in this Region,
//! `scaling` applies them while the setting `auto_scaling` is on.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::table::{BillingMode, IndexKind, Table};
use dynalab_engine::error::violation::ValueDisplay;
use dynalab_engine::error::{Constraint, DynamoError, GlobalTableError, ScalingError};
use dynalab_engine::registry::auto_scaling::{
    AutoScaling, EVERY_REGION, ScaledResource, ScalingSettings, decode_settings,
};
use dynalab_engine::registry::replication::Replication;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::operations::describe_table_replica_auto_scaling::AutoScalingDescription;

/// A UpdateTableReplicaAutoScaling request.
#[derive(Clone, Debug)]
pub struct UpdateTableReplicaAutoScaling {
    table: String,
    settings: Vec<(ScaledResource, ScalingSettings)>,
}

impl UpdateTableReplicaAutoScaling {
    fn check<'a>(&self, database: &'a Database) -> Result<&'a Table, DynamoError> {
        let table = database.described_table(table_name_of(&self.table))?;
        let name = || table.definition.name.to_string();
        if self.settings.is_empty() {
            return Err(ScalingError::NothingAsked { table: name() }.into());
        }
        let current = Replication::load(database, &table.definition.name);
        let is_global_table = current.is_some_and(|current| current.remaining().next().is_some());
        // A provisioned table needs auto scaling before it can have replicas. Only this operation can set it.
        if table.definition.billing == BillingMode::PayPerRequest && !is_global_table {
            return Err(ScalingError::NotFound { table: name() }.into());
        }
        if table.definition.billing == BillingMode::PayPerRequest {
            return Err(ScalingError::OnDemand { table: name() }.into());
        }
        let is_global =
            |index: &str| table.definition.index(index).is_some_and(|index| index.kind == IndexKind::Global);
        for (scaled, _) in &self.settings {
            if !scaled.index.is_empty() && !is_global(&scaled.index) {
                let region = (scaled.region != EVERY_REGION).then(|| scaled.region.clone());
                let (table, index) = (name(), scaled.index.clone());
                return Err(ScalingError::NoSuchIndex { table, index, region }.into());
            }
        }
        Ok(table)
    }

    fn check_regions(&self, table: &Table, context: &Context) -> Result<(), GlobalTableError> {
        let mut current = Replication::load(context.database, &table.definition.name).unwrap_or_default();
        let mut is_part = |region: &str| {
            region == EVERY_REGION || region == context.config.region || current.find(region).is_some()
        };
        match self.settings.iter().find(|(scaled, _)| !is_part(&scaled.region)) {
            None => Ok(()),
            Some((scaled, _)) => {
                Err(GlobalTableError::NotPartOfGlobalTable { region: scaled.region.clone() })
            }
        }
    }
}

impl Operation<Complete> for UpdateTableReplicaAutoScaling {
    const NAME: &'static str = "UpdateTableReplicaAutoScaling";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    type Response = Box<AutoScalingDescription>;

    fn decode(fields: &mut Fields) -> UpdateTableReplicaAutoScaling {
        let table = fields.table_name();
        let mut settings = Vec::new();
        let of = |region: &str, index: &str, writes: bool| {
            let (region, index) = (region.to_owned(), index.to_owned());
            ScaledResource { region, index, writes }
        };
        fields.list("GlobalSecondaryIndexUpdates", |update| {
            let index = update.index_name("IndexName").unwrap_or_default();
            let writes = update.nested("ProvisionedWriteCapacityAutoScalingUpdate", decode_settings);
            settings.extend(writes.map(|writes| (of(EVERY_REGION, &index, true), writes)));
        });
        let writes = fields.nested("ProvisionedWriteCapacityAutoScalingUpdate", decode_settings);
        settings.extend(writes.map(|writes| (of(EVERY_REGION, "", true), writes)));
        fields.list("ReplicaUpdates", |replica| {
            replica.require("RegionName");
            let region = replica.text("RegionName").unwrap_or_default();
            replica.list("ReplicaGlobalSecondaryIndexUpdates", |update| {
                let index = update.index_name("IndexName").unwrap_or_default();
                let reads = update.nested("ProvisionedReadCapacityAutoScalingUpdate", decode_settings);
                settings.extend(reads.map(|reads| (of(&region, &index, false), reads)));
            });
            let reads = replica.nested("ReplicaProvisionedReadCapacityAutoScalingUpdate", decode_settings);
            settings.extend(reads.map(|reads| (of(&region, "", false), reads)));
        });
        for list in ["GlobalSecondaryIndexUpdates", "ReplicaUpdates"] {
            if fields.is_empty_list(list) {
                fields.violation(list, ValueDisplay::Text("[]".into()), Constraint::LengthAtLeast(1));
            }
        }
        UpdateTableReplicaAutoScaling { table, settings }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.check(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let table = self.check(context.database)?;
        self.check_regions(table, context)?;
        let mut scaling = AutoScaling::load(context.database, &table.definition.name);
        for (scaled, settings) in &self.settings {
            scaling.set(&table.definition.name, scaled.clone(), settings.clone())?;
        }
        let change = Change::record(AutoScaling::key(&table.definition.name), Some(scaling.to_bytes()));
        Ok(Step::Done(
            Box::new(AutoScalingDescription::from_table(table, scaling, context)),
            WriteSet::from_change(change),
        ))
    }

    fn encode(response: &Box<AutoScalingDescription>, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
