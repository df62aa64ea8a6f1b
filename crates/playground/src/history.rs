//! The history as a tree of entries: the entry of the current tables, the branches, and the path between two entries.
//!
//! A history entry (`HistoryEntry`) is the state after one request. The engine is at one entry (`position`). The store has the state of
//! another (`head`). They are the same unless the user is viewing the past. A move crosses entries: each has the changes that
//! lead to its other side. The window is bounded: the oldest entries are dropped first and can no longer be restored.

mod branches;
mod compact;
mod entry;
pub mod journal;

pub use branches::{BRANCHES_MAX, Branch, BranchState};
pub(crate) use compact::{BODIES_BYTES_MAX, may_combine};
pub use entry::{HistoryEntry, HistoryEntryId, StateDelta};

use std::collections::VecDeque;

use dynalab_engine::hooks::Service;

/// The limits of the history in memory or in storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub entries: usize,
    /// The estimated memory of requests and replaced images, in bytes.
    pub bytes: usize,
}

impl Window {
    /// The limits in a tab.
    pub const PAGE: Window = Window { entries: 100_000, bytes: 128 * 1024 * 1024 };
    /// The limits in a snapshot. The requests in the log after the last snapshot survive a reload too.
    pub const KEPT: Window = Window { entries: 10_000, bytes: 4 * 1024 * 1024 };
    /// Stores no entries, for workspaces that have no undo.
    pub const NOTHING: Window = Window { entries: 0, bytes: 0 };
}

/// The entries to cross between two entries, in this order: first backward, then forward.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    pub back: Vec<HistoryEntryId>,
    pub forward: Vec<HistoryEntryId>,
}

#[derive(Clone, Debug)]
pub struct History {
    window: Window,
    /// Ordered by id without gaps. The first entry has the id `first`.
    entries: VecDeque<HistoryEntry>,
    first: HistoryEntryId,
    bytes: usize,
    branch_state: BranchState,
    position: HistoryEntryId,
}

impl History {
    pub fn new(window: Window) -> History {
        History {
            window,
            entries: VecDeque::new(),
            first: HistoryEntryId(1),
            bytes: 0,
            branch_state: BranchState::default(),
            position: HistoryEntryId::BEGINNING,
        }
    }

    pub fn window(&self) -> Window {
        self.window
    }

    pub fn branch_state(&self) -> &BranchState {
        &self.branch_state
    }

    pub fn head(&self) -> HistoryEntryId {
        self.branch_state.head
    }

    /// Returns the entry of the engine's state.
    pub fn position(&self) -> HistoryEntryId {
        self.position
    }

