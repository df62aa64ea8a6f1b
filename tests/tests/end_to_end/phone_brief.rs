//! The steps of a first project on a phone: tables with indexes, generated items, requests, a load test. Each part is visible and large
//! enough when it is needed.

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::page::{Page, Screen, selector};
use crate::visit::visit;

/// The width of the text in an input, which must fit into the input.
const CUT: &str = "
    [...document.querySelectorAll('.table-keys input')].filter(input => input.scrollWidth > input.clientWidth)
        .map(input => input.value)";

#[test]
fn a_first_project_is_made_on_a_phone() {
    visit("phone_brief", async |visit| {
        let page = visit.page();
        on_phone(page).await?;
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        creates_a_table_with_indexes(page).await?;
        finds_what_fills_the_table(page).await?;
        generates_items(page).await?;
        tests_the_load(page).await
    });
}

/// The names of key attributes fit into their fields.
async fn creates_a_table_with_indexes(page: &Page) -> Result<()> {
    page.click("table-menu").await?;
    write(page, "table-name", "Rides").await?;
    write(page, "partition-key", "user_id").await?;
    write(page, "sort-key", "started_at").await?;
    page.click("table-indexes").await?;
    for (number, name) in ["ByStation", "OpenRides"].into_iter().enumerate() {
        page.click("add-gsi").await?;
        write(page, &format!("index-name-{number}"), name).await?;
    }
    let names = "(() => { const field = document.querySelector('[data-testid=index-0] .table-keys input');
        field.value = 'start_station'; field.dispatchEvent(new InputEvent('input', {bubbles: true})); return true; })()";
    page.value(names).await?;
    page.wait_until(
        "the name",
        "document.querySelector('[data-testid=index-0] .table-keys input').value === 'start_station'",
    )
    .await?;
    let cut = page.value(CUT).await?;
    ensure!(cut == json!([]), "names of keys do not fit their fields: {cut}");
    page.click("create-table").await?;
    page.wait_until("the table", "location.pathname === '/play/Rides'").await?;

    Ok(())
}

/// The items are far below, so the request has the buttons that fill the table. The tabs of all indexes are visible.
async fn finds_what_fills_the_table(page: &Page) -> Result<()> {
    page.shows("request-no-items").await?;
    let top = page
        .value(
            "document.querySelector('[data-testid=request-generate]').getBoundingClientRect().top + scrollY",
        )
        .await?;
    ensure!(top.as_f64().is_some_and(|top| top < 844.0), "the button is on the first screen: {top}");
    for index in ["-", "ByStation", "OpenRides"] {
        let tab = selector(&format!("tab-index-{index}"));
        let visible = page
            .value(&format!(
                "(() => {{ const tab = document.querySelector('{tab}').getBoundingClientRect();
            const list = document.querySelector('.workbench-items .tabs-list').getBoundingClientRect();
            return tab.left >= list.left - 1 && tab.right <= list.right + 1; }})()"
            ))
            .await?;
        ensure!(visible == true, "the tab {index} is visible");
    }
    Ok(())
}

/// Each item has the values of the template.
async fn generates_items(page: &Page) -> Result<()> {
    page.click("request-generate").await?;
    let template = r#"{"user_id": "U#{zipf 1..50:4}", "started_at": "{date 2026-01-01..2026-04-01}#{n}", "start_station": "ST#{zipf 1..9}"}"#;
    let typed = format!("(() => {{ const field = document.querySelector('[data-testid=generate-template]');
        field.value = {}; field.dispatchEvent(new InputEvent('input', {{bubbles: true}})); return true; }})()", Value::from(template));
    page.value(&typed).await?;
    page.shows("generate-fits").await?;
    write(page, "generate-count", "300").await?;
    page.click("generate-go").await?;
    page.wait_until(
        "all items",
        "document.querySelector('[data-testid=import-told]')?.innerText.includes('300')",
    )
    .await?;
    page.value("document.querySelector('dialog[open] .dialog-head button').click()").await?;
    page.shows_no("request-no-items").await?;
    let count = page.text("history-count").await?;
    ensure!(count.ends_with(" requests"), "the history has its count: {count}");

    Ok(())
}

/// The diagram has its whole height, and the page scrolls to the result.
async fn tests_the_load(page: &Page) -> Result<()> {
    page.succeeds(
        "Query",
        json!({
            "TableName": "Rides", "IndexName": "ByStation", "KeyConditionExpression": "start_station = :s",
            "ExpressionAttributeValues": {":s": {"S": "ST#1"}}
        }),
    )
    .await?;
    page.click("limits-on").await?;
    page.open("/play/Rides?picture=traffic").await?;
    page.shows("load-test-start").await?;
    let inner = "(() => { const panel = document.querySelector('.picture-panel'); return panel.scrollHeight - panel.clientHeight; })()";
    let inner = page.value(inner).await?;
    ensure!(
        inner.as_f64().is_some_and(|inner| inner < 2.0),
        "the diagram scrolls inside the page by {inner} pixels"
    );
    page.click("load-test-start").await?;
    let in_view = "(() => { const top = document.querySelector('[data-testid=load-test-status]')?.getBoundingClientRect().top;
        return top >= 0 && top < 600; })()";
    page.wait_until("the result in view", in_view).await?;
    Ok(())
}

/// Text in a drawing is readable on a phone and does not grow without limit in an expanded diagram.
#[test]
fn the_text_of_diagrams_has_readable_sizes() {
    visit("diagram_text", async |visit| {
        const SIZES: &str =
            "[...document.querySelectorAll('.picture-panel .picture-figure svg text')].map(text =>
            Math.round(parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a * 10) / 10)";
        let page = visit.page();
        page.opens_shop_with("partitions").await?;
        for (width, height, screen, is_expanded) in [
            (390, 844, Screen::Phone, false),
            (1280, 800, Screen::Desktop, false),
            (1280, 800, Screen::Desktop, true),
            (2200, 1200, Screen::Desktop, true),
        ] {
            page.set_size(width, height, screen).await?;
            let pressed = "document.querySelector('[data-testid=picture-expand]').ariaPressed === 'true'";
            if page.value(pressed).await? != is_expanded {
                page.click("picture-expand").await?;
            }
            for picture in ["partitions", "indexes", "replicas", "compare", "backups"] {
                page.opens_picture(picture).await?;
                page.wait_until(&format!("the drawing of {picture}"), &format!("{SIZES}.length > 1")).await?;
                let bad = page.value(&format!("{SIZES}.filter(size => size < 9 || size > 20)")).await?;
                ensure!(bad == json!([]), "at {width} pixels, {picture} has text of these sizes: {bad}");
            }
        }
        Ok(())
    });
}

async fn on_phone(page: &Page) -> Result<()> {
    page.set_size(390, 844, Screen::Phone).await?;
    let touch = json!({"enabled": true, "maxTouchPoints": 5});
    page.window.cdp().send_raw("Emulation.setTouchEmulationEnabled", touch).await?;
    Ok(())
}

async fn write(page: &Page, test_id: &str, text: &str) -> Result<()> {
    // Replace the old text, as a person does.
    let field = page.element(test_id).await?;
    field.send_keys(Key::Control + "a").await?;
    Ok(field.send_keys(text).await?)
}
