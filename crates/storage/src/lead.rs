//! A handle's record that it appended the newest chunk, so that its next append needs no read.

use std::cell::Cell;

use crate::store::{Epoch, Revision};

/// The last chunk that this handle appended. Empty if a later event makes it uncertain. If another tab has written after it, the
/// next revision of the log is already used and the append fails.
#[derive(Debug, Default)]
pub(crate) struct Lead(Cell<Option<(Epoch, Revision)>>);

impl Lead {
    /// Removes the record and returns whether it matches. After a successful append the caller must call [`set`](Lead::set).
    pub(crate) fn take(&self, epoch: Epoch, expected: Revision) -> bool {
        self.0.take() == Some((epoch, expected))
    }

    pub(crate) fn set(&self, epoch: Epoch, revision: Revision) {
        self.0.set(Some((epoch, revision)));
    }
}

impl Clone for Lead {
    /// Returns an empty record: the new handle has appended nothing yet.
    fn clone(&self) -> Lead {
        Lead::default()
    }
}
