//! How long work on a large table keeps the engine from others, and how long it takes beside that: 400,000 items of 300 bytes.
#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::io;
use std::time::Instant;

use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::instructions::BulkWork;
use dynalab_engine::TraceLevel;
use dynalab_engine_benchmarks::{AT, delivery_of, exported_files, filled, make_recoverable, request_of};
use dynalab_service::preparation::Preparations;
use dynalab_service::transfer::{File, Transfers};
use dynalab_service::{Command, Engine, Request};

/// The allocator of the server. Another one tidies up after a dropped table in the middle of the next work.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const ITEMS: u64 = 400_000;
/// As the server does it.
const ROWS_AT_ONCE: usize = 1_000;

/// Milliseconds with the engine locked, the longest time at once, and milliseconds without it.
#[derive(Default)]
struct Times {
    longest_ms: f64,
    beside_ms: f64,
}

impl Times {
    fn locked<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let (done, ms) = timed(work);
        self.longest_ms = self.longest_ms.max(ms);
        done
    }

    fn beside<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let (done, ms) = timed(work);
        self.beside_ms += ms;
        done
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64() * 1_000.0)
}

fn main() -> io::Result<()> {
    let mut figures = Figures::default();
    let mut source = filled(ITEMS);
    make_recoverable(&mut source);
    let (copy, ms) = timed(|| source.database().find("Orders").map(|table| table.items.clone()));
    figures.note("locked/clone of the rows/locked ms", ms);
    drop(copy);
    let files: Vec<File> = exported_files(&mut source);
    for work in BulkWork::ALL.into_iter().filter(|work| *work != BulkWork::Open) {
        let mut engine = source.clone();
        let (operation, body) = request_of(work, &mut engine);
        let times = measure(&mut engine, operation, &body, &files);
        figures.note(&format!("locked/{}/locked ms", work.title()), times.longest_ms);
        figures.note(&format!("locked/{}/beside ms", work.title()), times.beside_ms);
    }
    figures.keep("locked")
}

fn measure(engine: &mut Engine, operation: &str, body: &str, files: &[File]) -> Times {
    let mut times = Times::default();
    let request = Request::parse(operation, body).expect("a request without faults");
    let preparation = times.locked(|| engine.preparation_for(&request, AT));
    if let Some(mut preparation) = preparation {
        times.beside(|| while !preparation.advance(ROWS_AT_ONCE) {});
        times.locked(|| {
            engine.refresh(&mut preparation);
            engine.keep_prepared(preparation);
        });
    }
    let (execution, rest) = times.locked(|| {
        let execution = engine.execute(Command { at: AT, request }, TraceLevel::Off);
        (execution, engine.take_prepared())
    });
    assert_eq!(execution.answer().0, 200, "{}", execution.answer().1);
    times.beside(|| drop((execution, rest)));
    while let Some(job) = times.locked(|| engine.external_job()) {
        let job = times.beside(|| job.computed());
        let delivery = times.beside(|| job.decode(delivery_of(&job, files)));
        let changes = times.locked(|| engine.complete_job(AT, &job, delivery));
        times.beside(|| drop((job, changes)));
    }
    times
}
