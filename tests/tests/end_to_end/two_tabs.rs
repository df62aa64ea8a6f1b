//! Two tabs of one browser: one writes, the other follows and can take over. They never write at the same time.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::page::Page;
use crate::table;
use crate::visit::visit;

const TABLE: &str = "Notes";
/// The refusal of a tab that does not write any more.
pub const DEPOSED: &[&str] = &["not_writer"];

/// Writes one item after the other, on three lanes, until a write is refused, and records the acknowledged ones.
const WRITER: &str = "
    window.written = {acknowledged: [], refused: [], running: 3};
    let next = 1000;
    async function lane() {
        while (true) {
            const sk = String(next++);
            const item = {pk: {S: 'race'}, sk: {N: sk}};
            const answer = await dynalab.execute('PutItem', JSON.stringify({TableName: 'Notes', Item: item}));
            if (answer.status !== 200) { written.refused.push([sk, answer.refusal ?? answer.body]); break; }
            written.acknowledged.push(sk);
        }
        written.running--;
    }
    lane(); lane(); lane();";

#[test]
fn two_tabs_one_writes_the_other_follows_and_takes_over() {
    visit("two_tabs", async |visit| one_writes_the_other_follows(visit.page(), DEPOSED).await);
}

/// Runs the test in any browser. `reasons` are the refusals that writes of a deposed tab may get while they are in flight.
pub async fn one_writes_the_other_follows(page: &Page, reasons: &[&str]) -> Result<()> {
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    page.succeeds("CreateTable", table::definition(TABLE)).await?;
    put(page, 1).await?;
    let first = page.window.window().await?;
    let second = page.window.new_tab().await?;

    page.window.switch_to_window(second.clone()).await?;
    page.open("/play").await?;
    page.waits_for_role("follower").await?;
    page.shows("follower-banner").await?;
    shows_count(page, 1).await.context("the follower shows what was there before it")?;
    is_refused(page, 100).await.context("the follower cannot write")?;

    page.window.switch_to_window(first.clone()).await?;
    put(page, 2).await?;
    page.window.switch_to_window(second.clone()).await?;
    shows_count(page, 2).await.context("the follower sees a write without a reload")?;

    let written = takes_over_during_writes(page, &first, &second, reasons).await?;

    page.shows("follower-banner").await.context("the first tab says that another one writes")?;
    is_refused(page, 101).await.context("the first tab is deposed and cannot write")?;
    page.window.switch_to_window(second.clone()).await?;
    put(page, 3).await.context("the second tab writes")?;
    let stored = race_items(page).await?;
    ensure!(
        stored == written,
        "of the writes of the race, {} are stored that should not be, {} are missing",
        stored.difference(&written).count(),
        written.difference(&stored).count()
    );
    page.window.switch_to_window(first.clone()).await?;
    shows_count(page, written.len() + 3).await.context("the first tab sees the writes of the second")?;

    page.window.switch_to_window(second).await?;
    page.window.close_window().await?;
    page.window.switch_to_window(first).await?;
    page.waits_for_role("writer").await.context("the only tab left becomes the writer by itself")?;
    page.shows_no("follower-banner").await?;
    put(page, 4).await.context("the only tab left writes")?;
    page.reload().await?;
    page.waits_for_role("writer").await?;
    shows_count(page, written.len() + 4).await.context("after a reload everything is there")
}

/// The second tab takes over while the first one writes. Returns the writes that the first tab acknowledged, with the first tab
/// in front.
async fn takes_over_during_writes(
    page: &Page,
    first: &thirtyfour::WindowHandle,
    second: &thirtyfour::WindowHandle,
    reasons: &[&str],
) -> Result<BTreeSet<String>> {
    page.window.switch_to_window(first.clone()).await?;
    page.window.execute(WRITER, Vec::new()).await?;
    page.wait_until("some writes", "written.acknowledged.length > 5").await?;
    page.window.switch_to_window(second.clone()).await?;
    page.click("take-over").await?;
    page.waits_for_role("writer").await?;
    page.shows_no("follower-banner").await?;
    page.window.switch_to_window(first.clone()).await?;
    page.waits_for_role("follower").await?;
    page.wait_until("the writes of the deposed tab to be refused", "written.running === 0").await?;
    let refused = page.value("written.refused.map(([, why]) => why)").await?;
    let is_known = |why: &Value| why.as_str().is_some_and(|why| reasons.contains(&why));
    let all_for_a_reason = refused.as_array().is_some_and(|all| all.iter().all(is_known));
    ensure!(all_for_a_reason, "writes of a deposed tab are refused as {reasons:?}, and these as {refused}");
    let acknowledged = page.value("written.acknowledged").await?;
    let numbers = acknowledged.as_array().context("a list of numbers")?;
    Ok(numbers.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

async fn put(page: &Page, number: u32) -> Result<()> {
    page.succeeds("PutItem", put_request(number)).await?;
    Ok(())
}

fn put_request(number: u32) -> Value {
    json!({"TableName": TABLE, "Item": {"pk": {"S": "note"}, "sk": {"N": number.to_string()}}})
}

async fn is_refused(page: &Page, number: u32) -> Result<()> {
    let answer = page.execute("PutItem", put_request(number)).await?;
    ensure!(
        answer.refusal.as_deref() == Some("not_writer"),
        "expected a refusal, not_writer, and got {answer:?}"
    );
    let key = json!({"pk": {"S": "note"}, "sk": {"N": number.to_string()}});
    let found = page.succeeds("GetItem", json!({"TableName": TABLE, "Key": key})).await?;
    ensure!(found.get("Item").is_none(), "a refused write leaves no trace, and this is there: {found}");
    Ok(())
}

async fn race_items(page: &Page) -> Result<BTreeSet<String>> {
    let items = table::scan(page, TABLE).await?;
    Ok(items.into_keys().filter(|(pk, _)| pk == "race").map(|(_, sk)| sk.to_string()).collect())
}

/// Waits until the list of tables shows this number of items.
async fn shows_count(page: &Page, count: usize) -> Result<()> {
    let shown = format!(
        "(document.querySelector('[data-testid=\"table-{TABLE}\"] .tables-count')?.innerText ?? '')\
         .replace(/[^0-9]/g, '') === '{count}'"
    );
    page.wait_until(&format!("{count} items in the list of tables"), &shown).await?;
    Ok(())
}
