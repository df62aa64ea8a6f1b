//! Recent work on the home page: the last lesson, the stored key design and the tables, the newest first, in both languages.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::page::{Page, Screen};
use crate::table;
use crate::visit::visit;

const KINDS: &str =
    "[...document.querySelectorAll('[data-testid=recent] [data-kind]')].map(cell => cell.dataset.kind)";
const NAMES: &str = "[...document.querySelectorAll('.recent-name')].map(name => name.innerText)";
const ABOUT: &str = "[...document.querySelectorAll('.recent .recent-about')].map(about => about.innerText)";
const LESSON_READY: &str = "document.querySelector('[data-testid=learn-player][data-ready=true]')";
const CHECKED: &str = "document.querySelector('[data-testid=design-status]')?.dataset.checked === 'true'";

#[test]
fn recent_work_is_listed_the_newest_first() {
    visit("recent_work", async |visit| {
        let page = visit.page();
        page.open("/").await?;
        page.waits_for_role("writer").await?;
        ensure!(page.value(KINDS).await? == json!([]), "a first visit has no recent work");

        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition("Notes")).await?;
        page.open("/play/Notes").await?;
        page.shows("table-Notes").await?;
        page.open("/design").await?;
        page.wait_until("the checked design", CHECKED).await?;
        let green =
            page.value("document.querySelector('[data-testid=design-verdicts]').dataset.green").await?;
        page.open("/learn/a-table-in-this-tab").await?;
        page.wait_until("the lesson", LESSON_READY).await?;

        listed(page, json!(["lesson", "design", "table"])).await?;
        ensure!(
            page.value(&format!("{NAMES}[0]")).await? == "1.1 A table in this tab",
            "{}",
            page.value(NAMES).await?
        );
        let about = page.value(&format!("{ABOUT}.map(about => about.split(' · ')[0])")).await?;
        ensure!(about == json!(["Lesson", "Key design", "Table"]), "each row names its kind: {about}");
        ensure!(
            page.value(&format!("{ABOUT}[0].includes('0 of ')")).await? == true,
            "the progress in the course"
        );
        let chip = page.value("document.querySelector('[data-kind=design]').innerText").await?;
        let green = green.as_str().unwrap_or_default();
        ensure!(
            chip.as_str().is_some_and(|chip| chip.starts_with(green)),
            "the design's check, {green}: {chip}"
        );

        // Neither the course nor the editor of designs is loaded for the list.
        let parts = "performance.getEntriesByType('resource').map(entry => entry.name).filter(name => /\\/(learn|design)[-_.]/.test(name))";
        ensure!(page.value(parts).await? == json!([]), "parts: {}", page.value(parts).await?);

        page.value("document.querySelector('.recent-item:last-child').click()").await?;
        page.wait_until("the table", "location.pathname === '/play/Notes'").await?;
        page.shows("table-Notes").await?;
        listed(page, json!(["table", "lesson", "design"])).await?;

        page.click("language-toggle").await?;
        page.wait_until("Japanese", "document.documentElement.lang === 'ja'").await?;
        let kinds = format!("{ABOUT}.map(about => about.split(' · ')[0]).join()");
        page.wait_until("Japanese rows", &format!("{kinds} === 'テーブル,レッスン,キーの設計'")).await?;
        page.set_size(390, 844, Screen::Phone).await?;
        let width = page.value("document.documentElement.scrollWidth").await?;
        ensure!(width.as_f64().is_some_and(|width| width <= 390.0), "the rows fit a phone: {width}");
        Ok(())
    });
}

/// A record that cannot be read is an empty one, and does not keep the page from starting.
#[test]
fn a_damaged_record_of_recent_work_is_ignored() {
    visit("recent_damaged", async |visit| {
        let page = visit.page();
        page.open("/").await?;
        page.waits_for_role("writer").await?;
        page.value("localStorage.setItem('dynalab.recent', '[{\"at_ms\":-1}]')").await?;
        page.reload().await?;
        page.shows("stage").await?;
        ensure!(page.value(KINDS).await? == json!([]));
        page.open("/learn/a-table-in-this-tab").await?;
        page.wait_until("the lesson", LESSON_READY).await?;
        listed(page, json!(["lesson"])).await
    });
}

/// Opens the home page and waits for the rows of these kinds.
async fn listed(page: &Page, kinds: serde_json::Value) -> Result<()> {
    page.open("/").await?;
    page.wait_until(&format!("rows of {kinds}"), &format!("JSON.stringify({KINDS}) === '{kinds}'")).await?;
    Ok(())
}
