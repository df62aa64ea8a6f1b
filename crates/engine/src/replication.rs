//! The replicas of a table in other Regions, version 2019.11.21: a setting with its statuses. Their items are kept by `service::regions`.

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::config::EngineConfig;
use crate::context::Context;
use crate::database::Database;
use crate::definition_codec::read_flag;
use crate::error::{DynamoError, GlobalTableError, StrongError};
use crate::json_writer::ObjectWriter;
use crate::registry::{Checked, RecordKey, RecordKind};
use crate::table::{IndexKind, Table, TableClass, TableDefinition};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Of tables that ask for nothing else, all of one account.
const SETTINGS_MODE: &str = "ENABLED_WITH_OVERRIDES";

/// What was done to a replica or witness last, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Created(Timestamp),
    Updated(Timestamp),
    Deleted(Timestamp),
}

impl Stage {
    /// None when it is gone.
    pub fn status(self, now: Timestamp, config: &EngineConfig) -> Option<&'static str> {
        let (Stage::Created(at) | Stage::Updated(at) | Stage::Deleted(at)) = self;
        let done = now >= at.plus_ms(config.delays.setting_change_ms);
        match (self, done) {
            (Stage::Created(_), false) => Some("CREATING"),
            (Stage::Updated(_), false) => Some("UPDATING"),
            (Stage::Deleted(_), false) => Some("DELETING"),
            (Stage::Created(_) | Stage::Updated(_), true) => Some("ACTIVE"),
            (Stage::Deleted(_), true) => None,
        }
    }

    pub fn is_deleted(self) -> bool {
        matches!(self, Stage::Deleted(_))
    }
}

