//! What comes in from a store, read once to the last record: whoever reads it later can rely on that.

use dynalab_types::SmallMap;

use crate::agenda::Work;
use crate::change::Change;
use crate::change_log;
use crate::database::Database;
use crate::engine::Engine;
use crate::hooks::Service;
use crate::unreadable::Unreadable;

impl<S: Service> Engine<S> {
    /// Applies one group of changes as [`change_log::encode`] wrote it. Nothing is applied when any of it cannot be read.
    /// Returns the group with what it replaced, as [`Engine::reverse`] wants it.
    ///
    /// # Errors
    /// What stands in them that cannot be read, or changes a table that is not there.
    pub fn apply_log(&mut self, bytes: &[u8]) -> Result<Vec<Change>, Unreadable> {
        let mut changes = read_changes::<S>(bytes)?;
        check_tables(&changes, &self.database)?;
        self.apply(&mut changes);
        Ok(changes)
    }
}

/// One group of changes, as [`change_log::encode`] wrote it.
///
/// # Errors
/// What cannot be read, a record or a task among them too.
pub fn read_changes<S: Service>(bytes: &[u8]) -> Result<Vec<Change>, Unreadable> {
    let changes = change_log::decode(bytes)?;
    for change in &changes {
        match change {
            Change::Record { key, after: Some(after), .. } => S::check_record(key, after)?,
            Change::Schedule { work, .. } => check_work::<S>(work)?,
            _ => {}
        }
    }
    Ok(changes)
}

/// Writes of items are of tables that are there, or come with them.
fn check_tables(changes: &[Change], database: &Database) -> Result<(), Unreadable> {
    let mut turned: SmallMap<&str, bool> = SmallMap::new();
    for change in changes {
        match change {
            Change::Table { name, after, .. } => drop(turned.insert(name, after.is_some())),
            Change::Item { table, .. } => {
                let is_there = turned.get(table.as_ref()).copied();
                if !is_there.unwrap_or_else(|| database.find(table).is_some()) {
                    return Err(Unreadable::NoTable { table: table.clone() });
                }
            }
            _ => {}
        }
    }
    Ok(())
}

pub(crate) fn check_work<S: Service>(work: &Work) -> Result<(), Unreadable> {
    if let Work::Task(task) = work { S::check_task(task) } else { Ok(()) }
}
