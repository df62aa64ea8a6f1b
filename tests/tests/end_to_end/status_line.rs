//! The status line: the page says at one place what was done. That moves nothing, leaves by itself, and can be read again.

use std::time::Duration;

use anyhow::ensure;
use thirtyfour::Key;
use tokio::time::sleep;

use crate::palette::{FIELD, keys};
use crate::visit::visit;

const TOP: &str = "document.getElementById('main').getBoundingClientRect().top";
const NOTICE: &str = "document.querySelector('[data-testid=sample-loaded]')";

#[test]
fn a_notice_moves_nothing_and_leaves_with_its_page() {
    visit("status_line", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        let before = page.value(TOP).await?;
        page.loads_shop().await?;
        page.shows("sample-loaded").await?;
        ensure!(page.value(TOP).await? == before, "the notice moved the page");
        let is_seen = format!(
            "(() => {{ const box = {NOTICE}.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }})()"
        );
        page.wait_until("the notice in the window", &is_seen).await?;
        sleep(Duration::from_secs(2)).await;
        page.value("document.querySelector('.topbar-link[href$=\"/about\"]').click()").await?;
        page.shows_no("sample-loaded").await?;
        page.click("palette-key").await?;
        page.wait_until("the field to have the focus", FIELD).await?;
        keys(page, "last messages").await?;
        keys(page, Key::Enter + "").await?;
        page.wait_until(
            "the notice, read again",
            "document.querySelector('[data-testid=told-notices]')?.innerText.includes('A shop in one table')",
        )
        .await?;
        Ok(())
    });
}
