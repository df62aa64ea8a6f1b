//! The progress of a backup.

use dynalab_playground::protocol::backup::{BackupFailure, SavedBackup};
use dynalab_playground::workspace_choice::WorkspaceId;
use serde::{Deserialize, Serialize};

/// The stage of a backup that the dialog shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum BackupStage {
    Asking,
    Saving,
    Saved(SavedBackup),
    Restoring,
    Restored(Vec<WorkspaceId>),
    Failed(BackupFailure),
}

impl BackupStage {
    pub fn is_busy(&self) -> bool {
        matches!(self, BackupStage::Saving | BackupStage::Restoring)
    }
}
