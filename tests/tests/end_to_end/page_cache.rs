//! The browser's page cache. A page that is left lets the next page write. A restored page writes or follows. The steps run in
//! any browser, also in `webkit`.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::page::Page;
use crate::table;
use crate::visit::visit;

const TABLE: &str = "Notes";
/// A page of the site that is not the app.
const ELSEWHERE: &str = "robots.txt";

/// Marks this page, to distinguish it from another page with the same address.
const MARK: &str = "(window.marked = true)";
const IS_MARKED: &str = "window.marked === true";

/// The number of times that the page is left while it writes.
const ROUNDS: i64 = 4;

/// Writes items with increasing numbers on three lanes until a write is refused, and records the result of each.
const WRITER: &str = "
    const [first] = arguments;
    window.written = {acknowledged: [], refused: [], begun: 0, running: 3};
    async function lane() {
        while (true) {
            const sk = String(first + written.begun++);
            const item = {pk: {S: 'lane'}, sk: {N: sk}};
            const answer = await dynalab.execute('PutItem', JSON.stringify({TableName: 'Notes', Item: item}));
            if (answer.status !== 200) { written.refused.push([sk, answer.refusal ?? answer.body]); break; }
            written.acknowledged.push(Number(sk));
        }
        written.running--;
    }
    lane(); lane(); lane();";

#[test]
fn a_tab_writes_after_a_reload_and_after_a_way_back() {
    visit("page_cache_writer", async |visit| stays_the_writer(visit.page()).await);
}

#[test]
fn a_page_that_comes_back_follows_the_tab_that_writes_now() {
    visit("page_cache_follower", async |visit| follows_another_tab(visit.page()).await);
}

#[test]
fn requests_of_a_page_that_is_left_are_acknowledged_or_refused() {
    visit("page_cache_requests", async |visit| loses_no_acknowledged_write(visit.page()).await);
}

pub async fn stays_the_writer(page: &Page) -> Result<()> {
    opens_notes(page).await?;
    put(page, 1).await?;
    page.reload().await?;
    page.waits_for_role("writer").await.context("after a reload")?;
    has_notes(page, 1).await.context("after a reload")?;
    put(page, 2).await?;
    page.value(MARK).await?;

    for notes in [2, 4] {
        page.open("/about").await?;
        page.waits_for_role("writer").await.context("on another page")?;
        has_notes(page, notes).await.context("on another page")?;
        put(page, notes + 1).await.context("another page writes")?;
        comes_back(page).await?;
        page.waits_for_role("writer").await.context("after the way back")?;
        has_notes(page, notes + 1).await.context("the write of the other page, after the way back")?;
        shows_count(page, notes + 1).await.context("after the way back")?;
        put(page, notes + 2).await.context("after the way back")?;
    }
    page.shows_no("engine-restarted").await?;
    page.reload().await?;
    page.waits_for_role("writer").await.context("after the last reload")?;
    has_notes(page, 6).await.context("after the last reload")
}

pub async fn follows_another_tab(page: &Page) -> Result<()> {
    opens_notes(page).await?;
    put(page, 1).await?;
    page.value(MARK).await?;
    let first = page.window.window().await?;
    let second = page.window.new_tab().await?;
    goes_elsewhere(page).await?;

    page.window.switch_to_window(second.clone()).await?;
    page.open("/play").await?;
    page.waits_for_role("writer").await.context("nobody else writes")?;
    put(page, 2).await?;

    page.window.switch_to_window(first).await?;
    comes_back(page).await?;
    page.waits_for_role("follower").await.context("the other tab writes")?;
    page.shows("follower-banner").await?;
    shows_count(page, 2).await.context("the write of the other tab, after the way back")?;
    let answer = page.execute("PutItem", put_request(3)).await?;
    ensure!(answer.refusal.as_deref() == Some("not_writer"), "a follower got {answer:?}");
    page.click("take-over").await?;
    page.waits_for_role("writer").await.context("after the take-over")?;
    page.shows_no("follower-banner").await?;
    put(page, 3).await.context("after the take-over")?;

    page.window.switch_to_window(second).await?;
    page.waits_for_role("follower").await.context("the tab that was deposed")?;
    shows_count(page, 3).await.context("the tab that was deposed")
}

