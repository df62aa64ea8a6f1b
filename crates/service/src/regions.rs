//! The Regions of global tables. The items of a replica are a table such as `Orders@eu-west-1`. No request can contain its
//! name. A write to one replica is sent to the others. With strong consistency it is in all of them at once.

pub(crate) mod arrival;
pub(crate) mod link;
pub(crate) mod shapes;
pub(crate) mod version;

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::stream::{RecordedBy, RecordingMark};
use dynalab_engine::error::{DynamoError, GlobalTableError, StreamError, StrongError};
use dynalab_engine::execution::item_write::write_item;
use dynalab_engine::registry::RecordKind;
use dynalab_engine::registry::replica_name::{MARK, is_replica, member_name};
use dynalab_engine::registry::replication::Replication;
use dynalab_engine::request::resource_access::{Resource, ResourceAccess};
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::{KeyBytes, PackedItem, SmallMap, Timestamp};

use crate::complete::Context;
use crate::regions::arrival::PendingReplication;
use crate::regions::version::Version;

/// The replicas of a global table.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub table: Arc<str>,
    pub strong: bool,
    /// The Regions of the replicas. The engine's own Region is the first.
    pub regions: Vec<String>,
}

impl Group {
    /// Returns the group of a global table. `None` for any other table.
    pub fn find(table: &str, database: &Database, config: &EngineConfig) -> Option<Group> {
        let replication = Replication::load(database, table)?;
        let replicas = replication.remaining().map(|replica| replica.region.clone());
        let regions: Vec<String> = std::iter::once(config.region.clone()).chain(replicas).collect();
        Some(Group { table: table.into(), strong: replication.strong, regions })
    }

    /// Returns the group of a table and the Region of that replica.
    pub fn of_member(
        table: &str,
        replicated: &SmallMap<Arc<str>, bool>,
        database: &Database,
        config: &EngineConfig,
    ) -> Option<(Group, String)> {
        let (name, region) = table.split_once(MARK).unwrap_or((table, &config.region));
        replicated.get(name)?;
        Some((Group::find(name, database, config)?, region.to_owned()))
    }

    /// Returns the table name of the replica in a Region.
    pub fn member(&self, region: &str, config: &EngineConfig) -> String {
        member_name(&self.table, region, config)
    }
}

/// Returns true if a change affects the definitions of replicas.
pub(crate) fn concern(changes: &[Change]) -> bool {
    changes.iter().any(|change| {
        matches!(change, Change::Record { key, .. } if key.kind == RecordKind::REPLICATION)
            || matches!(change, Change::Table { after: None, .. })
    })
}

/// Returns the writes to other Regions that result from a write in one Region. Replicated writes are not sent again.
/// `replicated` are the tables with replicas.
pub(crate) fn replicate_changes(
    at: Timestamp,
    changes: &[Change],
    database: &Database,
    config: &EngineConfig,
    replicated: &SmallMap<Arc<str>, bool>,
) -> WriteSet {
    let mut writes = shapes::sync_replica_tables(at, changes, database, config, replicated);
    if arrival::is_arrival(changes) {
        return writes;
    }
    // The initial items of a replica are already in all Regions.
    let is_new = |name: &Arc<str>| {
        changes.iter().any(|change| {
            matches!(change, Change::Table { name: made, before: None, after: Some(_), .. } if made == name)
        })
    };
    for change in changes {
        if let Change::Item { table, key, after, .. } = change
            && !(is_replica(table) && is_new(table))
            && let Some((group, region)) = Group::of_member(table, replicated, database, config)
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
                    let pending =
                        PendingReplication::from_write(&group, &version, key, after.clone(), database);
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
            let stands = table.items.packed(key).cloned();
            // As in the Region of the write: a write that changes nothing is not in the stream.
            let recorded = (stands.as_ref() != after).then_some(RecordingMark {
                at: version.at,
                taken_back: false,
                by: RecordedBy::Client,
            });
            let delay_ms = config.delays.index_propagation_ms;
            let copy =
                write_item(&table.definition, key.clone(), || stands, after.cloned(), recorded, delay_ms);
            writes.append(copy);
        }
    }
    writes.changes.extend(version::forget_old(group, key, version.at, database));
    writes.changes.push(version.change(&group.table, version::EVERYWHERE, key));
    writes
}

/// Checks that streams belong to the Region. A stream exists only in its own Region.
pub(crate) fn check_streams(
    touched: &[ResourceAccess],
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

/// Checks requests on a strongly consistent table. Transactions are not supported. A write fails while a write of another
/// Region to the item is in progress.
pub(crate) fn check(touched: &[ResourceAccess], context: &Context) -> Result<(), DynamoError> {
    let (now, database, config) = (context.now, context.database, context.config);
    let replicated = &context.service.simulation_state.replicated;
    for touched in touched {
        let Some(table) = touched.resource.table() else { continue };
        let Some((group, region)) = Group::of_member(table, replicated, database, config) else { continue };
        if !group.strong {
            continue;
        }
        if touched.enclosing.is_some() {
            return Err(StrongError::Transaction.into());
        }
        let schema = database.find(table).map(|table| &table.definition.key);
        let keys = touched.keys.iter().filter_map(|key| schema?.key_bytes(&schema?.key_of(key)));
        for key in keys.filter(|_| touched.is_write()) {
            let last = Version::load(database, &group.table, version::EVERYWHERE, &key);
            if last
                .is_some_and(|last| last.region != region && now < last.through_at(&region, &key, database))
            {
                return Err(GlobalTableError::WriteConflict.into());
            }
        }
    }
    Ok(())
}
