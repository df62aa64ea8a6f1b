//! The time to move through the history and back, as the time bar does.

use anyhow::{Context, Result, bail};
use dynalab_benchmarks::cpu::cpu_time;
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::summary::Summary;
use dynalab_benchmarks::workload::{self, Workload};
use dynalab_engine::EngineConfig;
use dynalab_engine::hooks::Plain;
use dynalab_playground::host::Host;
use dynalab_playground::protocol::{Space, ToPage, ToWorker, Travel};
use dynalab_playground::views::timeline::TimelineView;
use dynalab_storage::MemoryStore;
use dynalab_types::Timestamp;
use futures_util::future::FutureExt;

/// The number of history entries that a page keeps.
const ENTRIES: u64 = 100_000;
const BATCH: u64 = 1_000;
const DISTANCES: [u32; 2] = [10_000, 100_000];
const ROUNDS: usize = 7;

fn main() -> Result<()> {
    let mut history = Remembered::filled()?;
    let newest = history.travel(Travel::Nowhere)?.newest;
    let mut figures = Figures::default();
    for distance in DISTANCES {
        let (mut back_ms, mut forward_ms) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            back_ms.push(history.timed_ms(Travel::LookAt { number: newest - distance })?);
            forward_ms.push(history.timed_ms(Travel::LookAtHead)?);
        }
        for (way, took_ms) in [("back", back_ms), ("forward", forward_ms)] {
            let summary = Summary::from_measurements(took_ms).context("there are rounds")?;
            figures.note(&format!("history/{way}/{distance}/ms"), summary.median);
        }
    }
    Ok(figures.keep("history")?)
}

/// The host of the worker, without its thread and its store.
struct Remembered {
    host: Host<MemoryStore, Plain>,
}

impl Remembered {
    /// Creates a history of alternating puts and updates, so that undo restores old items.
    fn filled() -> Result<Remembered> {
        let opening = Host::open(Ok(MemoryStore::default()), 7, EngineConfig::instant());
        let mut host = opening.now_or_never().context("memory answers at once")?;
        host.become_writer().now_or_never().context("memory answers at once")?;
        let mut history = Remembered { host };
        for (operation, body) in workload::preparation() {
            history.process(vec![execute(operation, body)])?;
        }
        for first in (0..ENTRIES).step_by(BATCH as usize) {
            let messages = (first..first + BATCH).map(|number| {
                let workload = if number % 2 == 0 { Workload::Put } else { Workload::Update };
                execute(workload.operation(), workload.body(number))
            });
            history.process(messages.collect())?;
        }
        Ok(history)
    }

    fn timed_ms(&mut self, to: Travel) -> Result<f64> {
        let start = cpu_time();
        self.travel(to)?;
        Ok((cpu_time() - start).as_secs_f64() * 1_000.0)
    }

    fn travel(&mut self, to: Travel) -> Result<TimelineView> {
        match self.process(vec![ToWorker::Travel { id: 1, to }])?.pop() {
            Some(ToPage::Timeline { timeline, .. }) => Ok(timeline),
            other => bail!("no timeline, but {other:?}"),
        }
    }

    fn process(&mut self, messages: Vec<ToWorker>) -> Result<Vec<ToPage>> {
        let now = Timestamp::from_epoch_ms(1_790_000_000_000);
        let processed = self.host.process(messages, now).now_or_never().context("memory answers at once")?;
        for message in &processed.messages {
            match message {
                ToPage::Answer { status: 200, .. } | ToPage::Timeline { .. } => {}
                other => bail!("{other:?}"),
            }
        }
        Ok(processed.messages)
    }
}

fn execute(operation: &str, body: String) -> ToWorker {
    ToWorker::Execute { id: 1, space: Space::Saved, operation: operation.to_owned(), body, trace: false }
}
