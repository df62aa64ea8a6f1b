//! The messages between the page and the worker that writes and reads backups. The file is transferred beside the messages as the
//! browser's object; it is never part of a message.

use serde::{Deserialize, Serialize};

/// The messages to the worker. A worker accepts one message, answers it and ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToBackupWorker {
    /// The list has every known workspace. The file is transferred with [`FromBackupWorker::Saved`].
    Save { workspaces: Vec<ListedWorkspace> },
    /// The file is transferred with this message.
    Restore,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromBackupWorker {
    /// Sent once, when the worker accepts messages.
    Ready,
    Saved(SavedBackup),
    /// The restored workspaces, with new ids and the names in the file.
    Restored {
        workspaces: Vec<ListedWorkspace>,
    },
    /// The operation failed and changed nothing.
    Failed(BackupFailure),
}

/// A workspace as the list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedWorkspace {
    /// The text of a [`WorkspaceId`](crate::workspace_choice::WorkspaceId).
    pub id: String,
    pub name: String,
    /// The time of creation in milliseconds since 1970; 0 if unknown.
    pub made_ms: u64,
    pub used_ms: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedBackup {
    /// The number of workspaces in the file.
    pub workspaces: u32,
    pub bytes: u64,
    /// The names of unreadable workspaces, which are not in the file.
    pub left_out: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BackupFailure {
    NotABackup,
    /// The file, or a workspace in it, has a version that this one does not support.
    NewerVersion,
    Damaged {
        detail: String,
    },
    TooLarge,
    StorageFull,
    StorageFailed {
        detail: String,
    },
    /// The worker could not be started, or ended before it answered.
    Stopped,
}
