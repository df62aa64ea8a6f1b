//! The workbench: the switch for limits, the request summary, a forecast, splitters, a large diagram.

use anyhow::{Result, ensure};
use serde_json::json;
use thirtyfour::Key;

use crate::page::Page;
use crate::visit::visit;

async fn presses(page: &Page, test_id: &str, key: &str) -> Result<()> {
    let script = format!(
        "const element = document.querySelector('[data-testid={test_id}]'); element.focus(); element.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true, cancelable: true}})); return true;"
    );
    page.window.execute(script, vec![]).await?;
    Ok(())
}

async fn chooses(page: &Page, operation: &str) -> Result<()> {
    let script = format!(
        "const select = document.querySelector('[data-testid=operation-select]'); select.value = '{operation}'; select.dispatchEvent(new Event('change', {{bubbles: true}})); return true;"
    );
    page.window.execute(script, vec![]).await?;
    Ok(())
}

#[test]
fn limits_are_a_switch_that_diagrams_of_load_name_first() {
    visit("workbench_limits", async |visit| {
        let page = visit.page();
        page.opens_shop_with("partitions").await?;
        for picture in ["traffic", "capacity", "partitions"] {
            page.opens_picture(picture).await?;
            page.shows("limits-off-notice").await?;
            let panel = format!("document.querySelector('[data-testid=picture-{picture}]')");
            let first = page.value(&format!("{panel}.firstElementChild.dataset.testid")).await?;
            ensure!(first == "limits-off-notice", "{picture} begins with {first}");
            let text = page.value(&format!("{panel}.innerText")).await?;
            ensure!(!text.as_str().unwrap_or_default().contains("0 refused"), "{picture} says: {text}");
        }
        page.click("limits-turn-on").await?;
        page.wait_until("the switch", "document.querySelector('[data-testid=limits-on][aria-pressed=true]')")
            .await?;
        page.shows_no("limits-off-notice").await?;
        page.reload().await?;
        page.wait_until("the switch", "document.querySelector('[data-testid=limits-on][aria-pressed=true]')")
            .await?;
        page.click("limits-off").await?;
        page.shows("limits-off-notice").await?;
        // Limits do not delay a new table.
        page.click("limits-on").await?;
        page.shows_no("limits-off-notice").await?;
        let table = json!({"TableName": "Votes", "BillingMode": "PAY_PER_REQUEST",
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}]});
        page.succeeds("CreateTable", table).await?;
        let status = page.succeeds("DescribeTable", json!({"TableName": "Votes"})).await?;
        ensure!(status["Table"]["TableStatus"] == "ACTIVE", "{status}");
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn a_result_says_what_was_read_and_what_it_costs() {
    visit("workbench_summary", async |visit| {
        let page = visit.page();
        page.opens_shop().await?;
        let query = json!({"TableName": "Shop", "KeyConditionExpression": "PK = :u", "FilterExpression": "begins_with(SK, :o)",
            "ExpressionAttributeValues": {":u": {"S": "USER#001"}, ":o": {"S": "NOTHING"}}});
        let refused = page.execute("Query", query).await?;
        ensure!(refused.status == 400, "a filter cannot name a key");
        page.shows_no("result-summary").await?;
        let query = json!({"TableName": "Shop", "KeyConditionExpression": "PK = :u", "FilterExpression": "attribute_exists(#t)",
            "ExpressionAttributeNames": {"#t": "total"}, "ExpressionAttributeValues": {":u": {"S": "USER#001"}}});
        let answer = page.succeeds("Query", query).await?;
        let (returned, read) = (answer["Count"].as_u64(), answer["ScannedCount"].as_u64());
        let (Some(returned), Some(read)) = (returned, read) else { anyhow::bail!("{answer}") };
        ensure!(read > returned && returned > 0, "the filter removes something: {answer}");
        let line = page.text("summary-line").await?;
        ensure!(line == format!("{returned} returned, {read} read"), "{line}");
        let rows = |class: &str| {
            format!("document.querySelectorAll('[data-testid=items] .items-row--{class}').length")
        };
        page.wait_until("hollow marks", &format!("{} === {}", rows("thrown"), read - returned)).await?;
        page.wait_until("full marks", &format!("{} === {returned}", rows("touched"))).await?;
        let month = page.text("money-month").await?;
        page.window
            .execute("const rate = document.querySelector('[data-testid=money-rate]'); rate.value = 500; rate.dispatchEvent(new Event('change', {bubbles: true})); return true;", vec![])
            .await?;
        page.wait_until(
            "another price of a month",
            &format!("document.querySelector('[data-testid=money-month]').innerText !== '{month}'"),
        )
        .await?;
        page.reload().await?;
        let item = json!({"PK": {"S": "USER#900"}, "SK": {"S": "PROFILE"}});
        page.succeeds("PutItem", json!({"TableName": "Shop", "Item": item})).await?;
        page.wait_until(
            "the key in the history",
            "document.querySelector('[data-testid=history]')?.innerText.includes('Shop · USER#900 / PROFILE')",
        )
        .await?;
        let get = json!({"TableName": "Shop", "Key": {"PK": {"S": "USER#001"}, "SK": {"S": "PROFILE"}}});
        page.succeeds("GetItem", get).await?;
        let rate = page.value("document.querySelector('[data-testid=money-rate]')?.value").await?;
        ensure!(rate == "500", "the rate is kept, and not {rate}");
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn a_forecast_comes_before_the_run_and_leaves_no_trace() {
    visit("workbench_forecast", async |visit| {
        let page = visit.page();
        page.opens_shop().await?;
        let moments = "document.querySelectorAll('[data-testid=history] .history-item').length";
        // The text tab shows a forecast as the form does.
        page.click("tab-request-json").await?;
        chooses(page, "Scan").await?;
        page.click("tab-request-json").await?;
        let before = page.value(moments).await?;
        page.wait_until(
            "the forecast of a scan",
            "/reads 131 items, consumes [0-9.]+ RCU/.test(document.querySelector('[data-testid=forecast]')?.innerText)",
        )
        .await?;
        let after = page.value(moments).await?;
        ensure!(before == after, "{before} points in history before, {after} after");
        page.shows_no("result-status").await?;
        // A query whose key has no value yet is not an error yet.
        chooses(page, "Query").await?;
        page.wait_until(
            "the missing value",
            "document.querySelector('[data-testid=forecast]')?.innerText.includes('Enter the missing value')",
        )
        .await?;
        // A query with a key of another type is rejected, and the forecast shows the error.
        page.click("tab-request-json").await?;
        let query = json!({"TableName": "Shop", "KeyConditionExpression": "PK = :pk",
            "ExpressionAttributeValues": {":pk": {"N": "1"}}});
        page.writes(&query.to_string()).await?;
        page.wait_until(
            "the error that is to come",
            "document.querySelector('[data-testid=forecast]')?.innerText.includes('ValidationException')",
        )
        .await?;
        page.shows_no("result-status").await?;
        Ok(())
    });
}

#[test]
fn parts_are_resized_with_keys_and_a_diagram_fills_the_work_area() {
    visit("workbench_room", async |visit| {
        let page = visit.page();
        page.opens_shop_with("partitions").await?;
        let width = "Math.round(document.querySelector('.workbench-picture').getBoundingClientRect().width)";
        let height = "Math.round(document.querySelector('.workbench-items').getBoundingClientRect().height)";
        let (wide, high) = (page.value(width).await?, page.value(height).await?);
        for _ in 0..5 {
            presses(page, "splitter-columns", "ArrowLeft").await?;
            presses(page, "splitter-rows", "ArrowDown").await?;
        }
        page.wait_until("a wider diagram", &format!("{width} > {wide} + 50")).await?;
        page.wait_until("higher items", &format!("{height} > {high} + 20")).await?;
        let now = "document.querySelector('[data-testid=splitter-columns]').ariaValueNow";
        ensure!(page.value(now).await? == "40", "five steps of two from 50");
        page.reload().await?;
        page.wait_until(
            "the same share",
            &format!("document.querySelector('[data-testid=splitter-columns]') && {now} === '40'"),
        )
        .await?;
        let twice = "document.querySelector('[data-testid=splitter-columns]').dispatchEvent(new MouseEvent('dblclick', {bubbles: true})); return true;";
        page.window.execute(twice, vec![]).await?;
        page.wait_until("the first share", &format!("{now} === '50'")).await?;

        // Without a result, the diagram uses its space.
        let heights = |part: &str| {
            format!("document.querySelector('.workbench-{part}').getBoundingClientRect().height")
        };
        page.wait_until("room", &format!("{} > 2 * {}", heights("picture"), heights("result"))).await?;
        page.click("picture-expand").await?;
        let full =
            "document.querySelector('.workbench-picture').getBoundingClientRect().width > 0.75 * innerWidth";
        page.wait_until("a large diagram", full).await?;
        page.shows("time-bar").await?;
        let hidden = "document.querySelector('.workbench-items').checkVisibility()";
        ensure!(page.value(hidden).await? == false, "the items make room");
        page.element("picture-expand").await?.send_keys(Key::Escape).await?;
        page.wait_until("the items again", hidden).await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}
