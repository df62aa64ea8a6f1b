//! A large key design in the editor: from a changed key template until the page shows the new check.

use std::path::Path;

use anyhow::{Context, Result};
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::large_design::{self, PATTERNS};
use dynalab_benchmarks::summary::Summary;
use dynalab_static_server::StaticSite;

use crate::session::Session;

const CHANGES: usize = 21;
/// The field with the partition key of the first kind of item.
const TEMPLATE: &str = "design-key-0-0-PK";

/// Records the times of messages to and from workers.
const WATCH: &str = r#"
const messages = [];
window.messages = messages;
window.Worker = class extends Worker {
  constructor(...description) {
    super(...description);
    this.addEventListener("message", () => messages.push(["back", performance.now()]));
  }
  postMessage(...message) {
    messages.push(["there", performance.now()]);
    super.postMessage(...message);
  }
};
"#;

/// Types two templates in turn, and waits for the check of each.
const CHANGE: &str = r#"
const [template, changes, done] = arguments;
const field = document.querySelector(`[data-testid="${template}"]`);
const status = document.querySelector("[data-testid=design-status]");
const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
const checked = () => new Promise(resolve => {
  let wasAway = false;
  const look = () => {
    const isChecked = status.dataset.checked === "true";
    wasAway ||= !isChecked;
    if (!wasAway || !isChecked) return;
    watch.disconnect();
    resolve(performance.now());
  };
  const watch = new MutationObserver(look);
  watch.observe(status, { attributes: true, attributeFilter: ["data-checked"] });
});
const pause = () => new Promise(resolve => setTimeout(resolve, 300));
(async () => {
  const took = [];
  for (let change = 0; change < changes; change += 1) {
    await pause();
    messages.length = 0;
    const from = performance.now();
    const until = checked();
    write.call(field, change % 2 ? "USER0#{user_id}" : "PERSON#{user_id}");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    const all = await until - from;
    const there = messages.find(([way]) => way === "there");
    const back = messages.findLast(([way]) => way === "back");
    took.push([all, back[1] - there[1]]);
  }
  // The first loads the code of what was never run.
  return took.slice(1);
})().then(done, error => done({ failed: String(error) }));
"#;

pub async fn measure(session: &Session, site: &Path, figures: &mut Figures) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("seventeen-shops.json");
    std::fs::write(&file, large_design::document("")?)?;
    let server = StaticSite::start(site, 0)?;
    session.run_first(WATCH).await?;
    session.goto(&format!("{}design", server.url())).await?;
    let is_checked = |count: usize| {
        format!(
            "document.querySelector('[data-testid=design-verdicts][data-green=\"{count}\"]') ? true : null"
        )
    };
    session
        .wait_for("document.querySelector('[data-testid=design-status][data-checked=true]') ? true : null")
        .await?;
    session.choose_file("[data-testid=design-file]", &file).await?;
    session.wait_for(&is_checked(PATTERNS)).await?;
    session.click(&format!("[data-testid='{TEMPLATE}']")).await?;
    let taken = session.run_with(CHANGE, vec![TEMPLATE.into(), CHANGES.into()]).await?;
    let taken = taken.as_array().with_context(|| format!("the changes ended: {taken}"))?.clone();
    let of = |place: usize| taken.iter().filter_map(|both| both[place].as_f64()).collect::<Vec<f64>>();
    for (name, times) in [("page", of(0)), ("round trip", of(1))] {
        let summary = Summary::from_measurements(times).context("nothing was measured")?;
        figures.note(&format!("page/design/{name}/median ms"), summary.median);
        figures.note(&format!("page/design/{name}/p95 ms"), summary.p95);
    }
    Ok(())
}
