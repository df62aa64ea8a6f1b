//! The replication of a write to another Region. It waits while the link is disconnected. On arrival, the later write of an
//! item wins.

use dynalab_engine::codec::primitives::read_flag;
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::scheduler::{Task, TaskKind, Work};
use dynalab_engine::database::stream::{RecordedBy, RecordingMark};
use dynalab_engine::database::table::Table;
use dynalab_engine::execution::item_write::write_item;
use dynalab_engine::registry::replica_name::member_name;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::settings::config::EngineConfig;
use dynalab_engine::trace::EventKind;
use dynalab_types::binary::Malformed;
use dynalab_types::{Item, KeyBytes, PackedItem, Timestamp};

use crate::complete::TaskContext;
use crate::metrics::{Dimension, Metric, Samples, Series, are_on};
use crate::regions::Group;
use crate::regions::link::Link;
use crate::regions::version::{self, Version, digits};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PendingReplication {
    pub version: Version,
    /// The version that the write replaced in its own Region. If the replica has another version, there is a conflict.
    base: Option<Version>,
    key: KeyBytes,
    after: Option<PackedItem>,
}

/// Returns true for the changes of an arrival, which removes itself from the pending writes.
pub(crate) fn is_arrival(changes: &[Change]) -> bool {
    changes.iter().any(
        |change| matches!(change, Change::Record { key, after: None, .. } if key.kind == RecordKind::REPLICA_PENDING),
    )
}

impl PendingReplication {
    /// Returns the replication of a write, with the version that the item had before.
    pub fn from_write(
        group: &Group,
        version: &Version,
        key: &KeyBytes,
        after: Option<PackedItem>,
        database: &Database,
    ) -> PendingReplication {
        let base = Version::load(database, &group.table, &version.region, key);
        PendingReplication { version: version.clone(), base, key: key.clone(), after }
    }

