//! The engine from string to string: parse, execute and respond to a request. In CPU microseconds of this thread.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dynalab_benchmarks::cpu::cpu_time;
use dynalab_benchmarks::workload::{self, Workload};
use dynalab_engine::engine::{Command, Engine};
use dynalab_engine::hooks::Plain;
use dynalab_engine::operations::Request;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_types::Timestamp;

/// The number of request bodies that are written at once, while the clock is stopped.
const CHUNK: u64 = 1_000;
const SNAPSHOT_BATCHES: u64 = 4_000;

fn requests(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("engine");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2)).sample_size(20);
    for workload in Workload::ALL {
        group.bench_function(BenchmarkId::from_parameter(workload.title()), |bencher| {
            let mut engine = prepared();
            let mut next = 0;
            bencher.iter_custom(|count| {
                let mut spent = Duration::ZERO;
                let end = next + count;
                while next < end {
                    let last = end.min(next + CHUNK);
                    let bodies: Vec<String> = (next..last).map(|number| workload.body(number)).collect();
                    let start = cpu_time();
                    for body in &bodies {
                        black_box(answer(&mut engine, workload.operation(), body));
                    }
                    spent += cpu_time() - start;
                    next = last;
                }
                spent
            });
        });
    }
    group.finish();
}

fn snapshots(criterion: &mut Criterion) {
    let mut engine = prepared();
    for number in 0..SNAPSHOT_BATCHES {
        answer(&mut engine, "BatchWriteItem", &workload::large_batch(number));
    }
    let chunks = engine.snapshot();
    let mut group = criterion.benchmark_group("100,000 items");
    group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(5)).sample_size(10);
    group.bench_function("snapshot", |bencher| bencher.iter(|| black_box(engine.snapshot())));
    group.bench_function("restore", |bencher| {
        bencher.iter_with_large_drop(|| {
            Engine::<Plain>::restore(chunks.iter().map(Vec::as_slice), EngineConfig::instant())
                .expect("its own snapshot")
        });
    });
    group.finish();
}

fn prepared() -> Engine<Plain> {
    let mut engine = Engine::new(0, EngineConfig::instant());
    for (operation, body) in workload::preparation() {
        answer(&mut engine, operation, &body);
    }
    engine
}

fn answer(engine: &mut Engine<Plain>, operation: &str, body: &str) -> String {
    let request = Request::parse(operation, body).expect("a request without faults");
    let command = Command { at: Timestamp::from_epoch_ms(1_700_000_000_000), request };
    let (status, body) = engine.execute(command, TraceLevel::Off).answer();
    assert_eq!(status, 200, "{operation}: {body}");
    body
}

criterion_group!(engine, requests, snapshots);
criterion_main!(engine);
