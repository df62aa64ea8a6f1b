//! `cargo xtask test`: runs every test, the fastest kinds first.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use dynalab_publish::Address;

use crate::browser::{self, Browser};
use crate::cargo::{cargo, output_of};
use crate::tally::Tally;
use crate::wasm_target::{self, WASM_TARGET};
use crate::{budgets, firefox, folders, site, webkit};

/// Crates whose tests `tests/browser*.rs` run inside a page or a worker.
const BROWSER_CRATES: &[&str] = &["dynalab-service", "dynalab-storage", "dynalab-playground", "dynalab-web"];
const TESTS_CRATE: &str = "dynalab-tests";
const END_TO_END: &str = "end_to_end";
/// The parts of the names that all end-to-end tests in WebKit and in Firefox have.
const IN_WEBKIT: &str = "webkit::";
const IN_FIREFOX: &str = "firefox::";
/// The folder where an end-to-end test writes its first failure before a second attempt.
const UNSTEADY_TESTS: &str = "tmp/end_to_end/unsteady";

pub struct Parts {
    pub native: bool,
    pub browser: bool,
    pub e2e: bool,
}

pub fn run(parts: Parts) -> Result<ExitCode> {
    let mut tally = Tally::default();
    let test_targets = test_targets()?;
    if parts.native {
        native(&mut tally, &test_targets)?;
    }
    if parts.browser || parts.e2e {
        wasm_target::ensure_installed()?;
        let browser = browser::ensure_installed();
        if let Err(error) = &browser {
            tally.skip(format!("everything that needs a browser: {error:#}"));
        }
        let browser = browser.ok();
        if let (true, Some(browser)) = (parts.browser, &browser) {
            browser_tests(browser, &mut tally, &test_targets)?;
        }
        if parts.e2e {
            let site = weighed_site(&mut tally);
            if let (Some(browser), Some(site)) = (&browser, &site) {
                end_to_end(browser, site, &mut tally, &test_targets)?;
            }
        }
    }
    Ok(tally.close())
}

fn native(tally: &mut Tally, test_targets: &[TestTarget]) -> Result<()> {
    let mut everything_else = cargo();
    everything_else.args(["test", "--workspace", "--exclude", TESTS_CRATE, "--no-fail-fast"]);
    tally.run_tests("Native tests", &mut everything_else)?;

    let mut house_rules = cargo();
    house_rules.args(["test", "--package", TESTS_CRATE, "--lib", "--no-fail-fast"]);
    for target in test_targets.iter().filter(|target| target.is(TESTS_CRATE) && target.name != END_TO_END) {
        house_rules.args(["--test", &target.name]);
    }
    tally.run_tests("House rules", &mut house_rules)
}

fn browser_tests(browser: &Browser, tally: &mut Tally, test_targets: &[TestTarget]) -> Result<()> {
    let mut command = cargo();
    command.args(["test", "--target", WASM_TARGET, "--no-fail-fast"]);
    let mut names = BTreeSet::new();
    for package in BROWSER_CRATES {
        let of_package: Vec<&TestTarget> = test_targets
            .iter()
            .filter(|target| target.is(package) && target.name.starts_with("browser"))
            .collect();
        if of_package.is_empty() {
            tally.skip(format!("browser tests of {package}: it has no tests/browser.rs"));
        } else {
            command.args(["--package", package]);
            names.extend(of_package.into_iter().map(|target| target.name.as_str()));
        }
    }
    if names.is_empty() {
        return Ok(());
    }
    for name in names {
        command.args(["--test", name]);
    }
    browser.describe_to(&mut command);
    run_wasm_tests_with_this_program(&mut command)?;
    tally.run_tests("Browser tests", &mut command)
}

/// Sets this program as the runner. Otherwise cargo would start xtask through cargo, and could wait for its own lock.
fn run_wasm_tests_with_this_program(command: &mut Command) -> Result<()> {
    let program = std::env::current_exe().context("where is this program?")?;
    command
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", format!("{} wasm-test-runner", program.display()));
    Ok(())
}

