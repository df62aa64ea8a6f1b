//! `cargo xtask test`: runs every test, the fastest kinds first.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use dynalab_publish::Address;

use crate::browser::{self, Browser};
use crate::cargo::{cargo, output_of};
use crate::tally::Tally;
use crate::wasm_target::{self, WASM_TARGET};
use crate::{attack_growth, budgets, firefox, nextest, site, webkit};

/// Crates whose tests `tests/browser*.rs` run inside a page or a worker.
const BROWSER_CRATES: &[&str] = &["dynalab-service", "dynalab-storage", "dynalab-playground", "dynalab-web"];
/// The crate of the programs with their own threads.
const WORKER_CRATE: &str = "dynalab-worker";
/// The end-to-end tests, and all others, as filters of nextest.
const END_TO_END: &str = "binary(=end_to_end)";
/// The end-to-end tests that run on a schedule only (`cargo xtask soak`).
/// Hostile and damaged inputs of every reader, of the decoders of what is stored, and of the server.
const NATIVE_ATTACKS: &str = "binary(=bounds) | binary(=damaged) | binary(=decoders) | binary(=any_text) | (binary(=http) & test(/^(damaged|hostile|memory)::/))";
const HOSTILE: &str = "test(/^hostile(_handlers)?::/)";
/// The test that takes an hour.
const MEMORY: &str = "test(/^steady_memory::/)";
const KILLS: &str = "test(/^killed_browser::/)";
const OTHER_LOOKS: &str = "test(/^every_route::other_looks::/)";
const NATIVE: &str = "not binary(=end_to_end)";
/// The end-to-end tests in WebKit and in Firefox.
const IN_WEBKIT: &str = "test(/^webkit::/)";
const IN_FIREFOX: &str = "test(/^firefox::/)";

pub struct Parts {
    pub native: bool,
    pub browser: bool,
    pub e2e: bool,
}

pub fn run(parts: Parts) -> Result<ExitCode> {
    let mut tally = Tally::default();
    add_to(&mut tally, parts)?;
    Ok(tally.close())
}

/// Runs the tests of these parts and counts them.
///
/// # Errors
/// Fails if cargo or a test runner cannot be started.
pub fn add_to(tally: &mut Tally, parts: Parts) -> Result<()> {
    if parts.native {
        tally.run_nextest("Native tests", &mut nextest::command(NATIVE)?)?;
        // nextest does not run them. The whole workspace: cargo would compile libraries again for another selection.
        let mut snippets = cargo();
        snippets.args(["test", "--doc", "--workspace", "--no-fail-fast"]);
        tally.run_tests("Snippets of documents", &mut snippets)?;
    }
    if parts.browser || parts.e2e {
        wasm_target::ensure_installed()?;
        let browser = browser::ensure_installed();
        if let Err(error) = &browser {
            tally.skip(format!("everything that needs a browser: {error:#}"));
        }
        let browser = browser.ok();
        if let (true, Some(browser)) = (parts.browser, &browser) {
            browser_tests(browser, tally, &test_targets()?)?;
        }
        if parts.e2e {
            let site = weighed_site(tally);
            if let (Some(browser), Some(site)) = (&browser, &site) {
                end_to_end(browser, site, tally)?;
            }
        }
    }
    Ok(())
}

