//! Work on what others made can be stopped, and ends without the engine: a huge design's check, a link that is read, and a link that needs
//! more memory than its program has. What was stopped or died does not begin again unasked.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use dynalab_playground::share::link;
use serde_json::json;

use crate::page::Page;
use crate::steady_memory::memory_of_group_mb;
use crate::table;
use crate::visit::{Visit, visit, visit_copy};

const TABLE: &str = "Mine";
/// Memory that the browser may keep, in MB, when a program has ended.
const KEPT_MAX_MB: u64 = 200;
/// How soon the memory of a program that ended is free.
const FREE_IN: Duration = Duration::from_secs(4);
const LOOKS_EVERY: Duration = Duration::from_millis(200);
/// The longest time until the engine answers, in milliseconds.
const ANSWER_MAX_MS: f64 = 1_000.0;

/// A design whose sample has many items in many indexes. Its check takes some seconds.
fn huge_design() -> String {
    let list =
        |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join(",");
    let indexes = list(20, &|n| format!(r#"{{"name":"index{n}","partition_key":[{{"name":"a"}}]}}"#));
    let entities = list(4, &|n| {
        format!(
            r#"{{"name":"E{n}","sample":5000,"attributes":[{{"name":"id","values":{{"kind":"sequence"}}}},{{"name":"a","values":{{"kind":"text","bytes":60}}}}]}}"#
        )
    });
    let items = list(4, &|n| format!(r#"{{"entity":"E{n}","keys":{{"pk":"E{n}#{{id}}"}}}}"#));
    let patterns = list(100, &|n| {
        format!(
            r#"{{"name":"P{n}","rate":{{"average":1}},"operation":{{"action":"scan","table":"Huge","all_pages":true}}}}"#
        )
    });
    format!(
        r#"{{"version":1,"name":"Huge","entities":[{entities}],"tables":[{{"name":"Huge","partition_key":[{{"name":"pk"}}],"items":[{items}],"indexes":[{indexes}]}}],"patterns":[{patterns}]}}"#
    )
}

/// The tables of a link.
fn shared_tables() -> Result<String> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/samples/shop.json");
    Ok(link::encode(&fs::read_to_string(samples)?))
}

/// Lets no question through to a program beside the engine, as if the program were inside one long step.
const CUTS_OFF: &str = "
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (...message) {
  if (!Array.isArray(message[0])) return post.apply(this, message);
};";

/// Sends a request and returns for how long it waits, in milliseconds.
async fn answers_soon(page: &Page) -> Result<()> {
    let script = "const [done] = arguments, began = performance.now();
        dynalab.execute('ListTables', {}).then(
            answer => done([answer.status, performance.now() - began]), error => done([String(error), 0]));";
    let told = page.window.execute_async(script, Vec::new()).await?.json().clone();
    let waited_ms = told[1].as_f64().context("a duration")?;
    ensure!(told[0] == 200 && waited_ms <= ANSWER_MAX_MS, "the engine answers {told}");
    Ok(())
}

async fn is_free_again(visit: &Visit, before_mb: u64) -> Result<()> {
    let mut left = FREE_IN;
    loop {
        let now_mb = memory_mb(visit)?;
        if now_mb <= before_mb + KEPT_MAX_MB {
            return Ok(());
        }
        ensure!(!left.is_zero(), "the browser had {before_mb} MB, and has {now_mb} MB");
        left = left.saturating_sub(LOOKS_EVERY);
        tokio::time::sleep(LOOKS_EVERY).await;
    }
}

fn memory_mb(visit: &Visit) -> Result<u64> {
    memory_of_group_mb(visit.process_group().context("the browser is a group of processes")?)
}

#[test]
fn the_check_of_a_huge_design_is_stopped_and_the_page_goes_on() {
    visit("stopped_huge_check", async |visit| {
        let page = visit.page();
        page.open("/about").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition(TABLE)).await?;
        let before_mb = memory_mb(visit)?;
        page.open(&format!("/design#{}", link::encode(&huge_design()))).await?;
        page.shows("design-slow").await.context("the check takes long")?;
        answers_soon(page).await.context("during the check")?;
        page.click("design-stop-check").await?;
        answers_soon(page).await.context("after the check")?;
        page.shows("design-held").await?;
        is_free_again(visit, before_mb).await?;
        page.reload().await?;
        page.shows("design-held").await.context("it is not checked again unasked")?;
        page.shows_no("design-slow").await
    });
}

/// Opens a link and expects that it is not opened for this reason.
async fn fails_with(page: &Page, problem: &str) -> Result<()> {
    let shown =
        format!("document.querySelector('[data-testid=arrival-failed] [data-problem={problem}]') !== null");
    page.wait_until(&format!("the problem {problem}"), &shown).await?;
    page.shows_no("reading").await
}

#[test]
fn a_link_that_was_stopped_is_not_opened_again_unasked() {
    visit("stopped_link", async |visit| {
        let page = visit.page();
        page.open("/about").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition(TABLE)).await?;
        let script = json!({ "source": CUTS_OFF });
        page.window.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", script).await?;
        page.open(&format!("/play#{}", shared_tables()?)).await?;
        page.shows("reading").await?;
        answers_soon(page).await?;
        page.click("reading-stop").await?;
        fails_with(page, "stopped").await?;
        answers_soon(page).await?;
        page.reload().await?;
        fails_with(page, "not-again").await?;
        page.click("arrival-again").await?;
        page.shows("reading").await.context("it begins when the person asks")?;
        page.click("reading-stop").await?;
        fails_with(page, "stopped").await?;
        page.click("arrival-home").await?;
        page.open("/play").await?;
        page.shows(&format!("table-{TABLE}")).await.context("the person's tables are there")
    });
}

/// The pages of 64 KiB that the program may have beyond those it begins with.
const PAGES_MORE: usize = 40;

/// Gives the memory of a module a lower limit. A limit is a number in base 128 here, in as many bytes as before.
fn lower_limit(wasm: &mut [u8]) -> Result<()> {
    const HEADER_BYTES: usize = 8;
    const MEMORY_SECTION: u8 = 5;
    let number = |wasm: &[u8], mut place: usize| {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = wasm[place];
            value |= usize::from(byte & 0x7f) << shift;
            (place, shift) = (place + 1, shift + 7);
            if byte & 0x80 == 0 {
                return (value, place);
            }
        }
    };
    let mut place = HEADER_BYTES;
    while place < wasm.len() {
        let section = wasm[place];
        let (bytes, content) = number(wasm, place + 1);
        if section != MEMORY_SECTION {
            place = content + bytes;
            continue;
        }
        ensure!(wasm[content..content + 2] == [1, 1], "one memory with a limit");
        let (least, at) = number(wasm, content + 2);
        let (most, end) = number(wasm, at);
        ensure!(most == 16_384, "the limit is {most} pages");
        let lower = least + PAGES_MORE;
        for (shift, byte) in wasm[at..end].iter_mut().enumerate() {
            *byte = (lower >> (7 * shift)) as u8 & 0x7f | 0x80;
        }
        wasm[end - 1] &= 0x7f;
        return Ok(());
    }
    anyhow::bail!("the module has no memory")
}

