//! The time that the traffic model takes for a day of a very large table.

use std::time::Duration;

use anyhow::{Context, Result};
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::summary::Summary;
use dynalab_twin_benchmarks::{Day, throttled_permille};
use rustix::time::{ClockId, clock_gettime};

const ROUNDS: usize = 5;

fn main() -> Result<()> {
    let mut figures = Figures::default();
    for day in Day::ALL {
        let mut took_s = Vec::new();
        for _ in 0..ROUNDS {
            let start = cpu_time();
            let mut twin = day.twin()?;
            twin.run();
            took_s.push((cpu_time() - start).as_secs_f64());
            let report = twin.reports().pop().context("there is a table")?;
            figures.note(&format!("twin/{}/throttled permille", day.title()), throttled_permille(&report));
            figures.note(&format!("twin/{}/partitions", day.title()), report.partitions as f64);
        }
        let summary = Summary::from_measurements(took_s).context("there are rounds")?;
        figures.note(&format!("twin/{}/s", day.title()), summary.median);
    }
    Ok(figures.keep("twin")?)
}

/// Returns the CPU time of this thread, so that other programs do not affect it.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
