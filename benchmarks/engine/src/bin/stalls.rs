//! How long work on a large table keeps the engine from others: 400,000 items of 300 bytes.
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use std::time::Instant;

use dynalab_engine_benchmarks::{
    BulkWork, execute, exported_files, filled, finish_transfer, make_recoverable,
};
use dynalab_service::transfer::File;

const ITEMS: u64 = 400_000;

fn main() {
    let mut source = filled(ITEMS);
    make_recoverable(&mut source);
    let rows = &source.database().find("Orders").expect("it was filled").items;
    let start = Instant::now();
    let copy = rows.clone();
    println!("{:<24} {:>10.3} ms", "clone of the rows", start.elapsed().as_secs_f64() * 1_000.0);
    drop(copy);
    let files: Vec<File> = exported_files(&mut source);
    for work in BulkWork::ALL.into_iter().filter(|work| *work != BulkWork::Open) {
        let mut engine = source.clone();
        let (operation, body) = work.request(&mut engine);
        let start = Instant::now();
        let execution = execute(&mut engine, operation, &body);
        finish_transfer(&mut engine, &files);
        println!("{:<24} {:>10.3} ms", work.title(), start.elapsed().as_secs_f64() * 1_000.0);
        assert!(execution.outcome.is_ok());
    }
}
