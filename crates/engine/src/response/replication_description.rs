//! The replicas of a table in descriptions and in the checks of DeleteTable.

use dynalab_types::Timestamp;

use crate::database::Database;
use crate::database::table::{IndexKind, Table, TableDefinition};
use crate::error::{DynamoError, GlobalTableError, StrongError};
use crate::execution::context::Context;
use crate::registry::Checked;
use crate::registry::replication::{Overrides, ReadCapacity, Replication, Stage};
use crate::response::json_writer::ObjectWriter;
use crate::settings::config::EngineConfig;

/// The value for tables of one account without other settings.
const SETTINGS_MODE: &str = "ENABLED_WITH_OVERRIDES";

impl Replication {
    /// Returns `None` if the table has no replicas.
    pub fn load(database: &Database, table: &str) -> Option<Replication> {
        Replication::from_bytes(database.record(&Replication::key(table))?).checked()
    }
}

/// Rejects the deletion of a table that replicas depend on.
///
/// # Errors
/// The table has replicas that must be deleted before.
pub fn check_deletable<S>(table: &Table, context: &Context<S>) -> Result<(), DynamoError> {
    let name = &table.definition.name;
    let Some(replication) = Replication::load(context.database, name) else { return Ok(()) };
    let statuses = replication.replicas.iter();
    let mut statuses = statuses.filter_map(|replica| replica.stage.status(context.now, context.config));
    if statuses.any(|status| matches!(status, "CREATING" | "UPDATING")) {
        return Err(GlobalTableError::InUse.into());
    }
    if replication.strong && replication.remaining().next().is_some() {
        return Err(StrongError::KeepsReplica.into());
    }
    match replication.was_source_lately(context.now, context.config) {
        true => Err(GlobalTableError::SourceOfReplicas.into()),
        false => Ok(()),
    }
}

/// The description of a table's replicas.
#[derive(Debug)]
pub struct ReplicationDescription {
    replication: Replication,
    now: Timestamp,
    config: EngineConfig,
    /// True in the response of the request that changes the replicas.
    just_changed: bool,
}

impl ReplicationDescription {
    /// Returns `None` if the table has no replicas.
    pub fn from_table<S>(table: &Table, context: &Context<S>) -> Option<ReplicationDescription> {
        let replication = Replication::load(context.database, &table.definition.name)?;
        let (now, config) = (context.now, context.config.clone());
        Some(ReplicationDescription { replication, now, config, just_changed: false })
    }

    /// Describes the replicas before the change that the request makes.
    pub fn changing<S>(before: Replication, context: &Context<S>) -> ReplicationDescription {
        let (now, config) = (context.now, context.config.clone());
        ReplicationDescription { replication: before, now, config, just_changed: true }
    }

    fn status(&self, stage: Stage) -> Option<&'static str> {
        stage.status(self.now, &self.config)
    }

    /// Returns the status UPDATING while replicas change.
    pub fn table_status(&self) -> Option<&'static str> {
        let changes = self.just_changed || self.replication.is_changing(self.now, &self.config);
        changes.then_some("UPDATING")
    }

    /// Writes the members for replicas, witnesses and consistency.
    pub fn encode(&self, definition: &TableDefinition, object: &mut ObjectWriter) {
        let replication = &self.replication;
        let replicas = replication.replicas.iter();
        let shown = replicas.filter_map(|replica| Some((replica, self.status(replica.stage)?)));
        let shown: Vec<_> = shown.collect();
        if shown.is_empty() {
            if self.just_changed {
                object.objects("Replicas", [(); 0], |_, ()| ());
            }
            return;
        }
        object.text("GlobalTableVersion", "2019.11.21");
        object.objects("Replicas", shown, |object, (replica, status)| {
            object.text("RegionName", &replica.region);
            object.text("ReplicaStatus", status);
            encode_overrides(&replica.overrides, definition, object);
            object.text("GlobalTableSettingsReplicationMode", SETTINGS_MODE);
        });
        let witness = replication.witness.as_ref();
        let witness = witness.and_then(|(region, stage)| Some((region, self.status(*stage)?)));
        if let Some((region, status)) = witness {
            object.objects("GlobalTableWitnesses", [()], |object, ()| {
                object.text("RegionName", region);
                object.text("WitnessStatus", status);
            });
        }
        object.text("GlobalTableSettingsReplicationMode", SETTINGS_MODE);
        if !replication.strong {
            object.boolean("DisassociationProtectionEnabled", replication.protected);
        }
        if replication.strong {
            object.text("MultiRegionConsistency", "STRONG");
        }
    }
}

fn encode_overrides(overrides: &Overrides, definition: &TableDefinition, object: &mut ObjectWriter) {
    if let Some(key) = &overrides.kms_key {
        object.text("KMSMasterKeyId", key);
    }
    encode_capacity(overrides.capacity, object);
    let indexes: Vec<_> = definition.indexes_of_kind(IndexKind::Global).collect();
    if !indexes.is_empty() {
        object.objects("GlobalSecondaryIndexes", indexes, |object, index| {
            object.text("IndexName", &index.name);
            let other = overrides.indexes.iter().find(|(name, _)| **name == *index.name);
            encode_capacity(other.map(|(_, capacity)| *capacity).unwrap_or_default(), object);
        });
    }
    if let Some(class) = overrides.table_class {
        object.object("ReplicaTableClassSummary", |object| object.text("TableClass", class.name()));
    }
}

fn encode_capacity(capacity: ReadCapacity, object: &mut ObjectWriter) {
    if let Some(units) = capacity.units {
        object.object("ProvisionedThroughputOverride", |object| object.integer("ReadCapacityUnits", units));
    }
    if let Some(units) = capacity.most_units {
        object.object("OnDemandThroughputOverride", |object| object.integer("MaxReadRequestUnits", units));
    }
}
