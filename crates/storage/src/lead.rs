//! What a handle on a store knows without asking: that the newest chunk is its own.

use std::cell::Cell;

use crate::store::{Epoch, Revision};

/// The chunk that this handle was the last to append, while nothing has happened since that could make it doubt. Others
/// may have written after it; then the next place in the log is taken.
#[derive(Debug, Default)]
pub(crate) struct Lead(Cell<Option<(Epoch, Revision)>>);

impl Lead {
    /// Whether this is what follows. Whoever takes the lead gives it back with the chunk that it has appended.
    pub(crate) fn take(&self, epoch: Epoch, expected: Revision) -> bool {
        self.0.take() == Some((epoch, expected))
    }

    pub(crate) fn set(&self, epoch: Epoch, revision: Revision) {
        self.0.set(Some((epoch, revision)));
    }
}

impl Clone for Lead {
    /// Another handle has appended nothing yet.
    fn clone(&self) -> Lead {
        Lead::default()
    }
}
