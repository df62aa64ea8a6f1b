//! The page's messages about errors of the store.

use dynalab_storage::StoreError;

use crate::protocol::{Refusal, StorageHealth, UnreadableCause};

/// Returns the refusal of a message that failed because of the store.
pub fn refusal_of(error: &StoreError) -> Refusal {
    match error {
        StoreError::Full => Refusal::StorageFull,
        other => Refusal::StorageFailed { detail: other.to_string() },
    }
}

pub(super) fn health_of(error: &StoreError) -> StorageHealth {
    match error {
        StoreError::Full => StorageHealth::Full,
        StoreError::Corrupt { .. } | StoreError::NewerFormat { .. } => unreadable(error),
        other => StorageHealth::Failing { detail: other.to_string() },
    }
}

/// A browser without storage is no failure: the role says that nothing is stored.
pub(super) fn unreadable_or_fine(error: &StoreError) -> StorageHealth {
    match error {
        StoreError::Unavailable { .. } => StorageHealth::Fine,
        other => unreadable(other),
    }
}

/// Returns the health of a store that cannot be loaded, with the cause. Only data of a newer version needs a newer version.
pub(super) fn unreadable(error: &StoreError) -> StorageHealth {
    let cause = match error {
        StoreError::NewerFormat { .. } => UnreadableCause::NewerVersion,
        StoreError::Corrupt { .. } => UnreadableCause::Damaged,
        _ => UnreadableCause::Failed,
    };
    StorageHealth::Unreadable { cause, detail: error.to_string() }
}
