//! Finds, reads and replaces the files of a site.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Returns the files with an extension in the folder and below it, sorted by path.
pub fn with_extension(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            found.extend(with_extension(&path, extension)?);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

pub fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// Writes a new file in place of the old one. Hard links to the old file keep its content.
pub fn replace(file: &Path, text: &str) -> Result<()> {
    let mut unfinished = file.as_os_str().to_owned();
    unfinished.push(".unfinished");
    fs::write(&unfinished, text).with_context(|| format!("cannot write {}", file.display()))?;
    fs::rename(&unfinished, file).with_context(|| format!("cannot replace {}", file.display()))
}
