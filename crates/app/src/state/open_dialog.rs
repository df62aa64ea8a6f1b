//! The dialog that is open, with what it is about.

use dynalab_messages::Sentence;
use dynalab_programs::files::Problem;
use serde::{Deserialize, Serialize};

use crate::sentences;
use crate::state::backup_stage::BackupStage;
use crate::state::files_pane::FilesPane;
use crate::state::share_form::ShareForm;

/// The open dialog with its form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Dialog {
    Samples,
    DeleteTable(String),
    Share(ShareForm),
    Open(OpenForm),
    Name {
        purpose: NamePurpose,
        name: String,
    },
    /// Deletes the branch with this number.
    DeleteBranch(u32),
    /// Deletes the open workspace.
    DeleteWorkspace,
    Backup(BackupStage),
    Files(FilesPane),
    DeleteFile {
        bucket: String,
        key: String,
    },
    /// The list of the keyboard shortcuts.
    Keys,
    /// The last notices.
    Notices,
    /// The command palette, which finds pages and commands by typing.
    Palette,
    Item(ItemToEdit),
    /// The table form: a new table, or the one with this name.
    Table(Option<String>),
    /// Imports, exports and generates items. The draft may be exported.
    Transfer,
    /// Generates items for the open table.
    Generate,
    /// Shows the readable part of stored data that cannot be opened.
    Salvage,
}

/// The edited item. Without a key it is a new item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemToEdit {
    pub table: String,
    /// The key in DynamoDB JSON.
    pub key: Option<String>,
}

/// The purpose of the name dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NamePurpose {
    NewWorkspace,
    RenameWorkspace,
    KeepCopy,
    /// Names the branch with this number.
    Branch(u32),
    /// Names the history entry with this id.
    Entry(u64),
}

/// The text in the dialog that opens designs, and the problem with it, if any.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OpenForm {
    pub text: String,
    pub problem: Option<Problem>,
}

impl NamePurpose {
    /// Returns the dialog's title and the label of its button.
    pub fn titles(self) -> (Sentence, Sentence) {
        match self {
            NamePurpose::NewWorkspace => {
                (sentences::workbench::WORKSPACE_NEW, sentences::workbench::WORKSPACE_CREATE)
            }
            NamePurpose::RenameWorkspace => {
                (sentences::workbench::WORKSPACE_RENAME, sentences::workbench::SAVE_NAME)
            }
            NamePurpose::KeepCopy => (sentences::shell::KEEP_COPY, sentences::workbench::WORKSPACE_KEEP),
            NamePurpose::Branch(_) => (sentences::workbench::NAME_BRANCH, sentences::workbench::SAVE_NAME),
            NamePurpose::Entry(_) => (sentences::workbench::NAME_ENTRY, sentences::workbench::SAVE_NAME),
        }
    }

    /// Returns what the dialog explains.
    pub fn about(self) -> Option<Sentence> {
        match self {
            NamePurpose::NewWorkspace => Some(sentences::workbench::WORKSPACE_NEW_ABOUT),
            NamePurpose::RenameWorkspace => None,
            NamePurpose::KeepCopy => Some(sentences::workbench::KEEP_COPY_ABOUT),
            NamePurpose::Branch(_) | NamePurpose::Entry(_) => Some(sentences::workbench::NAME_NONE_ABOUT),
        }
    }

    /// Returns whether an empty name removes the name.
    pub fn may_be_empty(self) -> bool {
        matches!(self, NamePurpose::Branch(_) | NamePurpose::Entry(_))
    }
}
