//! `cargo xtask wasm-pack`: runs the browser tests through wasm-pack, as other projects do.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::browser;
use crate::cargo::command;
use crate::tally::Tally;
use crate::{cargo_tools, folders, wasm_target};

const VERSION: &str = "0.15.1";

/// Crates that another project may test in this way.
const CRATES: &[&str] = &["crates/storage", "crates/service"];

/// Programs that wasm-pack searches on the PATH. Both are links to this program.
const OTHER_NAMES: &[&str] = &["wasm-bindgen", "wasm-bindgen-test-runner"];

pub fn run(crates: &[String]) -> Result<ExitCode> {
    let mut tally = Tally::default();
    add_to(&mut tally, crates)?;
    Ok(tally.close())
}

/// As [`run`], as stages of a longer run.
///
/// # Errors
/// Fails if wasm-pack cannot be installed or started.
pub fn add_to(tally: &mut Tally, crates: &[String]) -> Result<()> {
    wasm_target::ensure_installed()?;
    let tools = cargo_tools::folder();
    let wasm_pack = cargo_tools::ensure_installed("wasm-pack", VERSION)?;
    link_other_names(&tools.join("bin"))?;
    let path = path_with(&tools.join("bin"))?;
    let browser = match browser::ensure_installed() {
        Ok(browser) => browser,
        Err(error) => {
            tally.skip(format!("everything wasm-pack runs: {error:#}"));
            return Ok(());
        }
    };
    let crates = if crates.is_empty() {
        CRATES.iter().map(|name| name.to_string()).collect()
    } else {
        crates.to_vec()
    };
    for folder in crates {
        if !has_browser_tests(&folders::root().join(&folder)) {
            tally.skip(format!("wasm-pack test {folder}: it has no tests/browser.rs"));
            continue;
        }
        let mut test = command(&wasm_pack);
        test.args(["test", "--headless", "--chrome", "--chromedriver"]).arg(&browser.driver);
        test.args(["--mode", "no-install", &folder]).env("PATH", &path);
        browser.describe_to(&mut test);
        tally.run_tests(&format!("wasm-pack test {folder}"), &mut test)?;
    }
    Ok(())
}

fn link_other_names(folder: &Path) -> Result<()> {
    let this_program = std::env::current_exe().context("where is this program?")?;
    for name in OTHER_NAMES {
        let link = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
        if fs::symlink_metadata(&link).is_ok() {
            fs::remove_file(&link).with_context(|| format!("cannot replace {}", link.display()))?;
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(&this_program, &link)?;
        #[cfg(not(unix))]
        fs::copy(&this_program, &link)?;
    }
    Ok(())
}

fn path_with(folder: &Path) -> Result<std::ffi::OsString> {
    let present = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&present));
    Ok(std::env::join_paths(folders)?)
}

fn has_browser_tests(folder: &Path) -> bool {
    let entries = fs::read_dir(folder.join("tests")).into_iter().flatten().flatten();
    let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.any(|name| name.starts_with("browser"))
}
