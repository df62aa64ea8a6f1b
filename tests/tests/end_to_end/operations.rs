//! Operations of tables: a restored table, a policy that decides, and requests that fail by fault injection.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::page::Page;
use crate::visit::visit;

/// Creates a table with two items and opens a diagram.
async fn table_with(page: &Page, picture: &str) -> Result<()> {
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    let table = json!({
        "TableName": "Orders",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
    });
    page.succeeds("CreateTable", table).await?;
    for id in ["one", "two"] {
        put(page, id).await?;
    }
    page.open(&format!("/play?table=Orders&picture={picture}")).await?;
    page.waits_for_role("writer").await?;
    page.shows(&format!("picture-{picture}")).await
}

async fn put(page: &Page, id: &str) -> Result<()> {
    page.succeeds("PutItem", json!({ "TableName": "Orders", "Item": { "id": { "S": id } } })).await.map(drop)
}

/// Sets a field as a person does, with its event.
async fn enter(page: &Page, test_id: &str, value: &str, event: &str) -> Result<()> {
    let script = format!(
        "const field = document.querySelector('[data-testid={test_id}]'); field.value = {}; field.dispatchEvent(new {event}, {{bubbles: true}})); return true;",
        json!(value)
    );
    page.window.execute(&script, vec![]).await.map(drop).map_err(Into::into)
}

#[test]
fn a_backup_and_an_export_come_back_as_tables() {
    visit("operations_backups", async |visit| {
        let page = visit.page();
        table_with(page, "backups").await?;
        page.click("backups-switch-on").await?;
        page.shows("exports-full").await?;
        page.click("backups-create").await?;
        page.shows("backups-list").await?;
        put(page, "three").await?;
        page.click("backups-restore").await?;
        page.wait_until(
            "the table of the backup, which did not see what was written after it",
            "document.querySelector('[data-testid=backups-restored] [data-status=ACTIVE]')?.textContent.includes('2 items')",
        )
        .await?;
        page.click("exports-full").await?;
        enter(page, "backups-target", "Orders-back", "InputEvent('input'").await?;
        page.shows("exports-read-back").await?;
        page.click("exports-read-back").await?;
        page.wait_until(
            "the table that was read back",
            "[...document.querySelectorAll('[data-testid=backups-restored] [data-status=ACTIVE]')].some(one => one.textContent.includes('Orders-back') && one.textContent.includes('3 items'))",
        )
        .await?;
        page.wait_until(
            "its import",
            "document.querySelector('[data-testid=imports-list] [data-status=COMPLETED]')",
        )
        .await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn a_statement_decides_and_is_named() {
    visit("operations_access", async |visit| {
        let page = visit.page();
        table_with(page, "access").await?;
        page.shows("access-new").await?;
        enter(page, "access-new", "no-deletes", "Event('change'").await?;
        page.wait_until(
            "the matrix",
            "document.querySelector('[data-testid=access-no-deletes-PutItem][data-decision=allowed]')",
        )
        .await?;
        page.click("access-no-deletes-DeleteItem").await?;
        page.wait_until(
            "the statement",
            "document.querySelector('[data-testid=access-verdict]')?.textContent.includes('NothingIsDeleted')",
        )
        .await?;
        let broken = "{\n  \"Statement\": [\n    { \"Effect\": \"Maybe\", \"Action\": \"*\", \"Resource\": \"*\" }\n  ]\n}";
        enter(page, "access-policy", broken, "InputEvent('input'").await?;
        page.wait_until(
            "the mistake at its place",
            "document.querySelector('[data-testid=access-mistake]')?.textContent.includes('Line 3')",
        )
        .await?;
        page.click("access-use").await?;
        page.wait_until(
            "who asks",
            "document.querySelector('[data-testid=access-used]').textContent.includes('no-deletes')",
        )
        .await?;
        let answer = page
            .execute("DeleteItem", json!({ "TableName": "Orders", "Key": { "id": { "S": "one" } } }))
            .await?;
        ensure!(
            answer.status == 400 && answer.body.to_string().contains("AccessDeniedException"),
            "{}",
            answer.body
        );
        page.click("access-use-root").await?;
        page.wait_until(
            "the root",
            "!document.querySelector('[data-testid=access-used]').textContent.includes('no-deletes')",
        )
        .await?;
        page.succeeds("DeleteItem", json!({ "TableName": "Orders", "Key": { "id": { "S": "one" } } }))
            .await?;
        Ok(())
    });
}

#[test]
fn what_is_to_fail_fails_and_is_counted() {
    visit("operations_faults", async |visit| {
        let page = visit.page();
        table_with(page, "faults").await?;
        page.shows("faults-outage").await?;
        page.click("faults-outage").await?;
        page.shows("faults-list").await?;
        let answer = page
            .execute("GetItem", json!({ "TableName": "Orders", "Key": { "id": { "S": "one" } } }))
            .await?;
        ensure!(answer.status == 503, "{} {}", answer.status, answer.body);
        page.wait_until(
            "that it was counted",
            "document.querySelector('[data-testid=picture-faults] .picture-figure')?.textContent.includes('1 / 1')",
        )
        .await?;
        page.click("faults-outage").await?;
        page.shows_no("faults-list").await?;
        page.succeeds("GetItem", json!({ "TableName": "Orders", "Key": { "id": { "S": "one" } } })).await?;
        Ok(())
    });
}
