//! What runs on a schedule was run lately: the record of `cargo xtask soak` names a commit that is close to the last one.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::repository;

const RECORD: &str = "tests/soak.json";
const DAYS_MAX: u64 = 14;
const DAY_S: u64 = 86_400;

/// Compares dates of commits, not today's, so that a commit that passed once passes always.
pub fn faults() -> Vec<String> {
    let text = fs::read_to_string(repository::root().join(RECORD)).unwrap_or_default();
    let Ok(record) = serde_json::from_str::<Value>(&text) else {
        return vec![format!("{RECORD} is not JSON")];
    };
    let mut faults = Vec::new();
    let parts = record["parts"].as_array().map(Vec::as_slice).unwrap_or_default();
    if parts.is_empty() {
        faults.push(format!("{RECORD} names no part that ran"));
    }
    for part in parts.iter().filter(|part| part["result"] != "passed") {
        faults.push(format!("{RECORD}: {} {}", part["name"], part["result"]));
    }
    let commit = record["commit"].as_str().unwrap_or_default();
    // A source archive has no history to compare with.
    if !repository::root().join(".git").exists() {
        return faults;
    }
    match (committed_at(commit), committed_at("HEAD")) {
        (Some(soaked), Some(head)) if head.saturating_sub(soaked) > DAYS_MAX * DAY_S => {
            let days = (head - soaked) / DAY_S;
            faults.push(format!("{RECORD}: the commit {commit} is {days} days older than the last one"));
        }
        (Some(_), Some(_)) => {}
        _ => faults.push(format!("{RECORD}: the repository has no commit {commit}")),
    }
    faults
}

/// Returns when a commit was made, in epoch seconds.
fn committed_at(commit: &str) -> Option<u64> {
    let mut git = Command::new("git");
    git.current_dir(repository::root()).args(["show", "--no-patch", "--format=%ct", commit, "--"]);
    let output = git.output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}
