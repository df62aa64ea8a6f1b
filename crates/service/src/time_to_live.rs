//! TTL: the rules for the setting and for the deletion of expired items, and the state of deletion.

pub(crate) mod sweep;

use std::sync::Arc;

use dynalab_engine::codec::primitives::{read_text, read_time};
use dynalab_engine::codec::record_form;
use dynalab_engine::database::table::settings::TimeToLive;
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_engine::settings::dials::Dials;
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

/// Returns the status for DescribeTimeToLive.
pub(crate) fn status(setting: &TimeToLive, now: Timestamp, dials: Option<&Arc<Dials>>) -> &'static str {
    let takes_ms = dials.map_or(0, |dials| dials.time_to_live_enabling_ms);
    let in_force = setting.changed_at.is_none_or(|at| now >= at.plus_ms(takes_ms));
    match (setting.attribute.is_some(), in_force) {
        (true, true) => "ENABLED",
        (true, false) => "ENABLING",
        (false, true) => "DISABLED",
        (false, false) => "DISABLING",
    }
}

/// The stored state of a table's TTL deletion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sweeper {
    /// The time of the next run.
    pub wakes_at: Option<Timestamp>,
    /// The time of the last deletion.
    pub swept_at: Option<Timestamp>,
    /// The number of deleted items.
    pub swept: u64,
    /// The previous attribute, while TTL is being disabled.
    pub leaves: Option<Box<str>>,
}

impl Sweeper {
    /// Returns the key of the record of a table.
    pub fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::TIME_TO_LIVE, table, "")
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Sweeper, Malformed> {
        record_form::read(bytes, Sweeper::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<Sweeper, Malformed> {
        Ok(Sweeper {
            wakes_at: read_time(reader)?,
            swept_at: read_time(reader)?,
            swept: reader.unsigned()?,
            leaves: read_text(reader)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_sweeper_keeps_is_read_back() {
        let sweeper = Sweeper {
            wakes_at: Some(Timestamp::from_epoch_ms(7)),
            swept_at: None,
            swept: 300,
            leaves: Some("ends".into()),
        };
        assert_eq!(Sweeper::from_bytes(&sweeper.to_bytes()), Ok(sweeper));
    }

    #[test]
    fn a_sweeper_without_a_version_is_read() {
        const BEFORE: &[u8] = &[8, 0, 172, 2, 1, 4, 101, 110, 100, 115];
        let kept = Sweeper {
            wakes_at: Some(Timestamp::from_epoch_ms(7)),
            swept_at: None,
            swept: 300,
            leaves: Some("ends".into()),
        };
        assert_eq!(Sweeper::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(Sweeper::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
