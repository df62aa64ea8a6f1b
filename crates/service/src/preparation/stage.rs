//! The kinds of prepared work: an index, a backup, the items of a restored table. Each step of it takes a number of rows.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::new_items::NewItems;
use dynalab_engine::database::prepared::{ItemsSource, PreparedIndex, PreparedItems, PreparedPart};
use dynalab_engine::database::rows::Rows;
use dynalab_engine::database::table::{IndexDefinition, Table, TableDefinition};
use dynalab_engine::registry::Checked;
use dynalab_engine::registry::backup::{Backup, BackupReader, BackupWriter};

use super::{ITEMS_LEAST, Preparation, WRITES_LEFT};
use crate::operations::{restore_table_from_backup, restore_table_to_point_in_time};
use crate::recovery::{Rewind, next_sequence};

/// The table whose items a part has, to find them as they are later.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// The table does not exist yet, or the part does not depend on later writes.
    Unknown,
    Table {
        name: Arc<str>,
        id: Arc<str>,
    },
    /// A backup is written anew after each write. The header is that of the backup.
    Backup {
        name: Arc<str>,
        id: Arc<str>,
        backup: Box<Backup>,
    },
}

#[derive(Debug)]
pub(super) enum Stage {
    /// `later` has the items after the writes that arrived since.
    Index {
        origin: Origin,
        filled: Box<PreparedIndex>,
        later: Option<Rows>,
    },
    Backup {
        origin: Origin,
        written: Box<BackupWriter>,
    },
    Restore {
        reader: Box<BackupReader>,
        record: Arc<[u8]>,
        target: Box<Target>,
    },
    Rewind {
        rewind: Box<Rewind>,
        source: ItemsSource,
        target: Box<Target>,
    },
}

/// The table of a restore.
#[derive(Debug)]
pub(super) struct Target {
    definition: TableDefinition,
    /// True if its indexes are filled together with it.
    fills_indexes: bool,
}

impl Origin {
    pub(super) fn of_table(table: &Table) -> Origin {
        let definition = &table.definition;
        Origin::Table { name: definition.name.clone(), id: definition.id.clone() }
    }

    pub(super) fn of_backup(table: &Table, backup: Backup) -> Origin {
        let definition = &table.definition;
        let (name, id) = (definition.name.clone(), definition.id.clone());
        Origin::Backup { name, id, backup: Box::new(backup) }
    }

    /// Returns the table as it is now, unless it was deleted or replaced.
    pub(super) fn table<'a>(&self, database: &'a Database) -> Option<&'a Table> {
        match self {
            Origin::Unknown => None,
            Origin::Table { name, id } | Origin::Backup { name, id, .. } => {
                database.find(name).filter(|table| table.definition.id == *id)
            }
        }
    }

    /// Compares a finished part with the items that its table has now.
    ///
    /// # Errors
    /// The stage that continues with the part, because too much was written since.
    pub(super) fn compare(
        self,
        part: PreparedPart,
        database: &Database,
    ) -> Result<(Origin, PreparedPart), Stage> {
        match (self.table(database), part) {
            (Some(table), PreparedPart::Index(filled)) if filled.writes_since(&table.items) > WRITES_LEFT => {
                Err(Stage::Index { origin: self, filled, later: Some(table.items.clone()) })
            }
            (Some(table), PreparedPart::Backup(written)) if written.items != table.items => {
                match Stage::backup(self, table) {
                    Some(stage) => Err(stage),
                    None => Ok((Origin::Unknown, PreparedPart::Backup(written))),
                }
            }
            (_, part) => Ok((self, part)),
        }
    }
}

impl Stage {
    pub(super) fn index(origin: Origin, index: &IndexDefinition, items: &Rows) -> Stage {
        Stage::Index { origin, filled: Box::new(PreparedIndex::begin(index, items)), later: None }
    }

    /// Returns `None` if the part is no backup.
    pub(super) fn backup(origin: Origin, table: &Table) -> Option<Stage> {
        let Origin::Backup { backup, .. } = &origin else { return None };
        let (item_count, size_bytes) = (table.items.len() as u64, table.size_bytes);
        let backup = Backup { item_count, size_bytes, ..backup.as_ref().clone() };
        Some(Stage::Backup { written: Box::new(BackupWriter::new(&backup, &table.items)), origin })
    }

    /// Returns `None` if the backup is damaged.
    pub(super) fn restore(
        restored: restore_table_from_backup::Restored,
        fills_indexes: bool,
    ) -> Option<Stage> {
        let reader = Box::new(BackupReader::new(&restored.backup.arn, restored.record)?);
        let target = Box::new(Target { definition: restored.definitions.definition, fills_indexes });
        Some(Stage::Restore { reader, record: restored.record.clone(), target })
    }

    /// Returns `None` for a small table, or one whose writes are not recorded.
    pub(super) fn rewind(
        restored: restore_table_to_point_in_time::Restored,
        database: &Database,
        fills_indexes: bool,
    ) -> Option<Stage> {
        let restore_table_to_point_in_time::Restored { table, at, definitions } = restored;
        let rewind = Rewind::begin(table, database, at);
        let is_large = rewind.rows.len() + rewind.left() >= ITEMS_LEAST;
        let target = Box::new(Target { definition: definitions.definition, fills_indexes });
        let next = next_sequence(table, database, at)?;
        let source = ItemsSource::Table { id: table.definition.id.clone(), at, next };
        is_large.then(|| Stage::Rewind { rewind: Box::new(rewind), source, target })
    }

    /// Continues with a number of rows. Returns true when all are done.
    pub(super) fn advance(&mut self, rows: usize) -> bool {
        match self {
            Stage::Index { filled, later, .. } => {
                if let Some(items) = later.take() {
                    filled.update(&items);
                }
                filled.fill(rows)
            }
            Stage::Backup { written, .. } => written.write(rows),
            // The execution finds what is damaged by itself.
            Stage::Restore { reader, .. } => reader.read(rows).checked().unwrap_or(true),
            Stage::Rewind { rewind, .. } => rewind.undo(rows),
        }
    }

    /// Adds the result to a preparation, and the stages that follow.
    pub(super) fn finish(self, preparation: &mut Preparation) {
        let (source, items, target) = match self {
            Stage::Index { origin, filled, .. } => {
                return preparation.ready.push((origin, PreparedPart::Index(filled)));
            }
            Stage::Backup { origin, written } => {
                return preparation.ready.push((origin, PreparedPart::Backup(written.prepared())));
            }
            Stage::Restore { reader, .. } if !reader.is_whole() => return,
            Stage::Restore { reader, record, target } => {
                (ItemsSource::Backup(record), reader.finish(&target.definition), target)
            }
            Stage::Rewind { rewind, source, target } => {
                (source, NewItems::with_size(rewind.rows, rewind.size_bytes, &target.definition), target)
            }
        };
        let Target { definition, fills_indexes } = *target;
        if fills_indexes {
            let indexes = definition.indexes.iter();
            let stages = indexes.map(|index| Stage::index(Origin::Unknown, index, &items.rows));
            preparation.waiting.extend(stages);
        }
        let part = PreparedPart::Items(Box::new(PreparedItems { source, definition, items }));
        preparation.ready.push((Origin::Unknown, part));
    }
}
