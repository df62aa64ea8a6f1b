//! The native server under load over HTTP: CPU time per operation, operations per second, and the time from start to first
//! response. An empty server shows the cost of HTTP itself.
#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

mod load;
mod nothing;
mod server;

use std::time::{Duration, Instant};

use anyhow::Result;
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::server_process::ServerProcess;
use dynalab_benchmarks::summary::Summary;
use dynalab_benchmarks::workload::{self, Workload};

use load::Load;
use server::Kind;

const ROUNDS: usize = 3;
const STARTS: usize = 7;
const CONNECTIONS: [usize; 2] = [8, 32];
const WARM_UP: Duration = Duration::from_millis(100);
const MEASURED: Duration = Duration::from_millis(700);
/// Two workloads show that the size of a body hardly affects HTTP.
const OF_NOTHING: [Workload; 2] = [Workload::Put, Workload::Batch];

fn main() -> Result<()> {
    if let Some(()) = nothing::serve_if_asked()? {
        return Ok(());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut figures = Figures::default();
    runtime.block_on(starts(&mut figures))?;
    runtime.block_on(rounds(&mut figures))?;
    Ok(figures.keep("http")?)
}

async fn starts(figures: &mut Figures) -> Result<()> {
    let mut took_ms = Vec::new();
    for _ in 0..STARTS {
        let start = Instant::now();
        let server = Kind::Dynalab.start()?;
        Load::connect(server.address, 1).await?.send("ListTables", "{}".to_owned()).await?;
        took_ms.push(start.elapsed().as_secs_f64() * 1_000.0);
    }
    note(figures, "http/start to first answer ms", took_ms);
    Ok(())
}

/// The figures of one kind of request, one per round.
struct Measured {
    name: String,
    cpu_us: Vec<f64>,
    per_second: Vec<f64>,
}

async fn rounds(figures: &mut Figures) -> Result<()> {
    let mut all: Vec<Measured> = Vec::new();
    for _ in 0..ROUNDS {
        let mut position = 0;
        for (kind, connections) in [Kind::Nothing, Kind::Dynalab].into_iter().flat_map(each_width) {
            // Start a new server each time, because a table with the items of earlier batches is slower.
            let server = kind.start()?;
            if kind == Kind::Dynalab {
                prepare(&server).await?;
            }
            let mut first = 0;
            for workload in Workload::ALL {
                if kind == Kind::Nothing && !OF_NOTHING.contains(&workload) {
                    continue;
                }
                let (cpu_us, per_second) = measure(&server, workload, connections, &mut first).await?;
                if all.len() == position {
                    let name = format!("http/{}/{}/{connections}", kind.name(), workload.title());
                    all.push(Measured { name, cpu_us: Vec::new(), per_second: Vec::new() });
                }
                all[position].cpu_us.push(cpu_us);
                all[position].per_second.push(per_second);
                position += 1;
            }
        }
    }
    for measured in all {
        note(figures, &format!("{}/cpu us", measured.name), measured.cpu_us);
        note(figures, &format!("{}/per second", measured.name), measured.per_second);
    }
    Ok(())
}

fn each_width(kind: Kind) -> impl Iterator<Item = (Kind, usize)> {
    CONNECTIONS.into_iter().map(move |connections| (kind, connections))
}

/// Returns the server's CPU microseconds per operation, and the operations per second.
async fn measure(
    server: &ServerProcess,
    workload: Workload,
    connections: usize,
    first: &mut u64,
) -> Result<(f64, f64)> {
    let mut load = Load::connect(server.address, connections).await?;
    load.run(workload, first, WARM_UP).await?;
    let (cpu_before, start) = (server.cpu_time()?, Instant::now());
    let answered = load.run(workload, first, MEASURED).await?;
    let (cpu, elapsed) = (server.cpu_time()? - cpu_before, start.elapsed());
    Ok((cpu.as_secs_f64() * 1e6 / answered as f64, answered as f64 / elapsed.as_secs_f64()))
}

async fn prepare(server: &ServerProcess) -> Result<()> {
    let mut load = Load::connect(server.address, 1).await?;
    for (operation, body) in workload::preparation() {
        load.send(operation, body).await?;
    }
    Ok(())
}

fn note(figures: &mut Figures, name: &str, measurements: Vec<f64>) {
    if let Some(summary) = Summary::from_measurements(measurements) {
        figures.note(name, summary.median);
    }
}
