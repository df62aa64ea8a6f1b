//! Finds Firefox with its driver, or installs them: Firefox with apt, geckodriver with cargo.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::cargo::find_program;
use crate::{browser, cargo_tools};

const PACKAGES: &[&str] = &["firefox-esr"];
const PROGRAMS: &[&str] = &["firefox-esr", "firefox"];
const GECKODRIVER: &str = "0.37.1";

pub struct Firefox {
    program: PathBuf,
    driver: PathBuf,
}

impl Firefox {
    /// Sets the environment variables that the end-to-end tests read.
    pub fn describe_to(&self, command: &mut Command) {
        command.env("FIREFOX", &self.program).env("GECKODRIVER", &self.driver);
    }
}

/// Finds Firefox with its driver, and tries to install them if they are missing. The error explains why tests are skipped.
pub fn ensure_installed() -> Result<Firefox> {
    if find_firefox().is_err()
        && let Err(error) = browser::install(PACKAGES)
    {
        eprintln!("Firefox could not be installed: {error:#}");
    }
    let program = find_firefox()?;
    let driver = match browser::named("GECKODRIVER").or_else(|| find_program("geckodriver")) {
        Some(driver) => driver,
        None => cargo_tools::ensure_installed("geckodriver", GECKODRIVER)
            .context("no geckodriver was found, and it could not be installed; name it in GECKODRIVER")?,
    };
    Ok(Firefox { program, driver })
}

fn find_firefox() -> Result<PathBuf> {
    let found = browser::named("FIREFOX").or_else(|| PROGRAMS.iter().find_map(|name| find_program(name)));
    found.context(
        "no Firefox was found; install it (Debian: apt-get install firefox-esr) or name it in FIREFOX",
    )
}
