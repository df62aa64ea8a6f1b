//! The replicas of a table in other Regions (version 2019.11.21): the setting and its statuses. The crate `service` stores
//! their items.

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

use crate::codec::primitives::read_flag;
use crate::codec::record_form;
use crate::database::table::TableClass;
use crate::registry::{RecordKey, RecordKind};
use crate::settings::config::EngineConfig;
use crate::settings::durations::Timed;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// The latest change of a replica or witness, and its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    Created(Timestamp),
    Updated(Timestamp),
    Deleted(Timestamp),
}

impl Stage {
    /// Returns `None` after deletion.
    pub fn status(self, now: Timestamp, config: &EngineConfig) -> Option<&'static str> {
        let (Stage::Created(at) | Stage::Updated(at) | Stage::Deleted(at)) = self;
        let takes_ms = match self {
            Stage::Created(_) => config.duration_ms(Timed::ReplicaCreation, &[at.epoch_ms]),
            Stage::Updated(_) => config.delays.setting_change_ms,
            Stage::Deleted(_) => config.duration_ms(Timed::ReplicaDeletion, &[at.epoch_ms]),
        };
        let done = now >= at.plus_ms(takes_ms);
        match (self, done) {
            (Stage::Created(_), false) => Some("CREATING"),
            (Stage::Updated(_), false) => Some("UPDATING"),
            (Stage::Deleted(_), false) => Some("DELETING"),
            (Stage::Created(_) | Stage::Updated(_), true) => Some("ACTIVE"),
            (Stage::Deleted(_), true) => None,
        }
    }

    /// Returns true if the replica was deleted.
    pub fn is_deleted(self) -> bool {
        matches!(self, Stage::Deleted(_))
    }
}

/// The settings in which a replica differs from the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overrides {
    pub kms_key: Option<String>,
    pub table_class: Option<TableClass>,
    pub capacity: ReadCapacity,
    /// By index name.
    pub indexes: Vec<(String, ReadCapacity)>,
}

/// The read capacity of a replica, where it differs from the table's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadCapacity {
    pub units: Option<u64>,
    pub most_units: Option<u64>,
}

/// A replica in another Region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replica {
    pub region: String,
    pub stage: Stage,
    pub created_at: Timestamp,
    pub overrides: Overrides,
}

/// The replicas of a table, and what holds for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replication {
    /// True for multi-Region strong consistency, false for eventual consistency.
    pub strong: bool,
    /// True if the local replica cannot be removed from the global table.
    pub protected: bool,
    pub witness: Option<(String, Stage)>,
    pub replicas: Vec<Replica>,
}

impl Replication {
    /// Returns the key of the record of a table.
    pub fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::REPLICATION, table, "")
    }

    /// Returns the replicas without those that are being deleted.
    pub fn remaining(&self) -> impl Iterator<Item = &Replica> {
        self.replicas.iter().filter(|replica| !replica.stage.is_deleted())
    }

    /// Returns true while a replica or the witness is being created, updated or deleted.
    pub fn is_changing(&self, now: Timestamp, config: &EngineConfig) -> bool {
        let stages = self.replicas.iter().map(|replica| replica.stage);
        let mut stages = stages.chain(self.witness.iter().map(|(_, stage)| *stage));
        stages.any(|stage| matches!(stage.status(now, config), Some(status) if status != "ACTIVE"))
    }

    /// Returns true if a replica was created from this table in the last 24 hours and still exists. Such a table cannot be
    /// deleted.
    pub fn was_source_lately(&self, now: Timestamp, config: &EngineConfig) -> bool {
        let lately = |at: Timestamp| now.epoch_ms.saturating_sub(at.epoch_ms) < DAY_MS;
        let is_shown = |replica: &&Replica| replica.stage.status(now, config).is_some();
        self.replicas.iter().filter(is_shown).any(|replica| lately(replica.created_at))
    }

    /// Returns the replica in a Region, unless it was deleted.
    pub fn find(&mut self, region: &str) -> Option<&mut Replica> {
        self.replicas.iter_mut().find(|replica| replica.region == region && !replica.stage.is_deleted())
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Replication, Malformed> {
        record_form::read(bytes, Replication::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<Replication, Malformed> {
        let mut replication = Replication {
            strong: read_flag(reader)?,
            protected: read_flag(reader)?,
            ..Replication::default()
        };
        if read_flag(reader)? {
            replication.witness = Some((reader.text()?.to_owned(), read_stage(reader)?));
        }
        for _ in 0..reader.count()? {
            replication.replicas.push(Replica {
                region: reader.text()?.to_owned(),
                stage: read_stage(reader)?,
                created_at: Timestamp::from_epoch_ms(reader.unsigned()?),
                overrides: read_overrides(reader)?,
            });
        }
        Ok(replication)
    }
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

fn read_capacity(reader: &mut Reader) -> Result<ReadCapacity, Malformed> {
    let (units, most_units) = (reader.unsigned()?.checked_sub(1), reader.unsigned()?.checked_sub(1));
    Ok(ReadCapacity { units, most_units })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replication_is_read_with_a_version_and_without() {
        const BEFORE: &[u8] = &[
            0, 1, 1, 9, 117, 115, 45, 101, 97, 115, 116, 45, 50, 0, 172, 2, 1, 9, 101, 117, 45, 119, 101,
            115, 116, 45, 49, 1, 144, 3, 100, 1, 107, 1, 6, 0, 1, 1, 103, 0, 10,
        ];
        let capacity = |units, most_units| ReadCapacity { units, most_units };
        let overrides = Overrides {
            kms_key: Some("k".to_owned()),
            table_class: Some(TableClass::Standard),
            capacity: capacity(Some(5), None),
            indexes: vec![("g".to_owned(), capacity(None, Some(9)))],
        };
        let replica = Replica {
            region: "eu-west-1".to_owned(),
            stage: Stage::Updated(Timestamp::from_epoch_ms(400)),
            created_at: Timestamp::from_epoch_ms(100),
            overrides,
        };
        let witness = Some(("us-east-2".to_owned(), Stage::Created(Timestamp::from_epoch_ms(300))));
        let kept = Replication { strong: false, protected: true, witness, replicas: vec![replica] };
        assert_eq!(Replication::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(Replication::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
