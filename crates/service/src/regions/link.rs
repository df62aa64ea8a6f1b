//! The link from one Region to another: its delay and whether it is connected.

use dynalab_engine::codec::primitives::read_flag;
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::seed::draw::draw_between;
use dynalab_types::binary::Malformed;
use dynalab_types::{KeyBytes, Timestamp, fingerprint};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub from: String,
    pub to: String,
    /// `None` uses the delay from the settings.
    pub fixed_lag_ms: Option<u64>,
    pub up: bool,
}

/// The purpose of these random numbers, so that no other draw repeats them.
const LINKS: u64 = 201;

impl Link {
    /// Returns the key of the record.
    pub fn key(&self) -> RecordKey {
        RecordKey::of_account(RecordKind::REPLICA_LINK, &format!("{}>{}", self.from, self.to))
    }

    /// Returns the link between two Regions. It is connected unless a record says otherwise.
    pub fn load(database: &Database, from: &str, to: &str) -> Link {
        let link = Link { from: from.to_owned(), to: to.to_owned(), fixed_lag_ms: None, up: true };
        match database.record(&link.key()).and_then(|bytes| Link::read(bytes).checked()) {
            Some((fixed_lag_ms, up)) => Link { fixed_lag_ms, up, ..link },
            None => link,
        }
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = record_form::begin();
        // Stores the value plus one, so that zero is `None`.
        writer.unsigned(self.fixed_lag_ms.map_or(0, |lag_ms| lag_ms + 1));
        writer.byte(u8::from(self.up));
        writer.bytes
    }

    /// Decodes the record: the fixed delay, and whether the link is connected.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn read(bytes: &[u8]) -> Result<(Option<u64>, bool), Malformed> {
        let mut reader = record_form::content(bytes)?;
        Ok((reader.unsigned()?.checked_sub(1), read_flag(&mut reader)?))
    }

    /// Returns the longest delay of any write, in milliseconds.
    pub fn longest_lag_ms(&self, database: &Database) -> u64 {
        self.fixed_lag_ms
            .or_else(|| database.dials().map(|dials| dials.longest_replication_lag_ms()))
            .unwrap_or(0)
    }

    /// Returns the delay of a write of an item at a time, in milliseconds.
    pub fn lag_ms(&self, at: Timestamp, key: &KeyBytes, database: &Database) -> u64 {
        match (self.fixed_lag_ms, database.dials()) {
            (Some(lag_ms), _) => lag_ms,
            (None, None) => 0,
            (None, Some(dials)) => {
                let (least, most) = (dials.replication_lag_least_ms, dials.longest_replication_lag_ms());
                let link = fingerprint(format!("{}>{}", self.from, self.to).as_bytes()) as u64;
                draw_between(dials.seed, &[LINKS, at.epoch_ms, link, key.hash()], least, most)
            }
        }
    }
}
