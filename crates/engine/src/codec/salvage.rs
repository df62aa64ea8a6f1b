//! Recovers tables and items from the readable parts of a damaged snapshot and log.
//!
//! Only table definitions and items are recovered. Each change of them is complete in itself, so a lost change affects no other
//! item. Data that needs an unbroken log is dropped: streams, scheduled work, meters, and the records of the registry.

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_types::binary::{Malformed, Reader};
use dynalab_types::{KeyBytes, PackedItem};

use crate::codec::change_log::{self, read_counters};
use crate::codec::definition::read_definition;
use crate::codec::snapshot::OpenTable;
use crate::codec::snapshot_chunks::{CHUNK_BYTES, ITEMS, STATE, TABLE};
use crate::database::change::{Change, Contents, Counters};
use crate::database::rows::Rows;
use crate::database::table::{TableDefinition, TableStatus};
use crate::engine::Engine;
use crate::hooks::Service;
use crate::settings::config::EngineConfig;

/// The recovered data so far.
#[derive(Default)]
pub struct Salvage {
    tables: BTreeMap<Arc<str>, OpenTable>,
    /// Writes to tables whose definition was not readable.
    homeless: BTreeMap<Arc<str>, Writes>,
    open: Open,
    counters: Option<Counters>,
}

/// The table of the next items in a snapshot.
#[derive(Default)]
enum Open {
    #[default]
    Unknown,
    Table {
        name: Arc<str>,
        /// True if more items of this table can follow.
        may_continue: bool,
    },
}

/// The last write to each item. `None` is a deletion.
type Writes = BTreeMap<KeyBytes, Option<PackedItem>>;

/// Readable items of a table whose definition is not readable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostTable {
    pub name: Arc<str>,
    pub items: u64,
}

impl Salvage {
    /// Reads one chunk of a snapshot, in order. Returns the number of its items whose table is unknown.
    ///
    /// # Errors
    /// The chunk is invalid. None of it is used, and it counts as lost.
    pub fn read_snapshot_chunk(&mut self, chunk: &[u8]) -> Result<u64, Malformed> {
        let read = self.read_chunk(chunk);
        if read.is_err() {
            self.lose_snapshot_chunk(Some(chunk.len() as u64));
        }
        read
    }

    /// Records that a chunk of the snapshot is not readable. Only the last chunk of a table is smaller than 64 KB. The length,
    /// if it is certain, shows whether more items of the table can follow.
    pub fn lose_snapshot_chunk(&mut self, payload_bytes: Option<u64>) {
        let is_full = payload_bytes.is_some_and(|bytes| bytes >= CHUNK_BYTES as u64);
        match &self.open {
            Open::Table { may_continue: true, .. } if is_full => {}
            _ => self.open = Open::Unknown,
        }
    }

    fn read_chunk(&mut self, chunk: &[u8]) -> Result<u64, Malformed> {
        let mut reader = Reader::new(chunk);
        match reader.byte()? {
            STATE => self.counters = Some(read_counters(&mut reader)?),
            TABLE => {
                let definition = read_definition(&mut reader)?;
                end(&reader)?;
                let name = definition.name.clone();
                self.open = Open::Table { name: name.clone(), may_continue: true };
                self.tables.insert(name, (definition, Rows::default()));
            }
            ITEMS => {
                let mut items = Vec::new();
                while !reader.is_empty() {
                    let key = KeyBytes::from_vec(reader.slice()?.to_vec());
                    items.push((key, PackedItem::read(&mut reader)?));
                }
                return Ok(self.take_items(items, chunk.len() >= CHUNK_BYTES));
            }
            _ => self.open = Open::Unknown,
        }
        Ok(0)
    }

    fn take_items(&mut self, items: Vec<(KeyBytes, PackedItem)>, is_full: bool) -> u64 {
        let Open::Table { name, may_continue } = &mut self.open else { return items.len() as u64 };
        *may_continue = is_full;
        let Some((_, rows)) = self.tables.get_mut(name) else { return items.len() as u64 };
        for (key, item) in items {
            rows.append(key, item);
        }
        0
    }

