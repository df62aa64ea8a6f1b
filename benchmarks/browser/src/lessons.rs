//! From one lesson to the next: the time until its start is loaded and a request can be run.

use std::path::Path;

use anyhow::{Context, Result};
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::summary::Summary;
use dynalab_static_server::StaticSite;

use crate::session::Session;

/// Opens the lessons of all chapters in the order of the course. The first is not measured, because it loads the parts of the
/// page and the complete engine.
const WALK: &str = r#"
const done = arguments[arguments.length - 1];
(async () => {
  const ready = id => new Promise(resolve => {
    const look = () => {
      if (!document.querySelector(`[data-testid=learn-player][data-lesson="${id}"][data-ready=true]`)) return;
      watch.disconnect();
      // The frame that shows it is still to be painted.
      requestAnimationFrame(() => resolve(performance.now()));
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { childList: true, subtree: true, attributes: true });
    look();
  });
  const course = await (await fetch("/lessons/index.json")).json();
  const lessons = course.chapters.flatMap(chapter => chapter.lessons).filter(lesson => lesson.kind === "lesson");
  const times = [];
  for (const { id, slug } of lessons) {
    const from = performance.now();
    history.pushState(null, "", `/learn/${slug}`);
    dispatchEvent(new PopStateEvent("popstate"));
    times.push(await ready(id) - from);
  }
  return times.slice(1);
})().then(done, error => done({ failed: String(error) }));
"#;

pub async fn measure(session: &Session, site: &Path, figures: &mut Figures) -> Result<()> {
    let server = StaticSite::start(site, 0)?;
    session.goto(&format!("{}learn", server.url())).await?;
    session.wait_for("document.querySelector('[data-testid=learn-course]') ? true : null").await?;
    let walked = session.run(WALK).await?;
    let times: Vec<f64> = walked
        .as_array()
        .with_context(|| format!("the walk ended: {walked}"))?
        .iter()
        .filter_map(serde_json::Value::as_f64)
        .collect();
    let summary = Summary::from_measurements(times).context("there is no lesson")?;
    figures.note("page/next lesson/median ms", summary.median);
    figures.note("page/next lesson/p95 ms", summary.p95);
    Ok(())
}
