//! `cargo xtask soak`: runs the simulator and the expression languages with new seeds. It stops after a time or a failure.

#![allow(
    clippy::disallowed_methods,
    reason = "a soak lasts as long as it is told, and begins at a seed of its own"
)]

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use crate::cargo::{cargo, run};

/// The number of seeds between two checks of the clock.
const SEEDS_AT_ONCE: u64 = 100;
const TESTS: [[&str; 4]; 2] = [
    ["--package", "dynalab-tests", "--test", "simulator"],
    ["--package", "dynalab-expressions", "--test", "expressions"],
];

/// Runs from the given seed, or from a seed that the clock selects. A failure prints its seed and how to run it again.
///
/// # Errors
/// Fails if a test cannot be built.
pub fn soak(minutes: u64, seed: Option<u64>) -> Result<ExitCode> {
    for test in TESTS {
        run(cargo().args(["test", "--release", "--no-run"]).args(test))?;
    }
    let first = match seed {
        Some(seed) => seed,
        None => drawn_seed()?,
    };
    let end = Instant::now() + Duration::from_secs(minutes * 60);
    let mut from = first;
    while Instant::now() < end {
        let to = from.saturating_add(SEEDS_AT_ONCE);
        println!("Seeds {from} to {to}");
        for test in TESTS {
            let mut command = cargo();
            command.args(["test", "--release", "--quiet"]).args(test);
            if !is_passing(&mut command, from, to)? {
                println!("Failed with a seed from {from} to {to}; its report is above.");
                println!("To run these again: cargo xtask soak --seed {from} --minutes 1");
                return Ok(ExitCode::FAILURE);
            }
        }
        from = to;
    }
    println!("{} seeds from {first} on, and nothing failed", from - first);
    Ok(ExitCode::SUCCESS)
}

fn is_passing(command: &mut Command, from: u64, to: u64) -> Result<bool> {
    command.env("DYNALAB_SEED", format!("{from}..{to}"));
    Ok(command.status().context("cannot start cargo")?.success())
}

fn drawn_seed() -> Result<u64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock stands before 1970")?;
    Ok(now.as_nanos() as u64 >> 8)
}
