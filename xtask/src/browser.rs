//! Finds the browser that tests control, or installs it with apt.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::cargo::{command, find_program, output_of, run};
use crate::folders;

const BROWSERS: &[&str] =
    &["chromium", "google-chrome", "google-chrome-stable", "chromium-browser", "chrome"];
const PACKAGES: &[&str] = &["chromium", "chromium-driver"];

/// The flags for Chromium in browser tests. Cargo and wasm-pack read the same file.
const FLAGS: &str = include_str!("../webdriver.json");

pub struct Browser {
    pub program: PathBuf,
    pub driver: PathBuf,
    /// The file for the test runner: `FLAGS` with the path of this browser.
    capabilities: PathBuf,
}

impl Browser {
    /// Sets the environment variables that the test runner and the end-to-end tests read.
    pub fn describe_to(&self, command: &mut Command) {
        command
            .env("CHROME", &self.program)
            .env("CHROMEDRIVER", &self.driver)
            .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", &self.capabilities);
    }
}

/// Finds Chromium or Chrome with its driver, and tries to install them if they are missing. The error explains why tests are
/// skipped.
pub fn ensure_installed() -> Result<Browser> {
    if let Ok(browser) = find() {
        return Ok(browser);
    }
    if let Err(error) = install(PACKAGES) {
        eprintln!("Chromium could not be installed: {error:#}");
    }
    find()
}

fn find() -> Result<Browser> {
    let program = find_browser().context(
        "no Chromium or Chrome was found; install one (Debian: apt-get install chromium) or name it in CHROME",
    )?;
    let driver = find_driver().context(
        "no chromedriver was found; install the one that fits your browser \
         (Debian: apt-get install chromium-driver) or name it in CHROMEDRIVER",
    )?;
    let capabilities = write_capabilities(&program)?;
    Ok(Browser { program, driver, capabilities })
}

fn find_browser() -> Option<PathBuf> {
    let named = std::env::var_os("CHROME").map(PathBuf::from);
    named
        .into_iter()
        .chain(BROWSERS.iter().filter_map(|name| find_program(name)))
        .find(|file| can_start(file))
}

fn find_driver() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMEDRIVER").map(PathBuf::from);
    named.into_iter().chain(find_program("chromedriver")).find(|file| can_start(file))
}

/// Returns whether the program starts. On Ubuntu, a file of that name only prints how to install the browser.
fn can_start(program: &Path) -> bool {
    output_of(command(program).arg("--version")).is_ok()
}

fn write_capabilities(program: &Path) -> Result<PathBuf> {
    let mut capabilities: serde_json::Value = serde_json::from_str(FLAGS)?;
    capabilities["goog:chromeOptions"]["binary"] = program.to_string_lossy().into();
    let file = folders::target().join("webdriver.json");
    fs::write(&file, capabilities.to_string()).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file)
}

/// Returns the file that a variable of the environment names, if it exists.
pub fn named(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|file| file.is_file())
}

/// Installs packages with apt. apt may not find them until it updates its list.
pub fn install(packages: &[&str]) -> Result<()> {
    println!("Installing {} …", packages.join(" and "));
    if apt("install", packages).is_ok() {
        return Ok(());
    }
    apt("update", &[])?;
    apt("install", packages)
}

fn apt(action: &str, packages: &[&str]) -> Result<()> {
    let is_root = output_of(command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let mut apt = if is_root { command("apt-get") } else { command("sudo") };
    if !is_root {
        apt.args(["--non-interactive", "apt-get"]);
    }
    run(apt.args(["--yes", "--quiet", action]).args(packages).env("DEBIAN_FRONTEND", "noninteractive"))
}
