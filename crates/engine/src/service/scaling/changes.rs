//! What the auto scaling of a table has changed, and when: the newest changes, so that somebody can see them.

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::change::Change;
use crate::database::Database;
use crate::registry::{Checked, RecordKey, RecordKind};

const KEPT: usize = 50;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScalingChange {
    pub at: Timestamp,
    /// Empty for the table itself.
    pub index: String,
    pub writes: bool,
    pub before: u64,
    pub after: u64,
}

/// Oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScalingChanges(pub Vec<ScalingChange>);

impl ScalingChanges {
    fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::SCALING_CHANGES, table, "")
    }

    pub fn of(database: &Database, table: &str) -> ScalingChanges {
        let bytes = database.record(&ScalingChanges::key(table));
        bytes.and_then(|bytes| ScalingChanges::from_bytes(bytes).checked()).unwrap_or_default()
    }

    /// With those of a minute; none where there are none.
    pub fn with(database: &Database, table: &str, newest: Vec<ScalingChange>) -> Option<Change> {
        if newest.is_empty() {
            return None;
        }
        let ScalingChanges(mut changes) = ScalingChanges::of(database, table);
        changes.extend(newest);
        let too_many = changes.len().saturating_sub(KEPT);
        changes.drain(..too_many);
        Some(Change::record(ScalingChanges::key(table), Some(ScalingChanges(changes).to_bytes())))
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.unsigned(self.0.len() as u64);
        for change in &self.0 {
            writer.unsigned(change.at.epoch_ms);
            writer.text(&change.index);
            writer.byte(u8::from(change.writes));
            writer.unsigned(change.before);
            writer.unsigned(change.after);
        }
        writer.bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<ScalingChanges, Malformed> {
        let mut reader = Reader::new(bytes);
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
}
