//! A load test on the person's own data: its empty state, the measured shares, the live result, and tables that stay as they are.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::page::{Page, Screen};
use crate::visit::visit;

/// Seven of ten orders have one customer.
async fn put_orders(page: &Page) -> Result<()> {
    for number in 0..20 {
        let customer = if number % 10 < 7 { 7 } else { 100 + number };
        let item = json!({
            "PK": { "S": format!("CUSTOMER#{customer}") },
            "SK": { "S": format!("ORDER#{number}") },
            "GSI1PK": { "S": format!("DAY#{}", number % 2) },
            "GSI1SK": { "S": format!("ORDER#{number}") },
        });
        page.succeeds("PutItem", json!({ "TableName": "Shop", "Item": item })).await?;
    }
    Ok(())
}

async fn enter(page: &Page, test_id: &str, value: u64) -> Result<()> {
    let script = format!(
        "const field = document.querySelector('[data-testid={test_id}]'); field.value = {value}; field.dispatchEvent(new Event('change', {{bubbles: true}})); return true;"
    );
    page.window.execute(script, vec![]).await?;
    let entered = format!("document.querySelector('[data-testid={test_id}]').value === '{value}'");
    page.wait_until(&format!("{value} in {test_id}"), &entered).await?;
    Ok(())
}

async fn count(page: &Page) -> Result<u64> {
    let counted = page.succeeds("Scan", json!({ "TableName": "Shop", "Select": "COUNT" })).await?;
    Ok(counted["Count"].as_u64().unwrap_or_default())
}

#[test]
fn my_requests_run_on_a_copy_of_my_tables() {
    visit("load_test", async |visit| {
        let page = visit.page();
        page.opens_shop_with("traffic").await?;
        page.shows("load-test-empty").await?;
        page.click("load-test-write").await?;
        page.wait_until("a request to edit", "document.body.textContent.includes('Scan')").await?;

        put_orders(page).await?;
        page.shows("load-test-pattern").await?;
        let text = "document.querySelector('[data-testid=load-test-pattern]').textContent";
        page.wait_until("the hottest customer", &format!("{text}.includes('CUSTOMER#7')")).await?;
        let measured = page.value("document.querySelector('[data-testid=load-test-hottest]').value").await?;
        ensure!(measured == "70", "the measured share is {measured}");
        page.shows("load-test-limits").await?;
        let before = count(page).await?;

        enter(page, "load-test-per-second", 3_000).await?;
        enter(page, "load-test-seconds", 3).await?;
        enter(page, "load-test-hottest", 90).await?;
        page.click("load-test-start").await?;
        page.shows("load-test-result").await?;
        let bars = "document.querySelector('[data-testid=load-test-result] .pic-refused')";
        page.wait_until("throttled seconds", bars).await?;
        page.wait_until("the end", "document.querySelector('[data-testid=load-test-stop]:disabled')").await?;
        let facts = page.text("load-test-facts").await?;
        ensure!(facts.contains("CUSTOMER#7") && facts.contains("WCU") && facts.contains('$'), "{facts}");
        ensure!(count(page).await? == before, "the load test wrote into the table");
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn a_load_test_is_stopped_and_fits_a_phone() {
    visit("load_test_phone", async |visit| {
        let page = visit.page();
        page.opens_shop_with("traffic").await?;
        put_orders(page).await?;
        page.set_size(390, 844, Screen::Phone).await?;
        page.shows("load-test-pattern").await?;
        page.click("load-test-start").await?;
        page.shows("load-test-result").await?;
        let wide = page.value("document.documentElement.scrollWidth").await?;
        ensure!(wide.as_u64().is_some_and(|wide| wide <= 390), "the page is {wide} pixels wide");
        let form = "const form = document.querySelector('[data-testid=load-test] form'); return form.scrollWidth <= form.clientWidth;";
        ensure!(page.window.execute(form, vec![]).await?.json() == &json!(true), "the form is cut");
        page.click("load-test-stop").await?;
        page.wait_until("the end", "document.querySelector('[data-testid=load-test-stop]:disabled')").await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}
