//! What follows at once from what was just written, whoever wrote it: services that wait for something are woken.

use std::sync::Arc;

use dynalab_types::{SmallMap, Timestamp};

use crate::change::{Change, WriteSet};
use crate::database::Database;
use crate::registry::RecordKind;
use crate::service::time_to_live::{Sweeper, sweep};

/// `changes` have been applied.
pub(crate) fn follow(now: Timestamp, changes: &[Change], database: &Database) -> WriteSet {
    let mut writes = WriteSet::default();
    let Some(dials) = database.dials() else { return writes };
    for name in touched_tables(changes, database) {
        if let Some(table) = database.find(&name).filter(|table| table.expiries.rule().is_some()) {
            writes.append(sweep::schedule(table, dials, Sweeper::of(database, &name), now));
        }
    }
    writes
}

/// All of them, where the dials are others now.
fn touched_tables(changes: &[Change], database: &Database) -> Vec<Arc<str>> {
    let mut touched = SmallMap::new();
    let mut last: Option<&Arc<str>> = None;
    for change in changes {
        match change {
            Change::Item { table, .. } if last == Some(table) => {}
            Change::Item { table: name, .. } | Change::Table { name, .. } => {
                touched.insert(name.clone(), ());
                last = Some(name);
            }
            Change::Record { key, .. } if key.kind == RecordKind::TIME_TO_LIVE => {
                touched.insert(key.table.clone(), ());
            }
            Change::Record { key, .. } if key.kind == RecordKind::DIALS => {
                return database.tables().map(|table| table.definition.name.clone()).collect();
            }
            _ => {}
        }
    }
    touched.keys().cloned().collect()
}
