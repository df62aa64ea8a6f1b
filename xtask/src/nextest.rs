//! Runs native tests with cargo-nextest, and reads their results from the report that it writes.
//!
//! nextest runs the tests of all programs side by side, each in a process of its own, and measures each one.
//! `.config/nextest.toml` has the settings.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus};

use crate::cargo::{cargo, output_of, path_with, run_and_read};
use crate::{cargo_tools, folders};

/// The version that is installed if the computer has none.
const VERSION: &str = "0.9.143";
/// The profile of `.config/nextest.toml`.
const PROFILE: &str = "all";

/// The results of one run.
#[derive(Debug, Default, PartialEq)]
pub struct Results {
    pub passed: usize,
    pub failed: usize,
    pub times: Vec<TestTime>,
    /// Tests that failed first and passed when they were repeated, with the first failure.
    pub unsteady: Vec<String>,
}

/// How long one test took, without its repetitions.
#[derive(Clone, Debug, PartialEq)]
pub struct TestTime {
    /// `CRATE::PROGRAM TEST`
    pub name: String,
    pub time: Duration,
}

/// Returns the command that runs the tests of the whole workspace that the filter selects. The whole workspace is always
/// selected, because cargo compiles libraries again if another selection needs other features of them.
///
/// # Errors
/// Fails if cargo-nextest is missing and cannot be installed.
pub fn command(filter: &str) -> Result<Command> {
    let mut command = cargo();
    if output_of(cargo().args(["nextest", "--version"])).is_err() {
        cargo_tools::ensure_installed("cargo-nextest", VERSION)?;
        command.env("PATH", path_with(&cargo_tools::folder().join("bin"))?);
    }
    command.args(["nextest", "run", "--workspace", "--profile", PROFILE, "--filterset", filter]);
    Ok(command)
}

/// Runs the command and returns its results, or None if it ended before a test ran.
///
/// # Errors
/// Fails if the command cannot be started or its report cannot be read.
pub fn run(command: &mut Command) -> Result<Option<Results>> {
    let report = report_file();
    // The report of an earlier run must not be taken for this one's.
    let _ = fs::remove_file(&report);
    run_and_read(command, |_| {})?;
    if !report.is_file() {
        return Ok(None);
    }
    let text = fs::read_to_string(&report).with_context(|| format!("cannot read {}", report.display()))?;
    results_in(&text).map(Some)
}

/// nextest writes its reports below the root, wherever cargo's target folder is.
fn report_file() -> PathBuf {
    folders::root().join("target/nextest").join(PROFILE).join("junit.xml")
}

fn results_in(report: &str) -> Result<Results> {
    let report =
        Report::deserialize_from_str(report).context("nextest wrote a report that cannot be read")?;
    let mut results = Results::default();
    for suite in &report.test_suites {
        for case in &suite.test_cases {
            results.add(suite.name.as_str(), case);
        }
    }
    Ok(results)
}

impl Results {
    fn add(&mut self, program: &str, case: &TestCase) {
        let name = format!("{program} {}", case.name.as_str());
        match &case.status {
            TestCaseStatus::Success { flaky_runs } => {
                self.passed += 1;
                if let Some(failed) = flaky_runs.first() {
                    let output = failed.system_err.as_deref().unwrap_or_default();
                    self.unsteady.push(format!("{name}\n{output}"));
                }
            }
            TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure | NonSuccessKind::Error, .. } => {
                self.failed += 1;
            }
            TestCaseStatus::Skipped { .. } => return,
        }
        self.times.push(TestTime { name, time: case.time.unwrap_or_default() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_counts_times_and_unsteady_tests() {
        let report = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="all" tests="3" failures="1" errors="0" time="9">
  <testsuite name="dynalab-tests::end_to_end" tests="3" disabled="0" errors="0" failures="1">
    <testcase name="home::opens" classname="dynalab-tests::end_to_end" time="1.500"/>
    <testcase name="home::repeats" classname="dynalab-tests::end_to_end" time="2.000">
      <flakyFailure message="test failure" type="test failure" time="4.000"><system-err>waited 90s</system-err></flakyFailure>
    </testcase>
    <testcase name="home::fails" classname="dynalab-tests::end_to_end" time="0.500">
      <failure message="test failure" type="test failure">panicked</failure>
    </testcase>
  </testsuite>
</testsuites>"#;
        let results = results_in(report).expect("a report");
        assert_eq!((results.passed, results.failed), (2, 1));
        assert_eq!(results.unsteady, ["dynalab-tests::end_to_end home::repeats\nwaited 90s"]);
        assert_eq!(results.times[0].name, "dynalab-tests::end_to_end home::opens");
        assert_eq!(results.times[0].time, Duration::from_millis(1_500));
        assert!(results_in("<testsuites").is_err(), "a report that ends too early is an error");
    }
}
