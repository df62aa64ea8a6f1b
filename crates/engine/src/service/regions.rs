//! The Regions of global tables. A replica's items are a table of the database with a name that no request can spell, `Orders@eu-west-1`;
//! what is written to one member of the group is sent to the others, or (strongly consistent) is in all of them at once.

pub(crate) mod arrival;
pub(crate) mod link;
pub(crate) mod member;
pub(crate) mod shapes;
pub(crate) mod version;

use std::sync::Arc;

use dynalab_types::{KeyBytes, PackedItem, Timestamp};

use crate::change::{Change, WriteSet};
use crate::config::EngineConfig;
use crate::database::Database;
use crate::error::{DynamoError, GlobalTableError, StreamError, StrongError};
use crate::item_write::write_item;
use crate::registry::RecordKind;
use crate::replication::Replication;
use crate::service::regions::arrival::Pending;
use crate::service::regions::member::{MARK, is_replica, member_name};
use crate::service::regions::version::Version;
use crate::stream::{Recorded, RecordedBy};
use crate::touched::{Resource, Touched};

/// The members of a global table.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub table: Arc<str>,
    pub strong: bool,
    /// The Region of the engine first.
    pub regions: Vec<String>,
}

impl Group {
    pub fn of(table: &str, database: &Database, config: &EngineConfig) -> Option<Group> {
        let replication = Replication::of(database, table)?;
        let replicas = replication.remaining().map(|replica| replica.region.clone());
        let regions: Vec<String> = std::iter::once(config.region.clone()).chain(replicas).collect();
        Some(Group { table: table.into(), strong: replication.strong, regions })
    }

    /// The group that a table is a member of, and the Region of that member.
    pub fn of_member(table: &str, database: &Database, config: &EngineConfig) -> Option<(Group, String)> {
        let (name, region) = table.split_once(MARK).unwrap_or((table, &config.region));
        database.surroundings().replicated.get(name)?;
        Some((Group::of(name, database, config)?, region.to_owned()))
    }

    /// The name of the member in that Region.
    pub fn member(&self, region: &str, config: &EngineConfig) -> String {
        member_name(&self.table, region, config)
    }
}

/// Whether it changes what the members of a group look like.
pub(crate) fn concern(changes: &[Change]) -> bool {
    changes.iter().any(|change| {
        matches!(change, Change::Record { key, .. } if key.kind == RecordKind::REPLICATION)
            || matches!(change, Change::Table { after: None, .. })
    })
}

/// What follows in other Regions from what was just written in one. What arrived from another Region goes no further.
pub(crate) fn follow(
    at: Timestamp,
    changes: &[Change],
    database: &Database,
    config: &EngineConfig,
) -> WriteSet {
    let mut writes = shapes::follow(at, changes, database, config);
    if arrival::is_arrival(changes) {
        return writes;
    }
    // What a replica begins with is everywhere already.
    let is_new = |name: &Arc<str>| {
        changes.iter().any(|change| {
            matches!(change, Change::Table { name: made, before: None, after: Some(_), .. } if made == name)
        })
    };
    for change in changes {
        if let Change::Item { table, key, after, .. } = change
            && !(is_replica(table) && is_new(table))
            && let Some((group, region)) = Group::of_member(table, database, config)
        {
            let has_items = |other: &&String| database.find(&group.member(other, config)).is_some();
            let others = group.regions.iter().filter(|other| **other != region).filter(has_items);
            let others: Vec<String> = others.cloned().collect();
            if others.is_empty() {
                continue;
            }
            let version = Version { at, region };
            if group.strong {
                writes.append(write_everywhere(&group, &version, key, after.as_ref(), (database, config)));
            } else {
                for other in &others {
                    let pending = Pending::of(&group, &version, key, after.clone(), database);
                    writes.append(pending.send(&group, other, database, config));
                }
                writes.changes.push(version.change(&group.table, &version.region, key));
            }
        }
    }
    writes
}

fn write_everywhere(
    group: &Group,
    version: &Version,
    key: &KeyBytes,
    after: Option<&PackedItem>,
    (database, config): (&Database, &EngineConfig),
) -> WriteSet {
    let mut writes = WriteSet::default();
    for region in group.regions.iter().filter(|region| **region != version.region) {
        if let Some(table) = database.find(&group.member(region, config)) {
            let recorded = Recorded { at: version.at, taken_back: false, by: RecordedBy::Client };
            let before = || table.items.packed(key).cloned();
            let delay_ms = config.delays.index_propagation_ms;
            let copy =
                write_item(&table.definition, key.clone(), before, after.cloned(), Some(recorded), delay_ms);
            writes.append(copy);
        }
    }
    writes.changes.extend(version::forget_old(&group.table, version.at, database));
    writes.changes.push(version.change(&group.table, version::EVERYWHERE, key));
    writes
}

/// A stream is there in its own Region only.
pub(crate) fn check_streams(
    touched: &[Touched],
    region: &str,
    database: &Database,
) -> Result<(), DynamoError> {
    for touched in touched {
        if let Resource::Arn(arn) = &touched.resource
            && let Ok(stream) = database.stream(arn)
            && stream.definition.region() != region
        {
            return Err(DynamoError::Stream(StreamError::NotFound { arn: arn.clone() }));
        }
    }
    Ok(())
}

/// Of a strongly consistent table: no transactions, and no write while one of another Region is on its way through the group.
pub(crate) fn check(
    touched: &[Touched],
    now: Timestamp,
    database: &Database,
    config: &EngineConfig,
) -> Result<(), DynamoError> {
    for touched in touched {
        let Some(table) = touched.resource.table() else { continue };
        let Some((group, region)) = Group::of_member(table, database, config) else { continue };
        if !group.strong {
            continue;
        }
        if touched.enclosing.is_some() {
            return Err(StrongError::Transaction.into());
        }
        let schema = database.find(table).map(|table| &table.definition.key);
        let keys = touched.keys.iter().filter_map(|key| schema?.key_bytes(&schema?.key_of(key)));
        for key in keys.filter(|_| touched.writes()) {
            let last = Version::of(database, &group.table, version::EVERYWHERE, &key);
            if last
                .is_some_and(|last| last.region != region && now < last.through_at(&region, &key, database))
            {
                return Err(GlobalTableError::WriteConflict.into());
            }
        }
    }
    Ok(())
}
