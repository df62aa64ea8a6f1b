//! The memory of an item of 200 bytes: as the allocator counts it, and as the process grows.

use std::alloc::System;
use std::{fs, io};

use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::workload::Workload;
use dynalab_benchmarks::workload::preparation;
use dynalab_engine::engine::{Command, Engine};
use dynalab_engine::hooks::Plain;
use dynalab_engine::operations::Request;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_types::Timestamp;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const ITEMS: u64 = 200_000;

fn main() -> io::Result<()> {
    let mut engine = Engine::new(0, EngineConfig::instant());
    for (operation, body) in preparation() {
        execute(&mut engine, operation, &body);
    }
    let resident_before = resident_bytes()?;
    let region = Region::new(ALLOCATOR);
    for number in 0..ITEMS {
        execute(&mut engine, Workload::Put.operation(), &Workload::Put.body(number));
    }
    let change = region.change();
    let resident_after = resident_bytes()?;
    let allocated = change.bytes_allocated as f64 - change.bytes_deallocated as f64;
    let count = ITEMS as f64;
    let mut figures = Figures::default();
    figures.note("memory/allocated bytes", allocated / count);
    figures.note("memory/resident bytes", resident_after.saturating_sub(resident_before) as f64 / count);
    drop(engine);
    figures.keep("memory")
}

fn execute(engine: &mut Engine<Plain>, operation: &str, body: &str) {
    let request = Request::parse(operation, body).expect("a request without faults");
    let command = Command { at: Timestamp::from_epoch_ms(1_700_000_000_000), request };
    assert!(engine.execute(command, TraceLevel::Off).outcome.is_ok(), "{operation}: {body}");
}

/// Returns the resident memory of this process, as the kernel counts it.
fn resident_bytes() -> io::Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.map(|kilobytes| kilobytes * 1024).ok_or_else(|| io::Error::other("/proc says no VmRSS"))
}
