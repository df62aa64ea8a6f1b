//! DescribeTableReplicaAutoScaling: returns the auto scaling settings of a table and its replicas.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::table::{IndexKind, Table};
use dynalab_engine::error::{DynamoError, ScalingError};
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::registry::auto_scaling::{AutoScaling, Resource, ScaledResource};
use dynalab_engine::registry::replication::Replication;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::settings::config::EngineConfig;

use crate::complete::{Complete, Context};

/// A DescribeTableReplicaAutoScaling request.
#[derive(Clone, Debug)]
pub struct DescribeTableReplicaAutoScaling {
    table: String,
}

/// The response of DescribeTableReplicaAutoScaling.
#[derive(Debug)]
pub struct AutoScalingDescription {
    table: String,
    status: &'static str,
    /// The Regions with the statuses of their replicas.
    replicas: Vec<(String, &'static str)>,
    /// The global indexes with their statuses.
    indexes: Vec<(String, &'static str)>,
    scaling: AutoScaling,
    config: EngineConfig,
}

impl AutoScalingDescription {
    pub(crate) fn from_table(
        table: &Table,
        scaling: AutoScaling,
        context: &Context,
    ) -> AutoScalingDescription {
        let definition = &table.definition;
        let mut replicas = vec![(context.config.region.clone(), definition.status.name())];
        let others = Replication::load(context.database, &definition.name).unwrap_or_default().replicas;
        replicas.extend(others.into_iter().filter_map(|replica| {
            let status = replica.stage.status(context.now, context.config)?;
            Some((replica.region, status))
        }));
        replicas.sort();
        let indexes = definition.indexes_of_kind(IndexKind::Global);
        AutoScalingDescription {
            table: definition.name.to_string(),
            status: definition.status.name(),
            replicas,
            indexes: indexes.map(|index| (index.name.to_string(), index.status.name())).collect(),
            scaling,
            config: context.config.clone(),
        }
    }

    pub(crate) fn encode(&self, body: &mut ObjectWriter) {
        let resource = Resource { table: &self.table, config: &self.config };
        let setting = |member: &str, region: &str, index: &str, writes: bool, object: &mut ObjectWriter| {
            let of = ScaledResource { region: region.to_owned(), index: index.to_owned(), writes };
            self.scaling.encode(member, &of, &resource, object);
        };
        body.object("TableAutoScalingDescription", |object| {
            object.text("TableName", &self.table);
            object.text("TableStatus", self.status);
            object.objects("Replicas", &self.replicas, |object, (region, status)| {
                object.text("RegionName", region);
                if !self.indexes.is_empty() {
                    object.objects("GlobalSecondaryIndexes", &self.indexes, |object, (index, status)| {
                        object.text("IndexName", index);
                        object.text("IndexStatus", status);
                        setting("ProvisionedReadCapacityAutoScalingSettings", region, index, false, object);
                        setting("ProvisionedWriteCapacityAutoScalingSettings", region, index, true, object);
                    });
                }
                setting("ReplicaProvisionedReadCapacityAutoScalingSettings", region, "", false, object);
                setting("ReplicaProvisionedWriteCapacityAutoScalingSettings", region, "", true, object);
                object.text("ReplicaStatus", status);
            });
        });
    }
}

impl DescribeTableReplicaAutoScaling {
    fn find<'a>(&self, database: &'a Database) -> Result<&'a Table, ScalingError> {
        let name = table_name_of(&self.table);
        database.find(name).ok_or_else(|| ScalingError::NotFound { table: name.to_owned() })
    }
}

impl Operation<Complete> for DescribeTableReplicaAutoScaling {
    const NAME: &'static str = "DescribeTableReplicaAutoScaling";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    type Response = Box<AutoScalingDescription>;

    fn decode(fields: &mut Fields) -> DescribeTableReplicaAutoScaling {
        DescribeTableReplicaAutoScaling { table: fields.table_name() }
    }

    reads_nothing!();

    fn describe(&self, (): &(), database: &Database) -> Result<Plan, DynamoError> {
        Ok(self.find(database).map(|_| Plan::NoRead)?)
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let table = self.find(context.database)?;
        let name = &table.definition.name;
        let scaling = AutoScaling::load(context.database, name);
        let current = Replication::load(context.database, name);
        let is_global_table = current.is_some_and(|current| current.remaining().next().is_some());
        if !is_global_table && scaling.is_empty() {
            return Err(ScalingError::NotFound { table: name.to_string() }.into());
        }
        Ok(Step::Done(
            Box::new(AutoScalingDescription::from_table(table, scaling, context)),
            WriteSet::default(),
        ))
    }

    fn encode(response: &Box<AutoScalingDescription>, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
