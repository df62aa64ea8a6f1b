//! One history entry: a request, and the changes that lead to its other side.

use std::borrow::Cow;

use dynalab_capacity::HalfUnits;
use dynalab_engine::Unreadable;
use dynalab_engine::codec::{change_log, opening};
use dynalab_engine::database::change::{Change, Contents};
use dynalab_engine::hooks::Service;
use dynalab_types::Timestamp;

/// The id of a history entry. Ids ascend with time over all branches. The state before the first entry is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HistoryEntryId(pub u64);

impl HistoryEntryId {
    pub const BEGINNING: HistoryEntryId = HistoryEntryId(0);
}

#[derive(Clone, Debug)]
pub struct HistoryEntry {
    /// The id of the entry before it.
    pub parent: HistoryEntryId,
    /// The position in the branch, counted from 1.
    pub number: u32,
    pub at: Timestamp,
    pub operation: Cow<'static, str>,
    pub body: Box<str>,
    /// The HTTP status of the response.
    pub status: u16,
    /// The consumed read and write capacity together. Zero in data of older versions.
    pub consumed: HalfUnits,
    /// The request changed more than the meters. Undo and redo skip other entries.
    pub changes_data: bool,
    /// The entry belongs to the one before it: undo and redo treat both as one. The requests of a sample are an example.
    pub continues: bool,
    /// The name that the user chose.
    pub name: Option<Box<str>>,
    /// The state after the entry is not available: the last entry of its step has the changes of the whole step.
    pub is_lost: bool,
    pub(crate) state_delta: StateDelta,
    /// The memory of the entry in bytes, estimated when it was created.
    pub(crate) size_bytes: usize,
}

/// The changes that lead from the current side of an entry to its other side.
#[derive(Clone, Debug)]
pub enum StateDelta {
    Changes(Vec<Change>),
    /// Encoded by the change log; decoded when needed.
    Encoded(Box<[u8]>),
}

impl HistoryEntry {
    /// Removes and returns the changes that lead to the other side. Decodes them if necessary.
    pub(crate) fn take_delta<S: Service>(&mut self) -> Result<Vec<Change>, Unreadable> {
        match std::mem::replace(&mut self.state_delta, StateDelta::Changes(Vec::new())) {
            StateDelta::Changes(changes) => Ok(changes),
            StateDelta::Encoded(bytes) => {
                // A delta that cannot be decoded stays encoded.
                opening::read_changes::<S>(&bytes)
                    .inspect_err(|_| self.state_delta = StateDelta::Encoded(bytes))
            }
        }
    }

    /// Returns the delta as the change log encodes it.
    pub(crate) fn encoded_delta(&self) -> Cow<'_, [u8]> {
        match &self.state_delta {
            StateDelta::Changes(changes) => Cow::Owned(change_log::encode(changes)),
            StateDelta::Encoded(bytes) => Cow::Borrowed(bytes),
        }
    }
}

impl StateDelta {
    /// Returns the approximate memory of an entry with this delta, in bytes. Images shared with a table are counted as well.
    pub(crate) fn size_bytes(&self, body: &str) -> usize {
        const ENTRY_BYTES: usize = 160;
        const CHANGE_BYTES: usize = 120;
        let changes = match self {
            StateDelta::Encoded(bytes) => bytes.len(),
            StateDelta::Changes(changes) => {
                changes.iter().map(|change| CHANGE_BYTES + image_bytes(change)).sum()
            }
        };
        ENTRY_BYTES + body.len() + changes
    }
}

/// Returns the size of the images that the tables do not have now and that the delta brings.
fn image_bytes(change: &Change) -> usize {
    let bytes = match change {
        Change::Item { after, .. } => after.as_ref().map_or(0, |item| item.size_bytes()),
        Change::Items { items, filled: true, .. } => items.size_bytes,
        Change::Table { restored: Contents::Table(table), .. } => table.size_bytes,
        Change::Table { restored: Contents::Indexes(indexes), .. } => {
            indexes.iter().map(|(_, rows)| rows.size_bytes).sum()
        }
        _ => 0,
    };
    usize::try_from(bytes).unwrap_or(usize::MAX / 4)
}
