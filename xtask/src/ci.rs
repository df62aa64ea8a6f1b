//! `cargo xtask ci`: everything that must hold before a change is done. `.ci/run` installs what it needs, then starts it.

use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::cargo::cargo;
use crate::tally::Tally;
use crate::wasm_target::{self, WASM_TARGET};
use crate::{clients, site, test_run};

/// Runs all stages, also after one failed, and prints how long each took.
///
/// # Errors
/// Fails if a stage cannot be started.
pub fn run() -> Result<ExitCode> {
    let mut tally = Tally::default();
    wasm_target::ensure_installed()?;
    tally.check("Format", cargo().args(["fmt", "--all", "--check"]));
    tally.check("Lints", &mut lints(&["--workspace", "--all-targets"]));
    let mut page = vec!["--target", WASM_TARGET];
    page.extend(site::PACKAGES.iter().flat_map(|package| ["--package", package]));
    tally.check("Lints of the page and its workers", &mut lints(&page));
    test_run::add_to(&mut tally, test_run::Parts { native: true, browser: true, e2e: true })?;
    clients::add_to(&mut tally, true, &[])?;
    Ok(tally.close())
}

fn lints(selection: &[&str]) -> Command {
    let mut clippy = cargo();
    clippy.args(["clippy", "--locked"]).args(selection).args(["--", "--deny", "warnings"]);
    clippy
}
