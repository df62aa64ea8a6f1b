//! The errors of a store and their messages.

mod cause;
mod damage;

use std::fmt;

pub use cause::{Failure, Interruption, Unavailability};
pub use damage::{Damage, Part, Place};

use crate::store::Revision;

/// Why a store did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Another tab has claimed the workspace since. Nothing was written.
    Deposed,
    /// The expected revision is not the stored revision. Nothing was written.
    Conflict { expected: Revision, stored: Revision },
    /// There is no space for the write. Nothing was written.
    Full,
    /// Storage is not available: it is blocked, turned off, or does not exist in this environment.
    Unavailable { reason: Unavailability },
    /// The stored data is damaged. It is never overwritten.
    Corrupt { damage: Damage },
    /// A later version of Dynalab wrote the stored data. It is never overwritten.
    NewerFormat { found: u32, known: u32 },
    /// The transaction did not finish, or its result was lost. Load again to read what is stored.
    Interrupted { cause: Interruption },
}

impl StoreError {
    /// Returns the error for intact chunks whose payloads the caller cannot read. `detail` is the caller's message, without a
    /// full stop.
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
            StoreError::Full => write!(f, "There is no room left for this workspace."),
            StoreError::Unavailable { reason } => {
                write!(f, "The storage is not available: {reason}.")
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
                write!(f, "The storage stopped before the work was done: {cause}.")
            }
        }
    }
}

impl std::error::Error for StoreError {}
