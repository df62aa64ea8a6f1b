//! The command palette: opened and used with the keyboard, on every page and in both languages.

use anyhow::Result;
use thirtyfour::Key;

use crate::table;
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

#[test]
fn everyday_words_find_things() {
    visit("palette_synonyms", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition("Notes")).await?;
        page.open("/play/Notes").await?;
        for (typed, wanted) in [
            ("hot", "Partitions"),
            ("throttle", "Partitions"),
            ("cost", "Capacity"),
            ("lambda", "Triggers"),
            ("generate", "Import and export"),
            ("hash key", "New table"),
            ("トラフィック", "Traffic"),
            ("アイテム", "New item"),
            ("ハッシュキー", "New table"),
        ] {
            keys(page, Key::Control + "k").await?;
            page.wait_until("the field", FIELD).await?;
            keys(page, typed).await?;
            let names = "[...document.querySelectorAll('.palette-name')].map(name => name.innerText)";
            let found = format!("{names}.slice(0, 6).includes('{wanted}')");
            page.wait_until(&format!("{wanted} for {typed}"), &found).await?;
            keys(page, Key::Escape + "").await?;
            page.shows_no("palette").await?;
        }
        Ok(())
    });
}

async fn keys(page: &crate::page::Page, keys: impl Into<thirtyfour::TypingData>) -> Result<()> {
    page.window.active_element().await?.send_keys(keys).await?;
    Ok(())
}
