//! The memory of the page after many large responses, and the longest put into a large table while the log is kept short.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::summary::below;
use dynalab_static_server::StaticSite;
use serde_json::Value;

use crate::renderer_memory;
use crate::session::Session;

const SCANS: usize = 500;
/// Scans that one script sends, which takes less than a minute.
const SCANS_AT_ONCE: usize = 5;
/// Scans before the first measurement, which fill caches.
const FIRST_SCANS: usize = 20;
/// Items of some 20 bytes, which one page of a Scan returns almost whole.
const SMALL_ITEMS: usize = 30_000;
/// Items of some 290 bytes, and how many one script writes.
const LARGE_ITEMS: usize = 500_000;
const LARGE_AT_ONCE: usize = 10_000;
const READY: &str =
    "document.querySelector('#app [data-testid=ready][data-ready=true]') && window.dynalab ? true : null";

/// Sends a request, and fails with its reason.
const SEND: &str = r#"
const done = arguments[0];
const send = async (operation, body) => {
  const answer = await dynalab.control(operation, body);
  if (answer.status !== 200) throw new Error(`${operation}: ${answer.refusal ?? JSON.stringify(answer.body)}`);
};
"#;

/// Creates a table.
const CREATE: &str = r#"
send("CreateTable", {
  TableName: "NAME", BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [{ AttributeName: "PK", AttributeType: "S" }, { AttributeName: "SK", AttributeType: "N" }],
  KeySchema: [{ AttributeName: "PK", KeyType: "HASH" }, { AttributeName: "SK", KeyType: "RANGE" }],
}).then(() => done(null), (error) => done(String(error)));
"#;

/// Writes items, eight batches at a time. Each item has BYTES more than its key.
const FILL: &str = r#"
const text = "x".repeat(BYTES);
const batch = (first) => send("BatchWriteItem", { RequestItems: { NAME: Array.from({ length: 25 }, (_, at) => ({ PutRequest: { Item: {
  PK: { S: `U#${Math.floor((first + at) / 10)}` }, SK: { N: String((first + at) % 10) }, a: { S: text },
} } })) } });
(async () => {
  for (let first = FIRST; first < FIRST + COUNT; first += 200) {
    await Promise.all(Array.from({ length: 8 }, (_, at) => batch(first + at * 25)));
  }
})().then(() => done(null), (error) => done(String(error)));
"#;

/// Scans the table, as the Run button does, and says what failed.
const SCAN: &str = r#"
(async () => {
  for (let scan = 0; scan < COUNT; scan++) {
    const answer = await dynalab.execute("Scan", { TableName: "Small" });
    if (answer.status !== 200) throw new Error(`scan ${scan}: ${answer.refusal ?? JSON.stringify(answer.body)}`);
  }
})().then(() => done(null), (error) => done(String(error)));
"#;

/// The milliseconds of each of 3,000 puts, one after another.
const PUTS: &str = r#"
(async () => {
  const took = [];
  for (let put = 0; put < 3000; put++) {
    const begun = performance.now();
    await send("PutItem", { TableName: "Large", Item: { PK: { S: `U#${put * 17}` }, SK: { N: "1" }, a: { S: "y".repeat(250) } } });
    took.push(performance.now() - begun);
  }
  return took;
})().then(done, (error) => done(String(error)));
"#;

/// Measures the memory of the workbench.
pub async fn measure(session: &Session, site: &Path, figures: &mut Figures) -> Result<()> {
    let _server = open(session, site, "play").await?;
    fill(session, "Small", SMALL_ITEMS, 1).await?;
    scan(session, FIRST_SCANS).await?;
    let before = renderer_memory::bytes_of_this_process()?;
    scan(session, SCANS).await?;
    let after = renderer_memory::bytes_of_this_process()?;
    figures.note("scans/memory before/bytes", before as f64);
    figures.note("scans/memory growth/bytes", after as f64 - before as f64);
    Ok(())
}

/// Measures the puts in a page that draws nothing of them, so that their time is that of the worker and of its store.
pub async fn measure_puts(session: &Session, site: &Path, figures: &mut Figures) -> Result<()> {
    let _server = open(session, site, "about").await?;
    fill(session, "Large", LARGE_ITEMS, 250).await?;
    let puts = session.run(&format!("{SEND}{PUTS}")).await?;
    let puts = puts.as_array().with_context(|| format!("the puts were not measured: {puts}"))?;
    let took_ms: Vec<f64> = puts.iter().filter_map(Value::as_f64).collect();
    let longest = took_ms.iter().copied().fold(0.0, f64::max);
    figures.note("puts/longest ms", longest);
    for (name, share) in [("median", 0.5), ("p99", 0.99)] {
        figures.note(&format!("puts/{name} ms"), below(took_ms.clone(), share).unwrap_or_default());
    }
    Ok(())
}

async fn open(session: &Session, site: &Path, path: &str) -> Result<StaticSite> {
    let server = StaticSite::start(site, 0)?;
    session.goto(&format!("{}{path}", server.url())).await?;
    session.wait_for(READY).await?;
    Ok(server)
}

async fn fill(session: &Session, table: &str, items: usize, bytes: usize) -> Result<()> {
    finish(session, &CREATE.replace("NAME", table)).await?;
    let fill = FILL.replace("NAME", table).replace("BYTES", &bytes.to_string());
    for first in (0..items).step_by(LARGE_AT_ONCE) {
        let count = LARGE_AT_ONCE.min(items - first);
        let part = fill.replace("FIRST", &first.to_string()).replace("COUNT", &count.to_string());
        finish(session, &part).await?;
    }
    Ok(())
}

async fn scan(session: &Session, count: usize) -> Result<()> {
    for _ in 0..count / SCANS_AT_ONCE {
        finish(session, &SCAN.replace("COUNT", &SCANS_AT_ONCE.to_string())).await?;
    }
    Ok(())
}

/// Runs a script that ends with its failure.
async fn finish(session: &Session, script: &str) -> Result<()> {
    let failed = session.run(&format!("{SEND}{script}")).await?;
    ensure!(failed.is_null(), "{failed}");
    Ok(())
}
