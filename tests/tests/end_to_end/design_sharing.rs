//! Shares a key design: its link as a QR code, and the design in a frame of another page. The frame does not change stored
//! data.

use anyhow::{Context, Result, ensure};

use crate::page::{Page, selector};
use crate::visit::visit;

/// A design whose link fits into a QR code. The shop's does not.
const SMALL: &str = "token_store";

#[test]
fn a_link_is_shown_as_a_code_where_it_fits() {
    visit("design_code", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        clicks_in_menu(page, "design-show-qr-code").await?;
        page.shows("design-qr-code-too-long").await?;
        clicks_in_menu(page, &format!("design-template-{SMALL}")).await?;
        page.shows("design-qr-code").await?;
        let squares = "document.querySelector('[data-testid=design-qr-code] .design-code-dark').getAttribute('d').split('M').length";
        ensure!(page.value(squares).await?.as_u64().unwrap_or_default() > 1_000, "the code has its squares");
        page.click("design-close-qr-code").await?;
        page.shows_no("design-qr-code").await
    });
}

#[test]
fn a_frame_shows_a_design_and_keeps_none() {
    visit("design_frame", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        clicks_in_menu(page, &format!("design-template-{SMALL}")).await?;
        let link = link_of(page).await?;
        let fragment = link.split_once('#').context("a link has a fragment")?.1.to_owned();
        clicks_in_menu(page, "design-template-chat").await?;
        page.wait_until(
            "the chat",
            "document.querySelector('[data-testid=design-name]').value.includes('Chat')",
        )
        .await?;

        // An old address leads to the page for frames.
        page.open(&format!("/design?embed#{fragment}")).await?;
        let name = format!("document.querySelector('{}')?.value", selector("design-name"));
        page.wait_until("the design of the link", &format!("!({name} ?? 'Chat').includes('Chat')")).await?;
        page.shows_no("language-toggle").await?;
        page.shows("embed-open").await?;
        page.wait_until(
            "the link stays in the address of the frame",
            "location.hash.length > 100 && location.pathname === '/embed/' && location.search === '?page=design'",
        )
        .await?;

        page.open("/design").await?;
        page.wait_until("what the person keeps", &format!("({name} ?? '').includes('Chat')")).await.map(drop)
    });
}

/// Returns the link of the present design.
async fn link_of(page: &Page) -> Result<String> {
    clicks_in_menu(page, "design-copy-link").await?;
    page.wait_until("the link in the address", "location.hash.length > 100").await?;
    Ok(page.value("location.href").await?.as_str().unwrap_or_default().to_owned())
}

/// Clicks an entry of a closed menu.
async fn clicks_in_menu(page: &Page, test_id: &str) -> Result<()> {
    page.wait_until(test_id, &format!("document.querySelector('{}')", selector(test_id))).await?;
    page.value(&format!("(document.querySelector('{}').click(), true)", selector(test_id))).await.map(drop)
}
