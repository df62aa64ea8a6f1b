//! One request in the history, and the changes that lead to its other side.

use std::borrow::Cow;

use dynalab_capacity::HalfUnits;
use dynalab_engine::Unreadable;
use dynalab_engine::change::{Change, Contents};
use dynalab_engine::{Surrounding, change_log, opening};
use dynalab_types::Timestamp;

/// In the order in which they happened, over all branches. The state before the first is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MomentId(pub u64);

impl MomentId {
    pub const BEGINNING: MomentId = MomentId(0);
}

#[derive(Clone, Debug)]
pub struct Moment {
    /// The moment it follows.
    pub parent: MomentId,
    /// How many requests of its branch there have been, with this one.
    pub number: u32,
    pub at: Timestamp,
    pub operation: Cow<'static, str>,
    pub body: Box<str>,
    /// The HTTP status of the answer.
    pub status: u16,
    /// What it consumed, of reads and writes together. Zero for what older versions stored.
    pub consumed: HalfUnits,
    /// More than the meters: what undo and redo are about.
    pub changes_data: bool,
    /// It belongs to what was done just before, as the requests of a sample do: undone and redone as one.
    pub continues: bool,
    /// Given by the person.
    pub name: Option<Box<str>>,
    pub(crate) crossing: Crossing,
    /// Of memory, as estimated when it was made.
    pub(crate) weight_bytes: usize,
}

/// What is to be applied to come from the side of a moment where the tables are to its other side.
#[derive(Clone, Debug)]
pub enum Crossing {
    Changes(Vec<Change>),
    /// As the change log writes them; read when they are needed.
    Encoded(Box<[u8]>),
}

impl Moment {
    /// Takes the changes that lead to the other side out, read if they had not been read yet.
    pub(crate) fn take_crossing(&mut self) -> Result<Vec<Change>, Unreadable> {
        match std::mem::replace(&mut self.crossing, Crossing::Changes(Vec::new())) {
            Crossing::Changes(changes) => Ok(changes),
            Crossing::Encoded(bytes) => {
                // What cannot be read stays what it is.
                opening::read_changes::<Surrounding>(&bytes)
                    .inspect_err(|_| self.crossing = Crossing::Encoded(bytes))
            }
        }
    }

    /// As the change log writes them.
    pub(crate) fn encoded_crossing(&self) -> Cow<'_, [u8]> {
        match &self.crossing {
            Crossing::Changes(changes) => Cow::Owned(change_log::encode(changes)),
            Crossing::Encoded(bytes) => Cow::Borrowed(bytes),
        }
    }
}

impl Crossing {
    /// What a moment with it takes in memory, roughly. An image that a table holds too is counted as if it did not.
    pub(crate) fn weight_bytes(&self, body: &str) -> usize {
        const MOMENT_BYTES: usize = 160;
        const CHANGE_BYTES: usize = 120;
        let changes = match self {
            Crossing::Encoded(bytes) => bytes.len(),
            Crossing::Changes(changes) => {
                changes.iter().map(|change| CHANGE_BYTES + image_bytes(change)).sum()
            }
        };
        MOMENT_BYTES + body.len() + changes
    }
}

/// Of the images on the side that is not the tables': a crossing brings them.
fn image_bytes(change: &Change) -> usize {
    let bytes = match change {
        Change::Item { after, .. } => after.as_ref().map_or(0, |item| item.size_bytes()),
        Change::Table { restored: Contents::Table(table), .. } => table.size_bytes,
        Change::Table { restored: Contents::Indexes(indexes), .. } => {
            indexes.iter().map(|(_, rows)| rows.size_bytes).sum()
        }
        _ => 0,
    };
    usize::try_from(bytes).unwrap_or(usize::MAX / 4)
}
