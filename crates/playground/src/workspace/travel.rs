//! Moves to other history entries, to view them or to continue from them.
//!
//! Viewing moves the engine and is not stored. Moving the head (undo, redo, another branch, continuing from a shown entry) is
//! stored like a write: the log gets the changes that lead there.

use std::fmt;

use dynalab_engine::TraceLevel;

use crate::history::{HistoryEntryId, Path, journal};
use crate::workspace::pending::{Done, Pending};
use crate::workspace::service::WorkspaceService;
use crate::workspace::{Answer, Mark, Workspace};

/// The maximum length of the name of an entry or branch, in characters.
pub const NAME_CHARACTERS_MAX: usize = 80;

/// Why the head or the shown entry stays the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TravelError {
    /// The entry was dropped, or never existed.
    Forgotten,
    NothingToUndo,
    NothingToRedo,
    NoSuchBranch,
    /// The current branch cannot be deleted.
    CurrentBranch,
    NameTooLong,
    /// The stored changes cannot be decoded.
    Damaged,
}

impl fmt::Display for TravelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            TravelError::Forgotten => "this point in history is no longer kept",
            TravelError::NothingToUndo => "there is nothing to undo",
            TravelError::NothingToRedo => "there is nothing to redo",
            TravelError::NoSuchBranch => "there is no such branch",
            TravelError::CurrentBranch => "the current branch cannot be deleted; go to another one first",
            TravelError::NameTooLong => "a name has at most 80 characters",
            TravelError::Damaged => "what is remembered of this point cannot be read",
        })
    }
}

impl std::error::Error for TravelError {}

/// The operations that report the result of a transfer. Their entry may contain its changes.
const TRANSFER_QUESTIONS: &[&str] = &["DescribeExport", "DescribeImport", "DescribeBulkOperation"];

impl<S: WorkspaceService> Workspace<S> {
    /// Shows an entry by its number on the current branch, without changing anything.
    ///
    /// # Errors
    /// If the entry is not available.
    pub fn look_at(&mut self, number: u32) -> Result<(), TravelError> {
        let to = self.history.numbered(number).ok_or(TravelError::Forgotten)?;
        self.go(self.history.nearest(to))
    }

    /// Shows the head.
    pub fn look_at_head(&mut self) {
        // The path exists because the engine came from the head.
        let _ = self.go(self.history.head());
    }

    /// Undoes the last request that changed data, and the requests of the same step.
    ///
    /// # Errors
    /// If there is no entry to undo.
    pub fn undo(&mut self) -> Result<(), TravelError> {
        let mut to = self.history.head();
        loop {
            let history_entry = self.history.entry(to).ok_or(TravelError::NothingToUndo)?;
            to = history_entry.parent;
            if history_entry.changes_data && !history_entry.continues {
                break;
            }
        }
        self.stand_at(to)
    }

    /// Redoes the next request of the branch that changed data, and the requests of the same step.
    ///
    /// # Errors
    /// If the branch has none.
    pub fn redo(&mut self) -> Result<(), TravelError> {
        let head = self.history.head();
        let tip = self.history.branch_state().current().tip;
        let path = self.history.path(head, tip).unwrap_or_default();
        let mut ahead = path.forward.iter().filter_map(|id| Some((*id, self.history.entry(*id)?)));
        let (mut to, _) =
            ahead.find(|(_, history_entry)| history_entry.changes_data).ok_or(TravelError::NothingToRedo)?;
        for (id, _) in ahead.take_while(|(_, history_entry)| history_entry.continues) {
            to = id;
        }
        self.stand_at(to)
    }

    /// Makes the shown entry the head.
    ///
    /// # Errors
    /// If the stored changes on the path are damaged.
    pub fn continue_here(&mut self) -> Result<(), TravelError> {
        self.stand_at(self.history.position())
    }

    /// Makes another branch the current one and its tip the head.
    ///
    /// # Errors
    /// If there is no such branch, or if its tip is not available.
    pub fn switch_to(&mut self, branch: u32) -> Result<(), TravelError> {
        let branch_state = self.history.branch_state();
        let mark = self.mark();
        let tip = branch_state.branch(branch).ok_or(TravelError::NoSuchBranch)?.tip;
        let mut changed = branch_state.clone();
        changed.current = branch;
        self.look_at_head();
        self.change_standing(changed);
        self.stand_at(tip).inspect_err(|_| self.roll_back_to(mark))
    }

    /// Begins a branch at the head, even if no other entry follows the head.
    pub(super) fn fork(&mut self) {
        let mut changed = self.history.branch_state().clone();
        changed.fork();
        self.change_standing(changed);
    }

    /// Renames a branch. An empty name removes the name.
    ///
    /// # Errors
    /// If there is no such branch, or if the name is too long.
    pub fn rename_branch(&mut self, branch: u32, name: &str) -> Result<(), TravelError> {
        let name = checked_name(name)?;
        let mut changed = self.history.branch_state().clone();
        if !changed.rename(branch, name) {
            return Err(TravelError::NoSuchBranch);
        }
        self.change_standing(changed);
        Ok(())
    }

    /// Deletes a branch.
    ///
    /// # Errors
    /// If there is no such branch, or if it is the current one.
    pub fn delete_branch(&mut self, branch: u32) -> Result<(), TravelError> {
        let mut changed = self.history.branch_state().clone();
        if changed.branch(branch).is_none() {
            return Err(TravelError::NoSuchBranch);
        }
        if !changed.remove(branch) {
            return Err(TravelError::CurrentBranch);
        }
        self.change_standing(changed);
        Ok(())
    }

