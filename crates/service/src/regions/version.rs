//! The version of an item in a replica: the time and Region of its write. The later version wins. At the same time, the greater
//! Region name wins.

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::Change;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::{KeyBytes, Timestamp};

use crate::regions::Group;
use crate::regions::link::Link;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version {
    pub at: Timestamp,
    /// The Region of the write.
    pub region: String,
}

/// Used in place of a Region for a strongly consistent table.
pub(crate) const EVERYWHERE: &str = "*";
/// How long versions of strongly consistent tables are kept at least, in milliseconds.
const KEPT_MS: u64 = 60_000;
/// How many versions a write looks at to find old ones.
const VERSIONS_AT_ONCE: usize = 32;

pub(crate) fn digits(key: &KeyBytes) -> String {
    key.as_slice().iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Version {
    fn key(table: &str, replica: &str, key: &KeyBytes) -> RecordKey {
        RecordKey::of_table(RecordKind::REPLICA_VERSION, table, &format!("{replica} {}", digits(key)))
    }

    /// Returns the version of an item, while it is kept.
    pub fn load(database: &Database, table: &str, replica: &str, key: &KeyBytes) -> Option<Version> {
        let bytes = database.record(&Version::key(table, replica, key))?;
        record_form::content(bytes).and_then(|mut reader| Version::read(&mut reader)).checked()
    }

    /// Returns the change that stores the version of an item in a replica.
    pub fn change(&self, table: &str, replica: &str, key: &KeyBytes) -> Change {
        let mut writer = record_form::begin();
        self.write(&mut writer);
        Change::record(Version::key(table, replica, key), Some(writer.bytes))
    }

    /// Writes time and Region.
    pub fn write(&self, writer: &mut Writer) {
        writer.unsigned(self.at.epoch_ms);
        writer.text(&self.region);
    }

    /// Reads a version of [`Version::write`].
    ///
    /// # Errors
    /// The bytes end within it.
    pub fn read(reader: &mut Reader) -> Result<Version, Malformed> {
        let at = Timestamp::from_epoch_ms(reader.unsigned()?);
        Ok(Version { at, region: reader.text()?.to_owned() })
    }

    /// Returns when another Region can write the item again.
    pub fn through_at(&self, region: &str, key: &KeyBytes, database: &Database) -> Timestamp {
        self.at.plus_ms(Link::load(database, &self.region, region).lag_ms(self.at, key, database))
    }
}

/// Returns the changes that delete all versions of a table. It is used when no replication can conflict with them any more.
pub(crate) fn forget_all(table: &str, database: &Database) -> Vec<Change> {
    let of_table = database.registry().of_kind_in(RecordKind::REPLICA_VERSION, table);
    of_table.map(|(key, _)| Change::record(key.clone(), None)).collect()
}

/// Returns changes that delete versions of a strongly consistent table that no write in another Region can conflict with any more.
/// Looks only at some versions after that of `key` and, behind the last one, from the first one on, so that a write costs the same
/// in a table with many.
pub(crate) fn forget_old(group: &Group, key: &KeyBytes, now: Timestamp, database: &Database) -> Vec<Change> {
    let registry = database.registry();
    let here = Version::key(&group.table, EVERYWHERE, key);
    let later = registry
        .from(here.clone())
        .take_while(|(key, _)| key.kind == RecordKind::REPLICA_VERSION && key.table == group.table);
    let earlier = registry.of_kind_in(RecordKind::REPLICA_VERSION, &group.table);
    let earlier = earlier.take_while(move |(key, _)| **key < here);
    let versions = later.chain(earlier).take(VERSIONS_AT_ONCE);
    let kept_ms = |from: &str| {
        let others = group.regions.iter().filter(|to| *to != from);
        others.map(|to| Link::load(database, from, to).longest_lag_ms(database)).fold(KEPT_MS, u64::max)
    };
    let is_old = |bytes: &[u8]| {
        record_form::content(bytes)
            .and_then(|mut reader| Version::read(&mut reader))
            .checked()
            .is_some_and(|version| version.at.plus_ms(kept_ms(&version.region)) < now)
    };
    let old = versions.filter(|(_, bytes)| is_old(bytes));
    old.map(|(key, _)| Change::record(key.clone(), None)).collect()
}
