//! The messages between the page and the worker that writes and reads backups. The file itself travels beside them, as
//! the browser has it: it never becomes a part of a message.

use serde::{Deserialize, Serialize};

/// A worker takes one of these, answers it and is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToBackupWorker {
    /// These are all that are known. The file is beside [`FromBackupWorker::Saved`].
    Save { workspaces: Vec<ListedWorkspace> },
    /// The file is beside this message.
    Restore,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromBackupWorker {
    /// Sent once, when messages are welcome.
    Ready,
    Saved(SavedBackup),
    /// Under new ids; the names are those of the file.
    Restored {
        workspaces: Vec<ListedWorkspace>,
    },
    /// Nothing was changed.
    Failed(BackupFailure),
}

/// What a person sees of a workspace in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedWorkspace {
    /// Text of a [`WorkspaceId`](crate::workspace_choice::WorkspaceId).
    pub id: String,
    pub name: String,
    /// Milliseconds since 1970; 0 when nobody knows.
    pub made_ms: u64,
    pub used_ms: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedBackup {
    /// How many are in the file.
    pub workspaces: u32,
    pub bytes: u64,
    /// The names of those that could not be read and are not in it.
    pub left_out: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BackupFailure {
    NotABackup,
    /// The file, or a workspace in it, is of a version that this one does not know.
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
