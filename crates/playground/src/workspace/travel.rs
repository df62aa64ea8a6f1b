//! Going to other moments: to look, and to stay.
//!
//! Looking moves the engine and is not kept. Standing elsewhere (undo, redo, another branch, going on from a moment that
//! is looked at) is kept like a write: the log gets the changes that lead there.

use std::fmt;

use dynalab_engine::TraceLevel;

use crate::history::{MomentId, Path, journal};
use crate::workspace::pending::{Done, Pending};
use crate::workspace::{Answer, Mark, Workspace};

/// The longest name of a moment or a branch, in characters.
pub const NAME_CHARACTERS_MAX: usize = 80;

/// Why the tables stay where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TravelError {
    /// It has fallen out of the window, or never was.
    Forgotten,
    NothingToUndo,
    NothingToRedo,
    NoSuchBranch,
    /// The branch on which one stands cannot be deleted.
    CurrentBranch,
    NameTooLong,
    /// What is remembered cannot be read.
    Damaged,
}

impl fmt::Display for TravelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            TravelError::Forgotten => "this moment is no longer remembered",
            TravelError::NothingToUndo => "there is nothing to undo",
            TravelError::NothingToRedo => "there is nothing to redo",
            TravelError::NoSuchBranch => "there is no such branch",
            TravelError::CurrentBranch => "the current branch cannot be deleted; go to another one first",
            TravelError::NameTooLong => "a name has at most 80 characters",
            TravelError::Damaged => "what is remembered of this moment cannot be read",
        })
    }
}

impl std::error::Error for TravelError {}

/// What is asked of a transfer, which may be a moment of what came of it.
const TRANSFER_QUESTIONS: &[&str] = &["DescribeExport", "DescribeImport", "DescribeBulkOperation"];

impl Workspace {
    /// Shows a moment, by its number on the current branch; nothing is changed by it.
    ///
    /// # Errors
    /// When it is not remembered.
    pub fn look_at(&mut self, number: u32) -> Result<(), TravelError> {
        let to = self.history.numbered(number).ok_or(TravelError::Forgotten)?;
        self.go(to)
    }

    /// Shows the moment where the tables stand.
    pub fn look_at_head(&mut self) {
        // The way back is there: it was come by.
        let _ = self.go(self.history.head());
    }

    /// The last request that changed something is as if it had not been, with those that were done together with it.
    ///
    /// # Errors
    /// When nothing is remembered that could be undone.
    pub fn undo(&mut self) -> Result<(), TravelError> {
        let mut to = self.history.head();
        loop {
            let moment = self.history.moment(to).ok_or(TravelError::NothingToUndo)?;
            to = moment.parent;
            if moment.changes_data && !moment.continues {
                break;
            }
        }
        self.stand_at(to)
    }

    /// The next request of the branch that changed something, with those that were done together with it.
    ///
    /// # Errors
    /// When the branch has none.
    pub fn redo(&mut self) -> Result<(), TravelError> {
        let head = self.history.head();
        let tip = self.history.standing().current().tip;
        let path = self.history.path(head, tip).unwrap_or_default();
        let mut ahead = path.forward.iter().filter_map(|id| Some((*id, self.history.moment(*id)?)));
        let (mut to, _) = ahead.find(|(_, moment)| moment.changes_data).ok_or(TravelError::NothingToRedo)?;
        for (id, _) in ahead.take_while(|(_, moment)| moment.continues) {
            to = id;
        }
        self.stand_at(to)
    }

    /// The moment that is looked at becomes the one where the tables stand.
    ///
    /// # Errors
    /// When what is remembered of the way is damaged.
    pub fn continue_here(&mut self) -> Result<(), TravelError> {
        self.stand_at(self.history.position())
    }

    /// # Errors
    /// When there is no such branch, or its end is not remembered.
    pub fn switch_to(&mut self, branch: u32) -> Result<(), TravelError> {
        let standing = self.history.standing();
        let mark = self.mark();
        let tip = standing.branch(branch).ok_or(TravelError::NoSuchBranch)?.tip;
        let mut changed = standing.clone();
        changed.current = branch;
        self.look_at_head();
        self.change_standing(changed);
        self.stand_at(tip).inspect_err(|_| self.roll_back_to(mark))
    }

    /// What comes next begins a branch, also where nothing else goes on.
    #[cfg(feature = "complete")]
    pub(super) fn fork(&mut self) {
        let mut changed = self.history.standing().clone();
        changed.fork();
        self.change_standing(changed);
    }

    /// # Errors
    /// When there is no such branch, or the name is too long. No name takes the name away.
    pub fn rename_branch(&mut self, branch: u32, name: &str) -> Result<(), TravelError> {
        let name = checked_name(name)?;
        let mut changed = self.history.standing().clone();
        if !changed.rename(branch, name) {
            return Err(TravelError::NoSuchBranch);
        }
        self.change_standing(changed);
        Ok(())
    }

    /// # Errors
    /// When there is no such branch, or it is the current one.
    pub fn delete_branch(&mut self, branch: u32) -> Result<(), TravelError> {
        let mut changed = self.history.standing().clone();
        if changed.branch(branch).is_none() {
            return Err(TravelError::NoSuchBranch);
        }
        if !changed.remove(branch) {
            return Err(TravelError::CurrentBranch);
        }
        self.change_standing(changed);
        Ok(())
    }

