//! The tables of replicas. They have the definition of the table in the engine's own Region. They are created and deleted with
//! the replicas. As long as Regions cannot differ there are none, because every write is in all Regions at once.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::stream::{Stream, StreamDefinition};
use dynalab_engine::database::table::settings::{TableSettings, TableStream};
use dynalab_engine::database::table::{Table, TableDefinition};
use dynalab_engine::registry::replica_name::{is_replica, member_name};
use dynalab_engine::registry::replication::{Replica, Replication};
use dynalab_engine::registry::{Checked, RecordKind};
use dynalab_engine::settings::config::EngineConfig;
use dynalab_engine::settings::dials::Dials;
use dynalab_types::{SmallMap, Timestamp};

use crate::regions::Group;

/// Returns true if a write can be in one Region and not yet in another.
fn can_differ(database: &Database) -> bool {
    let is_late = |dials: &Arc<Dials>| dials.longest_replication_lag_ms() > 0;
    database.dials().is_some_and(is_late)
        || database.registry().of_kind(RecordKind::REPLICA_LINK).next().is_some()
}

/// Returns the tables of which these changes will create replicas with items of their own, with the number of these replicas.
pub(crate) fn replicas_to_create<'a>(
    changes: &[Change],
    database: &'a Database,
    config: &EngineConfig,
    replicated: &SmallMap<Arc<str>, bool>,
) -> Vec<(&'a Table, usize)> {
    let records = || {
        changes.iter().filter_map(|change| match change {
            Change::Record { key, after: Some(after), .. } => Some((key, after)),
            _ => None,
        })
    };
    let begins_to_differ = records().any(|(key, after)| match key.kind {
        RecordKind::REPLICA_LINK => true,
        RecordKind::DIALS => {
            Dials::from_bytes(after).checked().is_some_and(|dials| dials.longest_replication_lag_ms() > 0)
        }
        _ => false,
    });
    let mut replications = SmallMap::new();
    for table in replicated.keys().filter(|_| begins_to_differ) {
        replications.insert(table.clone(), Replication::load(database, table));
    }
    for (key, after) in records().filter(|(key, _)| key.kind == RecordKind::REPLICATION) {
        replications.insert(key.table.clone(), Replication::from_bytes(after).checked());
    }
    let will_differ = begins_to_differ || can_differ(database);
    let to_create = replications.iter().filter_map(|(name, replication)| {
        let table = database.find(name)?;
        let prefix = format!("{name}@");
        let has_replica = || database.all_tables().any(|found| found.definition.name.starts_with(&prefix));
        let is_missing =
            |replica: &&Replica| database.find(&member_name(name, &replica.region, config)).is_none();
        let missing = replication.as_ref()?.remaining().filter(is_missing).count();
        (missing > 0 && (will_differ || has_replica())).then_some((table, missing))
    });
    to_create.collect()
}

/// Creates the tables of replicas, because a request to one of them needs its own items.
pub(crate) fn create_replica_tables(
    table: &str,
    at: Timestamp,
    database: &Database,
    config: &EngineConfig,
) -> WriteSet {
    WriteSet { changes: reconcile(&table.into(), true, at, (database, config)), later: Vec::new() }
}

pub(crate) fn sync_replica_tables(
    at: Timestamp,
    changes: &[Change],
    database: &Database,
    config: &EngineConfig,
    replicated: &SmallMap<Arc<str>, bool>,
) -> WriteSet {
    let mut concerned = SmallMap::new();
    for change in changes {
        match change {
            Change::Record { key, .. } if key.kind == RecordKind::REPLICATION => {
                concerned.insert(key.table.clone(), ());
            }
            Change::Record { key, .. }
                if matches!(key.kind, RecordKind::DIALS | RecordKind::REPLICA_LINK) =>
            {
                for table in replicated.keys() {
                    concerned.insert(table.clone(), ());
                }
            }
            Change::Table { name, .. } if !is_replica(name) => {
                concerned.insert(name.clone(), ());
            }
            Change::Backfill { table, .. } if !is_replica(table) => {
                concerned.insert(table.clone(), ());
            }
            _ => {}
        }
    }
    let mut writes = WriteSet::default();
    for table in concerned.keys() {
        writes.changes.extend(reconcile(table, can_differ(database), at, (database, config)));
    }
    writes
}