    /// Stores the pending write, and schedules its arrival if the link is connected.
    pub fn send(&self, group: &Group, to: &str, database: &Database, config: &EngineConfig) -> WriteSet {
        let Version { at, region } = &self.version;
        let name = format!("{region}>{to} {:013} {}", at.epoch_ms, digits(&self.key));
        let record = RecordKey::of_table(RecordKind::REPLICA_PENDING, &group.table, &name);
        let writes = WriteSet::from_change(Change::record(record, Some(self.to_bytes())));
        let link = Link::load(database, region, to);
        let home = database.find(&member_name(&group.table, &config.region, config));
        match home {
            Some(home) if link.up => writes.then(link.lag_ms(*at, &self.key, database), arrive(home, &name)),
            _ => writes,
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut writer = record_form::begin();
        self.version.write(&mut writer);
        writer.byte(u8::from(self.base.is_some()));
        if let Some(base) = &self.base {
            base.write(&mut writer);
        }
        writer.slice(self.key.as_slice());
        writer.byte(u8::from(self.after.is_some()));
        if let Some(after) = &self.after {
            after.write(&mut writer);
        }
        writer.bytes
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<PendingReplication, Malformed> {
        let mut reader = record_form::content(bytes)?;
        let version = Version::read(&mut reader)?;
        let base = if read_flag(&mut reader)? { Some(Version::read(&mut reader)?) } else { None };
        let key = KeyBytes::from_vec(reader.slice()?.to_vec());
        let after = if read_flag(&mut reader)? { Some(PackedItem::read(&mut reader)?) } else { None };
        Ok(PendingReplication { version, base, key, after })
    }
}

fn arrive(home: &Table, name: &str) -> Work {
    let payload = name.as_bytes().into();
    Work::Task(Task { kind: TaskKind::REPLICATION, table: Some(home.definition.reference()), payload })
}

/// Returns the two Regions of a pending write, from its name.
pub(crate) fn link_of(name: &str) -> Option<(&str, &str)> {
    name.split(' ').next()?.split_once('>')
}

/// Schedules the writes that waited for a link that is connected again.
pub(crate) fn resume(link: &Link, now: Timestamp, database: &Database) -> WriteSet {
    let mut writes = WriteSet::default();
    for (key, bytes) in database.registry().of_kind(RecordKind::REPLICA_PENDING) {
        if link_of(&key.name) == Some((&link.from, &link.to))
            && let Some(home) = database.find(&key.table)
            && let Some(pending) = PendingReplication::from_bytes(bytes).checked()
        {
            writes.later.push((link.lag_ms(now, &pending.key, database), arrive(home, &key.name)));
        }
    }
    writes
}

pub(crate) fn perform(home: &Table, payload: &[u8], context: TaskContext) -> WriteSet {
    let (database, table) = (context.database, &home.definition.name);
    let Some(name) = record_form::text(payload).checked() else { return WriteSet::default() };
    let record = RecordKey::of_table(RecordKind::REPLICA_PENDING, table, name);
    let pending = database.record(&record).and_then(|bytes| PendingReplication::from_bytes(bytes).checked());
    let (Some(pending), Some((from, to))) = (pending, link_of(name)) else { return WriteSet::default() };
    if !Link::load(database, from, to).up {
        return WriteSet::default();
    }
    let mut writes = WriteSet::from_change(Change::record(record, None));
    if let Some(replica) = database.find(&member_name(table, to, context.config)) {
        writes.append(settle(home, replica, &pending, to, context));
    }
    let mut waiting = database.registry().of_kind_in(RecordKind::REPLICA_PENDING, table);
    if !waiting.any(|(key, _)| *key.name != *name) {
        let kept = writes.changes.iter().filter(|change| !is_version(change)).cloned().collect();
        writes.changes = kept;
        writes.changes.extend(version::forget_all(table, database));
    }
    writes
}

fn is_version(change: &Change) -> bool {
    matches!(change, Change::Record { key, .. } if key.kind == RecordKind::REPLICA_VERSION)
}

/// Applies a write if it is the later one. If the two were concurrent, it stores both in the list of conflicts.
fn settle(
    home: &Table,
    replica: &Table,
    pending: &PendingReplication,
    to: &str,
    context: TaskContext,
) -> WriteSet {
    let (database, now, table) = (context.database, context.due.at, &home.definition.name);
    let local = Version::load(database, table, to, &pending.key);
    let wins = local.as_ref().is_none_or(|local| pending.version >= *local);
    let stands = replica.items.packed(&pending.key).cloned();
    let mut writes = WriteSet::default();
    let unaware =
        local.filter(|local| Some(local) != pending.base.as_ref() && local.region != pending.version.region);
    // Two deletes agree: neither loses anything.
    if let (Some(local), Some(item)) = (unaware, pending.after.as_ref().or(stands.as_ref())) {
        let item = item.unpack();
        let (winner, loser) =
            if wins { (pending.version.clone(), local) } else { (local, pending.version.clone()) };
        let key = home.definition.key.key_of(&item);
        let conflict = Conflict { at: now, region: to.to_owned(), key, winner, loser };
        writes.changes.push(Conflicts::with(table, conflict, database));
    }
    context.trace.emit(|| EventKind::ReplicaFollowed {
        table: table.clone(),
        region: to.to_owned(),
        from: pending.version.region.clone(),
        lag_ms: now.epoch_ms.saturating_sub(pending.version.at.epoch_ms),
        wins,
    });
    if are_on(context.config) {
        let lag_ms = now.epoch_ms.saturating_sub(pending.version.at.epoch_ms);
        let dimensions = [(Dimension::TableName, table.as_ref()), (Dimension::ReceivingRegion, to)];
        let mut samples = Samples::default();
        samples.add(Series::new(Metric::ReplicationLatency, &dimensions), lag_ms * 1000);
        samples.settle(now, database, context.unconditional_records);
    }
    if wins {
        let recorded = (stands != pending.after).then_some(RecordingMark {
            at: now,
            taken_back: false,
            by: RecordedBy::Client,
        });
        let delay_ms = context.config.delays.index_propagation_ms;
        let (definition, key) = (&replica.definition, pending.key.clone());
        writes.append(write_item(definition, key, || stands, pending.after.clone(), recorded, delay_ms));
        writes.changes.push(pending.version.change(table, to, &pending.key));
    }
    writes
}

/// Two concurrent writes of one item.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Conflict {
    pub at: Timestamp,
    /// The Region where the conflict was found.
    pub region: String,
    pub key: Item,
    pub winner: Version,
    pub loser: Version,
}

const CONFLICTS_KEPT: usize = 50;

/// The latest conflicts of a table, oldest first.
pub(crate) struct Conflicts;

impl Conflicts {
    fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::REPLICA_CONFLICTS, table, "")
    }

    /// Returns the latest conflicts of a table, the oldest first.
    pub fn load(table: &str, database: &Database) -> Vec<Conflict> {
        let bytes = database.record(&Conflicts::key(table));
        bytes.and_then(|bytes| Conflicts::read(bytes).checked()).unwrap_or_default()
    }

    fn with(table: &str, conflict: Conflict, database: &Database) -> Change {
        let mut conflicts = Conflicts::load(table, database);
        conflicts.push(conflict);
        let kept = conflicts.len().min(CONFLICTS_KEPT);
        let mut writer = record_form::begin();
        writer.unsigned(kept as u64);
        for conflict in conflicts.iter().rev().take(kept).rev() {
            writer.unsigned(conflict.at.epoch_ms);
            writer.text(&conflict.region);
            writer.map(&conflict.key);
            conflict.winner.write(&mut writer);
            conflict.loser.write(&mut writer);
        }
        Change::record(Conflicts::key(table), Some(writer.bytes))
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn read(bytes: &[u8]) -> Result<Vec<Conflict>, Malformed> {
        let mut reader = record_form::content(bytes)?;
        let mut conflicts = Vec::new();
        for _ in 0..reader.count()? {
            conflicts.push(Conflict {
                at: Timestamp::from_epoch_ms(reader.unsigned()?),
                region: reader.text()?.to_owned(),
                key: reader.map()?,
                winner: Version::read(&mut reader)?,
                loser: Version::read(&mut reader)?,
            });
        }
        Ok(conflicts)
    }
}
