//! Everything that can go wrong with keeping data, and the sentence for each.

mod cause;
mod damage;

use std::fmt;

pub use cause::{Failure, Interruption, Unavailability};
pub use damage::{Damage, Part, Place};

use crate::store::Revision;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Somebody else has claimed the workspace since; nothing was written.
    Deposed,
    /// The write did not follow the stored revision; nothing was written.
    Conflict { expected: Revision, stored: Revision },
    /// There is no room for the write; nothing was written.
    Full,
    /// There is no storage to be had: blocked, switched off, or none in this environment.
    Unavailable { reason: Unavailability },
    /// What is stored is damaged. It is never overwritten.
    Corrupt { damage: Damage },
    /// What is stored was written by a later version of Dynalab. It is never overwritten.
    NewerFormat { found: u32, known: u32 },
    /// The transaction did not finish, or its answer was lost: load again to learn what is stored.
    Interrupted { cause: Interruption },
}

impl StoreError {
    /// The chunks are whole, but their owner cannot read the payloads. `detail` is the owner's sentence, without a full stop.
    pub fn unreadable_content(detail: impl fmt::Display) -> StoreError {
        Damage::Content { detail: detail.to_string() }.into()
    }
}

impl From<Damage> for StoreError {
    fn from(damage: Damage) -> StoreError {
        StoreError::Corrupt { damage }
    }
}

impl From<Unavailability> for StoreError {
    fn from(reason: Unavailability) -> StoreError {
        StoreError::Unavailable { reason }
    }
}

impl From<Interruption> for StoreError {
    fn from(cause: Interruption) -> StoreError {
        StoreError::Interrupted { cause }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Deposed => write!(f, "Another tab has taken over writing to this workspace."),
            StoreError::Conflict { expected, stored } => {
                write!(f, "The write was made for revision {expected}, but revision {stored} is stored.")
            }
            StoreError::Full => write!(f, "The browser has no room left for this workspace."),
            StoreError::Unavailable { reason } => {
                write!(f, "The browser's storage is not available: {reason}.")
            }
            StoreError::Corrupt { damage } => {
                write!(f, "The stored workspace is damaged and was left as it is: {damage}.")
            }
            StoreError::NewerFormat { found, known } => write!(
                f,
                "The stored workspace has format {found}, and this version of Dynalab knows formats up to {known}; \
                 it was left as it is."
            ),
            StoreError::Interrupted { cause } => {
                write!(f, "The browser's storage stopped before the work was done: {cause}.")
            }
        }
    }
}

impl std::error::Error for StoreError {}
