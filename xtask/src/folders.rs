//! The folders of the repository.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::Result;

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

/// Returns all files below a folder, in order.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            files.extend(files_below(&entry.path())?);
        } else {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}
