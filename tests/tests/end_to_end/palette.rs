//! The command palette: opened by its keys, used without a mouse, on every page and in both languages.

use anyhow::Result;
use thirtyfour::Key;

use crate::visit::visit;

const FIELD: &str = "document.activeElement.dataset.testid === 'palette-field'";

#[test]
fn everything_is_found_by_typing() {
    visit("palette", async |visit| {
        let page = visit.page();
        page.open("/").await?;
        page.waits_for_role("writer").await?;
        keys(page, Key::Control + "k").await?;
        page.wait_until("the field to have the focus", FIELD).await?;
        keys(page, "load sample").await?;
        keys(page, Key::Enter + "").await?;
        page.loads_shop().await?;
        keys(page, Key::Control + "k").await?;
        page.wait_until("the field again", FIELD).await?;
        keys(page, "partitions").await?;
        keys(page, Key::Enter + "").await?;
        page.shows("picture-partitions").await?;
        keys(page, Key::Control + "k").await?;
        page.wait_until("the field a third time", FIELD).await?;
        keys(page, "batchget").await?;
        page.shows("palette-BatchGetItem").await?;
        keys(page, Key::Enter + "").await?;
        page.wait_until(
            "the request",
            "document.querySelector('[data-testid=operation-select]').value === 'BatchGetItem'",
        )
        .await?;
        keys(page, Key::Control + "k").await?;
        page.wait_until("the field a fourth time", FIELD).await?;
        keys(page, Key::Escape + "").await?;
        page.shows_no("palette").await
    });
}

async fn keys(page: &crate::page::Page, keys: impl Into<thirtyfour::TypingData>) -> Result<()> {
    page.window.active_element().await?.send_keys(keys).await?;
    Ok(())
}
