//! The records since the last commit: their bytes for the log, and the data to undo them.

use crate::history::{BranchState, HistoryEntryId};

/// Reads and rejected requests change nothing that must be stored. They wait for the next commit, until the host is idle, or
/// until there are this many.
const WAITING_MAX: usize = 1_000;

#[derive(Default)]
pub(super) struct Pending {
    entries: Vec<Entry>,
    must_be_kept: bool,
}

pub(super) struct Entry {
    /// The journal's encoding of the record.
    bytes: Vec<u8>,
    pub done: Done,
    /// The head and the branches before the record.
    pub before: BranchState,
    must_be_kept: bool,
}

pub(super) enum Done {
    /// A request was executed. Its entry is the newest.
    HistoryEntry,
    /// The head moved to another entry, or the branches changed.
    Standing {
        /// The entry that was shown before.
        looked_at: HistoryEntryId,
    },
    Name {
        id: HistoryEntryId,
        before: Option<Box<str>>,
    },
}

impl Pending {
    pub fn history_entry(bytes: Vec<u8>, must_be_kept: bool, before: &BranchState) -> Entry {
        Entry { bytes, done: Done::HistoryEntry, before: before.clone(), must_be_kept }
    }

    pub fn other(bytes: Vec<u8>, done: Done, before: &BranchState) -> Entry {
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

    /// Returns the number of records at the beginning whose responses did not wait for a commit.
    pub fn acknowledged_count(&self) -> usize {
        self.entries.iter().take_while(|entry| !entry.must_be_kept).count()
    }

    /// Removes and returns the newest record.
    pub fn pop(&mut self) -> Option<Entry> {
        let popped = self.entries.pop();
        self.must_be_kept = self.entries.iter().any(|entry| entry.must_be_kept);
        popped
    }
}
