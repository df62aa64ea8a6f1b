//! Everything from outside grows linearly or is refused, and a hostile input stays small.
//!
//! The work is counted, never timed: steps and bytes that a reader charges, and bytes that it allocates.

use std::alloc::System;
use std::collections::BTreeSet;
use std::sync::Mutex;

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_tests::attack::{self, Dimension, Reader, Run, inputs};
use dynalab_types::Timestamp;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// One test measures at a time: the allocator counts for all threads.
static MEASURING: Mutex<()> = Mutex::new(());

/// The factor by which work may grow when its input doubles.
const GROWTH_MAX: f64 = 2.2;
/// Work below this is not measured: tables of constants and first allocations weigh more than the input.
const ALLOCATED_LEAST: u64 = 100_000;
/// The part of an attack's size that every run tries. It is still above the limits.
const PART_OF_ATTACK: usize = 8;
/// The same for inputs that are executed, which takes longer than reading them.
const PART_OF_EXECUTED: usize = 40;
/// The dimensions whose inputs are refused at any size.
const REFUSED_AT_ANY_SIZE: &[&str] = &[
    "open quote",
    "nesting of a member",
    "objects that do not end",
    "lines without an item",
    "fields of a line",
    "parentheses of a condition",
    "attribute definitions",
    "patterns of a load test",
    "fault rules",
];
/// The memory of an attack.
const PEAK_BYTES_MAX: u64 = 1 << 30;

/// Returns the dimensions of all readers, or those that `DYNALAB_DIMENSION` names a part of.
fn dimensions() -> Vec<Dimension> {
    let named = std::env::var("DYNALAB_DIMENSION").unwrap_or_default();
    let is_named =
        |dimension: &Dimension| format!("{:?}, {}", dimension.reader, dimension.name).contains(&named);
    attack::dimensions().into_iter().filter(is_named).collect()
}

#[derive(Debug)]
struct Measured {
    run: Run,
    allocated: u64,
}

fn measure(reader: Reader, text: &str) -> Measured {
    let region = Region::new(ALLOCATOR);
    let run = reader.run(text);
    let change = region.change();
    let allocated = change.bytes_allocated as u64 + change.bytes_reallocated.max(0) as u64;
    Measured { run, allocated }
}

/// Returns what grows too much from one size to its double.
fn too_fast(before: &Measured, after: &Measured) -> Option<String> {
    let figures = [
        ("steps", before.run.steps, after.run.steps, 1_000),
        ("charged bytes", before.run.bytes, after.run.bytes, 10_000),
        ("allocated bytes", before.allocated, after.allocated, ALLOCATED_LEAST),
    ];
    figures.into_iter().find_map(|(what, before, after, least)| {
        let factor = after as f64 / before.max(1) as f64;
        (after > least && factor > GROWTH_MAX)
            .then(|| format!("{what} {before} -> {after}, {factor:.2}-fold"))
    })
}

fn grow(dimension: &Dimension) -> Option<String> {
    let sizes = [dimension.size, dimension.size * 2, dimension.size * 4];
    // The first run makes what is made once.
    measure(dimension.reader, &(dimension.make)(dimension.size));
    let measured = sizes.map(|size| measure(dimension.reader, &(dimension.make)(size)));
    if std::env::var_os("DYNALAB_DIMENSION").is_some() {
        println!("{:?}, {}, at {sizes:?}: {measured:?}", dimension.reader, dimension.name);
    }
    let [first, second, third] = &measured;
    let found = [(first, second), (second, third)]
        .into_iter()
        .filter(|(_, after)| !after.run.is_refused())
        .find_map(|(before, after)| too_fast(before, after));
    found.map(|found| format!("{:?}, {}: {found}", dimension.reader, dimension.name))
}