    /// Names an entry. An empty name removes the name.
    ///
    /// # Errors
    /// If the entry is not available, or if the name is too long.
    pub fn name_entry(&mut self, id: HistoryEntryId, name: &str) -> Result<(), TravelError> {
        let name = checked_name(name)?;
        let entry = journal::write_name_entry(id, name.as_deref());
        let history_entry = self.history.entry_mut(id).ok_or(TravelError::Forgotten)?;
        let before = std::mem::replace(&mut history_entry.name, name);
        self.pending.add(Pending::other(entry, Done::Name { id, before }, self.history.branch_state()));
        Ok(())
    }

    /// Returns the response and the trace of an entry's request. The request is executed again at its place, then reverted.
    ///
    /// # Errors
    /// If the entry is not available.
    pub fn recall(&mut self, id: HistoryEntryId) -> Result<Answer, TravelError> {
        let history_entry = self.history.entry(id).ok_or(TravelError::Forgotten)?;
        // The entry of a request that reports a transfer may contain the result of the transfer. Then the request runs after that
        // entry.
        let came_of_a_transfer =
            history_entry.changes_data && TRANSFER_QUESTIONS.contains(&&*history_entry.operation);
        let (before, at) = (if came_of_a_transfer { id } else { history_entry.parent }, history_entry.at);
        let (operation, body) = (history_entry.operation.clone(), history_entry.body.clone());
        let position = self.history.position();
        let answer = self.go(before).map(|()| {
            let mut ran = self.run(at, &operation, &body, TraceLevel::Full);
            self.engine.reverse(std::mem::take(&mut ran.changes));
            self.answer(ran)
        });
        self.go(position)?;
        answer
    }

    /// Undoes every record after a mark.
    pub fn roll_back_to(&mut self, mark: Mark) {
        let mut looked_at = self.history.is_looking_back().then(|| self.history.position());
        if self.pending.len() <= mark.0 {
            return;
        }
        self.look_at_head();
        while self.pending.len() > mark.0 {
            let Some(entry) = self.pending.pop() else { break };
            match entry.done {
                Done::HistoryEntry => {
                    let _ = self.cross(self.history.head());
                    self.history.take_newest();
                }
                Done::Standing { looked_at: before } => {
                    looked_at = Some(before);
                    let _ = self.go(entry.before.head);
                }
                Done::Name { id, before } => {
                    if let Some(history_entry) = self.history.entry_mut(id) {
                        history_entry.name = before;
                    }
                }
            }
            self.history.set_position(entry.before.head);
            self.history.set_branch_state(entry.before);
        }
        // An earlier entry that is still available stays visible.
        if let Some(looked_at) = looked_at {
            let _ = self.go(looked_at);
        }
    }

    /// Moves the engine to another entry. If the path does not exist, the engine stays at its entry.
    pub(super) fn go(&mut self, to: HistoryEntryId) -> Result<(), TravelError> {
        if self.history.is_lost(to) {
            return Err(TravelError::Forgotten);
        }
        let Path { back, forward } =
            self.history.path(self.history.position(), to).ok_or(TravelError::Forgotten)?;
        for id in back {
            self.cross(id)?;
            let parent = self.history.entry(id).map_or(to, |history_entry| history_entry.parent);
            self.history.set_position(parent);
        }
        for id in forward {
            self.cross(id)?;
            self.history.set_position(id);
        }
        Ok(())
    }

    /// Applies the changes of an entry, which moves the engine to its other side.
    fn cross(&mut self, id: HistoryEntryId) -> Result<(), TravelError> {
        let history_entry = self.history.entry_mut(id).ok_or(TravelError::Forgotten)?;
        let mut changes = history_entry.take_delta::<S>().map_err(|_| TravelError::Damaged)?;
        self.engine.apply(&mut changes);
        history_entry.state_delta = journal::delta_back(changes);
        Ok(())
    }

    fn stand_at(&mut self, to: HistoryEntryId) -> Result<(), TravelError> {
        if to == self.history.head() {
            return self.go(to);
        }
        let looked_at = self.history.position();
        self.go(self.history.head())?;
        let path = self.history.path(self.history.head(), to).ok_or(TravelError::Forgotten)?;
        let crossed = path.back.iter().chain(&path.forward).filter_map(|id| self.history.entry(*id));
        let state_deltas: Vec<Vec<u8>> =
            crossed.map(|history_entry| history_entry.encoded_delta().into_owned()).collect();
        let before = self.history.branch_state().clone();
        if let Err(error) = self.go(to) {
            self.look_at_head();
            return Err(error);
        }
        self.history.standing_mut().head = to;
        let entry = journal::write_stand_entry(self.history.branch_state(), &state_deltas);
        self.pending.add(Pending::other(entry, Done::Standing { looked_at }, &before));
        Ok(())
    }

    fn change_standing(&mut self, changed: crate::history::BranchState) {
        let entry = journal::write_branches_entry(&changed);
        let done = Done::Standing { looked_at: self.history.position() };
        self.pending.add(Pending::other(entry, done, self.history.branch_state()));
        self.history.set_branch_state(changed);
    }
}

fn checked_name(name: &str) -> Result<Option<Box<str>>, TravelError> {
    let name = name.trim();
    if name.chars().count() > NAME_CHARACTERS_MAX {
        return Err(TravelError::NameTooLong);
    }
    Ok((!name.is_empty()).then(|| name.into()))
}
