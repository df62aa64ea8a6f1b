//! The files in the buckets, as their dialog shows them.

use dynalab_playground::protocol::Refusal;
use dynalab_playground::protocol::files::FileSummary;

use crate::shared::Shared;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilesPane {
    /// The files, or none until the worker has listed them.
    pub listed: Option<Shared<Vec<FileSummary>>>,
    pub problem: Option<FilesProblem>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FilesProblem {
    Refused(Refusal),
    TooLarge,
    /// The browser cannot read a chosen file, or cannot save one.
    Unreadable,
}
