//! The branches, and where the tables stand on them.

use crate::history::moment::MomentId;

/// More are forgotten, oldest first, those with a name last.
pub const BRANCHES_MAX: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// From 1 in the order in which they began; never given twice.
    pub number: u32,
    /// Given by the person.
    pub name: Option<Box<str>>,
    /// Its newest moment.
    pub tip: MomentId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The moment whose state is kept; what is executed next follows it. On the way to the tip of the current branch.
    pub head: MomentId,
    /// The number of the branch on which it goes on.
    pub current: u32,
    /// In the order of their numbers. Never empty, and the current one is among them.
    branches: Vec<Branch>,
}

impl Default for Standing {
    fn default() -> Standing {
        let first = Branch { number: 1, name: None, tip: MomentId::BEGINNING };
        Standing { head: MomentId::BEGINNING, current: 1, branches: vec![first] }
    }
}

impl Standing {
    /// None unless the numbers ascend and the current one is among them.
    pub(crate) fn of(head: MomentId, current: u32, branches: Vec<Branch>) -> Option<Standing> {
        let ascending = branches.is_sorted_by(|one, next| one.number < next.number);
        let known = branches.iter().any(|branch| branch.number == current);
        (ascending && known).then_some(Standing { head, current, branches })
    }

    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    pub fn branch(&self, number: u32) -> Option<&Branch> {
        self.branches.iter().find(|branch| branch.number == number)
    }

    pub fn current(&self) -> &Branch {
        // The current branch is always there; the first stands in so that this cannot fail.
        self.branch(self.current).unwrap_or(&self.branches[0])
    }

    fn current_mut(&mut self) -> &mut Branch {
        let place = self.branches.iter().position(|branch| branch.number == self.current).unwrap_or_default();
        &mut self.branches[place]
    }

    /// A moment follows the head: on the current branch when it ends there, otherwise on a new one.
    pub(crate) fn advance(&mut self, id: MomentId) {
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

    /// A branch that ends where the tables stand, and is the current one.
    #[cfg(feature = "complete")]
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

    /// False when there is no such branch.
    pub(crate) fn rename(&mut self, number: u32, name: Option<Box<str>>) -> bool {
        let found = self.branches.iter_mut().find(|branch| branch.number == number);
        found.map(|branch| branch.name = name).is_some()
    }

    /// False when there is no such branch, or it is the current one.
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

    /// Keeps the branches whose tip can be reached from the head; the current one ends at the head if its own cannot.
    pub(crate) fn retain(&mut self, reaches: impl Fn(MomentId, MomentId) -> bool) {
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