/// Creates missing tables of replicas if they are needed, or if another replica of the table has one.
fn reconcile(
    table: &Arc<str>,
    needed: bool,
    at: Timestamp,
    (database, config): (&Database, &EngineConfig),
) -> Vec<Change> {
    let main = database.find(table);
    let group = main.and_then(|_| Group::find(table, database, config));
    let regions: Vec<String> = group.iter().flat_map(|group| &group.regions).skip(1).cloned().collect();
    let mut changes = Vec::new();
    let mut needed = needed;
    let prefix = format!("{table}@");
    for found in database.all_tables().filter(|found| found.definition.name.starts_with(&prefix)) {
        let region = &found.definition.name[prefix.len()..];
        needed = true;
        if !regions.iter().any(|kept| kept == region) {
            changes.extend(open_stream(found, database).map(Stream::close));
            changes.push(Change::drop_table(found.definition.name.clone()));
        }
    }
    if let (Some(main), Some(group)) = (main, &group) {
        for region in &regions {
            let mut wanted = definition(main, region, &group.member(region, config), config);
            let found = database.find(&wanted.name);
            if found.is_none() && !needed {
                continue;
            }
            changes.extend(adapt_stream(main, found, &mut wanted, at, database));
            match found {
                None => create(main, wanted, &mut changes),
                Some(found) => alter(found, wanted, &mut changes),
            }
        }
    }
    changes
}

/// Returns the settings that are the same in all Regions. TTL deletes items in one Region, and the deletion is replicated.
fn definition(main: &Table, region: &str, name: &str, config: &EngineConfig) -> TableDefinition {
    let definition = main.definition.as_ref();
    let settings =
        TableSettings { encryption: definition.settings.encryption.clone(), ..TableSettings::default() };
    TableDefinition {
        name: name.into(),
        id: format!("{}@{region}", definition.id).into(),
        arn: definition.arn.replacen(&config.region, region, 1),
        deletion_protection: false,
        settings,
        ..definition.clone()
    }
}

fn open_stream<'a>(table: &Table, database: &'a Database) -> Option<&'a Stream> {
    database.stream(table.definition.settings.open_stream()?).ok()
}

/// Gives a replica a stream with the same view type while the table has one. The stream starts with the replica.
fn adapt_stream(
    main: &Table,
    found: Option<&Table>,
    wanted: &mut TableDefinition,
    at: Timestamp,
    database: &Database,
) -> Vec<Change> {
    let is_open = |stream: &&TableStream| stream.enabled;
    let view = main.definition.settings.stream.as_ref().filter(is_open).map(|stream| stream.view);
    wanted.settings.stream = found.and_then(|found| found.definition.settings.stream.clone());
    let open = found.and_then(|found| open_stream(found, database));
    if open.map(|stream| stream.definition.view) == view {
        return Vec::new();
    }
    let mut changes: Vec<Change> = open.map(Stream::close).into_iter().collect();
    if let Some(stream) = &mut wanted.settings.stream {
        stream.enabled = false;
    }
    if let Some(view) = view {
        let taken = |arn: &str| database.stream(arn).is_ok();
        let (name, key) = (wanted.name.clone(), wanted.key.clone());
        let stream = StreamDefinition::new(&wanted.arn, name, view, key, at, taken);
        wanted.settings.stream = Some((&stream).into());
        changes.push(Change::stream(stream));
    }
    changes
}

/// Creates the table of a replica with all current items, which share the rows of the table. Later writes are replicated.
fn create(main: &Table, definition: TableDefinition, changes: &mut Vec<Change>) {
    let table = definition.name.clone();
    changes.push(Change::create_table(definition));
    if !main.items.is_empty() {
        changes.push(Change::Items { table, items: main.to_new_items(), filled: true });
    }
}

/// Changes the table of a replica. A new filled index is filled from the replica's own items.
fn alter(found: &Table, wanted: TableDefinition, changes: &mut Vec<Change>) {
    if *found.definition == wanted {
        return;
    }
    let was_filled = |name: &str| found.definition.index(name).is_some_and(|index| index.is_filled());
    let filled = wanted.indexes.iter().filter(|index| index.is_filled() && !was_filled(&index.name));
    let filled: Vec<Arc<str>> = filled.map(|index| index.name.clone()).collect();
    let table = wanted.name.clone();
    changes.push(Change::alter_table(wanted));
    changes.extend(filled.into_iter().map(|index| Change::Backfill {
        table: table.clone(),
        index,
        filled: true,
    }));
}
