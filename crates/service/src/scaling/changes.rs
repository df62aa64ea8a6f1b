//! The latest changes by a table's auto scaling, for its description.

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::Change;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

const KEPT: usize = 50;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ScalingChange {
    pub at: Timestamp,
    /// Empty for the table itself.
    pub index: String,
    pub writes: bool,
    pub before: u64,
    pub after: u64,
}

/// The changes, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ScalingChanges(pub Vec<ScalingChange>);

impl ScalingChanges {
    fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::SCALING_CHANGES, table, "")
    }

    /// Returns the stored record, or an empty one.
    pub fn load(database: &Database, table: &str) -> ScalingChanges {
        let bytes = database.record(&ScalingChanges::key(table));
        bytes.and_then(|bytes| ScalingChanges::from_bytes(bytes).checked()).unwrap_or_default()
    }

    /// Returns the change that adds those of a minute, or `None` if there are none.
    pub fn with(database: &Database, table: &str, newest: Vec<ScalingChange>) -> Option<Change> {
        if newest.is_empty() {
            return None;
        }
        let ScalingChanges(mut changes) = ScalingChanges::load(database, table);
        changes.extend(newest);
        let too_many = changes.len().saturating_sub(KEPT);
        changes.drain(..too_many);
        Some(Change::record(ScalingChanges::key(table), Some(ScalingChanges(changes).to_bytes())))
    }

    fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<ScalingChanges, Malformed> {
        record_form::read(bytes, ScalingChanges::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<ScalingChanges, Malformed> {
        let mut changes = Vec::new();
        for _ in 0..reader.count()? {
            changes.push(ScalingChange {
                at: Timestamp::from_epoch_ms(reader.unsigned()?),
                index: reader.text()?.to_owned(),
                writes: reader.byte()? == 1,
                before: reader.unsigned()?,
                after: reader.unsigned()?,
            });
        }
        Ok(ScalingChanges(changes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read_as_they_were_written() {
        let change = |at, index: &str| ScalingChange {
            at: Timestamp::from_epoch_ms(at),
            index: index.to_owned(),
            writes: at % 2 == 0,
            before: 5,
            after: 300,
        };
        let changes = ScalingChanges(vec![change(60_000, ""), change(120_001, "by-day")]);
        assert_eq!(ScalingChanges::from_bytes(&changes.to_bytes()), Ok(changes));
    }

    #[test]
    fn changes_without_a_version_are_read() {
        const BEFORE: &[u8] = &[1, 224, 212, 3, 6, 98, 121, 45, 100, 97, 121, 1, 5, 172, 2];
        let kept = ScalingChanges(vec![ScalingChange {
            at: Timestamp::from_epoch_ms(60_000),
            index: "by-day".to_owned(),
            writes: true,
            before: 5,
            after: 300,
        }]);
        assert_eq!(ScalingChanges::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(ScalingChanges::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
