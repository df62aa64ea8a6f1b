//! The files in the buckets, as their dialog shows them.

use dynalab_playground::protocol::Refusal;
use dynalab_playground::protocol::files::FileSummary;
use serde::{Deserialize, Serialize};

use crate::shared::Shared;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FilesPane {
    /// The files, or none until the worker has listed them.
    pub listed: Option<Shared<Vec<FileSummary>>>,
    pub problem: Option<FilesProblem>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FilesProblem {
    Refused(Refusal),
    TooLarge,
    /// The browser cannot read a chosen file, or cannot save one.
    Unreadable,
}
