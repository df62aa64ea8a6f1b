//! Moves a workspace through its history, and compares it with its recorded states. A follower reads the same log, commits
//! fail, and the process restarts.

use std::collections::BTreeMap;

use dynalab_playground::Workspace;
use dynalab_playground::history::{HistoryEntry, HistoryEntryId, Window};
use dynalab_storage::{LogChunk, Revision, SavedContent};

use crate::simulator::chance::Chance;
use crate::simulator::command_target::{config, perform};
use crate::simulator::generation::Plan;
use crate::simulator::run::{Checked, Failure};

/// Small, so that history entries are removed.
const WINDOW: Window = Window { entries: 60, bytes: 1 << 20 };

struct World<'a> {
    plan: &'a Plan,
    workspace: Workspace,
    follower: Workspace,
    /// The data that a new process loads.
    saved: SavedContent,
    /// The engine's snapshot at each history entry.
    states: BTreeMap<HistoryEntryId, Vec<Vec<u8>>>,
}

pub fn travel_returns(plan: &Plan) -> Checked {
    let new = || Workspace::new(plan.seed, config(plan.delays), WINDOW);
    let (workspace, follower) = (new(), new());
    let mut world =
        World { plan, workspace, follower, saved: SavedContent::default(), states: BTreeMap::new() };
    world.remember();
    for command in &plan.commands {
        let mut chance = Chance::at(plan.seed ^ 0x77AE, command.at_ms);
        perform(&mut world.workspace, command);
        world.remember();
        for _ in 0..chance.below(3) {
            let what = world.travel(&mut chance);
            world.is_where_it_says(&what)?;
        }
        if chance.one_in(10) {
            world.recalled_answers_are_the_same(&mut chance)?;
        }
        match chance.below(6) {
            0 => world.fail()?,
            1 | 2 => world.commit(&mut chance)?,
            _ => {}
        }
    }
    world.commit(&mut Chance::new(plan.seed))
}

