//! Tables of the figures in the page: the engine in wasm, its worker, durability, start and size.

use super::{Rows, cell, number, times};
use crate::figures::Figures;
use crate::sizes::Part;
use crate::workload::Workload;

pub fn itself(page: &Figures) -> Option<String> {
    let mut rows = Rows::under(&["in wasm, string to string", "us", "floor us", "ratio", "goal"]);
    for workload in Workload::ALL {
        let engine = page.get(&format!("page/itself/{}/us", workload.title()));
        let floor = page.get(&format!("page/floor/{}/us", workload.title()));
        let goal = engine.and(floor).map(|_| "3 x".to_owned());
        rows.add(workload.title(), &[cell(engine), cell(floor), times(engine, floor), goal]);
    }
    rows.finish()
}

pub fn worker(page: &Figures) -> Option<String> {
    let mut rows =
        Rows::under(&["through the worker, one awaited at a time", "us", "p95 us", "round trips", "goal"]);
    let round_trip = page.get("page/awaited/round trip/us");
    let mut add = |title: &str, name: &str, goal: Option<&str>| {
        let median = page.get(&format!("page/awaited/{name}/us"));
        let p95 = page.get(&format!("page/awaited/{name}/p95 us"));
        rows.add(title, &[cell(median), cell(p95), times(median, round_trip), goal.map(str::to_owned)]);
    };
    add("bare round trip of 1 KB", "round trip", None);
    for workload in Workload::ALL {
        add(workload.title(), workload.title(), (workload == Workload::Put).then_some("2 x"));
    }
    let rate = page.get("page/in flight/per second")?;
    let table = rows.finish()?;
    Some(format!("{table}\nPuts with 64 in flight: {} a second.\n", number(rate)))
}

/// The workbench with 100,000 items, 500 requests per second and a diagram.
pub fn traffic(traffic: &Figures) -> Option<String> {
    let mut rows = Rows::under(&["the page under traffic", "measured", "goal"]);
    let of = |name: &str| traffic.get(&format!("traffic/{name}"));
    let mut add = |title: &str, measured: Option<String>, goal: &str| {
        let goal = measured.as_ref().map(|_| goal.to_owned());
        rows.add(title, &[measured, goal]);
    };
    add(
        "the page's thread held up, worst of each fifth of a second: median ms",
        cell(of("held up/median ms")),
        "",
    );
    add("the same: p95 ms", cell(of("held up/p95 ms")), "50");
    add("the same: longest of ten minutes, ms", cell(of("held up/longest ms")), "");
    let megabytes = |bytes: Option<f64>| cell(bytes.map(|bytes| bytes / 1e6));
    for minute in [1, 2, 4, 6, 8, 10] {
        let bytes = of(&format!("memory after minute {minute}/bytes"));
        add(&format!("memory of page and worker after minute {minute}: MB"), megabytes(bytes), "");
    }
    add("growth from minute 2 to minute 10: MB", megabytes(of("memory/growth bytes")), "flat");
    rows.finish()
}

pub fn scans(scans: &Figures, puts: &Figures, large_table: &Figures) -> Option<String> {
    let mut rows = Rows::under(&["large responses and large tables", "measured", "goal"]);
    let of = |name: &str| scans.get(&format!("scans/{name}"));
    let native = |name: &str| cell(large_table.get(&format!("large table/{name} ms")));
    let mut add = |title: &str, measured: Option<String>, goal: &str| {
        let goal = measured.as_ref().map(|_| goal.to_owned());
        rows.add(title, &[measured, goal]);
    };
    let megabytes = |bytes: Option<f64>| cell(bytes.map(|bytes| bytes / 1e6));
    add("memory of page and worker before 500 Scans of 1 MB: MB", megabytes(of("memory before/bytes")), "");
    add("the same: more after them, MB", megabytes(of("memory growth/bytes")), "300");
    add("puts into 500,000 items, one after another: median ms", cell(puts.get("puts/median ms")), "");
    add("the same: p99 ms", cell(puts.get("puts/p99 ms")), "");
    add("the same: longest of 3,000, ms", cell(puts.get("puts/longest ms")), "50");
    add("a put into 500,000 items, natively (CPU): median ms", native("put/median"), "");
    add("the same: longest of 3,000, ms", native("put/longest"), "50");
    add("a part of the work in a pause, natively (CPU): longest ms", native("pause/longest"), "50");
    rows.finish()
}

