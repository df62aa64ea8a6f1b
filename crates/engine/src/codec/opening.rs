//! Checks data from a store. Every record is decoded once here, so later code can rely on it.

use dynalab_types::SmallMap;

use crate::codec::change_log;
use crate::codec::unreadable::Unreadable;
use crate::database::Database;
use crate::database::change::Change;
use crate::database::scheduler::Work;
use crate::engine::Engine;
use crate::hooks::Service;
use crate::request::fields::Arn;

impl<S: Service> Engine<S> {
    /// Applies one group of changes as [`change_log::encode`] wrote it. If a part of it is invalid, it applies nothing. Returns
    /// the group with the replaced state, for [`Engine::reverse`].
    ///
    /// # Errors
    /// The bytes are invalid, or they change an item of a missing table.
    pub fn apply_log(&mut self, bytes: &[u8]) -> Result<Vec<Change>, Unreadable> {
        let mut changes = read_changes::<S>(bytes)?;
        check_tables(&changes, &self.database)?;
        self.apply(&mut changes);
        Ok(changes)
    }

    /// Takes the account from the tables that changes create.
    pub(crate) fn keep_account_of(&mut self, changes: &[Change]) {
        let created = changes.iter().find_map(|change| match change {
            Change::Table { after: Some(after), .. } => Some(after.arn.as_str()),
            _ => None,
        });
        self.keep_account(created);
    }

    /// Takes the account from an ARN that was stored, if no record names another one. All ARNs have the same account, and it can
    /// be another one than the default of today.
    pub(crate) fn keep_account(&mut self, stored_arn: Option<&str>) {
        let Some(stored) = stored_arn.and_then(Arn::parse) else { return };
        self.service.configure(&mut self.config, &self.opened, &self.database);
        if stored.account != self.config.account_id {
            stored.account.clone_into(&mut self.opened.account_id);
            stored.account.clone_into(&mut self.config.account_id);
        }
    }
}

/// Decodes one group of changes as [`change_log::encode`] wrote it.
///
/// # Errors
/// The bytes are invalid, or a record or task in them is.
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

/// Checks that the tables of all written items exist or are created in the same group.
fn check_tables(changes: &[Change], database: &Database) -> Result<(), Unreadable> {
    let mut turned: SmallMap<&str, bool> = SmallMap::new();
    for change in changes {
        match change {
            Change::Table { name, after, .. } => drop(turned.insert(name, after.is_some())),
            Change::Item { table, .. } | Change::Items { table, .. } => {
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
