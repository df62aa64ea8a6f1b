//! Copies the repository's Node programs into the target folder, and installs the packages of their lock files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cargo::{command, find_program, output_of, path_with};
use crate::{folders, site};

const LOCK: &str = "package-lock.json";
/// A file that npm writes below the packages when they are complete.
const INSTALLED: &str = "node_modules/.package-lock.json";

/// Returns a folder in `target/tools` with the source folder's files and its packages. Packages are installed when the lock
/// file changed. The URLs of a registry mirror may differ: versions and checksums are what must match.
///
/// # Errors
/// Fails without npm or without access to the registry.
pub fn install(source: &Path, name: &str) -> Result<PathBuf> {
    let npm = || find_program("npm").context("npm is not on the PATH");
    install_with(npm, source, name)
}

/// As [`install`], with another npm than that on the PATH. It is asked for only if packages must be installed.
///
/// # Errors
/// Fails without npm or without access to the registry.
pub fn install_with(npm: impl FnOnce() -> Result<PathBuf>, source: &Path, name: &str) -> Result<PathBuf> {
    let folder = folders::target().join("tools").join(name);
    let lock = fs::read(source.join(LOCK)).with_context(|| format!("cannot read {LOCK}"))?;
    let is_installed = fs::read(folder.join(LOCK)).is_ok_and(|installed| installed == lock);
    if !is_installed || !folder.join(INSTALLED).is_file() {
        let npm = npm()?;
        site::copy_folder(source, &folder)?;
        let mut install = command(&npm);
        // npm starts the node of its own folder.
        install.env("PATH", path_with(npm.parent().unwrap_or(&npm))?);
        install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(&folder);
        // Remove the lock file, so that an incomplete installation is not used.
        output_of(&mut install).inspect_err(|_| drop(fs::remove_file(folder.join(LOCK))))?;
    }
    site::copy_folder(source, &folder)?;
    Ok(folder)
}
