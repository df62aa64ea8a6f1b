//! Writes the workspaces of a backup into new stores: all of them, or none.

use crate::backup::BackedUp;
use crate::error::StoreError;
use crate::store::Store;

/// Restores every workspace. `open` creates the new store of the workspace with that number, counted from 0. `discard` deletes
/// that store, whether it was created or not.
///
/// # Errors
/// The first failure of a store. The other new stores are then discarded. A store that was not empty is left unchanged.
pub async fn restore<S: Store>(
    workspaces: &[BackedUp<&[u8]>],
    open: impl AsyncFn(usize) -> Result<S, StoreError>,
    discard: impl AsyncFn(usize),
) -> Result<(), StoreError> {
    for (number, workspace) in workspaces.iter().enumerate() {
        let put = match open(number).await {
            Ok(store) => store.copy_in(&workspace.chunks).await,
            Err(error) => Err(error),
        };
        if let Err(error) = put {
            let is_ours = !matches!(error, StoreError::Conflict { .. });
            for made in 0..number + usize::from(is_ours) {
                discard(made).await;
            }
            return Err(error);
        }
    }
    Ok(())
}
