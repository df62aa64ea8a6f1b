//! The partition lab: runs of a day, inputs, canceling, links, both languages, a phone.

use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::json;
use thirtyfour::Key;
use tokio::time::{Instant, sleep};

use crate::page::{Page, Screen};
use crate::visit::visit;

const PHONE_WIDTH: u32 = 390;
/// A build without optimization takes longer to simulate.
const RUN_PATIENCE: Duration = Duration::from_secs(120);
/// A day with few requests and few partitions.
const SMALL: &str = "/scale#peak=3000&curve=flat&a.keys=2&a.warm-writes=4000&b.shards=50&b.warm-writes=10000";

async fn state(page: &Page) -> Result<String> {
    let state = page.value("document.querySelector('[data-testid=scale-run]')?.dataset.state ?? ''").await?;
    Ok(state.as_str().unwrap_or_default().to_owned())
}

/// Waits until the run of the present inputs has ended.
async fn runs(page: &Page) -> Result<()> {
    // A run begins shortly after a change.
    sleep(Duration::from_millis(300)).await;
    let began = Instant::now();
    while state(page).await? != "done" {
        ensure!(began.elapsed() < RUN_PATIENCE, "the run is {}", state(page).await?);
        sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

#[test]
fn a_day_runs_and_a_change_has_another_result() {
    visit("scale_run", async |visit| {
        let page = visit.page();
        page.open(SMALL).await?;
        page.shows("scale-page").await?;
        runs(page).await?;
        let verdict = page.text("scale-verdict-a").await?;
        ensure!(verdict.contains("Breaks at 00:00: one partition reaches 1,000 write units"), "{verdict}");
        let before = page.text("scale-answer-a").await?;
        ensure!(
            page.text("scale-reasons").await?.contains("TableWriteKeyRangeThroughputExceeded"),
            "no reason"
        );
        ensure!(page.text("scale-verdict-b").await?.contains("serves every request"), "B breaks");
        // One key press sets another peak.
        page.element("scale-peak-slider").await?.send_keys(Key::Home).await?;
        runs(page).await?;
        let after = page.text("scale-answer-a").await?;
        ensure!(after != before && after.contains("0 %"), "{before} became {after}");
        page.wait_until("the link", "location.hash.includes('peak=1')").await?;
        // The suggested change turns B into A.
        page.click("scale-if-shards-10").await?;
        page.wait_until(
            "B with 10 shards",
            "location.hash.includes('b.shards=10&') || location.hash.endsWith('b.shards=10')",
        )
        .await?;
        let link = page.window.current_url().await?.to_string();
        page.open("/").await?;
        page.window.goto(&link).await?;
        page.ready().await?;
        runs(page).await?;
        ensure!(page.text("scale-answer-a").await? == after, "the link opens another day");
        let shards = page.value("document.querySelector('[data-testid=scale-b-shards]').value").await?;
        ensure!(shards == json!("10"), "{shards}");
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

#[test]
fn a_run_is_canceled_and_runs_again() {
    visit("scale_cancel", async |visit| {
        let page = visit.page();
        page.open(SMALL).await?;
        page.shows("scale-cancel").await?;
        page.click("scale-cancel").await?;
        ensure!(state(page).await? == "canceled", "{}", state(page).await?);
        sleep(Duration::from_secs(1)).await;
        ensure!(state(page).await? == "canceled", "the canceled run goes on");
        page.click("scale-again").await?;
        runs(page).await?;
        page.shows("scale-lab-heat-a").await?;
        Ok(())
    });
}

#[test]
fn it_fits_a_phone_in_both_languages() {
    visit("scale_phone", async |visit| {
        let page = visit.page();
        page.set_size(PHONE_WIDTH, 844, Screen::Phone).await?;
        page.open(SMALL).await?;
        for (title, words) in
            [("Partition lab · Dynalab", "Breaks at"), ("パーティションラボ · Dynalab", "限界")]
        {
            runs(page).await?;
            ensure!(page.window.title().await? == title, "{}", page.window.title().await?);
            ensure!(
                page.text("scale-verdict-a").await?.contains(words),
                "{}",
                page.text("scale-verdict-a").await?
            );
            let width = page.value("document.documentElement.scrollWidth").await?;
            ensure!(width == PHONE_WIDTH, "the page is {width} px wide");
            let unnamed = page.value("(document.body.innerText.match(/\\bscale-[a-z-]+/g) ?? [])").await?;
            ensure!(unnamed == json!([]), "names of messages: {unnamed}");
            page.click("language-toggle").await?;
        }
        Ok(())
    });
}