    /// Reads one group of changes as [`change_log::encode`] wrote it. Groups must be in their original order.
    ///
    /// # Errors
    /// The group is invalid. None of it is used.
    pub fn read_changes(&mut self, bytes: &[u8]) -> Result<(), Malformed> {
        let changes = change_log::decode(bytes)?;
        let recorded_counters = changes.iter().find_map(|change| match change {
            Change::Counters { after, .. } => Some(*after),
            _ => None,
        });
        self.counters = recorded_counters.or(self.counters);
        for change in changes {
            match change {
                Change::Table { name, after: None, .. } => {
                    self.tables.remove(&name);
                    self.homeless.remove(&name);
                }
                Change::Table { after: Some(after), restored, .. } => self.define(&after, restored),
                Change::Item { table, key, after, .. } => self.write(table, key, after),
                _ => {}
            }
        }
        Ok(())
    }

    fn define(&mut self, after: &Arc<TableDefinition>, restored: Contents) {
        let rows = match (restored, self.tables.remove(&after.name)) {
            (Contents::Table(table), _) => table.items,
            (_, Some((before, rows))) if before.id == after.id => rows,
            // The creation of this table is lost, and perhaps the deletion of an earlier table.
            (_, before) => self.adopt(after, before.map(|(_, rows)| rows).unwrap_or_default()),
        };
        self.tables.insert(after.name.clone(), (TableDefinition::clone(after), rows));
    }

    /// Returns the items found under this name that fit the key schema of the table. The others stay without a table.
    fn adopt(&mut self, definition: &TableDefinition, found: Rows) -> Rows {
        let mut writes: Writes = found.iter().map(|(key, item)| (key.clone(), Some(item.clone()))).collect();
        writes.extend(self.homeless.remove(&definition.name).unwrap_or_default());
        let mut rows = Rows::default();
        for (key, item) in writes {
            let Some(item) = item else { continue };
            if definition.key.key_bytes(&item.unpack()).as_ref() == Some(&key) {
                rows.append(key, item);
            } else {
                self.homeless.entry(definition.name.clone()).or_default().insert(key, Some(item));
            }
        }
        rows
    }

    fn write(&mut self, table: Arc<str>, key: KeyBytes, after: Option<PackedItem>) {
        match (self.tables.get_mut(&table), after) {
            (Some((_, rows)), Some(item)) => drop(rows.insert(key, item)),
            (Some((_, rows)), None) => drop(rows.remove(&key)),
            (None, after) => drop(self.homeless.entry(table).or_default().insert(key, after)),
        }
    }

    /// Returns the tables whose items were readable in the log but whose definition was not.
    pub fn lost_tables(&self) -> Vec<LostTable> {
        let count = |(name, found): (&Arc<str>, &Writes)| {
            let items = found.values().flatten().count() as u64;
            LostTable { name: name.clone(), items }
        };
        self.homeless.iter().map(count).filter(|lost| lost.items > 0).collect()
    }

    /// Returns an engine with the tables and items. All tables are ACTIVE, and all indexes are built from the items.
    pub fn into_engine<S: Service>(self, seed: u64, config: EngineConfig) -> Engine<S> {
        let mut engine = Engine::<S>::new(seed, config);
        if let Some(counters) = self.counters {
            (engine.counters, engine.recorded_counters) = (counters, counters);
        }
        for (definition, rows) in self.tables.into_values() {
            engine.close_table(Some((settle(definition), rows)));
        }
        engine.keep_account(engine.database.any_arn().as_deref());
        engine
    }
}

fn end(reader: &Reader) -> Result<(), Malformed> {
    if reader.is_empty() { Ok(()) } else { Err(Malformed) }
}

/// Returns the definition without scheduled changes, stream and point-in-time recovery.
fn settle(mut definition: TableDefinition) -> TableDefinition {
    definition.status = TableStatus::Active;
    definition.pending = None;
    definition.settings.stream = None;
    definition.settings.recovery = None;
    definition.indexes.retain(|index| index.status != TableStatus::Deleting);
    definition.indexes.iter_mut().for_each(|index| index.status = TableStatus::Active);
    definition
}
