//! Moves a workspace into an empty store.

use dynalab_storage::{Claim, Revision, Store, StoreError};

use super::Host;
use super::log_upkeep::Log;
use super::service::HostService;
use crate::protocol::{Space, ToPage};
use crate::workspace::Workspace;
use crate::workspace::service::WorkspaceService;

impl<T: Store, S: HostService> Host<T, S> {
    /// Writes everything into the store of a new workspace and continues there as its writer. If that fails, nothing is changed.
    ///
    /// # Errors
    /// The errors of the store, and `Conflict` if it is not empty.
    pub async fn move_into(&mut self, store: T) -> Result<Vec<ToPage>, StoreError> {
        let (claim, snapshot_bytes) = store_in_new(&mut self.saved, &store).await?;
        self.store = Some(store);
        self.elected = true;
        self.epoch = Some(claim.epoch);
        self.revision = claim.revision;
        self.log = Log::of_snapshot(claim.revision, snapshot_bytes);
        let changed = ToPage::Changed { space: Space::Saved, revision: self.revision.0 };
        Ok(vec![ToPage::Role { role: self.role() }, changed])
    }
}

/// Writes a whole workspace into a new store. Returns the claim, and the size of the snapshot in bytes.
///
/// # Errors
/// As [`Host::move_into`].
pub async fn store_in_new<S: WorkspaceService>(
    workspace: &mut Workspace<S>,
    store: &impl Store,
) -> Result<(Claim, usize), StoreError> {
    let claim = store.claim().await?;
    if claim.revision != Revision::ZERO {
        return Err(StoreError::Conflict { expected: Revision::ZERO, stored: claim.revision });
    }
    workspace.look_at_head();
    let looks_back = || StoreError::unreadable_content("the tables are not where they stand");
    let snapshot = workspace.snapshot().ok_or_else(looks_back)?;
    store.replace(claim.epoch, claim.revision, &snapshot).await?;
    Ok((claim, snapshot.iter().map(Vec::len).sum()))
}
