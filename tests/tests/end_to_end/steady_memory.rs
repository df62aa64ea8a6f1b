//! Hours of work do not fill the memory: requests, edits, samples, undo, branches and five tabs. `cargo xtask soak memory` runs it.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::WindowHandle;
use tokio::time::{Instant, sleep};

use crate::page::Page;
use crate::table;
use crate::visit::{Surroundings, Visit, visit_in};

const TABLE: &str = "Notes";
/// The time in which caches and the history fill, or a third of a shorter run.
const WARM: Duration = Duration::from_secs(300);
/// Only to see that it works. `DYNALAB_MINUTES` sets the time of a soak.
const MINUTES: u64 = 1;
/// How much more than after the first minutes the browser may have in the end, in MB. It frees memory when it likes to.
const MORE_MAX_MB: u64 = 60;

/// Requests of all kinds over a bounded number of keys, for some seconds. Returns how many were sent, and what failed.
const REQUESTS: &str = "
    const [from, ms] = arguments;
    const done = arguments[arguments.length - 1];
    const failed = [];
    let number = from;
    const send = async (operation, body) => {
        const answer = await dynalab.execute(operation, JSON.stringify({TableName: 'Notes', ...body}));
        if (answer.status !== 200) failed.push(operation + ' ' + answer.body);
    };
    (async () => {
        const end = performance.now() + ms;
        while (performance.now() < end && failed.length === 0) {
            const Key = {pk: {S: 'p' + number % 50}, sk: {N: String(number % 1500)}};
            await send('PutItem', {Item: {...Key, text: {S: 'x'.repeat(300)}, number: {N: String(number)}}});
            await send('GetItem', {Key});
            await send('Query', {KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: {':p': Key.pk}});
            await send('UpdateItem', {Key, UpdateExpression: 'ADD seen :one', ExpressionAttributeValues: {':one': {N: '1'}}});
            if (number % 7 === 0) await send('DeleteItem', {Key});
            if (number % 50 === 0) await send('Scan', {});
            number++;
        }
        done([number, failed]);
    })();";

/// Types into the name of the design, letter by letter.
const EDITS: &str = "
    const field = document.querySelector('[data-testid=design-name]');
    for (let letter = 0; field && letter < 20; letter++) {
        field.value = 'Design ' + arguments[0] + '.' + letter;
        field.dispatchEvent(new Event('input', {bubbles: true}));
        field.dispatchEvent(new Event('change', {bubbles: true}));
    }
    return field !== null;";

#[test]
fn long_work_ends_with_the_memory_of_its_first_minutes() {
    let minutes = std::env::var("DYNALAB_MINUTES").ok().and_then(|text| text.parse().ok()).unwrap_or(MINUTES);
    let length = Duration::from_secs(minutes * 60);
    let surroundings =
        Surroundings { timeout: length * 2 + Duration::from_secs(600), ..Surroundings::usual() };
    visit_in("steady_memory", surroundings, async |visit| {
        let tabs = open_tabs(visit.page()).await?;
        let begin = Instant::now();
        let (mut round, mut number) = (0, 0);
        let mut early_mb = None;
        while begin.elapsed() < length {
            number =
                work(visit.page(), &tabs, round, number).await.with_context(|| format!("round {round}"))?;
            round += 1;
            if early_mb.is_none() && begin.elapsed() > WARM.min(length / 3) {
                early_mb = Some(memory_mb(visit, &tabs).await?);
            }
        }
        let (early_mb, late_mb) =
            (early_mb.context("the first minutes ended")?, memory_mb(visit, &tabs).await?);
        println!(
            "{round} rounds, {number} keys written: {early_mb} MB after the first minutes, {late_mb} MB in the end"
        );
        ensure!(round >= 4 * minutes, "only {round} rounds: this proves little");
        ensure!(late_mb <= early_mb + MORE_MAX_MB, "{early_mb} MB became {late_mb} MB in {round} rounds");
        Ok(())
    });
}

/// Opens the workbench of the writer, two followers, a design and a lesson.
async fn open_tabs(page: &Page) -> Result<Vec<WindowHandle>> {
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    page.succeeds("CreateTable", table::definition(TABLE)).await?;
    let mut tabs = vec![page.window.window().await?];
    for path in ["/play", "/play", "/design", "/learn"] {
        let tab = page.window.new_tab().await?;
        page.window.switch_to_window(tab.clone()).await?;
        page.open(path).await?;
        tabs.push(tab);
    }
    Ok(tabs)
}

/// One round of work. Returns the number of the next request.
async fn work(page: &Page, tabs: &[WindowHandle], round: u64, number: u64) -> Result<u64> {
    page.window.switch_to_window(tabs[0].clone()).await?;
    let sent = page.window.execute_async(REQUESTS, vec![json!(number), json!(5_000)]).await?.json().clone();
    ensure!(sent[1] == json!([]), "a request failed: {sent}");
    if round.is_multiple_of(4) {
        page.click("sample-menu").await?;
        page.click("sample-shop").await?;
        page.shows("table-Shop").await?;
    }
    for _ in 0..3 {
        page.click("undo").await?;
    }
    let item = json!({"pk": {"S": "branch"}, "sk": {"N": round.to_string()}});
    let put = json!({"Operation": "PutItem", "Request": {"TableName": TABLE, "Item": item}});
    page.succeeds("Dynalab.Branch", json!({"Name": format!("branch {}", round % 5), "Requests": [put]}))
        .await?;
    page.window.switch_to_window(tabs[3].clone()).await?;
    let edited = page.window.execute(EDITS, vec![json!(round)]).await?.json().clone();
    ensure!(edited == Value::Bool(true), "the design has a field for its name");
    page.window.switch_to_window(tabs[4].clone()).await?;
    page.open(if round.is_multiple_of(2) { "/capacity" } else { "/learn" }).await?;
    sent[0].as_u64().context("the number of the next request")
}

/// Returns the memory of all processes of the browser, after it has freed what it can.
async fn memory_mb(visit: &Visit, tabs: &[WindowHandle]) -> Result<u64> {
    for tab in tabs {
        visit.page().window.switch_to_window(tab.clone()).await?;
        visit.page().window.cdp().send_raw("HeapProfiler.collectGarbage", json!({})).await?;
    }
    sleep(Duration::from_secs(3)).await;
    memory_of_group_mb(visit.process_group().context("the browser is a group of processes")?)
}

/// Returns the proportional set size of the processes of a group, in MB.
pub fn memory_of_group_mb(group: u32) -> Result<u64> {
    let mut kilobytes = 0;
    for entry in fs::read_dir("/proc").context("the processes")? {
        let folder = entry?.path();
        let Ok(stat) = fs::read_to_string(folder.join("stat")) else { continue };
        // Behind the name in parentheses: the state, the parent, the group.
        let of_group =
            stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(2)?.parse::<u32>().ok());
        if of_group != Some(group) {
            continue;
        }
        let rollup = fs::read_to_string(folder.join("smaps_rollup")).unwrap_or_default();
        let pss = rollup
            .lines()
            .find_map(|line| line.strip_prefix("Pss:")?.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes += pss.unwrap_or_default();
    }
    Ok(kilobytes / 1024)
}
