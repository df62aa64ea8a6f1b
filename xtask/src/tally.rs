//! Counts the tests that passed, failed and were skipped, measures the stages of a run, and prints both at its end.

#![allow(clippy::disallowed_methods, reason = "a run says how long each of its stages took")]

use std::cmp::Reverse;
use std::fmt;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::audience;
use crate::cargo;
use crate::nextest::{self, TestTime};

/// The number of tests in the list of the slowest ones.
const SLOWEST: usize = 10;

#[derive(Debug, Default)]
pub struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
    /// Messages to print before the last line.
    remarks: Vec<String>,
    /// The stages that ended, in their order.
    stages: Vec<Stage>,
    /// The stage that runs now, with its begin.
    current: Option<(String, Instant)>,
    /// The native tests and end-to-end tests that ran. Runners of other tests print no times.
    tests: Vec<TestTime>,
    /// Tests that failed first and passed when they were repeated, with the first failure.
    unsteady: Vec<String>,
}

#[derive(Debug)]
struct Stage {
    title: String,
    time: Duration,
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

impl Tally {
    /// Prints the title of a stage, and begins to measure it. It ends where the next one begins.
    pub fn heading(&mut self, title: &str) {
        self.end_stage();
        println!("\n━━ {title}");
        self.current = Some((title.to_owned(), Instant::now()));
    }

    fn end_stage(&mut self) {
        if let Some((title, begin)) = self.current.take() {
            self.stages.push(Stage { title, time: begin.elapsed() });
        }
    }

    /// Runs a command that passes or fails as a whole.
    pub fn check(&mut self, title: &str, command: &mut Command) {
        self.heading(title);
        match cargo::run(command) {
            Ok(()) => self.pass(),
            Err(error) => self.fail(format!("{title}: {error:#}")),
        }
    }

    /// Runs tests with nextest, and counts them.
    ///
    /// # Errors
    /// Fails if nextest cannot be started or its report cannot be read.
    pub fn run_nextest(&mut self, title: &str, command: &mut Command) -> Result<()> {
        self.heading(title);
        let Some(results) = nextest::run(command)? else {
            self.fail(format!("{title}: ended without a result"));
            return Ok(());
        };
        self.passed += results.passed;
        self.failed += results.failed;
        if results.failed > 0 {
            self.remarks.push(format!("FAILED: {title}"));
        }
        self.tests.extend(results.times);
        self.unsteady.extend(results.unsteady);
        Ok(())
    }

    /// Runs a command that prints the results of tests, and counts them.
    pub fn run_tests(&mut self, title: &str, command: &mut Command) -> Result<()> {
        self.heading(title);
        let failed_before = self.failed;
        let succeeded = cargo::run_and_read(command, |line| self.count_line(line))?;
        if !succeeded && self.failed == failed_before {
            self.fail(format!("{title}: ended without a result"));
        } else if !succeeded {
            self.remarks.push(format!("FAILED: {title}"));
        }
        Ok(())
    }

    pub fn failed(&self) -> usize {
        self.failed
    }

    pub fn pass(&mut self) {
        self.passed += 1;
    }

    pub fn fail(&mut self, reason: String) {
        self.failed += 1;
        self.remarks.push(format!("FAILED: {reason}"));
    }

    /// Counts a skipped test. CI may skip nothing, so there it is a failure.
    pub fn skip(&mut self, reason: String) {
        if audience::is_ci() {
            self.fail(format!("{reason} (CI may skip nothing)"));
        } else {
            self.skipped += 1;
            self.remarks.push(format!("SKIPPED: {reason}"));
        }
    }

    /// Counts a check that is known to fail, and failed, as skipped. CI allows it: it fails when it starts to pass.
    pub fn expect_failure(&mut self, reason: String) {
        self.skipped += 1;
        self.remarks.push(format!("KNOWN: {reason}"));
    }

    /// Prints the seconds of each stage, the slowest tests, the unsteady ones and the remarks, then the last line.
    pub fn close(mut self) -> ExitCode {
        self.end_stage();
        println!("\n{}", self.report());
        println!("{self}");
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn report(&mut self) -> String {
        let seconds = |time: Duration| format!("{:>7.1}", time.as_secs_f64());
        let mut lines = vec!["Seconds of each stage:".to_owned()];
        lines.extend(self.stages.iter().map(|stage| format!("{}  {}", seconds(stage.time), stage.title)));
        let total = self.stages.iter().map(|stage| stage.time).sum();
        lines.push(format!("{}  in all", seconds(total)));
        self.tests.sort_by_key(|test| Reverse(test.time));
        if !self.tests.is_empty() {
            lines.push("The slowest tests:".to_owned());
        }
        lines.extend(
            self.tests.iter().take(SLOWEST).map(|test| format!("{}  {}", seconds(test.time), test.name)),
        );
        lines.extend(self.unsteady.iter().map(|test| format!("UNSTEADY: {test}")));
        lines.extend(self.remarks.iter().cloned());
        lines.join("\n")
    }

    /// Parses `test result: ok. 5 passed; 0 failed; 1 ignored; …`, as cargo's and wasm-bindgen's runners print it.
    fn count_line(&mut self, line: &str) {
        let Some((_, results)) = line.split_once("test result: ") else { return };
        let results = results.split_once(". ").map_or(results, |(_, after)| after);
        for result in results.split(';') {
            let mut words = result.split_whitespace();
            let (Some(count), Some(what)) = (words.next(), words.next()) else { continue };
            let Ok(count) = count.parse::<usize>() else { continue };
            match what {
                "passed" => self.passed += count,
                "failed" => self.failed += count,
                "ignored" => self.skipped += count,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_the_runners_print() {
        let mut tally = Tally::default();
        tally.count_line(
            "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.1s",
        );
        tally.count_line(
            "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 filtered out; finished in 0.29s",
        );
        tally.count_line("test all_results_count ... ok");
        assert_eq!(tally.to_string(), "8 passed, 2 failed, 1 skipped");
    }

    #[test]
    fn a_report_has_stages_and_the_slowest_tests_and_what_was_unsteady() {
        let stage =
            |title: &str, seconds| Stage { title: title.to_owned(), time: Duration::from_secs(seconds) };
        let test =
            |number: u64| TestTime { name: format!("test {number}"), time: Duration::from_secs(number) };
        let mut tally = Tally {
            stages: vec![stage("Format", 3), stage("Native tests", 120)],
            tests: (1..=12).map(test).collect(),
            unsteady: vec!["home::opens".to_owned()],
            ..Tally::default()
        };
        let report = tally.report();
        assert!(report.contains("    3.0  Format\n  120.0  Native tests\n  123.0  in all\n"), "{report}");
        assert!(report.contains("   12.0  test 12\n   11.0  test 11\n"), "{report}");
        assert!(report.contains("    3.0  test 3\n") && !report.contains("test 2\n"), "{report}");
        assert!(report.ends_with("UNSTEADY: home::opens"), "{report}");
    }
}
