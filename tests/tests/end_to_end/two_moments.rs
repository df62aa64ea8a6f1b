//! Compares two points in history: lists added, deleted and changed items, and does not change the tables.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::page::Page;
use crate::visit::visit;

async fn choose(page: &Page, field: &str, value: &str) -> Result<()> {
    let script = format!(
        "const field = document.querySelector('[data-testid={field}]'); field.value = '{value}'; field.dispatchEvent(new Event('change', {{bubbles: true}})); return field.value;"
    );
    let chosen = page.window.execute(script, vec![]).await?.json().clone();
    ensure!(chosen == value, "{field} offers {value}, and has {chosen}");
    Ok(())
}

#[test]
fn two_moments_and_two_branches_are_compared() {
    visit("two_moments", async |visit| {
        let page = visit.page();
        page.opens_shop().await?;
        let key = |name: &str| json!({"PK": {"S": name}, "SK": {"S": "PROFILE"}});
        page.succeeds("PutItem", json!({"TableName": "Shop", "Item": key("USER#999")})).await?;
        let update = json!({"TableName": "Shop", "Key": key("USER#001"), "UpdateExpression": "SET points = :p", "ExpressionAttributeValues": {":p": {"N": "7"}}});
        page.succeeds("UpdateItem", update).await?;
        page.succeeds("DeleteItem", json!({"TableName": "Shop", "Key": key("USER#002")})).await?;
        page.click("pictures-key").await?;
        page.opens_picture("compare").await?;
        page.wait_until(
            "the moments",
            "document.querySelectorAll('[data-testid=compare-one] option').length > 5",
        )
        .await?;
        choose(page, "compare-one-number", "7").await?;
        let list = "[...document.querySelectorAll('[data-testid=compare-table-Shop] li')].map(item => item.dataset.difference).sort().join(' ')";
        page.wait_until("the differences", &format!("{list} === 'added changed removed'")).await?;
        let changed = page.value("document.querySelector('[data-testid=compare-table-Shop] li[data-difference=changed]').innerText").await?;
        let changed = changed.as_str().unwrap_or_default().to_owned();
        ensure!(changed.contains("points") && changed.contains("1840") && changed.contains('7'), "{changed}");

        // In the other direction, an added item is a deleted one.
        page.click("compare-exchange").await?;
        let removed = "document.querySelector('[data-testid=compare-table-Shop] li[data-difference=removed]')?.innerText.includes('USER#999')";
        page.wait_until("the other way round", removed).await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}
