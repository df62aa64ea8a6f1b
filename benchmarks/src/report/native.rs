//! Tables of the figures outside a browser: the engine, its memory, the server.

use std::path::Path;

use super::{Rows, cell, criterion_median, number};
use crate::figures::Figures;
use crate::instructions::{BULK_ITEMS, BulkWork, REQUESTS};
use crate::large_files::KINDS;
use crate::stalls::Work;
use crate::workload::{ITEMS_PER_PARTITION, PARTITIONS, Workload};

const LOCKED_GOAL_MS: f64 = 10.0;
const FILE_GOAL_MS: f64 = 500.0;
const MEMORY_GOAL_BYTES: f64 = 300.0;

pub fn engine(criterion: &Path) -> Option<String> {
    let mut rows = Rows::under(&["string to string", "CPU us"]);
    for workload in Workload::ALL {
        let nanoseconds = criterion_median(criterion, "engine", workload.title());
        rows.add(workload.title(), &[cell(nanoseconds.map(|nanoseconds| nanoseconds / 1_000.0))]);
    }
    rows.finish()
}

pub fn snapshot(criterion: &Path) -> Option<String> {
    let mut rows = Rows::under(&["100,000 items of 300 B", "ms"]);
    for name in ["snapshot", "restore"] {
        let nanoseconds = criterion_median(criterion, "100,000 items", name);
        rows.add(name, &[cell(nanoseconds.map(|nanoseconds| nanoseconds / 1_000_000.0))]);
    }
    rows.finish()
}

pub fn files(measured: &Figures) -> Option<String> {
    let mut rows =
        Rows::under(&["file of 5 MB", "format known, CPU ms", "whole, CPU ms", "goal", "answer, KB"]);
    for kind in &KINDS {
        let of = |what: &str| measured.get(&format!("files/{}/{what}", kind.name));
        let goal = of("whole ms").map(|_| number(FILE_GOAL_MS));
        rows.add(kind.name, &[cell(of("known ms")), cell(of("whole ms")), goal, cell(of("answer KB"))]);
    }
    rows.finish()
}

pub fn memory(native: &Figures, page: &Figures) -> Option<String> {
    let mut rows = Rows::under(&["memory for an item of 200 B", "bytes", "goal"]);
    let mut add = |title, bytes: Option<f64>| {
        let goal = bytes.map(|_| number(MEMORY_GOAL_BYTES));
        rows.add(title, &[cell(bytes), goal]);
    };
    add("natively, asked of the allocator", native.get("memory/allocated bytes"));
    add("natively, by which the process grows", native.get("memory/resident bytes"));
    add("in wasm, by which the memory grows", page.get("page/memory/bytes"));
    rows.finish()
}

/// Instructions for each request, and for each item of work on a whole table.
pub fn instructions(counted: &Figures) -> Option<String> {
    let mut rows = Rows::under(&["counted by callgrind", "instructions"]);
    let mut add = |title: &str, count: u64| {
        let total = counted.get(&format!("instructions/{title}"));
        rows.add(title, &[cell(total.map(|total| total / count as f64))]);
    };
    Workload::ALL.iter().for_each(|workload| add(workload.title(), REQUESTS));
    let items = BULK_ITEMS + PARTITIONS * ITEMS_PER_PARTITION;
    BulkWork::ALL.iter().for_each(|work| add(work.title(), items));
    rows.finish()
}

pub fn locked(measured: &Figures) -> Option<String> {
    let mut rows = Rows::under(&["400,000 items of 300 B", "engine locked, ms", "goal", "beside it, ms"]);
    let mut add = |title: &str| {
        let of = |what: &str| measured.get(&format!("locked/{title}/{what} ms"));
        let goal = of("locked").map(|_| number(LOCKED_GOAL_MS));
        rows.add(title, &[cell(of("locked")), goal, cell(of("beside"))]);
    };
    add("clone of the rows");
    BulkWork::ALL.iter().for_each(|work| add(work.title()));
    rows.finish()
}

