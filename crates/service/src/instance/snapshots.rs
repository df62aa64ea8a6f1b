//! The snapshots of a database: engines that share the data that did not change since.

use std::collections::BTreeMap;

use dynalab_engine::database::Database;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_types::{Bound, Budget};

use crate::complete_engine::Engine;
use crate::contract::snapshots::SnapshotDescription;

/// What a row, a record or a table takes beside its data.
const ROW_BYTES: u64 = 64;
const TABLE_BYTES: u64 = 4 * 1024;
const SNAPSHOTS_MAX: usize = 100;
/// What an empty database takes.
const EMPTY_BYTES: u64 = 16 * 1024;

/// The snapshots by their names.
#[derive(Debug, Default)]
pub(super) struct Snapshots {
    by_name: BTreeMap<String, (Engine, SnapshotDescription)>,
}

impl Snapshots {
    pub(super) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Keeps the state of an engine under a name. Fails if there would be too many snapshots, or if they would be too large together.
    pub(super) fn take(&mut self, name: &str, engine: &Engine) -> Result<SnapshotDescription, DynamoError> {
        let (table_count, item_count) = counts(engine);
        let description = SnapshotDescription {
            name: name.to_owned(),
            taken_at: engine.now().epoch_seconds(),
            table_count,
            item_count,
            size_bytes: size_bytes(engine.database()),
        };
        let others = || self.by_name.iter().filter(|(other, _)| *other != name);
        if others().count() >= SNAPSHOTS_MAX {
            return Err(ControlError::TooMany { what: "snapshots", most: SNAPSHOTS_MAX as u64 }.into());
        }
        let budget = Budget::of_bytes(Bound::Snapshots);
        let sizes = others().map(|(_, (_, other))| other.size_bytes).chain([description.size_bytes]);
        for size in sizes {
            let charged = budget.produce(usize::try_from(size).unwrap_or(usize::MAX));
            charged.map_err(ControlError::TooMuch)?;
        }
        self.by_name.insert(name.to_owned(), (engine.clone(), description.clone()));
        Ok(description)
    }

    pub(super) fn find(&self, name: &str) -> Result<&(Engine, SnapshotDescription), DynamoError> {
        self.by_name.get(name).ok_or_else(|| missing(name))
    }

    pub(super) fn remove(&mut self, name: &str) -> Result<Engine, DynamoError> {
        self.by_name.remove(name).map(|(engine, _)| engine).ok_or_else(|| missing(name))
    }

    pub(super) fn list(&self) -> Vec<SnapshotDescription> {
        self.by_name.values().map(|(_, description)| description.clone()).collect()
    }
}

fn missing(name: &str) -> DynamoError {
    ControlError::NotFound { what: "snapshot", name: name.to_owned() }.into()
}

/// Returns the number of tables and of items, without replicas in other Regions.
pub(super) fn counts(engine: &Engine) -> (u64, u64) {
    let tables = engine.database().tables();
    tables.fold((0, 0), |(tables, items), table| (tables + 1, items + table.items.len() as u64))
}

/// Returns about the bytes that the data of a database takes. Index entries share the items of their table.
fn size_bytes(database: &Database) -> u64 {
    let tables = database.all_tables().map(|table| {
        let rows = table.indexes.values().map(|index| index.rows.len()).sum::<usize>() + table.items.len();
        TABLE_BYTES + table.size_bytes + rows as u64 * ROW_BYTES
    });
    let streams = database.streams().flat_map(|stream| &stream.records).map(|record| {
        let images = [&record.before, &record.after];
        ROW_BYTES + images.into_iter().flatten().map(|image| image.size_bytes()).sum::<u64>()
    });
    let records = database
        .registry()
        .iter()
        .map(|(key, bytes)| ROW_BYTES + (key.table.len() + key.name.len() + bytes.len()) as u64);
    let tokens = database.tokens().map(|(token, _)| ROW_BYTES + token.len() as u64);
    EMPTY_BYTES + tables.sum::<u64>() + streams.sum::<u64>() + records.sum::<u64>() + tokens.sum::<u64>()
}
