//! `cargo xtask ci`: everything that must hold before a change is done. `.ci/run` installs what it needs, compiles the native
//! tests, then starts this.
//!
//! Lints run while tests are compiled: `.ci/run` makes clippy's driver the compiler of the workspace, and denies warnings. A
//! check of its own would compile everything a second time. The site for publishing is compiled by rustc itself.

use std::process::ExitCode;

use anyhow::Result;

use crate::cargo::cargo;
use crate::tally::Tally;
use crate::{clients, examples, package, test_run};

/// Runs all stages, also after one failed, and prints how long each took.
///
/// # Errors
/// Fails if a stage cannot be started.
pub fn run() -> Result<ExitCode> {
    let mut tally = Tally::default();
    tally.check("Format", cargo().args(["fmt", "--all", "--check"]));
    tally.heading("Crates as the registry takes them");
    match package::run(true) {
        Ok(()) => tally.pass(),
        Err(error) => tally.fail(format!("cargo xtask package --check: {error:#}")),
    }
    test_run::add_to(&mut tally, test_run::Parts { native: true, browser: true, e2e: true })?;
    clients::add_to(&mut tally, true, &[])?;
    examples::add_to(&mut tally, true, &[])?;
    Ok(tally.close())
}