    /// # Errors
    /// When the moment is not remembered, or the name is too long. No name takes the name away.
    pub fn name_moment(&mut self, id: MomentId, name: &str) -> Result<(), TravelError> {
        let name = checked_name(name)?;
        let entry = journal::write_name_entry(id, name.as_deref());
        let moment = self.history.moment_mut(id).ok_or(TravelError::Forgotten)?;
        let before = std::mem::replace(&mut moment.name, name);
        self.pending.add(Pending::other(entry, Done::Name { id, before }, self.history.standing()));
        Ok(())
    }

    /// What a moment's request was answered with, with its trace: executed again where it was executed, and taken back.
    ///
    /// # Errors
    /// When the moment is not remembered.
    pub fn recall(&mut self, id: MomentId) -> Result<Answer, TravelError> {
        let moment = self.history.moment(id).ok_or(TravelError::Forgotten)?;
        // What came of a transfer is asked for afterwards: the moment is a question that has changed something.
        let came_of_a_transfer = moment.changes_data && TRANSFER_QUESTIONS.contains(&&*moment.operation);
        let (before, at) = (if came_of_a_transfer { id } else { moment.parent }, moment.at);
        let (operation, body) = (moment.operation.clone(), moment.body.clone());
        let position = self.history.position();
        let answer = self.go(before).map(|()| {
            let mut ran = self.run(at, &operation, &body, TraceLevel::Full);
            self.engine.reverse(std::mem::take(&mut ran.changes));
            self.answer(ran)
        });
        self.go(position)?;
        answer
    }

    /// Undoes everything back to a mark.
    pub fn roll_back_to(&mut self, mark: Mark) {
        let mut looked_at = self.history.is_looking_back().then(|| self.history.position());
        if self.pending.len() <= mark.0 {
            return;
        }
        self.look_at_head();
        while self.pending.len() > mark.0 {
            let Some(entry) = self.pending.pop() else { break };
            match entry.done {
                Done::Moment => {
                    let _ = self.cross(self.history.head());
                    self.history.take_newest();
                }
                Done::Standing { looked_at: before } => {
                    looked_at = Some(before);
                    let _ = self.go(entry.before.head);
                }
                Done::Name { id, before } => {
                    if let Some(moment) = self.history.moment_mut(id) {
                        moment.name = before;
                    }
                }
            }
            self.history.set_position(entry.before.head);
            self.history.set_standing(entry.before);
        }
        // Who was looking at a moment that is still there goes on looking at it.
        if let Some(looked_at) = looked_at {
            let _ = self.go(looked_at);
        }
    }

    /// Moves the engine; where the way cannot be gone, it stays at the head.
    pub(super) fn go(&mut self, to: MomentId) -> Result<(), TravelError> {
        let Path { back, forward } =
            self.history.path(self.history.position(), to).ok_or(TravelError::Forgotten)?;
        for id in back {
            self.cross(id)?;
            let parent = self.history.moment(id).map_or(to, |moment| moment.parent);
            self.history.set_position(parent);
        }
        for id in forward {
            self.cross(id)?;
            self.history.set_position(id);
        }
        Ok(())
    }

    /// Brings the engine to the other side of a moment.
    fn cross(&mut self, id: MomentId) -> Result<(), TravelError> {
        let moment = self.history.moment_mut(id).ok_or(TravelError::Forgotten)?;
        let mut changes = moment.take_crossing().map_err(|_| TravelError::Damaged)?;
        self.engine.apply(&mut changes);
        moment.crossing = journal::crossing_back(changes);
        Ok(())
    }

    fn stand_at(&mut self, to: MomentId) -> Result<(), TravelError> {
        if to == self.history.head() {
            return self.go(to);
        }
        let looked_at = self.history.position();
        self.go(self.history.head())?;
        let path = self.history.path(self.history.head(), to).ok_or(TravelError::Forgotten)?;
        let crossed = path.back.iter().chain(&path.forward).filter_map(|id| self.history.moment(*id));
        let crossings: Vec<Vec<u8>> = crossed.map(|moment| moment.encoded_crossing().into_owned()).collect();
        let before = self.history.standing().clone();
        if let Err(error) = self.go(to) {
            self.look_at_head();
            return Err(error);
        }
        self.history.standing_mut().head = to;
        let entry = journal::write_stand_entry(self.history.standing(), &crossings);
        self.pending.add(Pending::other(entry, Done::Standing { looked_at }, &before));
        Ok(())
    }

    fn change_standing(&mut self, changed: crate::history::Standing) {
        let entry = journal::write_branches_entry(&changed);
        let done = Done::Standing { looked_at: self.history.position() };
        self.pending.add(Pending::other(entry, done, self.history.standing()));
        self.history.set_standing(changed);
    }
}

fn checked_name(name: &str) -> Result<Option<Box<str>>, TravelError> {
    let name = name.trim();
    if name.chars().count() > NAME_CHARACTERS_MAX {
        return Err(TravelError::NameTooLong);
    }
    Ok((!name.is_empty()).then(|| name.into()))
}
