//! The folders of the repository.

use std::env;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

pub fn target() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// The folder for all output of benchmarks.
pub fn benchmarks() -> PathBuf {
    target().join("benchmarks")
}

/// Returns the folder of the site. A release build is in the root, because people upload it.
pub fn site(release: bool) -> PathBuf {
    if release { root().join("dist") } else { target().join("dist/debug") }
}
