//! DescribeGlobalTableSettings, version 2017.11.29: the capacity of a group's tables, as far as they are in this Region.

use std::sync::Arc;

use crate::auto_scaling::{AutoScaling, Resource, Scaled};
use crate::change::WriteSet;
use crate::config::EngineConfig;
use crate::context::Context;
use crate::database::Database;
use crate::error::{DynamoError, GlobalTableError};
use crate::fields::{Fields, RequestLayer};
use crate::global_table::{GlobalTable, decode_name};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::Plan;
use crate::table::{BillingMode, IndexKind, TableDefinition};

#[derive(Clone, Debug)]
pub struct DescribeGlobalTableSettings {
    name: String,
}

/// Of the table of this Region; none when it is in the group no longer.
#[derive(Debug)]
pub struct GlobalTableSettings {
    name: String,
    local: Option<Arc<TableDefinition>>,
    scaling: AutoScaling,
    config: EngineConfig,
}

impl GlobalTableSettings {
    pub(crate) fn of(
        name: &str,
        local: Option<Arc<TableDefinition>>,
        scaling: AutoScaling,
        config: &EngineConfig,
    ) -> GlobalTableSettings {
        GlobalTableSettings { name: name.to_owned(), local, scaling, config: config.clone() }
    }

    pub(crate) fn encode(&self, body: &mut ObjectWriter) {
        body.text("GlobalTableName", &self.name);
        body.objects("ReplicaSettings", &self.local, |object, definition| {
            object.text("RegionName", &self.config.region);
            object.text("ReplicaStatus", definition.status.name());
            if definition.billing == BillingMode::PayPerRequest {
                object.object("ReplicaBillingModeSummary", |object| {
                    object.text("BillingMode", definition.billing.name());
                    if let Some(since) = definition.on_demand_since {
                        object.date("LastUpdateToPayPerRequestDateTime", since);
                    }
                });
            }
            self.encode_capacity(definition, object);
            if let Some(class) = definition.table_class {
                object.object("ReplicaTableClassSummary", |object| object.text("TableClass", class.name()));
            }
        });
    }

    fn encode_capacity(&self, definition: &TableDefinition, object: &mut ObjectWriter) {
        let resource = Resource { table: &self.name, config: &self.config };
        let scaled = |member: &str, index: &str, writes: bool, object: &mut ObjectWriter| {
            let of = Scaled { region: self.config.region.clone(), index: index.to_owned(), writes };
            if self.scaling.find(&of.region, index, writes).is_some() {
                self.scaling.encode(member, &of, &resource, object);
            }
        };
        object.integer("ReplicaProvisionedReadCapacityUnits", definition.throughput.read);
        scaled("ReplicaProvisionedReadCapacityAutoScalingSettings", "", false, object);
        object.integer("ReplicaProvisionedWriteCapacityUnits", definition.throughput.write);
        scaled("ReplicaProvisionedWriteCapacityAutoScalingSettings", "", true, object);
        let indexes: Vec<_> = definition.indexes_of_kind(IndexKind::Global).collect();
        if indexes.is_empty() {
            return;
        }
        object.objects("ReplicaGlobalSecondaryIndexSettings", indexes, |object, index| {
            object.text("IndexName", &index.name);
            object.text("IndexStatus", index.status.name());
            object.integer("ProvisionedReadCapacityUnits", index.throughput.read);
            scaled("ProvisionedReadCapacityAutoScalingSettings", &index.name, false, object);
            object.integer("ProvisionedWriteCapacityUnits", index.throughput.write);
            scaled("ProvisionedWriteCapacityAutoScalingSettings", &index.name, true, object);
        });
    }
}

/// The definition of the group's table in this Region.
pub(crate) fn local_definition(
    database: &Database,
    name: &str,
) -> Result<Option<Arc<TableDefinition>>, GlobalTableError> {
    let global = GlobalTable::find(database, name)?;
    let table = database.find(name).filter(|_| global.has_local);
    Ok(table.map(|table| table.definition.clone()))
}

impl Operation for DescribeGlobalTableSettings {
    const NAME: &'static str = "DescribeGlobalTableSettings";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    type Response = Box<GlobalTableSettings>;

    fn decode(fields: &mut Fields) -> DescribeGlobalTableSettings {
        DescribeGlobalTableSettings { name: decode_name(fields) }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        GlobalTable::find(database, &self.name)?;
        Ok(Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let local = local_definition(context.database, &self.name)?;
        let scaling = AutoScaling::of(context.database, &self.name);
        let settings = GlobalTableSettings::of(&self.name, local, scaling, context.config);
        Ok(Step::Done(Box::new(settings), WriteSet::default()))
    }

    fn encode(response: &Box<GlobalTableSettings>, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
