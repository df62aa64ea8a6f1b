//! `cargo xtask soak`: what takes too long for every change, and so runs on a schedule. It writes down what it ran and when.

#![allow(
    clippy::disallowed_methods,
    reason = "a soak lasts as long as it is told, begins at a seed of its own, and writes down its date"
)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use dynalab_types::iso_time;
use serde::Serialize;

use crate::cargo::{cargo, command, output_of, run};
use crate::tally::Tally;
use crate::{clients, folders, test_run, wasm_pack};

/// The parts of a soak, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// The simulator and the expression languages with new seeds, for the given time
    Seeds,
    /// The traffic model against the engine, with five seeds and ten minutes of traffic, optimized
    Twin,
    /// The predicted heat of keys against the engine, with a thousand designs, optimized
    Heat,
    /// The browser tests through wasm-pack, as other projects run them
    WasmPack,
    /// Every route in the looks that a run of all tests leaves out
    Routes,
    /// A hundred browsers that are killed while they write
    Kills,
    /// Every hostile input, natively and in Chromium
    Attack,
    /// An hour of work in five tabs, which ends with the memory of its first minutes
    Memory,
    /// All clients of other projects
    Clients,
}

/// The number of seeds between two checks of the clock.
const SEEDS_AT_ONCE: u64 = 100;
const SEEDED_TESTS: [[&str; 4]; 2] = [
    ["--package", "dynalab-tests", "--test", "simulator"],
    ["--package", "dynalab-expressions", "--test", "expressions"],
];
const TWIN_TEST: [&str; 4] = ["--package", "dynalab-traffic", "--test", "twin_against_engine"];
const HEAT_TEST: [&str; 4] = ["--package", "dynalab-modeling", "--test", "heat_oracle"];
/// The file with the last soak of all parts. `tests/tests/tidy/soak.rs` fails when its commit is too old.
const RECORD: &str = "tests/soak.json";

/// The record of a soak of all parts.
#[derive(Serialize)]
struct Record {
    /// The commit of which a clean working tree was tested.
    commit: String,
    /// The day, as `YYYY-MM-DD`.
    date: String,
    parts: Vec<PartRecord>,
}

#[derive(Serialize)]
struct PartRecord {
    name: String,
    seconds: u64,
    result: &'static str,
}

/// Runs the named parts, or all. A run of all parts in a clean working tree is recorded in the repository. A failed seed is
/// printed, with how to run it again.
///
/// # Errors
/// Fails if a part cannot be built or started, or if the record cannot be written.
pub fn soak(parts: &[Part], minutes: u64, seed: Option<u64>) -> Result<ExitCode> {
    let all = parts.is_empty() && seed.is_none();
    let parts = match (parts, seed) {
        ([], Some(_)) => &[Part::Seeds],
        ([], None) => Part::value_variants(),
        (named, _) => named,
    };
    // The record names a commit, so it must be what was tested.
    let commit = if all { Some(clean_commit()?) } else { None };
    let mut tally = Tally::default();
    let mut records = Vec::new();
    for part in parts {
        let (begin, failed_before) = (Instant::now(), tally.failed());
        part.add_to(&mut tally, minutes, seed)?;
        let result = if tally.failed() == failed_before { "passed" } else { "failed" };
        records.push(PartRecord { name: part.name(), seconds: begin.elapsed().as_secs(), result });
    }
    if let Some(commit) = commit {
        write_record(&Record { commit, date: today()?, parts: records })?;
    }
    Ok(tally.close())
}

impl Part {
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    fn add_to(self, tally: &mut Tally, minutes: u64, seed: Option<u64>) -> Result<()> {
        match self {
            Part::Seeds => new_seeds(tally, minutes, seed),
            Part::Twin => {
                let mut twin = cargo();
                twin.args(["test", "--release"]).args(TWIN_TEST).env("DYNALAB_SEEDS", "5");
                tally.run_tests("The traffic model against the engine", &mut twin)
            }
            Part::Heat => {
                let mut heat = cargo();
                // Twenty times the fifty designs of every run.
                heat.args(["test", "--release"]).args(HEAT_TEST).env("DYNALAB_CASES", "20");
                tally.run_tests("The predicted heat of keys against the engine", &mut heat)
            }
            Part::WasmPack => wasm_pack::add_to(tally, &[]),
            Part::Routes => test_run::other_looks(tally),
            Part::Attack => test_run::attacks(tally),
            Part::Memory => test_run::memory(tally),
            Part::Kills => test_run::kills(tally),
            Part::Clients => {
                clients::build_server(tally)?;
                clients::add_to(tally, false, &[])
            }
        }
    }
}

/// Runs from the given seed, or from a seed that the clock selects, until the time ends or a seed fails.
fn new_seeds(tally: &mut Tally, minutes: u64, seed: Option<u64>) -> Result<()> {
    tally.heading("New seeds");
    for test in SEEDED_TESTS {
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
        for test in SEEDED_TESTS {
            let mut command = cargo();
            command.args(["test", "--release", "--quiet"]).args(test);
            if !is_passing(&mut command, from, to)? {
                tally.fail(format!(
                    "a seed from {from} to {to}; its report is above. \
                     To run these again: cargo xtask soak --seed {from} --minutes 1"
                ));
                return Ok(());
            }
            tally.pass();
        }
        from = to;
    }
    println!("{} seeds from {first} on, and nothing failed", from - first);
    Ok(())
}

fn is_passing(command: &mut Command, from: u64, to: u64) -> Result<bool> {
    command.env("DYNALAB_SEED", format!("{from}..{to}"));
    Ok(command.status().context("cannot start cargo")?.success())
}

fn since_1970() -> Result<Duration> {
    SystemTime::now().duration_since(UNIX_EPOCH).context("the clock stands before 1970")
}

fn drawn_seed() -> Result<u64> {
    Ok(since_1970()?.as_nanos() as u64 >> 8)
}

/// Returns today's date in UTC, as `YYYY-MM-DD`.
fn today() -> Result<String> {
    let now = iso_time::print(i64::try_from(since_1970()?.as_secs())?);
    Ok(now.split('T').next().unwrap_or_default().to_owned())
}

/// Returns the commit of the working tree. Fails if something is not committed.
fn clean_commit() -> Result<String> {
    let changed = output_of(command("git").args(["status", "--porcelain"]))?;
    if !changed.trim().is_empty() {
        bail!("the record of a soak names a commit, so commit your changes first:\n{changed}");
    }
    Ok(output_of(command("git").args(["rev-parse", "HEAD"]))?.trim().to_owned())
}

fn write_record(record: &Record) -> Result<()> {
    let file: PathBuf = folders::root().join(RECORD);
    let text = serde_json::to_string_pretty(record)? + "\n";
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    println!("Recorded in {RECORD}. Commit it.");
    Ok(())
}
