//! What was done, as a tree of moments: where the tables stand, which branches there are, and the way from one moment
//! to another.
//!
//! A moment is the state after one request. The engine stands at one of them (`position`); what is kept in the store is
//! the state of another (`head`), which is the same one unless somebody looks at the past. Moving crosses moments: each
//! holds the changes that lead to its other side. The window is bounded; what falls out of it is forgotten, oldest first,
//! and can no longer be gone back to.

mod branches;
pub mod journal;
mod moment;

pub use branches::{BRANCHES_MAX, Branch, Standing};
pub use moment::{Crossing, Moment, MomentId};

use std::collections::VecDeque;

/// How much is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub moments: usize,
    /// Estimated, of memory: requests and what they replaced.
    pub bytes: usize,
}

impl Window {
    /// What a page remembers.
    pub const PAGE: Window = Window { moments: 100_000, bytes: 128 * 1024 * 1024 };
    /// What survives a reload for certain; requests since the last snapshot of the store do too.
    pub const KEPT: Window = Window { moments: 10_000, bytes: 4 * 1024 * 1024 };
    /// For data that nobody goes back in.
    pub const NOTHING: Window = Window { moments: 0, bytes: 0 };
}

/// The moments to cross, in this order, to come from one to another: first backwards, then forwards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    pub back: Vec<MomentId>,
    pub forward: Vec<MomentId>,
}

#[derive(Clone, Debug)]
pub struct History {
    window: Window,
    /// In the order of their ids, without gaps: the first has the id `first`.
    moments: VecDeque<Moment>,
    first: MomentId,
    bytes: usize,
    standing: Standing,
    position: MomentId,
}

impl History {
    pub fn new(window: Window) -> History {
        History {
            window,
            moments: VecDeque::new(),
            first: MomentId(1),
            bytes: 0,
            standing: Standing::default(),
            position: MomentId::BEGINNING,
        }
    }

    pub fn window(&self) -> Window {
        self.window
    }

    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    pub fn head(&self) -> MomentId {
        self.standing.head
    }

    /// Where the engine's state is.
    pub fn position(&self) -> MomentId {
        self.position
    }

    pub fn is_looking_back(&self) -> bool {
        self.position != self.standing.head
    }

    pub fn len(&self) -> usize {
        self.moments.len()
    }

    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// The oldest first.
    pub fn moments(&self) -> impl DoubleEndedIterator<Item = (MomentId, &Moment)> {
        self.moments.iter().enumerate().map(|(place, moment)| (MomentId(self.first.0 + place as u64), moment))
    }

    pub fn moment(&self, id: MomentId) -> Option<&Moment> {
        let place = id.0.checked_sub(self.first.0)?;
        self.moments.get(usize::try_from(place).ok()?)
    }

    pub(crate) fn moment_mut(&mut self, id: MomentId) -> Option<&mut Moment> {
        let place = id.0.checked_sub(self.first.0)?;
        self.moments.get_mut(usize::try_from(place).ok()?)
    }

    pub fn next_id(&self) -> MomentId {
        MomentId(self.first.0 + self.moments.len() as u64)
    }

    /// How many requests lead to a moment from the beginning of its branch, forgotten ones included. Of a moment that
    /// is itself forgotten, known only while one that follows it is remembered.
    pub fn number(&self, id: MomentId) -> u32 {
        if let Some(moment) = self.moment(id) {
            return moment.number;
        }
        let after = self.moments.iter().find(|moment| moment.parent == id);
        after.map_or(0, |moment| moment.number.saturating_sub(1))
    }

    /// A request has been executed where the tables stand. A branch that goes on from there already is left as it is:
    /// the new moment begins another.
    pub(crate) fn add(&mut self, moment: Moment) -> MomentId {
        let id = self.next_id();
        self.bytes += moment.weight_bytes;
        self.moments.push_back(moment);
        self.standing.advance(id);
        self.position = id;
        id
    }

    /// Takes the newest moment out again, after it has been crossed backwards.
    pub(crate) fn take_newest(&mut self) {
        if let Some(moment) = self.moments.pop_back() {
            self.bytes -= moment.weight_bytes;
        }
    }

    pub(crate) fn set_position(&mut self, position: MomentId) {
        self.position = position;
    }

    pub(crate) fn set_standing(&mut self, standing: Standing) {
        self.standing = standing;
    }

    pub(crate) fn standing_mut(&mut self) -> &mut Standing {
        &mut self.standing
    }

    /// None when the way leads through what is forgotten.
    pub fn path(&self, from: MomentId, to: MomentId) -> Option<Path> {
        let mut path = Path::default();
        let (mut back, mut forward) = (from, to);
        while back != forward {
            // A moment's id is always greater than that of the one it follows.
            if back > forward {
                path.back.push(back);
                back = self.moment(back)?.parent;
            } else {
                path.forward.push(forward);
                forward = self.moment(forward)?.parent;
            }
        }
        path.forward.reverse();
        Some(path)
    }

    /// The moments of a branch that are remembered, newest first.
    pub fn of_branch(&self, branch: &Branch) -> impl Iterator<Item = (MomentId, &Moment)> {
        let mut next = branch.tip;
        std::iter::from_fn(move || {
            let id = next;
            let moment = self.moment(id)?;
            next = moment.parent;
            Some((id, moment))
        })
    }

    /// The moment of the current branch that has this number; the one before the oldest that is remembered counts too.
    pub fn numbered(&self, number: u32) -> Option<MomentId> {
        let mut oldest = self.standing.current().tip;
        for (id, moment) in self.of_branch(self.standing.current()) {
            if moment.number == number {
                return Some(id);
            }
            oldest = moment.parent;
        }
        (self.number(oldest) == number).then_some(oldest)
    }

    /// Forgets what has fallen out of the window; not each time, because that looks at everything.
    pub(crate) fn trim(&mut self) {
        let slack = |limit: usize| limit + limit / 8;
        if self.moments.len() <= slack(self.window.moments) && self.bytes <= slack(self.window.bytes) {
            return;
        }
        while self.moments.len() > self.window.moments || self.bytes > self.window.bytes {
            let Some(moment) = self.moments.pop_front() else { break };
            self.bytes -= moment.weight_bytes;
            self.first = MomentId(self.first.0 + 1);
        }
        self.drop_lost_branches();
    }

    /// Forgets all moments: the tables stand at `head`, and nothing is known of how they came there.
    pub(crate) fn restart_at(&mut self, head: MomentId, next: MomentId) {
        self.moments.clear();
        self.bytes = 0;
        self.first = next;
        self.standing.head = head;
        self.position = head;
        self.drop_lost_branches();
    }

    /// Puts moments in the place of all there are; `first` is the id of the first.
    pub(crate) fn fill(&mut self, first: MomentId, moments: Vec<Moment>, standing: Standing) {
        self.bytes = moments.iter().map(|moment| moment.weight_bytes).sum();
        self.moments = moments.into();
        self.first = first;
        self.position = standing.head;
        self.standing = standing;
        self.drop_lost_branches();
    }

    /// Branches whose end cannot be reached any more go. The current one stays: it then ends where the tables stand.
    pub(crate) fn drop_lost_branches(&mut self) {
        let mut standing = std::mem::take(&mut self.standing);
        standing.retain(|tip, head| self.path(head, tip).is_some());
        self.standing = standing;
    }
}
