//! What is drawn again, and what is fetched before a page can be used: counts, which do not depend on the machine.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::page::Page;
use crate::table;
use crate::visit::visit;

const TABLE: &str = "Notes";
/// Whether nothing has been drawn for a third of a second.
const IS_QUIET: &str = "(window.quiet ??= { count: 0, since: 0 }, dynalab.renderings().then((counts) => {
    const sum = Object.values(counts).reduce((one, other) => one + other, 0);
    if (sum !== window.quiet.count) window.quiet = { count: sum, since: performance.now() };
}), performance.now() - window.quiet.since > 300)";

#[test]
fn a_request_draws_the_panels_that_show_something_new() {
    visit("renderings_request", async |visit| {
        let page = visit.page();
        opens_notes(page).await?;
        let put =
            |id: u32| json!({"TableName": TABLE, "Item": {"pk": {"S": "a"}, "sk": {"N": id.to_string()}}});
        page.succeeds("PutItem", put(1)).await?;
        let drawn = drawn_by(page, async |page| page.succeeds("PutItem", put(2)).await.map(drop)).await?;
        for (panel, most) in [
            ("banners", 0),
            ("notices", 0),
            ("dialogs", 0),
            // The number of items.
            ("tables", 1),
            ("items-facts", 1),
            ("live-region", 1),
            // The request runs, has its response, and is a step of the history.
            ("result", 3),
            ("time-bar", 2),
            ("history", 3),
            ("items", 3),
            ("request", 3),
        ] {
            let times = drawn.get(panel).copied().unwrap_or_default();
            ensure!(times <= most, "{panel} was drawn {times} times and not {most}: {drawn:?}");
        }
        ensure!(
            drawn.contains_key("history") && drawn.contains_key("result"),
            "they show the request: {drawn:?}"
        );
        Ok(())
    });
}

#[test]
fn a_letter_draws_the_request_and_nothing_else() {
    visit("renderings_letter", async |visit| {
        let page = visit.page();
        opens_notes(page).await?;
        page.succeeds("Scan", json!({"TableName": TABLE})).await?;
        page.click("tab-request-json").await?;
        page.wait_until(
            "the editor",
            "document.querySelector('[data-testid=editor][data-field=code-mirror]')",
        )
        .await?;
        page.writes("{ \"TableName\": \"Notes\" }").await?;
        let drawn =
            drawn_by(page, async |page| page.writes("{ \"TableName\": \"Notes\", \"Limit\": 3 }").await)
                .await?;
        let others: Vec<&String> = drawn
            .keys()
            .filter(|panel| !["request", "editor", "workbench"].contains(&panel.as_str()))
            .collect();
        ensure!(others.is_empty(), "a letter draws what does not show it: {drawn:?}");
        ensure!(drawn.contains_key("request"), "the request is drawn: {drawn:?}");
        Ok(())
    });
}

#[test]
fn nothing_is_fetched_for_later_before_a_page_can_be_used() {
    visit("renderings_fetched", async |visit| {
        let page = visit.page();
        for (path, later) in [
            ("/", &["workbench", "offline.js"][..]),
            ("/play", &["learn", "pictures", "design", "offline.js"]),
            ("/design", &["worker_bg", "workbench", "learn", "offline.js"]),
            ("/capacity", &["worker_bg", "workbench", "design", "offline.js"]),
            ("/scale", &["worker_bg", "workbench", "learn", "offline.js"]),
        ] {
            page.open(path).await?;
            page.wait_until("the page to be usable", "'usable' in document.documentElement.dataset").await?;
            let early = page
                .value(
                    "(() => {
                        const at = performance.getEntriesByName('dynalab-usable')[0].startTime;
                        const entries = performance.getEntriesByType('resource').filter((entry) => entry.startTime < at);
                        return entries.map((entry) => new URL(entry.name).pathname);
                    })()",
                )
                .await?;
            for file in early.as_array().context("the names of files")? {
                let file = file.as_str().unwrap_or_default();
                let name = file.rsplit('/').next().unwrap_or_default();
                let is_for_later = later.iter().any(|part| {
                    name == *part
                        || name.starts_with(&format!("{part}."))
                        || name.starts_with(&format!("{part}_"))
                });
                // The bundle of styles of the workbench has the dialogs of every page.
                ensure!(
                    !is_for_later || name.ends_with(".css"),
                    "{path} fetched {file} before it could be used: {early}"
                );
            }
        }
        Ok(())
    });
}

async fn opens_notes(page: &Page) -> Result<()> {
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    page.succeeds("CreateTable", table::definition(TABLE)).await?;
    page.open("/play/Notes").await?;
    page.waits_for_role("writer").await?;
    page.shows("items").await
}

/// Returns how often each panel was drawn by an act, until nothing more is drawn.
async fn drawn_by(page: &Page, act: impl AsyncFnOnce(&Page) -> Result<()>) -> Result<BTreeMap<String, u64>> {
    page.wait_until("the page to be quiet", IS_QUIET).await?;
    let before = counts(page).await?;
    act(page).await?;
    page.wait_until("the page to be quiet", IS_QUIET).await?;
    let after = counts(page).await?;
    let difference = |(panel, count): (&String, &u64)| {
        let more = count - before.get(panel).copied().unwrap_or_default();
        (more > 0).then(|| (panel.clone(), more))
    };
    Ok(after.iter().filter_map(difference).collect())
}

async fn counts(page: &Page) -> Result<BTreeMap<String, u64>> {
    let script =
        "const [done] = arguments; dynalab.renderings().then((counts) => done(JSON.stringify(counts)));";
    let counts = page.window.execute_async(script, Vec::new()).await?;
    let Value::String(text) = counts.json() else { anyhow::bail!("the counts are a text") };
    Ok(serde_json::from_str(text)?)
}