/// What a replica has otherwise than the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Overrides {
    pub kms_key: Option<String>,
    pub table_class: Option<TableClass>,
    pub capacity: ReadCapacity,
    /// By the name of the index.
    pub indexes: Vec<(String, ReadCapacity)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReadCapacity {
    pub units: Option<u64>,
    pub most_units: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Replica {
    pub region: String,
    pub stage: Stage,
    pub created_at: Timestamp,
    pub overrides: Overrides,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Replication {
    /// Strong consistency between Regions; otherwise eventual.
    pub strong: bool,
    /// The local replica cannot be taken out of the group.
    pub protected: bool,
    pub witness: Option<(String, Stage)>,
    pub replicas: Vec<Replica>,
}

impl Replication {
    pub fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::REPLICATION, table, "")
    }

    /// None when the table is one of its Region only.
    pub fn of(database: &Database, table: &str) -> Option<Replication> {
        Replication::from_bytes(database.record(&Replication::key(table))?).checked()
    }

    /// Without what has been deleted, even if it is still on its way.
    pub fn remaining(&self) -> impl Iterator<Item = &Replica> {
        self.replicas.iter().filter(|replica| !replica.stage.is_deleted())
    }

    /// Whether the service is at work on a replica or the witness.
    pub fn is_changing(&self, now: Timestamp, config: &EngineConfig) -> bool {
        let stages = self.replicas.iter().map(|replica| replica.stage);
        let mut stages = stages.chain(self.witness.iter().map(|(_, stage)| *stage));
        stages.any(|stage| matches!(stage.status(now, config), Some(status) if status != "ACTIVE"))
    }

    /// A table from which a replica was made is kept for a day, as long as that replica is there.
    pub fn was_source_lately(&self, now: Timestamp, config: &EngineConfig) -> bool {
        let lately = |at: Timestamp| now.epoch_ms.saturating_sub(at.epoch_ms) < DAY_MS;
        let is_shown = |replica: &&Replica| replica.stage.status(now, config).is_some();
        self.replicas.iter().filter(is_shown).any(|replica| lately(replica.created_at))
    }

    pub fn find(&mut self, region: &str) -> Option<&mut Replica> {
        self.replicas.iter_mut().find(|replica| replica.region == region && !replica.stage.is_deleted())
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.byte(u8::from(self.strong));
        writer.byte(u8::from(self.protected));
        writer.byte(u8::from(self.witness.is_some()));
        if let Some((region, stage)) = &self.witness {
            writer.text(region);
            write_stage(*stage, &mut writer);
        }
        writer.unsigned(self.replicas.len() as u64);
        for replica in &self.replicas {
            writer.text(&replica.region);
            write_stage(replica.stage, &mut writer);
            writer.unsigned(replica.created_at.epoch_ms);
            write_overrides(&replica.overrides, &mut writer);
        }
        writer.bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Replication, Malformed> {
        let mut reader = Reader::new(bytes);
        let mut replication = Replication {
            strong: read_flag(&mut reader)?,
            protected: read_flag(&mut reader)?,
            ..Replication::default()
        };
        if read_flag(&mut reader)? {
            replication.witness = Some((reader.text()?.to_owned(), read_stage(&mut reader)?));
        }
        for _ in 0..reader.count()? {
            replication.replicas.push(Replica {
                region: reader.text()?.to_owned(),
                stage: read_stage(&mut reader)?,
                created_at: Timestamp::from_epoch_ms(reader.unsigned()?),
                overrides: read_overrides(&mut reader)?,
            });
        }
        Ok(replication)
    }
}

fn write_stage(stage: Stage, writer: &mut Writer) {
    let (byte, at) = match stage {
        Stage::Created(at) => (0, at),
        Stage::Updated(at) => (1, at),
        Stage::Deleted(at) => (2, at),
    };
    writer.byte(byte);
    writer.unsigned(at.epoch_ms);
}

fn read_stage(reader: &mut Reader) -> Result<Stage, Malformed> {
    let (byte, at) = (reader.byte()?, Timestamp::from_epoch_ms(reader.unsigned()?));
    match byte {
        0 => Ok(Stage::Created(at)),
        1 => Ok(Stage::Updated(at)),
        2 => Ok(Stage::Deleted(at)),
        _ => Err(Malformed),
    }
}

fn write_overrides(overrides: &Overrides, writer: &mut Writer) {
    writer.text(overrides.kms_key.as_deref().unwrap_or_default());
    writer.byte(match overrides.table_class {
        None => 0,
        Some(TableClass::Standard) => 1,
        Some(TableClass::StandardInfrequentAccess) => 2,
    });
    write_capacity(overrides.capacity, writer);
    writer.unsigned(overrides.indexes.len() as u64);
    for (index, capacity) in &overrides.indexes {
        writer.text(index);
        write_capacity(*capacity, writer);
    }
}

fn read_overrides(reader: &mut Reader) -> Result<Overrides, Malformed> {
    let kms_key = Some(reader.text()?.to_owned()).filter(|key| !key.is_empty());
    let table_class = match reader.byte()? {
        0 => None,
        1 => Some(TableClass::Standard),
        2 => Some(TableClass::StandardInfrequentAccess),
        _ => return Err(Malformed),
    };
    let capacity = read_capacity(reader)?;
    let mut indexes = Vec::new();
    for _ in 0..reader.count()? {
        indexes.push((reader.text()?.to_owned(), read_capacity(reader)?));
    }
    Ok(Overrides { kms_key, table_class, capacity, indexes })
}

/// One more than it is, so that none is nought.
fn write_capacity(capacity: ReadCapacity, writer: &mut Writer) {
    for units in [capacity.units, capacity.most_units] {
        writer.unsigned(units.map_or(0, |units| units.saturating_add(1)));
    }
}

fn read_capacity(reader: &mut Reader) -> Result<ReadCapacity, Malformed> {
    let (units, most_units) = (reader.unsigned()?.checked_sub(1), reader.unsigned()?.checked_sub(1));
    Ok(ReadCapacity { units, most_units })
}

/// Refuses to delete a table on which replicas depend.
pub(crate) fn check_deletable(table: &Table, context: &Context) -> Result<(), DynamoError> {
    let name = &table.definition.name;
    let Some(replication) = Replication::of(context.database, name) else { return Ok(()) };
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

/// What the description of a table says of its replicas.
#[derive(Debug)]
pub(crate) struct ReplicationDescription {
    replication: Replication,
    now: Timestamp,
    config: EngineConfig,
    /// In an answer to the request that changed it.
    just_changed: bool,
}

impl ReplicationDescription {
    /// None when the table is one of its Region only.
    pub fn of(table: &Table, context: &Context) -> Option<ReplicationDescription> {
        let replication = Replication::of(context.database, &table.definition.name)?;
        let (now, config) = (context.now, context.config.clone());
        Some(ReplicationDescription { replication, now, config, just_changed: false })
    }

    /// As it was before the request that is at work on it.
    pub fn changing(before: Replication, context: &Context) -> ReplicationDescription {
        let (now, config) = (context.now, context.config.clone());
        ReplicationDescription { replication: before, now, config, just_changed: true }
    }

    fn status(&self, stage: Stage) -> Option<&'static str> {
        stage.status(self.now, &self.config)
    }

    /// Of the table, while its replicas change.
    pub fn table_status(&self) -> Option<&'static str> {
        let changes = self.just_changed || self.replication.is_changing(self.now, &self.config);
        changes.then_some("UPDATING")
    }

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