pub fn durable(page: &Figures) -> Option<String> {
    let mut rows = Rows::under(&["kept data", "measured", "goal"]);
    let of = |name: &str| page.get(&format!("page/{name}"));
    let (saved, raw) = (of("durable/saved/us"), of("durable/raw/us"));
    let mut add = |title: &str, measured: Option<String>, goal: &str| {
        let goal = measured.as_ref().map(|_| goal.to_owned());
        rows.add(title, &[measured, goal]);
    };
    add("put that is on the disk, awaited: median us", cell(saved), "");
    add("the same: p95 us", cell(of("durable/saved/p95 us")), "");
    add("raw strict IndexedDB, a record a transaction: median us", cell(raw), "");
    add("the same: p95 us", cell(of("durable/raw/p95 us")), "");
    add("speed of the put, raw IndexedDB being 1", times(raw, saved), "0.8 x");
    add(
        "puts that are on the disk, 2,000 in flight: a second",
        cell(of("durable in flight/per second")),
        "15,000",
    );
    let items = of("reload/items").map(number).unwrap_or_default();
    add(
        &format!("{items} items of 300 B, worker started to ready: ms"),
        cell(of("reload/to ready ms")),
        "1,000",
    );
    add("the same, loading alone: ms", cell(of("reload/loading ms")), "");
    rows.finish()
}

pub fn start(page: &Figures) -> Option<String> {
    let mut rows = Rows::under(&["cold start, on an origin never seen before", "median ms", "p95 ms"]);
    let of = |name: &str, what: &str| page.get(&format!("start/{name}/{what} ms"));
    for (title, name) in [
        ("an empty page", "empty page"),
        ("the app, its demo running", "dynalab"),
        ("sql.js, a row read back", "sql.js"),
    ] {
        rows.add(title, &[cell(of(name, "median")), cell(of(name, "p95"))]);
    }
    let table = rows.finish()?;
    let ratio = times(of("dynalab", "median"), of("sql.js", "median"));
    Some(match ratio {
        Some(ratio) => format!("{table}\nThe app takes {ratio} the time of sql.js; the goal is 1.2 x.\n"),
        None => table,
    })
}

pub fn lessons(page: &Figures) -> Option<String> {
    let mut rows = Rows::under(&["from one lesson to the next, its start loaded", "measured", "goal"]);
    let of = |what: &str| cell(page.get(&format!("page/next lesson/{what} ms")));
    let median = of("median");
    let goal = median.as_ref().map(|_| "300".to_owned());
    rows.add("median ms", &[median, goal]);
    rows.add("p95 ms", &[of("p95"), None]);
    rows.finish()
}

/// A design of 50 entities, 200 patterns and 5,000 items. The time from a changed key template until all patterns have run.
pub fn designs(page: &Figures) -> Option<String> {
    let mut rows = Rows::under(&[
        "a changed key template in a large design, checked again",
        "median ms",
        "p95 ms",
        "goal",
    ]);
    for (title, name, goal) in [
        ("from the page to the worker and back", "round trip", Some("100")),
        ("from the letter to the result in the page", "page", None),
    ] {
        let of = |what: &str| cell(page.get(&format!("page/design/{name}/{what} ms")));
        let median = of("median");
        let goal = median.as_ref().and(goal).map(str::to_owned);
        rows.add(title, &[median, of("p95"), goal]);
    }
    rows.finish()
}

/// From a key press on a slider to the next paint.
pub fn sliders(page: &Figures) -> Option<String> {
    let mut rows = Rows::under(&[
        "from a key to the next paint",
        "sliders",
        "p75 of all, ms",
        "p75 of the slowest slider, ms",
        "goal",
    ]);
    for (title, name) in [("capacity calculators", "capacity"), ("partition lab", "scale")] {
        let of = |what: &str| page.get(&format!("page/sliders/{name}/{what}"));
        let slowest = of("slowest p75 ms");
        let goal = slowest.map(|_| "100".to_owned());
        let count = of("count").map(|count| format!("{count:.0}"));
        rows.add(title, &[count, cell(of("p75 ms")), cell(slowest), goal]);
    }
    rows.finish()
}

pub fn sizes(sizes: &Figures) -> Option<String> {
    let mut rows = Rows::under(&["on the wire, brotli", "KB", "goal KB"]);
    for part in Part::ALL {
        let size = cell(part.measured_kb(sizes));
        let goal = size.as_ref().map(|_| number(part.goal_kb()));
        rows.add(part.title(), &[size, goal]);
    }
    rows.finish()
}
