//! The folders of the project that are programs for Node: copied into the target folder, with the packages of their lock file beside them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cargo::{command, find_program, output_of};
use crate::{folders, site};

const LOCK: &str = "package-lock.json";
/// Of npm, below the packages; it is there when they are complete.
const INSTALLED: &str = "node_modules/.package-lock.json";

/// A folder in `target/tools` with all of the source folder and its packages, which are fetched when the lock file is another than
/// last time. A mirror of the registry has addresses of its own: the versions and their checksums are what counts.
///
/// # Errors
/// Where there is no npm, or no way to the registry.
pub fn install(source: &Path, name: &str) -> Result<PathBuf> {
    let folder = folders::target().join("tools").join(name);
    let lock = fs::read(source.join(LOCK)).with_context(|| format!("cannot read {LOCK}"))?;
    let is_installed = fs::read(folder.join(LOCK)).is_ok_and(|installed| installed == lock);
    if !is_installed || !folder.join(INSTALLED).is_file() {
        let npm = find_program("npm").context("npm is not on the PATH")?;
        site::copy_folder(source, &folder)?;
        let mut install = command(npm);
        install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(&folder);
        // Not complete, and not to be taken for it.
        output_of(&mut install).inspect_err(|_| drop(fs::remove_file(folder.join(LOCK))))?;
    }
    site::copy_folder(source, &folder)?;
    Ok(folder)
}
