//! What a workspace has done since the last commit: as bytes for the log, and with what it takes to undo it.

use crate::history::{MomentId, Standing};

/// Reads and refused requests change nothing that must be kept. They wait for the next commit, up to this many, or until the host is idle.
const WAITING_MAX: usize = 1_000;

#[derive(Default)]
pub(super) struct Pending {
    entries: Vec<Entry>,
    must_be_kept: bool,
}

pub(super) struct Entry {
    /// As the journal writes it.
    bytes: Vec<u8>,
    pub done: Done,
    /// Where the tables stood, and which branches there were.
    pub before: Standing,
    must_be_kept: bool,
}

pub(super) enum Done {
    /// A request was executed: it is the newest moment.
    Moment,
    /// The tables went to another moment, or branches changed.
    Standing {
        /// The moment that was being looked at.
        looked_at: MomentId,
    },
    Name {
        id: MomentId,
        before: Option<Box<str>>,
    },
}

impl Pending {
    pub fn moment(bytes: Vec<u8>, must_be_kept: bool, before: &Standing) -> Entry {
        Entry { bytes, done: Done::Moment, before: before.clone(), must_be_kept }
    }

    pub fn other(bytes: Vec<u8>, done: Done, before: &Standing) -> Entry {
        Entry { bytes, done, before: before.clone(), must_be_kept: true }
    }

    pub fn add(&mut self, entry: Entry) {
        self.must_be_kept |= entry.must_be_kept;
        self.entries.push(entry);
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn must_be_kept(&self) -> bool {
        self.must_be_kept || self.entries.len() > WAITING_MAX
    }

    pub fn entries(&self) -> impl Iterator<Item = &[u8]> {
        self.entries.iter().map(|entry| entry.bytes.as_slice())
    }

    /// How many at the beginning were told without waiting for a commit.
    pub fn told(&self) -> usize {
        self.entries.iter().take_while(|entry| !entry.must_be_kept).count()
    }

    /// The newest.
    pub fn pop(&mut self) -> Option<Entry> {
        let popped = self.entries.pop();
        self.must_be_kept = self.entries.iter().any(|entry| entry.must_be_kept);
        popped
    }
}
