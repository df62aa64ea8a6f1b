//! A table that changes, and a request that comes too soon: the page says until when, and one button moves the clock there.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::appearance::no_message_shows_its_name;
use crate::page::Page;
use crate::pictures::turn;
use crate::visit::visit;

const NOW: &str = "Number(document.querySelector('[data-testid=clock-face]').dataset.now)";

/// Opens the workbench with a stopped clock and the realistic profile.
async fn realistic(page: &Page, path: &str) -> Result<()> {
    page.open(path).await?;
    page.waits_for_role("writer").await?;
    turn(page, "Dynalab.SetDials", json!({"Profile": "realistic", "Seed": 3})).await?;
    turn(page, "Dynalab.SetClock", json!({"Rate": 0})).await
}

/// Waits for a line, checks that it names the time, and moves the clock with its button. Returns the milliseconds passed.
async fn move_clock(page: &Page, test_id: &str, says: &str) -> Result<u64> {
    page.shows(test_id).await?;
    let text = page.text(test_id).await?;
    ensure!(text.contains(says), "{test_id} says {text}");
    let until = format!("Number(document.querySelector('[data-testid={test_id}]').dataset.until)");
    let until = page.value(&until).await?.as_u64().context("a time")?;
    let before = page.value(NOW).await?.as_u64().context("the time")?;
    ensure!(until > before, "{until} is after {before}");
    let button = format!("document.querySelector('[data-testid={test_id}] [data-testid=wait-move]')");
    page.wait_until("its button", &format!("{button} && !{button}.disabled")).await?;
    page.window.execute(&format!("{button}.click()"), vec![]).await?;
    page.wait_until("the clock", &format!("{NOW} >= {until} && {NOW} < {until} + 1000")).await?;
    Ok(until - before)
}

async fn status(page: &Page) -> Result<Value> {
    let answer = page.succeeds("DescribeTable", json!({"TableName": "Tab"})).await?;
    Ok(answer["Table"]["TableStatus"].clone())
}

async fn create(page: &Page) -> Result<()> {
    let body = json!({"TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]});
    page.succeeds("CreateTable", body).await?;
    Ok(())
}

async fn update(page: &Page, with: Value) -> Result<u64> {
    let mut body = json!({"TableName": "Tab"});
    let members = body.as_object_mut().context("an object")?;
    members.extend(with.as_object().context("members")?.clone());
    Ok(page.execute("UpdateTable", body).await?.status)
}

#[test]
fn a_person_moves_the_clock_to_the_end_of_a_wait() {
    visit("waits", async |visit| {
        let page = visit.page();
        realistic(page, "/play").await?;
        create(page).await?;
        let took_ms = move_clock(page, "wait-TABLE_CREATING", "Tab is CREATING until ").await?;
        ensure!((1_000..=6_200).contains(&took_ms), "{took_ms}");
        ensure!(status(page).await? == "ACTIVE", "the table is there");
        page.wait_until("no wait", "!document.querySelector('[data-testid=waits]')").await?;

        let stream = json!({"StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"}});
        ensure!(update(page, stream.clone()).await? == 200);
        page.shows("wait-TABLE_UPDATING").await?;
        // A request that the state refuses says so itself, and what to do after the wait.
        ensure!(update(page, json!({"TableClass": "STANDARD_INFREQUENT_ACCESS"})).await? == 400);
        let took_ms = move_clock(page, "wait-rejected", "DynamoDB rejects this request until ").await?;
        ensure!((4_000..=5_000).contains(&took_ms), "{took_ms}");
        page.shows("wait-over").await?;
        ensure!(update(page, json!({"TableClass": "STANDARD_INFREQUENT_ACCESS"})).await? == 200);
        move_clock(page, "wait-TABLE_UPDATING", "Tab is UPDATING until ").await?;

        // A cool-down, with the table ACTIVE.
        ensure!(update(page, json!({"DeletionProtectionEnabled": true})).await? == 200);
        ensure!(update(page, json!({"DeletionProtectionEnabled": false})).await? == 400);
        let took_ms = move_clock(page, "wait-rejected", "DynamoDB rejects this request until ").await?;
        ensure!(took_ms == 15_000, "{took_ms}");
        ensure!(update(page, json!({"DeletionProtectionEnabled": false})).await? == 200);

        let index = json!({"AttributeDefinitions": [{"AttributeName": "h", "AttributeType": "S"}],
            "GlobalSecondaryIndexUpdates": [{"Create": {"IndexName": "ByH",
                "KeySchema": [{"AttributeName": "h", "KeyType": "HASH"}], "Projection": {"ProjectionType": "ALL"}}}]});
        ensure!(update(page, index).await? == 200);
        move_clock(page, "wait-INDEX_ALLOCATING", "Tab is UPDATING for its index ByH until ").await?;
        move_clock(page, "wait-INDEX_CREATING", "Index ByH of Tab is CREATING until ").await?;
        ensure!(status(page).await? == "ACTIVE");
        no_message_shows_its_name(page, "the waits").await?;
        ensure!(page.new_console_errors().await?.is_empty(), "nothing is complained about");
        Ok(())
    });
}

#[test]
fn a_wait_is_said_in_japanese_too() {
    visit("waits_ja", async |visit| {
        let page = visit.page();
        realistic(page, "/ja/play").await?;
        create(page).await?;
        move_clock(page, "wait-TABLE_CREATING", "まで CREATING です").await?;
        ensure!(update(page, json!({"DeletionProtectionEnabled": true})).await? == 200);
        ensure!(update(page, json!({"DeletionProtectionEnabled": false})).await? == 400);
        move_clock(page, "wait-rejected", "までこのリクエストを拒否します").await?;
        page.shows("wait-over").await?;
        no_message_shows_its_name(page, "the waits").await?;
        Ok(())
    });
}

#[test]
fn without_limits_there_is_no_wait() {
    visit("waits_none", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        create(page).await?;
        ensure!(status(page).await? == "ACTIVE");
        ensure!(update(page, json!({"DeletionProtectionEnabled": true})).await? == 200);
        ensure!(update(page, json!({"DeletionProtectionEnabled": false})).await? == 200);
        ensure!(
            page.value("document.querySelector('[data-testid=waits], [data-testid=wait-rejected]')")
                .await?
                .is_null()
        );
        Ok(())
    });
}
