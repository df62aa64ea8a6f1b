//! Counts the instructions of every reader of something from outside at three sizes of its inputs, with callgrind.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::cargo::{cargo, command, find_program, output_of, run};
use crate::folders;
use crate::tally::Tally;

/// The factor by which the instructions may grow when the input doubles.
const GROWTH_MAX: f64 = 2.2;
/// Work below this is not compared: what is made once weighs more than the input.
const INSTRUCTIONS_LEAST: u64 = 2_000_000;

/// Compares the instructions of each dimension at its size, twice and four times that.
///
/// # Errors
/// Fails if the program cannot be built or started.
pub fn add_to(tally: &mut Tally) -> Result<()> {
    tally.heading("Instructions of hostile inputs");
    let Some(valgrind) = find_program("valgrind") else {
        tally.skip("the instructions of hostile inputs: valgrind is not installed".to_owned());
        return Ok(());
    };
    run(cargo().args(["build", "--release", "--package", "dynalab-tests", "--bin", "attack"]))?;
    let program = folders::target().join("release/attack");
    // As in `tests/bounds.rs`: only the dimensions with this in their names.
    let named = std::env::var("DYNALAB_DIMENSION").unwrap_or_default();
    let listed = output_of(&mut command(&program))?;
    for (number, name) in listed.lines().enumerate().filter(|(_, name)| name.contains(&named)) {
        let mut before: Option<u64> = None;
        let mut found = None;
        for factor in [1, 2, 4] {
            let counted = count(&valgrind, &program, number, factor)?;
            let Some(after) = counted else { break };
            if let Some(before) = before {
                let growth = after as f64 / before.max(1) as f64;
                if after > INSTRUCTIONS_LEAST && growth > GROWTH_MAX {
                    found = Some(format!("{name}: {before} -> {after} instructions, {growth:.2}-fold"));
                }
            }
            before = Some(after);
        }
        match found {
            Some(found) => tally.fail(found),
            None => tally.pass(),
        }
    }
    Ok(())
}

/// Returns the instructions of one reading, or None if the input is refused.
fn count(valgrind: &Path, program: &Path, number: usize, factor: usize) -> Result<Option<u64>> {
    let profile = folders::target().join("attack.callgrind");
    let mut count = command(valgrind);
    count.args(["--quiet", "--tool=callgrind", "--toggle-collect=*measured*"]);
    count.arg(format!("--callgrind-out-file={}", profile.display())).arg(program);
    let said = output_of(count.args([number.to_string(), factor.to_string()]))?;
    let text = fs::read_to_string(&profile)?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok());
    let total = total.context("callgrind counted nothing")?;
    Ok((said.trim() == "read").then_some(total))
}
