//! What follows at once from what was just written, whoever wrote it: services that wait for something are woken.

use std::sync::Arc;

use dynalab_types::{SmallMap, Timestamp};

use crate::change::{Change, WriteSet};
use crate::database::Database;
use crate::registry::RecordKind;
use crate::service::scaling;
use crate::service::stream_shards::reshaping;
use crate::service::table_figures;
use crate::service::time_to_live::{Sweeper, sweep};

/// `changes` have been applied.
pub(crate) fn follow(now: Timestamp, changes: &[Change], database: &Database) -> WriteSet {
    let followed = Followed::by(changes, database);
    let mut writes = WriteSet::default();
    for mapping in database.surroundings().mappings.values() {
        if followed.told.contains_key(&mapping.stream) {
            writes.append(mapping.wake(database, now));
        }
    }
    for workers in database.surroundings().workers.values() {
        if followed.told.contains_key(&workers.stream) {
            writes.append(workers.wake(database, now));
        }
    }
    let Some(dials) = database.dials() else { return writes };
    for name in followed.tables.keys() {
        let Some(table) = database.find(name) else { continue };
        writes.changes.extend(table_figures::keep(table, changes, dials, database, now));
        if table.expiries.rule().is_some() {
            writes.append(sweep::schedule(table, dials, Sweeper::of(database, name), now));
        }
        writes.append(scaling::schedule(table, dials, database, now));
    }
    for arn in followed.streams.keys() {
        if let Ok(stream) = database.stream(arn) {
            writes.append(reshaping::follow(stream, database, dials, now));
        }
    }
    writes
}

/// Whose services have to look again.
#[derive(Debug, Default)]
struct Followed {
    /// By name: their items, or how they are swept or scaled.
    tables: SmallMap<Arc<str>, ()>,
    /// By ARN: they are others, or the partitions of their tables.
    streams: SmallMap<Arc<str>, ()>,
    /// By ARN: streams that have records they did not have.
    told: SmallMap<Arc<str>, ()>,
}

impl Followed {
    /// All of them, where the dials are others now.
    fn by(changes: &[Change], database: &Database) -> Followed {
        let mut followed = Followed::default();
        let mut last: Option<(&Arc<str>, bool)> = None;
        for change in changes {
            match change {
                Change::Item { table, recorded, .. } => {
                    if last != Some((table, recorded.is_some())) {
                        followed.add_item(table, recorded.is_some(), database);
                    }
                    last = Some((table, recorded.is_some()));
                }
                Change::Table { name, .. } => followed.add_table(name, database),
                Change::Stream { arn, .. } => {
                    followed.streams.insert(arn.clone(), ());
                }
                Change::Record { key, .. }
                    if matches!(key.kind, RecordKind::TIME_TO_LIVE | RecordKind::AUTO_SCALING) =>
                {
                    followed.tables.insert(key.table.clone(), ());
                }
                Change::Record { key, .. } if key.kind == RecordKind::PARTITIONS && key.name.is_empty() => {
                    followed.add_table(&key.table, database);
                }
                Change::Record { key, .. } if key.kind == RecordKind::DIALS => {
                    let names = database.all_tables().map(|table| &table.definition.name);
                    names.for_each(|name| followed.add_table(name, database));
                }
                _ => {}
            }
        }
        followed
    }

    fn add_item(&mut self, table: &Arc<str>, recorded: bool, database: &Database) {
        self.tables.insert(table.clone(), ());
        let stream = database.find(table).and_then(|table| table.definition.settings.open_stream());
        if let Some(arn) = stream.filter(|_| recorded) {
            self.told.insert(arn.clone(), ());
        }
    }

    fn add_table(&mut self, name: &Arc<str>, database: &Database) {
        self.tables.insert(name.clone(), ());
        let stream = database.find(name).and_then(|table| table.definition.settings.open_stream());
        if let Some(arn) = stream {
            self.streams.insert(arn.clone(), ());
        }
    }
}