pub fn history(history: &Figures, page: &Figures) -> Option<String> {
    let mut rows = Rows::under(&["in the history", "back ms", "forward ms", "goal"]);
    for (entries, goal_ms) in [(10_000, 50.0), (100_000, 1_000.0)] {
        let of = |way: &str| history.get(&format!("history/{way}/{entries}/ms"));
        let goal = of("back").map(|_| number(goal_ms));
        let title = format!("{} entries, natively (CPU)", number(f64::from(entries)));
        rows.add(&title, &[cell(of("back")), cell(of("forward")), goal]);
    }
    let of = |what: &str| page.get(&format!("page/history/{what}"));
    let title = format!("{} entries, through the worker", of("steps").map(number).unwrap_or_default());
    rows.add(&title, &[cell(of("back ms")), cell(of("forward ms")), None]);
    rows.finish()
}

/// The titles of the days in the benchmark of the traffic model, with their goals in seconds.
const TWIN_DAYS: [(&str, Option<(f64, f64)>); 2] =
    [("day and night, Zipf's law", Some((5.0, 5.0))), ("every partition at its limit", None)];

pub fn twin(twin: &Figures, page: &Figures) -> Option<String> {
    let mut rows = Rows::under(&[
        "a day at 1,000,000 requests a second, 2,000 partitions",
        "natively, s (CPU)",
        "goal",
        "in the page, s",
        "goal",
        "throttled, permille",
    ]);
    for (title, goals) in TWIN_DAYS {
        let native = twin.get(&format!("twin/{title}/s"));
        let in_page = page.get(&format!("page/twin/{title}/s"));
        let throttled = twin.get(&format!("twin/{title}/throttled permille"));
        let (native_goal, page_goal) = goals.unzip();
        let cells = [native, native.and(native_goal), in_page, in_page.and(page_goal), throttled];
        rows.add(title, &cells.map(cell));
    }
    rows.finish()
}

pub fn http(http: &Figures) -> Option<String> {
    let mut rows = Rows::under(&[
        "over HTTP",
        "CPU us, 8 connections",
        "CPU us, 32",
        "goal",
        "a second, 8 connections",
        "a second, 32",
    ]);
    let mut add = |title: &str, server: &str, workload: Workload, goal: Option<f64>| {
        let of = |connections: u32, what: &str| {
            http.get(&format!("http/{server}/{}/{connections}/{what}", workload.title()))
        };
        let goal = of(8, "cpu us").and(goal);
        rows.add(
            title,
            &[
                cell(of(8, "cpu us")),
                cell(of(32, "cpu us")),
                cell(goal),
                cell(of(8, "per second")),
                cell(of(32, "per second")),
            ],
        );
    };
    for workload in [Workload::Put, Workload::Batch] {
        add(&format!("(nothing, asked for a {})", workload.title()), "nothing", workload, None);
    }
    for workload in Workload::ALL {
        add(workload.title(), "dynalab", workload, Some(http_goal_us(workload)));
    }
    let start = http.get("http/start to first answer ms")?;
    let table = rows.finish()?;
    Some(format!("{table}\nStart to first answer: {} ms.\n", number(start)))
}

fn http_goal_us(workload: Workload) -> f64 {
    match workload {
        Workload::Put | Workload::Get => 30.0,
        Workload::Update => 45.0,
        Workload::Query => 170.0,
        Workload::Transaction => 100.0,
        Workload::Batch => 350.0,
        Workload::PutIndexed => 75.0,
    }
}

/// The kinds of clients that send small requests meanwhile, and their titles.
const STALL_CLIENTS: [(&str, &str); 3] =
    [("other", "another account"), ("new", "new connections"), ("same", "the same account")];

pub fn stalls(stalls: &Figures) -> Option<String> {
    let clients = STALL_CLIENTS.map(|(_, title)| format!("{title}: p50, p99, longest ms"));
    let heads = ["one account runs", "its time ms"].into_iter().chain(clients.iter().map(String::as_str));
    let mut rows = Rows::under(&heads.collect::<Vec<_>>());
    for work in Work::ALL {
        let of = |what: &str| stalls.get(&format!("stalls/{}/{what}", work.name()));
        let triple = |client: &str| {
            let figure = |what: &str| of(&format!("{client}/{what} ms")).map(number);
            Some(format!("{}, {}, {}", figure("p50")?, figure("p99")?, figure("longest")?))
        };
        let mut cells = vec![cell(of("ms"))];
        cells.extend(STALL_CLIENTS.map(|(client, _)| triple(client)));
        rows.add(work.name(), &cells);
    }
    rows.finish()
}
