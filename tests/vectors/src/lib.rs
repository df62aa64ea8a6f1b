//! The recorded requests and responses of this folder: replay of a file, comparison of responses, and the known failures.
//!
//! This crate does not depend on the engine. Requests go to the engine directly, or through the page and its worker. The same
//! rules compare the responses.

mod comparison;
mod known_failures;
mod replay;

use std::fs;
use std::path::Path;

pub use known_failures::{KnownFailures, Report};
pub use replay::{Answer, Failure, Outcome, Replay, Request};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// One file of vectors.
#[derive(Clone, Debug)]
pub struct File {
    /// The name without its extension: `tier1.putItem.basic`.
    pub name: String,
    pub lines: String,
}

/// Reads all files, in the order of their names.
///
/// # Panics
/// Panics if a file cannot be read.
pub fn files() -> Vec<File> {
    let entries = fs::read_dir(FOLDER).expect("the folder of the vectors");
    let paths = entries.map(|entry| entry.expect("a file of the folder").path());
    let mut files: Vec<File> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .map(|path| File {
            name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            lines: fs::read_to_string(&path).expect("a file of vectors"),
        })
        .collect();
    files.sort_by(|left, right| left.name.cmp(&right.name));
    files
}

/// Reads the list beside the vectors.
///
/// # Panics
/// Panics if the list cannot be read.
pub fn known_failures() -> KnownFailures {
    let list = fs::read_to_string(Path::new(FOLDER).join("known_failures.txt"));
    KnownFailures::parse(&list.expect("the list of known failures"))
}
