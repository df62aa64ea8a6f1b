//! Counts the tests that passed, failed and were skipped, and prints the last line of a run.

use std::fmt;
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::audience;
use crate::cargo;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
    /// Messages to print before the last line.
    remarks: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

impl Tally {
    pub fn heading(&self, title: &str) {
        println!("\n━━ {title}");
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

    pub fn pass(&mut self) {
        self.passed += 1;
    }

    pub fn fail(&mut self, reason: String) {
        self.failed += 1;
        self.remarks.push(format!("FAILED: {reason}"));
    }

    /// Adds a message that does not fail the run.
    pub fn remark(&mut self, remark: String) {
        self.remarks.push(remark);
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

    /// Prints the remarks, then the last line.
    pub fn close(self) -> ExitCode {
        println!();
        for remark in &self.remarks {
            println!("{remark}");
        }
        println!("{self}");
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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
}