pub async fn loses_no_acknowledged_write(page: &Page) -> Result<()> {
    opens_notes(page).await?;
    page.value(MARK).await?;
    // The state after a worker ends depends on its last operation.
    for round in 1..=ROUNDS {
        loses_nothing_once(page, round).await.with_context(|| format!("round {round}"))?;
    }
    put(page, 1).await.context("after the way back")
}

async fn loses_nothing_once(page: &Page, round: i64) -> Result<()> {
    page.window.execute(WRITER, vec![json!(1_000 * round)]).await?;
    page.wait_until("some writes", "written.acknowledged.length > 5").await?;
    goes_elsewhere(page).await?;
    comes_back(page).await?;
    page.wait_until("each request to be answered", "written.running === 0").await?;
    let refused = page.value("written.refused.map(([, why]) => why)").await?;
    let all_for_the_reason = refused.as_array().is_some_and(|all| all.iter().all(|why| why == "restarted"));
    ensure!(
        all_for_the_reason,
        "writes of a page that is left are refused as restarted, and these as {refused}"
    );
    let counts = page.value("[written.begun, written.acknowledged.length + written.refused.length]").await?;
    ensure!(counts[0] == counts[1], "requests and answers: {counts}");
    page.waits_for_role("writer").await?;
    let stored = table::scan(page, TABLE).await?;
    let acknowledged = page.value("written.acknowledged").await?;
    let acknowledged = acknowledged.as_array().context("a list of numbers")?;
    for number in acknowledged.iter().filter_map(Value::as_f64) {
        ensure!(
            stored.contains_key(&("lane".to_owned(), number as i64)),
            "item {number} was acknowledged and is lost"
        );
    }
    Ok(())
}

async fn opens_notes(page: &Page) -> Result<()> {
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    page.succeeds("CreateTable", table::definition(TABLE)).await?;
    Ok(())
}

async fn goes_elsewhere(page: &Page) -> Result<()> {
    page.window.goto(format!("{}/{ELSEWHERE}", page.origin())).await?;
    Ok(())
}

/// Goes back, and checks that the browser restored the marked page instead of loading a new one.
async fn comes_back(page: &Page) -> Result<()> {
    page.window.back().await?;
    page.ready().await?;
    let is_marked = page.value(IS_MARKED).await?;
    ensure!(is_marked == true, "this is a new page: the browser did not keep the one that was left");
    Ok(())
}

async fn put(page: &Page, number: i64) -> Result<()> {
    page.succeeds("PutItem", put_request(number)).await?;
    Ok(())
}

fn put_request(number: i64) -> Value {
    json!({"TableName": TABLE, "Item": {"pk": {"S": "note"}, "sk": {"N": number.to_string()}}})
}

/// Checks that exactly the notes from 1 to `last` are stored.
async fn has_notes(page: &Page, last: i64) -> Result<()> {
    let stored = table::scan(page, TABLE).await?;
    let numbers: Vec<i64> = stored.keys().map(|(_, number)| *number).collect();
    ensure!(
        numbers == (1..=last).collect::<Vec<_>>(),
        "notes 1 to {last} were written, and {numbers:?} are stored"
    );
    Ok(())
}

/// Waits until the list of tables shows this number of items.
async fn shows_count(page: &Page, count: i64) -> Result<()> {
    let shown = format!(
        "(document.querySelector('[data-testid=\"table-{TABLE}\"] .tables-count')?.innerText ?? '')\
         .replace(/[^0-9]/g, '') === '{count}'"
    );
    page.wait_until(&format!("{count} items in the list of tables"), &shown).await?;
    Ok(())
}
