//! Wakes the background services that depend on the data that was just written.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::registry::RecordKind;
use dynalab_types::{SmallMap, Timestamp};

use crate::scaling;
use crate::simulation_state::SimulationState;
use crate::stream_shards::shard_changes;
use crate::table_figures;
use crate::time_to_live::sweep;

/// Returns the writes that schedule the services. `changes` are already applied.
pub(crate) fn wake_dependents(
    now: Timestamp,
    changes: &[Change],
    database: &Database,
    simulation_state: &SimulationState,
) -> WriteSet {
    let followed = WakeTargets::by(changes, database);
    let mut writes = WriteSet::default();
    for mapping in simulation_state.mappings.values() {
        if followed.told.contains_key(&mapping.stream) {
            writes.append(mapping.wake(database, now));
        }
    }
    for workers in simulation_state.workers.values() {
        if followed.told.contains_key(&workers.stream) {
            writes.append(workers.wake(database, now));
        }
    }
    let Some(dials) = database.dials() else { return writes };
    for name in followed.tables.keys() {
        let Some(table) = database.find(name) else { continue };
        writes.changes.extend(table_figures::keep(table, changes, dials, database, now));
        if table.expiries.rule().is_some() {
            writes.append(sweep::schedule(table, dials, (database, simulation_state.zones.as_ref()), now));
        }
        writes.append(scaling::schedule(table, dials, database, now));
    }
    for arn in followed.streams.keys() {
        if let Ok(stream) = database.stream(arn) {
            writes.append(shard_changes::update_shards(stream, database, dials, now));
        }
    }
    writes
}

/// The tables and streams whose services must be scheduled.
#[derive(Debug, Default)]
struct WakeTargets {
    /// By name: tables whose items, TTL or auto scaling changed.
    tables: SmallMap<Arc<str>, ()>,
    /// By ARN: streams that changed, or whose tables have new partitions.
    streams: SmallMap<Arc<str>, ()>,
    /// By ARN: streams with new records.
    told: SmallMap<Arc<str>, ()>,
}

impl WakeTargets {
    /// Collects them from the changes. A change of the settings or of a zone affects all tables.
    fn by(changes: &[Change], database: &Database) -> WakeTargets {
        let mut followed = WakeTargets::default();
        let mut last: Option<(&Arc<str>, bool)> = None;
        for change in changes {
            match change {
                Change::Item { table, recorded, .. } => {
                    if last != Some((table, recorded.is_some())) {
                        followed.add_item(table, recorded.is_some(), database);
                    }
                    last = Some((table, recorded.is_some()));
                }
                Change::Items { table, .. } => followed.add_item(table, false, database),
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
                Change::Record { key, .. } if matches!(key.kind, RecordKind::DIALS | RecordKind::ZONES) => {
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
