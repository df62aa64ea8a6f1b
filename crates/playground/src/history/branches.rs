//! The branches of the history, and the entry and branch of the current tables.

use crate::history::entry::HistoryEntryId;

/// The maximum number of branches. Above it, the oldest is dropped; named branches are dropped last.
pub const BRANCHES_MAX: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Counts from 1 in the order of creation. A number is never used again.
    pub number: u32,
    /// The name that the user chose.
    pub name: Option<Box<str>>,
    /// The newest entry of the branch.
    pub tip: HistoryEntryId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchState {
    /// The entry whose state is stored. The next request follows it. It is on the path to the tip of the current branch.
    pub head: HistoryEntryId,
    /// The number of the current branch.
    pub current: u32,
    /// Ordered by number. Never empty, and always includes the current one.
    branches: Vec<Branch>,
}

impl Default for BranchState {
    fn default() -> BranchState {
        let first = Branch { number: 1, name: None, tip: HistoryEntryId::BEGINNING };
        BranchState { head: HistoryEntryId::BEGINNING, current: 1, branches: vec![first] }
    }
}

impl BranchState {
    /// Returns `None` unless the numbers ascend and include the current one.
    pub(crate) fn checked(head: HistoryEntryId, current: u32, branches: Vec<Branch>) -> Option<BranchState> {
        let ascending = branches.is_sorted_by(|one, next| one.number < next.number);
        let known = branches.iter().any(|branch| branch.number == current);
        (ascending && known).then_some(BranchState { head, current, branches })
    }

    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    pub fn branch(&self, number: u32) -> Option<&Branch> {
        self.branches.iter().find(|branch| branch.number == number)
    }

    pub fn current(&self) -> &Branch {
        // The current branch always exists; the first is a fallback so that this cannot panic.
        self.branch(self.current).unwrap_or(&self.branches[0])
    }

    fn current_mut(&mut self) -> &mut Branch {
        let place = self.branches.iter().position(|branch| branch.number == self.current).unwrap_or_default();
        &mut self.branches[place]
    }

    /// Adds an entry after the head. It extends the current branch if that ends at the head; otherwise it begins a new branch.
    pub(crate) fn advance(&mut self, id: HistoryEntryId) {
        if self.current().tip == self.head {
            self.current_mut().tip = id;
        } else {
            self.make_room();
            let number = self.branches.last().map_or(1, |branch| branch.number + 1);
            self.branches.push(Branch { number, name: None, tip: id });
            self.current = number;
        }
        self.head = id;
    }

    /// Creates a branch that ends at the head, and makes it the current one.
    pub(crate) fn fork(&mut self) {
        self.make_room();
        let number = self.branches.last().map_or(1, |branch| branch.number + 1);
        self.branches.push(Branch { number, name: None, tip: self.head });
        self.current = number;
    }

    fn make_room(&mut self) {
        if self.branches.len() < BRANCHES_MAX {
            return;
        }
        let others = || self.branches.iter().enumerate().filter(|(_, branch)| branch.number != self.current);
        let oldest = others().find(|(_, branch)| branch.name.is_none()).or_else(|| others().next());
        if let Some((place, _)) = oldest {
            self.branches.remove(place);
        }
    }

    /// Returns false if there is no such branch.
    pub(crate) fn rename(&mut self, number: u32, name: Option<Box<str>>) -> bool {
        let found = self.branches.iter_mut().find(|branch| branch.number == number);
        found.map(|branch| branch.name = name).is_some()
    }

    /// Returns false if there is no such branch, or if it is the current one.
    pub(crate) fn remove(&mut self, number: u32) -> bool {
        let place = self.branches.iter().position(|branch| branch.number == number);
        match place {
            Some(place) if number != self.current => {
                self.branches.remove(place);
                true
            }
            _ => false,
        }
    }

    /// Keeps the branches whose tip can be reached from the head. If the current branch's tip cannot, it then ends at the head.
    pub(crate) fn retain(&mut self, reaches: impl Fn(HistoryEntryId, HistoryEntryId) -> bool) {
        let (head, current) = (self.head, self.current);
        self.branches.retain_mut(|branch| {
            let reached = reaches(branch.tip, head);
            if !reached && branch.number == current {
                branch.tip = head;
            }
            reached || branch.number == current
        });
    }
}
