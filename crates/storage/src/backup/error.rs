//! The errors of reading and writing a backup, and their messages.

use std::fmt;

use crate::error::StoreError;

/// Why a file is no complete backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackupError {
    NotABackup,
    UnknownVersion {
        found: u16,
        known: u16,
    },
    TooLarge {
        bytes: u64,
        most: u64,
    },
    CutOff {
        bytes: usize,
    },
    TooLong {
        bytes: usize,
    },
    WrongChecksum {
        stated: u32,
        computed: u32,
    },
    /// The byte is not the mark of a workspace or of the end.
    UnknownMark {
        found: u8,
    },
    /// The name is not valid. Workspaces are numbered from 1.
    BadName {
        number: usize,
    },
    /// The chunks of a workspace are not valid output of a store.
    Workspace {
        number: usize,
        name: String,
        error: StoreError,
    },
}

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackupError::NotABackup => write!(f, "The file does not begin as a backup does."),
            BackupError::UnknownVersion { found, known } => write!(
                f,
                "The backup has version {found}, and this version of Dynalab knows version {known}."
            ),
            BackupError::TooLarge { bytes, most } => {
                write!(f, "The backup has {bytes} bytes, and {most} are the most.")
            }
            BackupError::CutOff { bytes } => write!(f, "The backup is cut off after {bytes} bytes."),
            BackupError::TooLong { bytes } => {
                write!(f, "There are {bytes} bytes behind the end of the backup.")
            }
            BackupError::WrongChecksum { stated, computed } => {
                write!(f, "The backup's checksum should be {stated:08x} and is {computed:08x}.")
            }
            BackupError::UnknownMark { found } => {
                write!(f, "The backup has a mark {found} where a workspace or the end should be.")
            }
            BackupError::BadName { number } => {
                write!(f, "Workspace {number} of the backup has an impossible name.")
            }
            BackupError::Workspace { number, name, error } => {
                write!(f, "Workspace {number} of the backup (“{name}”): ")?;
                match error {
                    StoreError::Corrupt { damage } => write!(f, "{damage}."),
                    StoreError::NewerFormat { found, known } => write!(
                        f,
                        "it has format {found}, and this version of Dynalab knows formats up to {known}."
                    ),
                    StoreError::Deposed
                    | StoreError::Conflict { .. }
                    | StoreError::Full
                    | StoreError::Unavailable { .. }
                    | StoreError::Interrupted { .. } => error.fmt(f),
                }
            }
        }
    }
}

impl std::error::Error for BackupError {}
