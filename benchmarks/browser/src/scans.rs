//! The memory of the page after many large responses, and the longest put while the log is shortened.

use anyhow::{Context, Result, ensure};
use dynalab_benchmarks::figures::Figures;
use dynalab_static_server::StaticSite;

use crate::renderer_memory;
use crate::session::Session;

const SCANS: usize = 500;
/// Scans before the first measurement, which fill caches.
const FIRST_SCANS: usize = 10;

/// Writes 30,000 items of some 20 bytes, which one page of a Scan returns almost whole.
const FILL: &str = r#"
const done = arguments[0];
(async () => {
  const send = async (operation, body) => {
    const answer = await dynalab.control(operation, body);
    if (answer.status !== 200) throw new Error(`${operation}: ${answer.refusal ?? JSON.stringify(answer.body)}`);
  };
  await send("CreateTable", {
    TableName: "Bench", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "PK", AttributeType: "S" }, { AttributeName: "SK", AttributeType: "N" }],
    KeySchema: [{ AttributeName: "PK", KeyType: "HASH" }, { AttributeName: "SK", KeyType: "RANGE" }],
  });
  for (let first = 0; first < 30000; first += 25) {
    const puts = Array.from({ length: 25 }, (_, at) => ({ PutRequest: { Item: {
      PK: { S: `U#${Math.floor((first + at) / 10)}` }, SK: { N: String((first + at) % 10) }, a: { N: String(at) },
    } } }));
    await send("BatchWriteItem", { RequestItems: { Bench: puts } });
  }
})().then(() => done(null), (error) => done(String(error)));
"#;

/// Scans the table, as the Run button does, and says what failed.
const SCAN: &str = r#"
const count = SCANS, done = arguments[0];
(async () => {
  for (let scan = 0; scan < count; scan++) {
    const answer = await dynalab.execute("Scan", { TableName: "Bench" });
    if (answer.status !== 200) throw new Error(`scan ${scan}: ${answer.refusal ?? JSON.stringify(answer.body)}`);
  }
})().then(() => done(null), (error) => done(String(error)));
"#;

/// The milliseconds of each of 3,000 puts, one after another.
const PUTS: &str = r#"
const done = arguments[0];
(async () => {
  const took = [];
  for (let put = 0; put < 3000; put++) {
    const begun = performance.now();
    await dynalab.control("PutItem", { TableName: "Bench", Item: { PK: { S: "U#1" }, SK: { N: "1" }, a: { N: String(put) } } });
    took.push(performance.now() - begun);
  }
  return took;
})().then(done, (error) => done(String(error)));
"#;

pub async fn measure(session: &Session, site: &std::path::Path, figures: &mut Figures) -> Result<()> {
    let server = StaticSite::start(site, 0)?;
    session.goto(&format!("{}play", server.url())).await?;
    session.wait_for("document.querySelector('#app [data-testid=ready][data-ready=true]') && window.dynalab ? true : null").await?;
    let failed = session.run(FILL).await?;
    ensure!(failed.is_null(), "the table could not be filled: {failed}");
    let puts = session.run(PUTS).await?;
    let puts = puts.as_array().with_context(|| format!("the puts were not measured: {puts}"))?;
    let longest = puts.iter().filter_map(serde_json::Value::as_f64).fold(0.0, f64::max);
    figures.note("scans/longest of 3000 puts/ms", longest);
    scan(session, FIRST_SCANS).await?;
    let before = renderer_memory::bytes_of_this_process()?;
    scan(session, SCANS).await?;
    let after = renderer_memory::bytes_of_this_process()?;
    figures.note("scans/memory before/bytes", before as f64);
    figures.note("scans/memory growth/bytes", after as f64 - before as f64);
    Ok(())
}

async fn scan(session: &Session, count: usize) -> Result<()> {
    let failed = session.run(&SCAN.replace("SCANS", &count.to_string())).await?;
    ensure!(failed.is_null(), "{failed}");
    Ok(())
}
