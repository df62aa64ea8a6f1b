//! Writes all workspaces into one backup file, and restores them from it as new workspaces.
//!
//! Memory holds at most one workspace, or the file. Other tabs may write meanwhile: each workspace is read in one transaction. A
//! restore changes no existing workspace, and leaves nothing behind if it fails.

use dynalab_storage::backup::{self, BackedUp, BackupError, BackupWriter};
use dynalab_storage::{Store, StoreError};

use crate::protocol::backup::{BackupFailure, ListedWorkspace, SavedBackup};
use crate::workspace_choice::WorkspaceId;

/// The file name extension of a backup.
pub const FILE_EXTENSION: &str = ".dynalab-backup";

/// Writes the workspaces to `out` in pieces. `open` returns the store of a workspace, if it has one. A damaged workspace, or one
/// of a newer version, is skipped and its name is reported; the other workspaces are saved.
///
/// # Errors
/// `TooLarge`, or a failure to read a store for another reason.
pub async fn save<S: Store>(
    workspaces: &[ListedWorkspace],
    open: impl AsyncFn(&WorkspaceId) -> Result<Option<S>, StoreError>,
    out: impl FnMut(&[u8]),
) -> Result<SavedBackup, BackupFailure> {
    let mut saved = SavedBackup::default();
    let mut writer = BackupWriter::new(out);
    for workspace in workspaces {
        let Some(id) = WorkspaceId::parse(&workspace.id) else {
            saved.left_out.push(workspace.name.clone());
            continue;
        };
        let chunks = match open(&id).await {
            Ok(Some(store)) => store.copy_out().await,
            // The workspace is listed, but was never opened or was deleted: it has no data.
            Ok(None) => continue,
            Err(error) => Err(error),
        };
        let chunks = match chunks {
            Ok(chunks) => chunks,
            Err(StoreError::Corrupt { .. } | StoreError::NewerFormat { .. }) => {
                saved.left_out.push(workspace.name.clone());
                continue;
            }
            Err(error) => return Err(storage_failure(error)),
        };
        // Every browser has the first workspace, so an empty one is not saved.
        if id.is_first() && chunks.snapshot.is_empty() && chunks.log.is_empty() {
            continue;
        }
        let (name, made_ms, used_ms) = (workspace.name.clone(), workspace.made_ms, workspace.used_ms);
        let workspace = BackedUp { name, made_ms, used_ms, chunks };
        writer.workspace(&workspace).map_err(file_failure)?;
        saved.workspaces += 1;
    }
    saved.bytes = writer.end();
    Ok(saved)
}

/// Restores every workspace of a file into its own new store, and returns their list. `open` creates a store, `discard` deletes
/// one.
///
/// # Errors
/// If the file is not an undamaged backup of a known version, or if it does not fit into the browser's storage. No new store
/// remains then.
pub async fn restore<S: Store>(
    file: &[u8],
    mut new_id: impl FnMut() -> WorkspaceId,
    open: impl AsyncFn(&WorkspaceId) -> Result<S, StoreError>,
    discard: impl AsyncFn(&WorkspaceId),
) -> Result<Vec<ListedWorkspace>, BackupFailure> {
    let workspaces = backup::read(file).map_err(file_failure)?;
    let ids: Vec<WorkspaceId> = workspaces.iter().map(|_| new_id()).collect();
    let open = async |number: usize| open(&ids[number]).await;
    let discard = async |number: usize| discard(&ids[number]).await;
    backup::restore(&workspaces, open, discard).await.map_err(storage_failure)?;
    let listed = workspaces.into_iter().zip(&ids).map(|(workspace, id)| ListedWorkspace {
        id: id.as_str().to_owned(),
        name: workspace.name,
        made_ms: workspace.made_ms,
        used_ms: workspace.used_ms,
    });
    Ok(listed.collect())
}

fn file_failure(error: BackupError) -> BackupFailure {
    match error {
        BackupError::NotABackup => BackupFailure::NotABackup,
        BackupError::UnknownVersion { .. }
        | BackupError::Workspace { error: StoreError::NewerFormat { .. }, .. } => BackupFailure::NewerVersion,
        BackupError::TooLarge { .. } => BackupFailure::TooLarge,
        error => BackupFailure::Damaged { detail: error.to_string() },
    }
}

fn storage_failure(error: StoreError) -> BackupFailure {
    match error {
        StoreError::Full => BackupFailure::StorageFull,
        other => BackupFailure::StorageFailed { detail: other.to_string() },
    }
}
