//! The time to check a large key design after a key template changed, without the page.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::large_design;
use dynalab_benchmarks::summary::Summary;
use dynalab_modeling::TestBench;
use rustix::time::{ClockId, clock_gettime};

const ROUNDS: usize = 15;

fn main() -> Result<()> {
    let mut took_ms = Vec::new();
    let mut bench = TestBench::default();
    for round in 0..=ROUNDS {
        let design =
            dynalab_modeling::parse(&large_design::document(if round % 2 == 0 { "" } else { "S" })?)?;
        let from = now();
        let report = bench.check(design);
        // The first round loads everything, so it does not count.
        if round > 0 {
            took_ms.push((now() - from).as_secs_f64() * 1_000.0);
        }
        ensure!(report.is_green, "the check is red: {:?}", report.problems);
    }
    let summary = Summary::from_measurements(took_ms).context("there are rounds")?;
    let mut figures = Figures::default();
    figures.note("design/check/ms", summary.median);
    println!("the check of a large design: {:.1} ms", summary.median);
    Ok(figures.keep("design")?)
}

fn now() -> Duration {
    let time = clock_gettime(ClockId::Monotonic);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
