//! One kind of work, to be counted by callgrind: `valgrind --tool=callgrind --toggle-collect='*measured*' instructions put`.
//! Instructions are the same in every run, whatever else the machine does. `cargo xtask bench --instructions` runs all kinds.

use std::hint::black_box;

use dynalab_benchmarks::instructions::{BULK_ITEMS, BulkWork, REQUESTS};
use dynalab_benchmarks::workload::Workload;
use dynalab_engine::EngineConfig;
use dynalab_engine_benchmarks::{answer, bodies, exported_files, filled, finish_transfer, request_of};
use dynalab_service::Engine;
use dynalab_service::transfer::File;

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    if let Some(workload) = Workload::ALL.into_iter().find(|workload| workload.title() == wanted) {
        let mut engine = filled(BULK_ITEMS);
        measured_requests(&mut engine, workload.operation(), &bodies(workload, REQUESTS));
    } else if let Some(work) = BulkWork::ALL.into_iter().find(|work| work.title() == wanted) {
        count_bulk(work);
    } else {
        let titles = Workload::ALL.map(Workload::title).into_iter().chain(BulkWork::ALL.map(BulkWork::title));
        println!("{}", titles.collect::<Vec<_>>().join("\n"));
    }
}

fn count_bulk(work: BulkWork) {
    let mut engine = filled(BULK_ITEMS);
    if work == BulkWork::Open {
        let chunks = engine.snapshot();
        return measured_open(&chunks);
    }
    if work != BulkWork::DeleteTable {
        dynalab_engine_benchmarks::make_recoverable(&mut engine);
    }
    let files = if work == BulkWork::Import { exported_files(&mut engine) } else { Vec::new() };
    let (operation, body) = request_of(work, &mut engine);
    measured_bulk(&mut engine, operation, &body, &files);
}

#[inline(never)]
fn measured_requests(engine: &mut Engine, operation: &str, bodies: &[String]) {
    for body in bodies {
        black_box(answer(engine, operation, body));
    }
}

#[inline(never)]
fn measured_bulk(engine: &mut Engine, operation: &str, body: &str, files: &[File]) {
    black_box(answer(engine, operation, body));
    finish_transfer(engine, files);
}

#[inline(never)]
fn measured_open(chunks: &[Vec<u8>]) {
    let chunks = chunks.iter().map(Vec::as_slice);
    black_box(Engine::restore(chunks, EngineConfig::instant()).expect("its own snapshot"));
}
