//! Reads a file with the progress of a learner.

use dynalab_lessons::Progress;
use dynalab_lessons::progress::PROGRESS_FORMAT;
use serde::Deserialize;

use super::{FileBytes, ProgressProblem};

/// The largest progress file, in bytes. A file with all lessons has some kilobytes.
pub const PROGRESS_BYTES_MAX: u64 = 1_000_000;

/// Only the format is read first, because a newer file may have unknown members.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

/// Reads the progress in a file.
///
/// # Errors
/// Returns an error if the file is not a progress file, or has a newer format.
pub(super) fn open(bytes: FileBytes) -> Result<Progress, ProgressProblem> {
    let unreadable = |_| ProgressProblem::Unreadable;
    let bytes = bytes.map_err(|_| ProgressProblem::Unreadable)?;
    let Format { format } = serde_json::from_slice(&bytes).map_err(unreadable)?;
    if format > PROGRESS_FORMAT {
        return Err(ProgressProblem::Newer);
    }
    let progress: Progress = serde_json::from_slice(&bytes).map_err(unreadable)?;
    progress.checked().map_err(|_| ProgressProblem::Unreadable)
}
