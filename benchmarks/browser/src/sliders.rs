//! Every slider of the capacity calculators and of the partition lab: from a key press to the next painted frame.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::summary::below;
use dynalab_static_server::StaticSite;
use serde_json::Value;
use thirtyfour::Key;

use crate::session::Session;

/// Key presses per slider, to one side and back.
const PRESSES: usize = 8;
/// The share of interactions that the figure covers.
const SHARE: f64 = 0.75;

/// Links that together show each slider of a page, in its slowest states.
const PAGES: [(&str, &[&str]); 2] = [
    (
        "capacity",
        &[
            "#section=item-size",
            "#section=units&operation=TransactWriteItems",
            "#section=units&operation=Query&load=units",
            "#section=partitions&partitions=40",
            "#section=price&mode=reserved-3y&shape=hourly",
            "#section=price&mode=reserved-3y&load=units",
            "#section=scaling&shape=hourly",
        ],
    ),
    (
        "scale",
        &[
            "#peak=1000000&a.distribution=zipf&b.distribution=zipf&b.mode=provisioned&reads=50",
            "#a.mode=auto-scaling&b.mode=auto-scaling&a.indexes=2&b.indexes=2&a.projection=include&b.projection=include",
        ],
    ),
];

/// Opens closed details, records the time of each key and of the frame after it, and returns the sliders.
const PREPARE: &str = r#"
const done = arguments[arguments.length - 1];
for (const closed of document.querySelectorAll("details:not([open])")) closed.open = true;
if (!window.paints) {
  window.paints = [];
  addEventListener("keydown", (event) => {
    const slider = event.target.dataset.testid;
    // The first task after a frame begins when that frame has been handed over.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => paints.push([slider, performance.now() - event.timeStamp]);
      port2.postMessage(null);
    });
  }, true);
}
done([...document.querySelectorAll("input[type=range]")].filter((slider) => slider.checkVisibility()).map((slider) => slider.dataset.testid));
"#;

pub async fn measure(session: &Session, site: &Path, figures: &mut Figures) -> Result<()> {
    let server = StaticSite::start(site, 0)?;
    for (page, links) in PAGES {
        let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for link in links {
            // Load a new document, so that each link starts in the same state.
            session.goto("about:blank").await?;
            session.goto(&format!("{}{page}{link}", server.url())).await?;
            session.wait_for("document.querySelector('[data-testid$=-slider]') ? true : null").await?;
            move_all(session, &mut times).await?;
        }
        note(page, times, figures)?;
    }
    Ok(())
}

async fn move_all(session: &Session, times: &mut BTreeMap<String, Vec<f64>>) -> Result<()> {
    let sliders = session.run(PREPARE).await?;
    let sliders = sliders.as_array().context("the page has no sliders")?.clone();
    for slider in sliders.iter().filter_map(Value::as_str) {
        for press in 0..PRESSES {
            let key = if press < PRESSES / 2 { Key::Right } else { Key::Left };
            session.press(&format!("[data-testid='{slider}']"), key).await?;
        }
    }
    let all_painted = format!("paints.length >= {} ? paints : null", sliders.len() * PRESSES);
    for paint in session.wait_for(&all_painted).await?.as_array().context("nothing was painted")? {
        let name = paint[0].as_str().context("a slider has a name")?;
        times.entry(name.to_owned()).or_default().push(paint[1].as_f64().context("a time is a number")?);
    }
    Ok(())
}

/// Records the figures of all interactions of a page, and of its slowest slider.
fn note(page: &str, times: BTreeMap<String, Vec<f64>>, figures: &mut Figures) -> Result<()> {
    ensure!(!times.is_empty(), "/{page} has no slider");
    let all = below(times.values().flatten().copied().collect(), SHARE).context("nothing was measured")?;
    let each = times.iter().filter_map(|(name, times)| Some((name, below(times.clone(), SHARE)?)));
    let slowest = each.max_by(|one, other| one.1.total_cmp(&other.1)).context("nothing was measured")?;
    println!("the slowest of {} sliders of /{page}: {}", times.len(), slowest.0);
    figures.note(&format!("page/sliders/{page}/count"), times.len() as f64);
    figures.note(&format!("page/sliders/{page}/p75 ms"), all);
    figures.note(&format!("page/sliders/{page}/slowest p75 ms"), slowest.1);
    Ok(())
}
