//! Creates and changes tables with the form: problems are shown at their field, and the request creates the right table.

use anyhow::{Result, ensure};
use serde_json::json;
use thirtyfour::Key;

use crate::page::Page;
use crate::visit::visit;

#[test]
fn a_table_is_made_and_changed_by_form() {
    visit("table_form", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        page.click("table-menu").await?;
        write(page, "table-name", "no spaces").await?;
        write(page, "partition-key", "customer").await?;
        write(page, "sort-key", "placed_at").await?;
        page.wait_until(
            "the mistake at the name",
            "document.getElementById('table-name-told').innerText.includes('255')",
        )
        .await?;
        let broken = "document.querySelector('[data-testid=create-table]').disabled";
        ensure!(page.value(broken).await? == true, "what the service would refuse is not sent");
        write(page, "table-name", "orders.by.form").await?;

        page.click("table-indexes").await?;
        page.click("add-gsi").await?;
        write(page, "index-name-0", "by-day").await?;
        page.click("create-table").await?;
        page.wait_until("the new table", "location.pathname === '/play/orders.by.form'").await?;

        let named = json!({"TableName": "orders.by.form"});
        let told = page.succeeds("DescribeTable", named.clone()).await?["Table"].clone();
        let schema = |partition: &str, sort: &str| json!([{"AttributeName": partition, "KeyType": "HASH"}, {"AttributeName": sort, "KeyType": "RANGE"}]);
        ensure!(told["KeySchema"] == schema("customer", "placed_at"), "the key: {}", told["KeySchema"]);
        let index = &told["GlobalSecondaryIndexes"][0];
        ensure!(
            index["IndexName"] == "by-day" && index["KeySchema"] == schema("GSI1PK", "GSI1SK"),
            "the index: {index}"
        );

        page.click("change-table").await?;
        page.click("table-protected").await?;
        page.click("create-table").await?;
        page.shows_no("create-table").await?;
        let told = page.succeeds("DescribeTable", named).await?;
        ensure!(told["Table"]["DeletionProtectionEnabled"] == true, "the table is protected now");
        Ok(())
    });
}

async fn write(page: &Page, test_id: &str, text: &str) -> Result<()> {
    // Replace the old text, as a person does.
    let field = page.element(test_id).await?;
    field.send_keys(Key::Control + "a").await?;
    Ok(field.send_keys(text).await?)
}
