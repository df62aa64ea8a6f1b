//! The grid of a large table. Only rows near the visible part are rendered, and the keyboard reaches all rows. Writes elsewhere
//! do not move the visible rows.

use anyhow::{Result, ensure};
use serde_json::json;
use thirtyfour::{By, Key};

use crate::page::Page;
use crate::table;
use crate::visit::visit;

const TABLE: &str = "Many";
const ITEMS: u32 = 2_000;
const BATCH: u32 = 25;
/// The selected row: its position in the table and its text.
const CHOSEN: &str = "(row => row && row.getAttribute('aria-rowindex') - 2 + ' ' + row.querySelector('.items-open').innerText)\
    (document.querySelector('#items-cursor'))";
/// The first completely visible row: its sort key, and its distance from the top edge.
const SEEN: &str = "(frame => { const top = frame.getBoundingClientRect().y + 40; \
    const row = [...frame.querySelectorAll('tbody tr[aria-rowindex]')].find(row => row.getBoundingClientRect().y > top); \
    return row && row.querySelector('.items-open').innerText + ' at ' + Math.round(row.getBoundingClientRect().y - top); })\
    (document.querySelector('[data-testid=items]'))";

#[test]
fn a_large_table_is_walked_by_keyboard_and_stands_still() {
    visit("items", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        fill(page).await?;
        page.open("/play/Many").await?;
        let drawn = "document.querySelectorAll('[data-testid=items] tbody tr[aria-rowindex]').length";
        page.wait_until("rows", &format!("{drawn} > 10")).await?;
        let drawn = page.value(drawn).await?.as_u64().unwrap_or(u64::MAX);
        ensure!(drawn < 600, "{drawn} rows of {ITEMS} are drawn");
        let told = page.value("document.querySelector('[role=grid]').getAttribute('aria-rowcount')").await?;
        ensure!(told == "2001", "a screen reader hears of {told} rows");

        let grid = page.window.find(By::Css("[role=grid]")).await?;
        grid.send_keys(Key::End).await?;
        page.wait_until("the last row", &format!("{CHOSEN} === '1999 1999'")).await?;
        grid.send_keys(Key::Up + Key::Up).await?;
        page.wait_until("two rows up", &format!("{CHOSEN} === '1997 1997'")).await?;
        stands_still(page).await?;
        grid.send_keys(Key::Home).await?;
        page.wait_until("the first row", &format!("{CHOSEN}.startsWith('0 ')")).await?;

        let jump = page.element("jump").await?;
        jump.send_keys("all, 1234").await?;
        jump.send_keys(Key::Enter).await?;
        page.wait_until("the row of that key", &format!("{CHOSEN}.endsWith(' 1234')")).await?;
        page.window.find(By::Css("#items-cursor .items-open")).await?.click().await?;
        page.shows("item-dialog").await?;
        Ok(())
    });
}

/// Items before the visible rows change their position in the table, but not on the screen.
async fn stands_still(page: &Page) -> Result<()> {
    let before = page.value(SEEN).await?;
    // Write as a diagram or traffic does. The page scrolls to the items that a person writes.
    let script = "const [table, done] = arguments;
        const put = number => dynalab.control('PutItem',
            JSON.stringify({TableName: table, Item: {pk: {S: 'all'}, sk: {N: `-${number}`}}}));
        Promise.all([1, 2, 3, 4, 5].map(put)).then(answers => done(answers.map(answer => answer.status)));";
    let answered = page.window.execute_async(script, vec![json!(TABLE)]).await?.json().clone();
    ensure!(answered == json!([200, 200, 200, 200, 200]), "they answer {answered}");
    let moved = "document.querySelector('[role=grid]').getAttribute('aria-rowcount') === '2006'";
    page.wait_until("five more rows", moved).await?;
    page.wait_until("the same rows in sight", &format!("{SEEN} === {before}")).await?;
    page.wait_until("the same row chosen", &format!("{CHOSEN} === '2002 1997'")).await?;
    Ok(())
}

async fn fill(page: &Page) -> Result<()> {
    page.succeeds("CreateTable", table::definition(TABLE)).await?;
    for first in (0..ITEMS).step_by(BATCH as usize) {
        let put =
            |number| json!({"PutRequest": {"Item": {"pk": {"S": "all"}, "sk": {"N": format!("{number}")}}}});
        let puts: Vec<_> = (first..first + BATCH).map(put).collect();
        page.succeeds("BatchWriteItem", json!({"RequestItems": {TABLE: puts}})).await?;
    }
    Ok(())
}
