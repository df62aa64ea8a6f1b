//! The request and response vectors of this folder, for whoever can answer requests: how a file is replayed, what of an
//! answer is compared, and which cases are known not to pass.
//!
//! Nothing in here knows the engine: the requests go to it directly, or through the page and its worker, and one set of
//! rules judges the answers.

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
    /// Without its extension: `tier1.putItem.basic`.
    pub name: String,
    pub lines: String,
}

/// All files, in the order of their names.
///
/// # Panics
/// When they cannot be read.
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

/// The list beside the vectors.
///
/// # Panics
/// When it cannot be read.
pub fn known_failures() -> KnownFailures {
    KnownFailures::parse(&list("known_failures.txt"))
}

/// The same for the page, whose worker leaves some operations out.
///
/// # Panics
/// When one of the lists cannot be read.
pub fn known_failures_in_the_page() -> KnownFailures {
    KnownFailures::parse(&(list("known_failures.txt") + &list("known_failures_in_the_page.txt")))
}

fn list(name: &str) -> String {
    fs::read_to_string(Path::new(FOLDER).join(name)).expect("a list of known failures")
}