/// Builds the release site and checks its size. Without it, the end-to-end tests cannot run.
fn weighed_site(tally: &mut Tally) -> Option<PathBuf> {
    tally.heading("Size budgets of the release build");
    let weighed = site::assemble_for_tests(&Address::root())
        .and_then(|folder| budgets::weigh(&folder).map(|report| (folder, report)));
    match weighed {
        Ok((folder, report)) => {
            print!("{}", report.table());
            for _ in report.failures().len()..report.count() {
                tally.pass();
            }
            for failure in report.failures() {
                tally.fail(failure);
            }
            Some(folder)
        }
        Err(error) => {
            tally.fail(format!("the release build, and with it the end-to-end tests: {error:#}"));
            None
        }
    }
}

fn end_to_end(browser: &Browser, site: &Path, tally: &mut Tally, test_targets: &[TestTarget]) -> Result<()> {
    if !test_targets.iter().any(|target| target.is(TESTS_CRATE) && target.name == END_TO_END) {
        tally.skip(format!("end-to-end tests: {TESTS_CRATE} has no test {END_TO_END}"));
        return Ok(());
    }
    let mut command = end_to_end_tests(browser, site);
    command.arg("--no-fail-fast");
    let mut left_out = Vec::new();
    match webkit::ensure_installed() {
        Ok(webkit) => webkit.describe_to(&mut command),
        Err(error) => {
            tally.skip(format!("the end-to-end tests in WebKit: {error:#}"));
            left_out.extend(["--skip", IN_WEBKIT]);
        }
    }
    match firefox::ensure_installed() {
        Ok(firefox) => firefox.describe_to(&mut command),
        Err(error) => {
            tally.skip(format!("the end-to-end tests in Firefox: {error:#}"));
            left_out.extend(["--skip", IN_FIREFOX]);
        }
    }
    command.arg("--").args(left_out);
    // A run takes an hour, so a test that fails on a busy machine gets a second attempt and a remark.
    command.env("DYNALAB_ATTEMPTS", "2");
    let unsteady = folders::target().join(UNSTEADY_TESTS);
    // Remove the files of an earlier run.
    let _ = fs::remove_dir_all(&unsteady);
    tally.run_tests("End-to-end tests", &mut command)?;
    tell_unsteady(tally, &unsteady)
}

/// Reports the tests that failed once and then passed, with their failures.
fn tell_unsteady(tally: &mut Tally, unsteady: &Path) -> Result<()> {
    if !unsteady.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(unsteady)? {
        tally.remark(format!("UNSTEADY: {}", fs::read_to_string(entry?.path())?));
    }
    Ok(())
}

/// Returns the command that runs the end-to-end tests on this site.
fn end_to_end_tests(browser: &Browser, site: &Path) -> Command {
    let mut command = cargo();
    command.args(["test", "--package", TESTS_CRATE, "--test", END_TO_END]);
    command.env("DYNALAB_DIST", site);
    browser.describe_to(&mut command);
    command
}

/// Replaces the screenshots of routes that differ.
pub fn renew_screenshots() -> Result<ExitCode> {
    let site = site::assemble_for_tests(&Address::root())?;
    let mut command = end_to_end_tests(&browser::ensure_installed()?, &site);
    command.args(["--", "every_route::"]).env("DYNALAB_RENEW_SCREENSHOTS", "1");
    let status = command.status().context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A file of integration tests.
struct TestTarget {
    package: String,
    name: String,
}

impl TestTarget {
    fn is(&self, package: &str) -> bool {
        self.package == package
    }
}

fn test_targets() -> Result<Vec<TestTarget>> {
    let text = output_of(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: serde_json::Value = serde_json::from_str(&text)?;
    let mut found = Vec::new();
    for package in metadata["packages"].as_array().context("cargo metadata lists no packages")? {
        for target in package["targets"].as_array().into_iter().flatten() {
            let is_test =
                target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "test"));
            if let (true, Some(package), Some(name)) =
                (is_test, package["name"].as_str(), target["name"].as_str())
            {
                found.push(TestTarget { package: package.to_owned(), name: name.to_owned() });
            }
        }
    }
    Ok(found)
}