/// Compiles the programs of the page too, so that a run with lints reads them.
fn browser_tests(browser: &Browser, tally: &mut Tally, test_targets: &[TestTarget]) -> Result<()> {
    let mut selection = vec!["--target", WASM_TARGET];
    for package in BROWSER_CRATES.iter().chain([&WORKER_CRATE]) {
        selection.extend(["--package", package]);
    }
    let mut tests = BTreeSet::new();
    for package in BROWSER_CRATES {
        let names = |target: &&TestTarget| target.is(package) && target.name.starts_with("browser");
        let of_package: Vec<&TestTarget> = test_targets.iter().filter(names).collect();
        if of_package.is_empty() {
            tally.skip(format!("browser tests of {package}: it has no tests/browser.rs"));
        }
        tests.extend(of_package.into_iter().map(|target| target.name.as_str()));
    }
    selection.extend(tests.iter().flat_map(|name| ["--test", name]));
    tally.check(
        "The page and its tests compile, with lints in CI",
        cargo().args(["build", "--lib", "--bins"]).args(&selection),
    );
    let mut command = cargo();
    command.args(["test", "--no-fail-fast"]).args(&selection);
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
    let weighed = site::assemble(true, &Address::root())
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

fn end_to_end(browser: &Browser, site: &Path, tally: &mut Tally) -> Result<()> {
    let mut filter = format!("{END_TO_END} - {OTHER_LOOKS} - {MEMORY}");
    let webkit = webkit::ensure_installed();
    if let Err(error) = &webkit {
        tally.skip(format!("the end-to-end tests in WebKit: {error:#}"));
        filter.push_str(&format!(" - {IN_WEBKIT}"));
    }
    let firefox = firefox::ensure_installed();
    if let Err(error) = &firefox {
        tally.skip(format!("the end-to-end tests in Firefox: {error:#}"));
        filter.push_str(&format!(" - {IN_FIREFOX}"));
    }
    let mut command = end_to_end_tests(browser, site, &filter)?;
    if let Ok(webkit) = webkit {
        webkit.describe_to(&mut command);
    }
    if let Ok(firefox) = firefox {
        firefox.describe_to(&mut command);
    }
    tally.run_nextest("End-to-end tests", &mut command)
}

/// Opens every route of the release site in the looks that a run of all tests leaves out.
pub fn other_looks(tally: &mut Tally) -> Result<()> {
    scheduled(tally, "Every route in other looks", OTHER_LOOKS, &[])
}

/// Kills the browser a hundred times while it writes.
///
/// # Errors
/// Fails if the browser, the site or a test runner cannot be prepared.
pub fn kills(tally: &mut Tally) -> Result<()> {
    scheduled(tally, "Killed browsers", KILLS, &[("DYNALAB_KILLS", "100")])
}

/// Tries every hostile input, natively and in Chromium.
///
/// # Errors
/// Fails if the browser, the site or a test runner cannot be prepared.
pub fn attacks(tally: &mut Tally) -> Result<()> {
    let mut native = nextest::command(NATIVE_ATTACKS)?;
    native.env("DYNALAB_ATTACKS", "1").env("DYNALAB_CASES", "20");
    tally.run_nextest("Attacks", &mut native)?;
    attack_growth::add_to(tally)?;
    scheduled(tally, "Attacks in Chromium", HOSTILE, &[("DYNALAB_ATTACKS", "1")])
}

/// Works in five tabs for an hour, and compares the memory with that after the first minutes.
///
/// # Errors
/// Fails if the browser, the site or a test runner cannot be prepared.
pub fn memory(tally: &mut Tally) -> Result<()> {
    scheduled(tally, "The memory of an hour", MEMORY, &[("DYNALAB_MINUTES", "60")])
}

/// Runs end-to-end tests of a soak on the release site, with these variables.
fn scheduled(tally: &mut Tally, heading: &str, tests: &str, variables: &[(&str, &str)]) -> Result<()> {
    wasm_target::ensure_installed()?;
    let browser = browser::ensure_installed()?;
    let Some(site) = weighed_site(tally) else { return Ok(()) };
    let filter = format!("{END_TO_END} & {tests}");
    let mut tests = end_to_end_tests(&browser, &site, &filter)?;
    tests.envs(variables.iter().copied());
    tally.run_nextest(heading, &mut tests)
}

/// Returns the command that runs these end-to-end tests on this site.
fn end_to_end_tests(browser: &Browser, site: &Path, filter: &str) -> Result<Command> {
    let mut command = nextest::command(filter)?;
    // Three on two processors, because a browser waits for some of the time.
    command.args(["--test-threads", "3"]).env("DYNALAB_DIST", site);
    browser.describe_to(&mut command);
    Ok(command)
}

/// Replaces the screenshots of routes that differ.
pub fn renew_screenshots() -> Result<ExitCode> {
    let site = site::assemble(true, &Address::root())?;
    let filter = format!("{END_TO_END} & test(/^every_route::/)");
    let mut command = end_to_end_tests(&browser::ensure_installed()?, &site, &filter)?;
    command.env("DYNALAB_RENEW_SCREENSHOTS", "1");
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
