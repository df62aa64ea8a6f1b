//! The replicas of a table in other Regions, version 2019.11.21: a setting with its statuses. Their items are kept by `service::regions`.

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::config::EngineConfig;
use crate::definition_codec::read_flag;
use crate::registry::{RecordKey, RecordKind};
use crate::table::TableClass;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

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
