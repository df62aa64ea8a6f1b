//! The tables of replicas look as the table in the engine's own Region does, and come and go with the replicas. As long as Regions
//! cannot differ there are none: whatever is written is everywhere at once.

use std::sync::Arc;

use dynalab_types::SmallMap;

use crate::change::{Change, WriteSet};
use crate::config::EngineConfig;
use crate::database::Database;
use crate::registry::RecordKind;
use crate::service::dials::Dials;
use crate::service::regions::Group;
use crate::service::regions::member::is_replica;
use crate::settings::TableSettings;
use crate::table::{Table, TableDefinition};

/// Whether a write can be in one Region and not in another.
fn can_differ(database: &Database) -> bool {
    let is_late = |dials: &Arc<Dials>| dials.replication_lag_least_ms.max(dials.replication_lag_most_ms) > 0;
    database.dials().is_some_and(is_late)
        || database.registry().of_kind(RecordKind::REPLICA_LINK).next().is_some()
}

/// Somebody asks a replica: it needs items of its own.
pub(crate) fn make(table: &str, database: &Database, config: &EngineConfig) -> WriteSet {
    WriteSet { changes: reconcile(&table.into(), true, database, config), later: Vec::new() }
}

pub(crate) fn follow(changes: &[Change], database: &Database, config: &EngineConfig) -> WriteSet {
    let mut concerned = SmallMap::new();
    for change in changes {
        match change {
            Change::Record { key, .. } if key.kind == RecordKind::REPLICATION => {
                concerned.insert(key.table.clone(), ());
            }
            Change::Record { key, .. }
                if matches!(key.kind, RecordKind::DIALS | RecordKind::REPLICA_LINK) =>
            {
                for table in database.surroundings().replicated.keys() {
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
        writes.changes.extend(reconcile(table, can_differ(database), database, config));
    }
    writes
}

/// Makes what is missing where it is needed, or where another replica of the table has items already.
fn reconcile(table: &Arc<str>, needed: bool, database: &Database, config: &EngineConfig) -> Vec<Change> {
    let main = database.find(table);
    let group = main.and_then(|_| Group::of(table, database, config));
    let regions: Vec<String> = group.iter().flat_map(|group| &group.regions).skip(1).cloned().collect();
    let mut changes = Vec::new();
    let mut needed = needed;
    let prefix = format!("{table}@");
    for found in database.all_tables().filter(|found| found.definition.name.starts_with(&prefix)) {
        let region = &found.definition.name[prefix.len()..];
        needed = true;
        if !regions.iter().any(|kept| kept == region) {
            changes.push(Change::drop_table(found.definition.name.clone()));
        }
    }
    if let (Some(main), Some(group)) = (main, &group) {
        for region in &regions {
            let wanted = definition(main, region, &group.member(region, config), config);
            match database.find(&wanted.name) {
                None if needed => create(main, wanted, &mut changes),
                None => {}
                Some(found) => alter(found, wanted, &mut changes),
            }
        }
    }
    changes
}

/// What is always the same in all Regions; time to live deletes in one, and that is replicated.
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

/// With all items that there are: those that are written from now on are sent.
fn create(main: &Table, definition: TableDefinition, changes: &mut Vec<Change>) {
    let name = definition.name.clone();
    changes.push(Change::create_table(definition));
    changes.extend(main.items.iter().map(|(key, item)| Change::Item {
        table: name.clone(),
        key: key.clone(),
        before: None,
        after: Some(item.clone()),
        global_indexes_follow: true,
        recorded: None,
    }));
}

/// An index that is filled in the engine's Region is filled from the replica's own items.
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
