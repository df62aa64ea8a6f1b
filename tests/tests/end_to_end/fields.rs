//! Fields beside a diagram keep their text while traffic and functions change what is around them.

use std::time::Duration;

use anyhow::{Result, ensure};
use thirtyfour::Key;

use crate::handlers::{put, tables_with_a_stream};
use crate::page::Page;
use crate::pictures::shop_with;
use crate::visit::visit;

/// Longer than the diagrams wait between two updates.
const PAUSE: Duration = Duration::from_millis(700);

#[test]
fn a_field_keeps_its_text_while_traffic_runs() {
    visit("fields_traffic", async |visit| {
        let page = visit.page();
        shop_with(page, "traffic").await?;
        page.click("traffic-start").await?;
        let seconds =
            "document.querySelectorAll('[data-testid=picture-traffic] .picture-figure rect').length";
        page.wait_until("traffic", &format!("{seconds} > 2")).await?;
        types_slowly(page, "traffic-per-second", async || Ok(())).await?;
        page.click("traffic-stop").await?;
        page.wait_until("the end of it", "document.querySelector('[data-testid=traffic-stop]:disabled')")
            .await?;
        page.click("undo").await?;
        let said = "[...document.querySelectorAll('[data-testid=said]')].some(notice => notice.innerText.includes('Undone'))";
        page.wait_until("what was undone", said).await?;
        Ok(())
    });
}

#[test]
fn a_field_keeps_its_text_while_a_function_runs() {
    visit("fields_handlers", async |visit| {
        let page = visit.page();
        tables_with_a_stream(page).await?;
        page.click("handlers-run").await?;
        page.shows("handlers-status").await?;
        types_slowly(page, "handlers-batch", async || put(page, "again").await).await
    });
}

/// Replaces the number in a field, digit by digit, and checks it after each change around it.
async fn types_slowly(page: &Page, field: &str, change: impl AsyncFn() -> Result<()>) -> Result<()> {
    let element = page.element(field).await?;
    element.send_keys(Key::Control + "a").await?;
    let mut typed = String::new();
    for digit in ["1", "2", "3"] {
        page.window.active_element().await?.send_keys(digit).await?;
        typed.push_str(digit);
        change().await?;
        tokio::time::sleep(PAUSE).await;
        let shown = page.element(field).await?.prop("value").await?;
        ensure!(shown.as_deref() == Some(typed.as_str()), "typed {typed}, shown {shown:?}");
    }
    Ok(())
}
