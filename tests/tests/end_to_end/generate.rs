//! Generates items from a template: the button, a preview that the engine checks, the items in table and index.

use anyhow::{Result, ensure};
use serde_json::json;
use thirtyfour::Key;

use crate::page::{Page, selector};
use crate::table;
use crate::visit::visit;

#[test]
fn items_are_checked_before_they_are_written() {
    visit("generate", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition("Notes")).await?;
        page.click("generate-items").await?;
        page.shows("generate-dialog").await?;
        page.shows("generate-fits").await?;

        // A number for a string attribute of the key.
        writes_template(page, r#"{"pk": {"N": "{n}"}, "sk": {"N": "{n}"}}"#).await?;
        page.shows("generate-refused").await?;
        page.wait_until(
            "nothing can be written",
            "document.querySelector('[data-testid=generate-go]').disabled",
        )
        .await?;
        let why = page.text("generate-refused").await?;
        ensure!(why.contains("item 1") && why.contains("Type mismatch"), "the engine says why: {why}");

        // Plain JSON, with the types of the table's keys.
        writes_template(
            page,
            r#"{"pk": "station#{zipf 1..9}", "sk": "{n}", "at": "{date 2026-01-01..2026-04-01}"}"#,
        )
        .await?;
        page.shows("generate-fits").await?;
        ensure!(stored(page).await? == 0, "nothing is written yet");
        let count = page.element("generate-count").await?;
        count.send_keys(Key::Control + "a").await?;
        count.send_keys("300").await?;
        page.click("generate-go").await?;
        let written = "document.querySelector('[data-testid=import-told]')?.innerText.includes('300')";
        page.wait_until("all items", written).await?;
        ensure!(stored(page).await? == 300, "300 items are in the table");
        let query = json!({
            "TableName": "Notes", "Select": "COUNT", "KeyConditionExpression": "pk = :pk",
            "ExpressionAttributeValues": {":pk": {"S": "station#1"}}
        });
        let busiest = page.succeeds("Query", query).await?["Count"].as_u64().unwrap_or_default();
        ensure!(
            (70..=150).contains(&busiest),
            "the first station has a third of the items, and not {busiest}"
        );
        Ok(())
    });
}

async fn writes_template(page: &Page, text: &str) -> Result<()> {
    let script = format!(
        "(() => {{ const field = document.querySelector('{}'); field.value = {}; \
         field.dispatchEvent(new Event('input', {{ bubbles: true }})); return true; }})()",
        selector("generate-template"),
        json!(text)
    );
    page.value(&script).await.map(drop)
}

async fn stored(page: &Page) -> Result<u64> {
    let scanned = page.succeeds("Scan", json!({"TableName": "Notes", "Select": "COUNT"})).await?;
    Ok(scanned["Count"].as_u64().unwrap_or_default())
}
