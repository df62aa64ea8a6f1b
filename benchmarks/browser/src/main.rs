//! Runs the benchmarks' page in Chromium, and cold starts of the app and of sql.js.
//!
//! `cargo xtask bench` builds the site with the benchmarks' page and runs this program. DYNALAB_BENCHMARK_SITE is the site,
//! CHROME and CHROMEDRIVER are the browser's programs. Arguments select the parts to measure.

mod cold_start;
mod designs;
#[path = "../../../tests/tests/end_to_end/driver.rs"]
mod driver;
mod lessons;
#[path = "../../../tests/tests/end_to_end/process.rs"]
mod process;
mod renderer_memory;
mod scans;
mod session;
mod sliders;
mod traffic;

use std::path::PathBuf;

use anyhow::{Context, Result};
use dynalab_benchmarks::figures::Figures;
use dynalab_static_server::StaticSite;

use session::Session;

/// The parts that are measured before the page is opened.
const COLD_START: &str = "coldStart";
const LESSONS: &str = "lessons";
const DESIGNS: &str = "designs";
const SLIDERS: &str = "sliders";
/// A part that takes ten minutes and is measured only if an argument names it.
const TRAFFIC: &str = "traffic";
/// Parts that take minutes and are measured only if an argument names them.
const SCANS: &str = "scans";
const PUTS: &str = "puts";
const SITE_VARIABLE: &str = "DYNALAB_BENCHMARK_SITE";
/// The parts that the page measures, in order. Each is a function of `page/bench.js`.
const PARTS: &[&str] = &[
    "memory",
    "engineItself",
    "throughTheWorker",
    "durable",
    "manyInFlight",
    "travel",
    "reload",
    "twinDays",
];

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure())
}

async fn measure() -> Result<()> {
    let site: PathBuf =
        std::env::var_os(SITE_VARIABLE).context("DYNALAB_BENCHMARK_SITE names no folder")?.into();
    let named: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |part: &str| named.is_empty() || named.iter().any(|name| name == part);
    let mut figures = Figures::default();
    let session = Session::start().await?;
    if wanted(COLD_START) {
        cold_start::measure(&session, &site, &mut figures).await?;
    }
    if wanted(LESSONS) {
        lessons::measure(&session, &site, &mut figures).await?;
    }
    if wanted(DESIGNS) {
        designs::measure(&session, &site, &mut figures).await?;
    }
    if wanted(SLIDERS) {
        sliders::measure(&session, &site, &mut figures).await?;
    }
    if named.iter().any(|name| name == TRAFFIC) {
        traffic::measure(&session, &site, &mut figures).await?;
        session.end().await;
        return Ok(figures.keep("traffic")?);
    }
    if named.iter().any(|name| name == SCANS) {
        scans::measure(&session, &site, &mut figures).await?;
        session.end().await;
        return Ok(figures.keep("scans")?);
    }
    if named.iter().any(|name| name == PUTS) {
        scans::measure_puts(&session, &site, &mut figures).await?;
        session.end().await;
        return Ok(figures.keep("puts")?);
    }
    let parts: Vec<&str> = PARTS.iter().copied().filter(|part| wanted(part)).collect();
    let server = StaticSite::start(&site, 0)?;
    if !parts.is_empty() {
        session.open(&format!("{}bench/index.html", server.url())).await?;
    }
    for part in parts {
        let measured = session.call(part).await.with_context(|| format!("{part} failed"))?;
        for (name, value) in measured.as_object().context("the page measured nothing")? {
            figures.note(&format!("page/{name}"), value.as_f64().context("a figure is a number")?);
        }
    }
    session.end().await;
    Ok(figures.keep("page")?)
}
