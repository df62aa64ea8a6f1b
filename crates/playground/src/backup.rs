//! Everything that is kept goes into one file, and comes back from it as workspaces of their own.
//!
//! Nothing here holds more than one workspace, or more than the file. Other tabs may write meanwhile: a workspace goes
//! into the file as it is at one moment. Restoring touches nothing that was there, and leaves nothing when it fails.

use dynalab_storage::backup::{self, BackedUp, BackupError, BackupWriter};
use dynalab_storage::{Store, StoreError};

use crate::protocol::backup::{BackupFailure, ListedWorkspace, SavedBackup};
use crate::workspace_choice::WorkspaceId;

/// What the name of a file with a backup ends in.
pub const FILE_EXTENSION: &str = ".dynalab-backup";

/// Writes the workspaces to `out`, piece by piece. `open` finds the store of a workspace that has one. A workspace that
/// is damaged, or that a newer version wrote, is left out and named; nobody shall lose the others for that.
///
/// # Errors
/// `TooLarge`, and what keeps any store from being read.
pub async fn save<S: Store>(
    workspaces: &[ListedWorkspace],
    open: impl AsyncFn(&WorkspaceId) -> Result<Option<S>, StoreError>,
    out: impl FnMut(&[u8]),
) -> Result<SavedBackup, BackupFailure> {
    let mut saved = SavedBackup::default();
    let mut writer = BackupWriter::new(out);
    for workspace in workspaces {
        let Some(id) = WorkspaceId::parse(&workspace.id) else { continue };
        let chunks = match open(&id).await {
            Ok(Some(store)) => store.copy_out().await,
            // Listed, and never opened or deleted since: there is nothing.
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
        // The workspace that every browser has anyway.
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

/// Puts every workspace of a file into a new store of its own, and says which those are. `open` makes a store, `discard`
/// deletes one.
///
/// # Errors
/// When the file is not an undamaged backup of a known version, or the browser has no room for all of it. Nothing is
/// left of it then.
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