    pub fn is_looking_back(&self) -> bool {
        self.position != self.branch_state.head
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the entries, oldest first.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (HistoryEntryId, &HistoryEntry)> {
        self.entries
            .iter()
            .enumerate()
            .map(|(place, entry)| (HistoryEntryId(self.first.0 + place as u64), entry))
    }

    pub fn entry(&self, id: HistoryEntryId) -> Option<&HistoryEntry> {
        let place = id.0.checked_sub(self.first.0)?;
        self.entries.get(usize::try_from(place).ok()?)
    }

    pub(crate) fn entry_mut(&mut self, id: HistoryEntryId) -> Option<&mut HistoryEntry> {
        let place = id.0.checked_sub(self.first.0)?;
        self.entries.get_mut(usize::try_from(place).ok()?)
    }

    pub fn next_id(&self) -> HistoryEntryId {
        HistoryEntryId(self.first.0 + self.entries.len() as u64)
    }

    /// Returns the number of requests from the beginning of the branch to an entry, including dropped ones. For a dropped entry,
    /// the number is known only while an entry that follows it exists.
    pub fn number(&self, id: HistoryEntryId) -> u32 {
        if let Some(entry) = self.entry(id) {
            return entry.number;
        }
        let after = self.entries.iter().find(|entry| entry.parent == id);
        after.map_or(0, |entry| entry.number.saturating_sub(1))
    }

    /// Adds the entry of an executed request after the head. If another entry already follows the head, the new entry begins a
    /// branch.
    pub(crate) fn add(&mut self, entry: HistoryEntry) -> HistoryEntryId {
        let id = self.next_id();
        self.bytes += entry.size_bytes;
        self.entries.push_back(entry);
        self.branch_state.advance(id);
        self.position = id;
        id
    }

    /// Removes the newest entry, after it has been crossed backward.
    pub(crate) fn take_newest(&mut self) {
        if let Some(entry) = self.entries.pop_back() {
            self.bytes -= entry.size_bytes;
        }
    }

    pub(crate) fn set_position(&mut self, position: HistoryEntryId) {
        self.position = position;
    }

    pub(crate) fn set_branch_state(&mut self, branch_state: BranchState) {
        self.branch_state = branch_state;
    }

    pub(crate) fn standing_mut(&mut self) -> &mut BranchState {
        &mut self.branch_state
    }

    /// Returns `None` if the path leads through dropped entries.
    pub fn path(&self, from: HistoryEntryId, to: HistoryEntryId) -> Option<Path> {
        let mut path = Path::default();
        let (mut back, mut forward) = (from, to);
        while back != forward {
            // The id of an entry is always greater than its parent's.
            if back > forward {
                path.back.push(back);
                back = self.entry(back)?.parent;
            } else {
                path.forward.push(forward);
                forward = self.entry(forward)?.parent;
            }
        }
        path.forward.reverse();
        Some(path)
    }

    /// Returns the entries of a branch that are not dropped, newest first.
    pub fn of_branch(&self, branch: &Branch) -> impl Iterator<Item = (HistoryEntryId, &HistoryEntry)> {
        let mut next = branch.tip;
        std::iter::from_fn(move || {
            let id = next;
            let entry = self.entry(id)?;
            next = entry.parent;
            Some((id, entry))
        })
    }

    /// Returns the entry of the current branch with this number. The parent of the oldest entry is included.
    pub fn numbered(&self, number: u32) -> Option<HistoryEntryId> {
        let mut oldest = self.branch_state.current().tip;
        for (id, entry) in self.of_branch(self.branch_state.current()) {
            if entry.number == number {
                return Some(id);
            }
            oldest = entry.parent;
        }
        (self.number(oldest) == number).then_some(oldest)
    }

    /// Drops the oldest entries above the window's limits. Some slack avoids this work on every request.
    pub(crate) fn trim<S: Service>(&mut self) {
        let slack = |limit: usize| limit + limit / 8;
        if self.entries.len() <= slack(self.window.entries) && self.bytes <= slack(self.window.bytes) {
            return;
        }
        if self.bytes > self.window.bytes && !self.is_looking_back() {
            self.combine_steps::<S>();
        }
        while self.entries.len() > self.window.entries || self.bytes > self.window.bytes {
            let Some(entry) = self.entries.pop_front() else { break };
            self.bytes -= entry.size_bytes;
            self.first = HistoryEntryId(self.first.0 + 1);
        }
        self.drop_lost_branches();
    }

    /// Replaces the entries of long steps by smaller ones.
    fn combine_steps<S: Service>(&mut self) {
        for (id, combined) in compact::combined_steps::<S>(self) {
            if let Some(place) = self.entry_mut(id) {
                *place = combined;
            }
        }
        self.bytes = self.entries.iter().map(|entry| entry.size_bytes).sum();
    }

    pub(crate) fn is_lost(&self, id: HistoryEntryId) -> bool {
        self.entry(id).is_some_and(|entry| entry.is_lost)
    }

    /// Returns the state that is shown for an entry: its own, or that of the nearest entry towards it whose state is available.
    pub(crate) fn nearest(&self, id: HistoryEntryId) -> HistoryEntryId {
        let is_lost = |id: HistoryEntryId| self.is_lost(id);
        let mut nearest = id;
        if id > self.position {
            let ahead = self.of_branch(self.branch_state.current()).map(|(id, _)| id);
            let ahead: Vec<HistoryEntryId> = ahead.take_while(|found| *found >= id).collect();
            return ahead.into_iter().rev().find(|found| !is_lost(*found)).unwrap_or(id);
        }
        while is_lost(nearest) {
            nearest = self.entry(nearest).map_or(HistoryEntryId::BEGINNING, |entry| entry.parent);
        }
        nearest
    }

    /// Drops all entries. The tables stay in the state of `head`, without a history.
    pub(crate) fn restart_at(&mut self, head: HistoryEntryId, next: HistoryEntryId) {
        self.entries.clear();
        self.bytes = 0;
        self.first = next;
        self.branch_state.head = head;
        self.position = head;
        self.drop_lost_branches();
    }

    /// Replaces all entries. `first` is the id of the first one.
    pub(crate) fn fill(
        &mut self,
        first: HistoryEntryId,
        entries: Vec<HistoryEntry>,
        branch_state: BranchState,
    ) {
        self.bytes = entries.iter().map(|entry| entry.size_bytes).sum();
        self.entries = entries.into();
        self.first = first;
        self.position = branch_state.head;
        self.branch_state = branch_state;
        self.drop_lost_branches();
    }

    /// Drops branches whose tip cannot be reached any more. The current branch stays and then ends at the head.
    pub(crate) fn drop_lost_branches(&mut self) {
        let mut branch_state = std::mem::take(&mut self.branch_state);
        branch_state.retain(|tip, head| self.path(head, tip).is_some());
        self.branch_state = branch_state;
    }
}