#[test]
fn a_link_that_needs_more_memory_is_told_and_the_page_lives() {
    visit_copy("link_without_memory", async |visit| {
        let page = visit.page();
        page.open("/about").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition(TABLE)).await?;
        let program = page.value("document.documentElement.dataset.program").await?;
        let module =
            visit.site().join(program.as_str().context("the program's folder")?).join("files_bg.wasm");
        let mut wasm = fs::read(&module)?;
        lower_limit(&mut wasm)?;
        fs::remove_file(&module)?;
        fs::write(&module, wasm)?;
        // Four million characters: the limit of a document.
        let large = format!("{{\"dynalab\":1,\"title\":{{\"en\":\"{}\"}}}}", "x".repeat(4_000_000));
        page.open(&format!("/play#{}", link::encode(&large))).await?;
        fails_with(page, "needs-memory").await?;
        let told = page.text("unreadable").await?;
        ensure!(told.contains("more than 1 GB"), "{told}");
        answers_soon(page).await?;
        page.reload().await?;
        fails_with(page, "not-again").await?;
        page.click("arrival-home").await?;
        page.open("/play").await?;
        page.shows(&format!("table-{TABLE}")).await.context("the person's tables are there")?;
        // The console has the failure of the module, and nothing else.
        let errors = page.new_console_errors().await?;
        ensure!(errors.iter().all(|error| error.contains("files")), "the console says {errors:?}");
        Ok(())
    });
}
