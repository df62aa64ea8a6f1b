//! The workbench under traffic, with 100,000 items and a diagram. It measures how long the page's main thread is blocked, and
//! the browser's memory per minute.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::summary::Summary;
use dynalab_static_server::StaticSite;
use serde_json::Value;
use tokio::time::sleep;

use crate::renderer_memory;
use crate::session::Session;

const MINUTES: usize = 10;
/// Minutes that are shown but not compared: the first minute fills caches and compiles code.
const SETTLED_AFTER_MINUTES: usize = 1;
const AFTER_START: Duration = Duration::from_secs(5);

/// Writes 100,000 items of some 100 bytes, then starts the traffic.
const FILL: &str = r#"
const done = arguments[0];
(async () => {
  const send = async (operation, body) => {
    const answer = await dynalab.control(operation, body);
    if (answer.status !== 200) throw new Error(`${operation}: ${answer.refusal ?? JSON.stringify(answer.body)}`);
  };
  await send("CreateTable", {
    TableName: "Bench", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "PK", AttributeType: "S" }, { AttributeName: "SK", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "PK", KeyType: "HASH" }, { AttributeName: "SK", KeyType: "RANGE" }],
  });
  for (let first = 0; first < 100000; first += 1000) {
    const batches = [];
    for (let from = first; from < first + 1000; from += 25) {
      const puts = Array.from({ length: 25 }, (_, at) => ({ PutRequest: { Item: {
        PK: { S: `USER#${Math.floor((from + at) / 10)}` }, SK: { S: `ORDER#${(from + at) % 10}` },
        note: { S: "a hundred bytes or so, as an order has them" }, total: { N: String(from + at) },
      } } }));
      batches.push(send("BatchWriteItem", { RequestItems: { Bench: puts } }));
    }
    await Promise.all(batches);
  }
  await send("Dynalab.SetDials", { Profile: "realistic", Seed: 7 });
  const traffic = {
    table: "Bench",
    partition_key: { name: "PK", type: "S", template: "USER#{n}" }, sort_key: { name: "SK", type: "S", template: "ORDER#{n}" },
    items_per_key: 10, item_bytes: { least: 100, most: 300 }, mix: { get: 500, query: 200, put: 300, update: 0 },
    keys: { kind: "zipf", count: 10000, exponent_permille: 1000 }, rate: { kind: "constant", per_second_milli: 500000 },
  };
  await send("Dynalab.StartTraffic", { Workload: { format: "dynalab.workload", version: 1, seed: 7, traffic: [traffic] }, Items: 0 });
})().then(() => done(null), (error) => done(String(error)));
"#;

/// Returns the longest block of the thread in each 200 ms of a minute, in milliseconds. A timer without delay fires late by the
/// task before it. The figure includes the 4 ms that browsers delay a timer.
const WATCH_A_MINUTE: &str = r#"
const done = arguments[0];
const windows = [];
const start = performance.now();
let last = start, longest = 0, ends = start + 200;
const ring = () => {
  const now = performance.now();
  longest = Math.max(longest, now - last);
  last = now;
  if (now >= ends) { windows.push(longest); longest = 0; ends = now + 200; }
  if (now - start < 60000) setTimeout(ring, 0);
  else done(windows);
};
setTimeout(ring, 0);
"#;

pub async fn measure(session: &Session, site: &std::path::Path, figures: &mut Figures) -> Result<()> {
    let server = StaticSite::start(site, 0)?;
    session.goto(&format!("{}play", server.url())).await?;
    session.wait_for("document.querySelector('#app [data-testid=ready][data-ready=true]') && window.dynalab ? true : null").await?;
    let failed = session.run(FILL).await?;
    ensure!(failed.is_null(), "the table could not be filled: {failed}");
    // Navigate within the app, because loading a page would end the traffic.
    session.wait_for("document.querySelector('[data-testid=table-Bench]') ? true : null").await?;
    session.wait_for("document.querySelector('[data-testid=table-Bench]').click() ?? true").await?;
    session.wait_for("document.querySelector('[data-testid=pictures-key]') ? true : null").await?;
    session.wait_for("document.querySelector('[data-testid=pictures-key]').click() ?? true").await?;
    session.wait_for("document.querySelector('[data-testid=picture-partitions]') ? true : null").await?;
    sleep(AFTER_START).await;
    let mut held_up_ms = Vec::new();
    let mut kept_bytes = Vec::new();
    for minute in 1..=MINUTES {
        let windows = session.run(WATCH_A_MINUTE).await?;
        let windows = windows.as_array().context("the page measured nothing")?;
        held_up_ms.extend(windows.iter().filter_map(Value::as_f64));
        let bytes = renderer_memory::bytes_of_this_process()?;
        figures.note(&format!("traffic/memory after minute {minute}/bytes"), bytes as f64);
        kept_bytes.push(bytes);
    }
    if let Some(summary) = Summary::from_measurements(held_up_ms.clone()) {
        figures.note("traffic/held up/median ms", summary.median);
        figures.note("traffic/held up/p95 ms", summary.p95);
    }
    figures.note("traffic/held up/longest ms", held_up_ms.iter().copied().fold(0.0, f64::max));
    let (settled, last) = (kept_bytes[SETTLED_AFTER_MINUTES], kept_bytes[MINUTES - 1]);
    figures.note("traffic/memory/growth bytes", last as f64 - settled as f64);
    Ok(())
}
