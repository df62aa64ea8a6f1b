//! How long single writes into a large table keep the worker busy, with everything that they do for the log, and how long each part of the work in
//! a pause does. In CPU time of this thread, with a store in memory.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use dynalab_benchmarks::cpu::cpu_time;
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::summary::below;
use dynalab_benchmarks::workload::{self, Workload};
use dynalab_engine::EngineConfig;
use dynalab_engine::hooks::Plain;
use dynalab_playground::host::Host;
use dynalab_playground::protocol::{Space, ToPage, ToWorker};
use dynalab_storage::MemoryStore;
use dynalab_types::Timestamp;
use futures_util::future::FutureExt;

const ITEMS: u64 = 500_000;
const ITEMS_PER_BATCH: u64 = 25;
/// Batches that wait together, as those of an import do.
const BATCHES_AT_ONCE: u64 = 8;
const PUTS: u64 = 3_000;
/// Puts between two pauses.
const PUTS_BETWEEN: u64 = 300;
const NOW: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);

fn main() -> Result<()> {
    let mut host = writer()?;
    for (operation, body) in workload::preparation() {
        process(&mut host, vec![execute(operation, body)])?;
    }
    for first in (0..ITEMS / ITEMS_PER_BATCH).step_by(BATCHES_AT_ONCE as usize) {
        let batches = (first..first + BATCHES_AT_ONCE).map(workload::large_batch);
        process(&mut host, batches.map(|body| execute("BatchWriteItem", body)).collect())?;
    }
    let items: usize = host.saved().engine().database().tables().map(|table| table.items.len()).sum();
    ensure!(items as u64 >= ITEMS, "only {items} items");
    let (mut puts_ms, mut pauses_ms) = (Vec::new(), Vec::new());
    for number in 0..PUTS {
        let put = execute(Workload::Put.operation(), Workload::Put.body(number));
        puts_ms.push(timed_ms(|| process(&mut host, vec![put]))?);
        // The rest of a snapshot that a put began is made between the next requests, one part each.
        if number % PUTS_BETWEEN == 0 {
            pauses_ms.push(timed_ms(|| host.use_pause().now_or_never().context("memory answers at once"))?);
            while host.is_making_snapshot() {
                pauses_ms.push(timed_ms(|| process(&mut host, Vec::new()))?);
            }
        }
    }
    let mut figures = Figures::default();
    for (name, took_ms) in [("put", puts_ms), ("pause", pauses_ms)] {
        let longest = took_ms.iter().copied().fold(0.0, f64::max);
        figures.note(&format!("large table/{name}/longest ms"), longest);
        figures.note(&format!("large table/{name}/median ms"), below(took_ms, 0.5).unwrap_or_default());
    }
    Ok(figures.keep("large_table")?)
}

fn writer() -> Result<Host<MemoryStore, Plain>> {
    let opening = Host::open(Ok(MemoryStore::default()), 7, EngineConfig::instant());
    let mut host = opening.now_or_never().context("memory answers at once")?;
    host.become_writer().now_or_never().context("memory answers at once")?;
    Ok(host)
}

fn execute(operation: &str, body: String) -> ToWorker {
    ToWorker::Execute { id: 1, space: Space::Saved, operation: operation.to_owned(), body, trace: false }
}

fn process(host: &mut Host<MemoryStore, Plain>, messages: Vec<ToWorker>) -> Result<()> {
    let processed = host.process(messages, NOW).now_or_never().context("memory answers at once")?;
    let is_answer = |message: &ToPage| matches!(message, ToPage::Answer { status: 200, .. });
    ensure!(processed.messages.iter().all(is_answer), "{:?}", processed.messages);
    Ok(())
}

fn timed_ms(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let start: Duration = cpu_time();
    work()?;
    Ok((cpu_time() - start).as_secs_f64() * 1_000.0)
}
