//! The time bar: the shown state moves with it, the stored state does not. Undo, redo, branches and names, by mouse and by
//! keys, also after a reload.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::{By, Key};

use crate::page::{Page, selector};
use crate::table;
use crate::visit::visit;

const TABLE: &str = "Notes";

/// The sort keys in the grid, in order.
const GRID: &str = "[...document.querySelectorAll('.workbench-items .items-open')]\
    .map(key => key.innerText.trim()).join(' ')";

#[test]
fn time_goes_back_and_forth_and_on_from_there() {
    visit("history", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition(TABLE)).await?;
        for number in 1..=3 {
            put(page, number).await?;
        }
        let refused = page.execute("PutItem", json!({"TableName": TABLE, "Item": {}})).await?;
        ensure!(refused.status == 400, "an item without keys is refused");
        stands_at(page, "5 of 5 at 5").await.context("a request that changed nothing has its moment too")?;
        put(page, 4).await?;
        stands_at(page, "6 of 6 at 6").await?;
        shows_items(page, "1 2 3 4").await?;

        looks_back(page).await?;
        takes_a_request_up(page).await?;
        undoes_and_redoes(page).await?;
        branches_off(page).await?;

        page.reload().await?;
        shows_items(page, "1 2 9").await.context("after a reload the tables are where they stood")?;
        page.click("branch-menu").await?;
        let branches =
            page.value("[...document.querySelectorAll('#branch-popover li')].map(e => e.innerText)");
        let branches = branches.await?.to_string();
        ensure!(branches.contains("Branch 1") && branches.contains("what if"), "branches: {branches}");
        page.click("branch-1").await?;
        shows_items(page, "1 2 3 4").await?;
        page.click("branch-menu").await?;
        page.click("delete-branch").await?;
        page.click("branch-delete-yes").await?;
        page.shows_no("branch-delete-dialog").await?;
        let left = "document.querySelectorAll('#branch-popover li').length === 1";
        page.wait_until("one branch to be left", left).await?;
        Ok(())
    });
}

/// Views the past with the arrow keys of the slider. The stored state does not change.
async fn looks_back(page: &Page) -> Result<()> {
    let slider = page.element("time-slider").await?;
    slider.send_keys(Key::Left + Key::Left + Key::Left).await?;
    stands_at(page, "3 of 6 at 6").await?;
    shows_items(page, "1 2").await?;
    page.wait_until(
        "the answer of that request",
        "document.querySelector('[data-testid=result-status][data-status=\"200\"]')",
    )
    .await?;
    slider.send_keys(Key::Home).await?;
    stands_at(page, "0 of 6 at 6").await?;
    page.shows("not-at-this-point").await?;
    ensure!(page.path().await? == "/play/Notes", "the table is shown again when it is there again");
    page.click("time-forth").await?;
    shows_items(page, "").await?;
    let reads = page.succeeds("Scan", json!({"TableName": TABLE})).await?;
    ensure!(reads["Count"] == 0, "what is read is read at the moment that is shown: {reads}");
    stands_at(page, "1 of 6 at 6").await.context("a read in the past leaves no trace")?;
    page.reload().await?;
    stands_at(page, "6 of 6 at 6").await.context("looking is not kept")?;
    shows_items(page, "1 2 3 4").await
}

/// Clicks a history entry: the page shows its tables, request and response. After a reload, the response is computed again.
async fn takes_a_request_up(page: &Page) -> Result<()> {
    page.click("entry-5").await?;
    page.wait_until(
        "the refusal",
        "document.querySelector('[data-testid=result-status][data-status=\"400\"]')",
    )
    .await?;
    page.click("entry-4").await?;
    stands_at(page, "4 of 6 at 6").await?;
    shows_items(page, "1 2 3").await?;
    page.wait_until(
        "its answer",
        "document.querySelector('[data-testid=result-status][data-status=\"200\"]')",
    )
    .await?;
    let operation = page.value("document.querySelector('[data-testid=operation-select]').value").await?;
    ensure!(operation == "PutItem", "its request stands in the editor: {operation}");
    page.click("time-return").await?;
    stands_at(page, "6 of 6 at 6").await
}

/// Undoes and redoes, with buttons and with keys. The keys do not affect text fields.
async fn undoes_and_redoes(page: &Page) -> Result<()> {
    page.click("undo").await?;
    stands_at(page, "5 of 6 at 5").await?;
    shows_items(page, "1 2 3").await?;
    let body = page.window.find(By::Tag("body")).await?;
    body.send_keys(Key::Control + "z").await?;
    stands_at(page, "3 of 6 at 3").await.context("a request that changed nothing is passed over")?;
    shows_items(page, "1 2").await?;
    body.send_keys(Key::Control + Key::Shift + "z").await?;
    stands_at(page, "4 of 6 at 4").await?;
    page.click("redo").await?;
    stands_at(page, "6 of 6 at 6").await?;
    shows_items(page, "1 2 3 4").await?;
    ensure!(
        page.value("document.querySelector('[data-testid=redo]').disabled").await? == true,
        "there is nothing left to redo"
    );
    Ok(())
}

async fn branches_off(page: &Page) -> Result<()> {
    page.click("entry-3").await?;
    stands_at(page, "3 of 6 at 6").await?;
    page.click("branch-menu").await?;
    page.click("name-entry").await?;
    page.element("name").await?.send_keys("two notes" + Key::Enter).await?;
    let named = format!("document.querySelector('{}').innerText.includes('two notes')", selector("entry-3"));
    page.wait_until("the name in the history", &named).await?;
    put(page, 9).await?;
    stands_at(page, "4 of 4 at 4").await.context("a write in the past goes on from there")?;
    shows_items(page, "1 2 9").await?;
    page.click("branch-menu").await?;
    page.click("rename-branch").await?;
    page.element("name").await?.send_keys("what if" + Key::Enter).await?;
    let named = format!("document.querySelector('{}').innerText === 'what if'", selector("branch-menu"));
    page.wait_until("the name of the branch", &named).await?;
    Ok(())
}

async fn put(page: &Page, number: u32) -> Result<Value> {
    let item = json!({"pk": {"S": "a"}, "sk": {"N": number.to_string()}});
    page.succeeds("PutItem", json!({"TableName": TABLE, "Item": item})).await
}

/// Waits for a position in the form "shown of newest at head".
async fn stands_at(page: &Page, place: &str) -> Result<()> {
    let at = format!(
        "(at => at && `${{at.shown}} of ${{at.newest}} at ${{at.head}}` === '{place}')(document.querySelector('{}')?.dataset)",
        selector("time-at")
    );
    page.wait_until(place, &at).await?;
    Ok(())
}

async fn shows_items(page: &Page, sort_keys: &str) -> Result<()> {
    page.wait_until(&format!("the items {sort_keys}"), &format!("{GRID} === '{sort_keys}'")).await?;
    Ok(())
}
