//! Stores the progress in its own browser database, beside those of the workspaces.

use dynalab_app::learn::saved_progress;
use dynalab_lessons::Progress;
use dynalab_storage::StoreError;

/// The name of the database. No workspace has this name.
const DATABASE: &str = "dynalab-progress";

/// An embedded page has no progress.
#[cfg(target_arch = "wasm32")]
async fn open() -> Result<dynalab_storage::IndexedDbStore, StoreError> {
    if crate::browser::embedded::is_embedded() {
        return Err(dynalab_storage::Unavailability::NotKept.into());
    }
    dynalab_storage::IndexedDbStore::open(DATABASE).await
}

/// The native build has no browser database. This function only makes the crate compile.
#[cfg(not(target_arch = "wasm32"))]
async fn open() -> Result<dynalab_storage::MemoryStore, StoreError> {
    debug_assert!(!DATABASE.is_empty());
    Ok(dynalab_storage::MemoryStore::default())
}

/// Reads the stored progress. Unreadable progress, or a newer format, is an error, because it must not be overwritten.
///
/// # Errors
/// Returns an error if the browser stores nothing for this site, or if the progress is not readable.
pub async fn load() -> Result<Progress, StoreError> {
    saved_progress::read(&open().await?).await
}

/// Merges the progress with the stored progress, which another tab may have changed. Returns both together.
///
/// # Errors
/// Returns the errors of [`load`].
pub async fn save(progress: &Progress) -> Result<Progress, StoreError> {
    saved_progress::save(&open().await?, progress).await
}
