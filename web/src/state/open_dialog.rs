//! The dialog that is open, with what it is about.

use crate::arrival::OpenForm;
use crate::backups::BackupStage;
use crate::files::FilesPane;
use crate::share_form::ShareForm;

/// The open dialog with its form.
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, PartialEq)]
pub struct ItemToEdit {
    pub table: String,
    /// The key in DynamoDB JSON.
    pub key: Option<String>,
}

/// The purpose of the name dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamePurpose {
    NewWorkspace,
    RenameWorkspace,
    KeepCopy,
    /// Names the branch with this number.
    Branch(u32),
    /// Names the history entry with this id.
    Moment(u64),
}
