//! The time from the address to a working page, on an origin that is new to the browser. It measures the app with its demo
//! running. It also measures sql.js with one row read, if its package could be downloaded.

use std::path::Path;

use anyhow::{Context, Result};
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::summary::Summary;
use dynalab_static_server::StaticSite;

use crate::session::Session;

const ROUNDS: usize = 9;
/// Records in every document when the element first appears. Only rows of the running demo have buttons.
const WATCH: &str = r##"
(() => {
  const wanted = "#app [data-testid=stage] .stage-row button, [data-started]";
  const look = () => {
    if (window.startedMs === undefined && document.querySelector(wanted)) {
      // The frame that shows it is still to be painted.
      requestAnimationFrame(() => { window.startedMs ??= performance.now(); });
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
})();
"##;

pub async fn measure(session: &Session, site: &Path, figures: &mut Figures) -> Result<()> {
    session.run_first(WATCH).await?;
    let mut places = vec![("dynalab", ""), ("empty page", "bench/empty.html")];
    if site.join("bench/sql-wasm.js").is_file() {
        places.push(("sql.js", "bench/sql.html"));
    }
    let mut took_ms = vec![Vec::new(); places.len()];
    for _ in 0..ROUNDS {
        for ((_, path), took_ms) in places.iter().zip(&mut took_ms) {
            // A new port is a new origin: it has no cached files and no compiled code.
            let server = StaticSite::start(site, 0)?;
            session.goto(&format!("{}{path}", server.url())).await?;
            let started = session.wait_for("window.startedMs ?? null").await?;
            took_ms.push(started.as_f64().context("a time is a number")?);
            session.goto("about:blank").await?;
        }
    }
    for ((name, _), took_ms) in places.iter().zip(took_ms) {
        if let Some(summary) = Summary::from_measurements(took_ms) {
            figures.note(&format!("start/{name}/median ms"), summary.median);
            figures.note(&format!("start/{name}/p95 ms"), summary.p95);
        }
    }
    Ok(())
}