#[test]
fn work_grows_with_the_input_or_the_input_is_refused() {
    let _measuring = MEASURING.lock();
    let found: Vec<String> = dimensions().iter().filter_map(grow).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn each_generator_is_read_at_its_smallest_size() {
    let refused = dimensions().into_iter().filter_map(|dimension| {
        let run = dimension.reader.run(&(dimension.make)(dimension.size));
        let why = run.too_much.or(run.refused)?;
        let is_meant = REFUSED_AT_ANY_SIZE.contains(&dimension.name);
        (!is_meant).then(|| format!("{:?}, {}: {why}", dimension.reader, dimension.name))
    });
    let refused: Vec<String> = refused.collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

/// Returns the most memory that this process ever had.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
}

#[test]
fn attacks_stay_small() {
    let _measuring = MEASURING.lock();
    let is_whole = std::env::var_os("DYNALAB_ATTACKS").is_some();
    for dimension in dimensions() {
        let is_executed = matches!(dimension.reader, Reader::Script | Reader::OpenedDocument);
        let divisor = if is_executed { PART_OF_EXECUTED } else { PART_OF_ATTACK };
        let part = (dimension.hostile / divisor).max(dimension.size * 4);
        let size = if is_whole { dimension.hostile } else { part.min(dimension.hostile) };
        let text = (dimension.make)(size);
        let run = dimension.reader.run(&text);
        if is_whole {
            println!("{:?}, {}: {} bytes, {run:?}", dimension.reader, dimension.name, text.len());
        }
        if let Some(peak) = peak_bytes() {
            assert!(peak < PEAK_BYTES_MAX, "{:?}, {}: {peak} bytes", dimension.reader, dimension.name);
        }
    }
}

#[test]
fn damaged_stores_and_hostile_names_are_answered() {
    let refused: Vec<String> = inputs()
        .iter()
        .map(|input| (input, input.reader.run(&input.text)))
        .filter(|(input, run)| input.reader == Reader::Exports && run.refused.is_some())
        .map(|(input, run)| format!("{}: {run:?}", input.name))
        .collect();
    assert!(refused.is_empty(), "not readable again:\n{}", refused.join("\n"));
}

/// The first items of a table can be much larger than the others. A backup reserves memory for all that is left, and not for as many large ones.
#[test]
fn a_backup_reserves_what_its_items_need() {
    const LARGE: usize = 1_000;
    const SMALL: usize = 30_000;
    const LARGE_BYTES: usize = 20_000;
    const AT: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
    let _measuring = MEASURING.lock();
    let mut engine = Engine::new(1, EngineConfig::instant());
    let mut ask = |operation: &str, body: &str| {
        let request = Request::parse(operation, body).expect("a request");
        let (status, answer) = engine.execute(Command { at: AT, request }, TraceLevel::Off).answer();
        assert_eq!(status, 200, "{answer}");
    };
    ask(
        "CreateTable",
        r#"{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",
            "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
            "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"}]}"#,
    );
    let large = format!(r#","text":{{"S":"{}"}}"#, "x".repeat(LARGE_BYTES));
    for number in 0..LARGE + SMALL {
        let more = if number < LARGE { large.as_str() } else { "" };
        let item = format!(r#"{{"pk":{{"S":"a"}},"sk":{{"S":"{number:06}"}}{more}}}"#);
        ask("PutItem", &format!(r#"{{"TableName":"Tab","Item":{item}}}"#));
    }
    let region = Region::new(ALLOCATOR);
    ask("CreateBackup", r#"{"TableName":"Tab","BackupName":"all"}"#);
    let allocated = region.change().bytes_allocated;
    // The record is written, and copied once.
    let most = 4 * LARGE * LARGE_BYTES;
    assert!(allocated < most, "{allocated} bytes for {} bytes of items", LARGE * LARGE_BYTES);
}

/// The attacks of the HTTP server are kept beside its tests, those of functions beside the tests in Chromium.
#[test]
fn the_corpus_stays_large() {
    let kept = attack::dimensions().len() + inputs().len();
    assert!(kept >= 400, "{kept}");
}

#[test]
fn each_reader_has_its_dimensions() {
    let formats = dynalab_design_formats::all().filter(|format| format.read.is_some());
    let wanted: BTreeSet<Reader> =
        formats.map(|format| Reader::Format(format.id)).chain(Reader::OTHERS).collect();
    let found: BTreeSet<Reader> = attack::dimensions().iter().map(|dimension| dimension.reader).collect();
    assert_eq!(found, wanted, "a reader without a dimension, or a dimension without its reader");
}