impl World<'_> {
    /// Records the state of a new history entry. A command with several entries records only the last one.
    fn remember(&mut self) {
        if !self.workspace.history().is_looking_back() {
            let (head, state) = (self.workspace.history().head(), self.workspace.engine().snapshot());
            self.states.insert(head, state);
        }
    }

    /// Moves to another point of the history, if it exists.
    fn travel(&mut self, chance: &mut Chance) -> String {
        let workspace = &mut self.workspace;
        let branches: Vec<u32> =
            workspace.history().branch_state().branches().iter().map(|branch| branch.number).collect();
        let branch = *chance.pick(&branches);
        let newest = workspace.history().number(workspace.history().branch_state().current().tip);
        let number = chance.below(newest as usize + 2) as u32;
        let entry = HistoryEntryId(chance.below(workspace.history().next_id().0 as usize) as u64);
        let (what, done) = match chance.below(10) {
            0 | 1 => ("undo".to_owned(), workspace.undo()),
            2 | 3 => ("redo".to_owned(), workspace.redo()),
            4 | 5 => (format!("look at {number}"), workspace.look_at(number)),
            6 => ("continue here".to_owned(), workspace.continue_here()),
            7 => (format!("switch to {branch}"), workspace.switch_to(branch)),
            8 if chance.one_in(2) => (format!("delete {branch}"), workspace.delete_branch(branch)),
            8 => (format!("rename {branch}"), workspace.rename_branch(branch, "a name")),
            _ => (format!("name {entry:?}"), workspace.name_entry(entry, "another")),
        };
        format!("{what}: {done:?}")
    }

    fn is_where_it_says(&self, what: &str) -> Checked {
        let position = self.workspace.history().position();
        match self.states.get(&position) {
            Some(state) if *state != self.workspace.engine().snapshot() => {
                Err(Failure::from_text(format!("{what}\n  it is not as it was at {position:?}")))
            }
            _ => Ok(()),
        }
    }

    fn recalled_answers_are_the_same(&mut self, chance: &mut Chance) -> Checked {
        let entries: Vec<HistoryEntryId> = self.workspace.history().entries().map(|(id, _)| id).collect();
        let (Some(_), position) = (entries.first(), self.workspace.history().position()) else {
            return Ok(());
        };
        let id = *chance.pick(&entries);
        let status = self.workspace.history().entry(id).map(|entry| entry.status);
        // An entry on a deleted branch may be unreachable.
        if let Ok(answer) = self.workspace.recall(id)
            && Some(answer.status) != status
        {
            return Err(Failure::from_text(format!(
                "recalled, {id:?} is {} and was {status:?}",
                answer.status
            )));
        }
        match self.workspace.history().position() == position {
            true => self.is_where_it_says("recall"),
            false => Err(Failure::from_text("recalling has moved it")),
        }
    }

    /// A failed append: the state must be that of the last commit, or of the reads after it.
    fn fail(&mut self) -> Checked {
        self.workspace.roll_back();
        let later = self.workspace.history().next_id();
        self.states.retain(|id, _| *id < later);
        self.is_where_it_says("rolled back")?;
        if self.workspace.has_uncommitted() {
            return Err(Failure::from_text("something is left after rolling back"));
        }
        Ok(())
    }

    fn commit(&mut self, chance: &mut Chance) -> Checked {
        let Some(payload) = self.workspace.uncommitted_chunk() else { return Ok(()) };
        self.workspace.commit();
        let revision = Revision(self.saved.revision.0 + 1);
        self.saved.log.push(LogChunk { revision, payload });
        self.saved.revision = revision;
        let chunk = &self.saved.log[self.saved.log.len() - 1..];
        let looked_back = self.follower.history().is_looking_back();
        self.follower.apply_chunks(chunk).map_err(|_| Failure::from_text("the follower cannot read it"))?;
        if !looked_back && self.follower.history().is_looking_back() {
            return Err(Failure::from_text("the follower has stayed behind"));
        }
        same(&self.workspace, &mut self.follower, "the follower")?;
        if chance.one_in(3) {
            let number = chance.below(40) as u32;
            // Followers view the past too, and continue to follow.
            let _ = self.follower.look_at(number);
        }
        if chance.one_in(4) {
            self.die()?;
        }
        if chance.one_in(4)
            && let Some(snapshot) = self.workspace.snapshot()
        {
            self.saved =
                SavedContent { snapshot, snapshot_revision: revision, log: Vec::new(), ..self.saved.clone() };
        }
        Ok(())
    }

    /// A new process continues from the stored data.
    fn die(&mut self) -> Checked {
        let config = config(self.plan.delays);
        let mut again = Workspace::restore(&self.saved, self.plan.seed, config, WINDOW)
            .map_err(|_| Failure::from_text("what is kept cannot be read"))?;
        if again.history().is_looking_back() {
            return Err(Failure::from_text("restored, it looks back"));
        }
        self.workspace.look_at_head();
        same(&self.workspace, &mut again, "restored")?;
        self.workspace = again;
        Ok(())
    }
}

/// Compares two workspaces: the same head, the same branches, and the same entries where both have them.
fn same(one: &Workspace, other: &mut Workspace, what: &str) -> Checked {
    let differs = |how: &str| Err(Failure::from_text(format!("{what}: {how}")));
    other.look_at_head();
    let looks = one.history().is_looking_back();
    if !looks && one.engine().snapshot() != other.engine().snapshot() {
        return differs("the tables differ");
    }
    if one.history().head() != other.history().head() {
        return differs("it stands elsewhere");
    }
    let told = |entry: &HistoryEntry| (entry.parent, entry.number, entry.body.clone(), entry.name.clone());
    for (id, entry) in other.history().entries() {
        if one.history().entry(id).is_some_and(|here| told(here) != told(entry)) {
            return differs(&format!("{id:?} differs"));
        }
    }
    Ok(())
}
