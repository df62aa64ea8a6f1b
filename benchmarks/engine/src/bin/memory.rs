//! The memory of an item of 200 bytes: as the allocator counts it, and as the process grows.

use std::alloc::System;
use std::{fs, io};

use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::workload::Workload;
use dynalab_engine_benchmarks::{answer, prepared};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const ITEMS: u64 = 200_000;

fn main() -> io::Result<()> {
    let mut engine = prepared();
    let resident_before = resident_bytes()?;
    let region = Region::new(ALLOCATOR);
    for number in 0..ITEMS {
        answer(&mut engine, Workload::Put.operation(), &Workload::Put.body(number));
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

/// Returns the resident memory of this process, as the kernel counts it.
fn resident_bytes() -> io::Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.map(|kilobytes| kilobytes * 1024).ok_or_else(|| io::Error::other("/proc says no VmRSS"))
}
