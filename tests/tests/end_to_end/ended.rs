//! The page reports once, with one button, what has ended: the page's own program, a worker in silence, a check of a design, and a log that lost its
//! end.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::page::{Page, selector};
use crate::table;
use crate::visit::visit;
use crate::workspaces::table_with;

const TABLE: &str = "Notes";

/// Takes all memory that the program of the page can have, so that its next growth fails. Nothing is written to it.
const TAKES_MEMORY: &str = "const [done] = arguments;
    const root = document.documentElement;
    import(root.dataset.base + root.dataset.program + 'app.js').then(app => app.default()).then(program => {
        for (let pages = 65536; pages > 0; pages >>= 1)
            try { for (;;) program.memory.grow(pages); } catch (full) { continue; }
        done(null);
    }).catch(error => done(String(error)));";

/// What a call of the console rejects with.
async fn rejection(page: &Page, operation: &str, letters: usize) -> Result<String> {
    let script = "const [operation, letters, done] = arguments;
        dynalab.execute(operation, {TableName: 'x'.repeat(letters)}).then(
            answer => done('answered ' + JSON.stringify(answer)), error => done(error.message));";
    let told = page.window.execute_async(script, vec![json!(operation), json!(letters)]).await?;
    Ok(told.json().as_str().unwrap_or_default().to_owned())
}

#[test]
fn a_full_memory_of_the_page_is_told_beside_the_app() {
    visit("program_ended", async |visit| {
        let page = visit.page();
        for (path, told, button) in [
            ("/play", "Dynalab stopped", "Reload the page"),
            (
                "/ja/play",
                "Dynalab \u{304c}\u{505c}\u{6b62}\u{3057}\u{307e}\u{3057}\u{305f}",
                "\u{518d}\u{8aad}\u{307f}\u{8fbc}\u{307f}",
            ),
        ] {
            page.open(path).await?;
            page.waits_for_role("writer").await?;
            if path == "/play" {
                page.succeeds("CreateTable", table::definition(TABLE)).await?;
            }
            page.shows_no("program-ended").await?;
            let failed = page.window.execute_async(TAKES_MEMORY, Vec::new()).await?.json().clone();
            ensure!(failed.is_null(), "the memory could not be taken: {failed}");
            let first = rejection(page, "DescribeTable", 20_000_000).await?;
            ensure!(first.contains(told), "the call that ended it: {first}");
            page.shows("program-ended").await?;
            let sentence = page.text("program-ended").await?;
            ensure!(sentence.contains(told) && sentence.contains(button), "{sentence}");
            let later = rejection(page, "ListTables", 1).await?;
            ensure!(later == first, "a later call: {later}");
            let click = format!("document.querySelector('{} button').click()", selector("program-ended"));
            page.value(&click).await?;
            page.wait_until("the page anew", "!('ended' in document.documentElement.dataset)").await?;
            page.ready().await?;
            page.shows("table-Notes").await.context("what was saved is there")?;
        }
        Ok(())
    });
}

/// Keeps the worker to which the page sent its last message, and lets nothing through while the test says so.
const KEEPS_WORKER: &str = "
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (...message) {
  globalThis.engineWorker = this;
  if (!globalThis.isCutOff) return post.apply(this, message);
};";

async fn keeps_worker(page: &Page) -> Result<()> {
    let script = json!({ "source": KEEPS_WORKER });
    page.window.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", script).await?;
    Ok(())
}

#[test]
fn a_worker_that_ended_in_silence_is_told_with_one_button() {
    visit("silent_worker", async |visit| {
        let page = visit.page();
        keeps_worker(page).await?;
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition(TABLE)).await?;
        page.value("engineWorker.terminate()").await?;
        let ask = "window.long = null, dynalab.execute('ListTables', {}).then(answer => { window.long = answer; }), true";
        page.value(ask).await?;
        page.shows("working-stop").await.context("at first it only takes long")?;
        page.shows("working-restart").await.context("then it is silent")?;
        page.shows_no("working-stop").await?;
        page.click("working-restart").await?;
        page.shows("engine-restarted").await?;
        page.shows_no("working").await?;
        let answer = page.value("window.long").await?;
        ensure!(answer["refusal"] == "restarted", "{answer}");
        page.ready().await?;
        page.shows("table-Notes").await
    });
}

#[test]
fn a_check_that_was_stopped_does_not_begin_again_unasked() {
    visit("stopped_check", async |visit| {
        let page = visit.page();
        keeps_worker(page).await?;
        page.open("/design").await?;
        let green = "document.querySelector('[data-testid=design-matrix] tr[data-verdict=green]') !== null";
        page.wait_until("the first check", green).await?;
        page.shows_no("design-held").await?;
        page.value("window.isCutOff = true").await?;
        let edit = "(field => { field.value += 'x'; field.dispatchEvent(new InputEvent('input', {bubbles: true})); })(document.querySelector('[data-testid=design-name]'))";
        page.value(edit).await?;
        page.shows("design-slow").await?;
        page.click("design-stop-check").await?;
        page.shows("design-held").await?;
        page.shows_no("design-slow").await?;
        // Not in the next visit either.
        page.reload().await?;
        page.shows("design-held").await?;
        page.value("window.isCutOff = false").await?;
        page.click("design-check-now").await?;
        page.shows_no("design-held").await?;
        page.wait_until("the check", green).await?;
        page.reload().await?;
        page.wait_until("a check without being asked", green).await?;
        page.shows_no("design-held").await
    });
}

/// Deletes the last chunks of the log of the first workspace.
const CUTS_LOG: &str = "
    const [count, done] = arguments;
    const opening = indexedDB.open('dynalab');
    opening.onerror = () => done(String(opening.error));
    opening.onsuccess = () => {
        const database = opening.result;
        const transaction = database.transaction('log', 'readwrite');
        const log = transaction.objectStore('log');
        log.getAllKeys().onsuccess = ({ target }) => target.result.slice(-count).forEach(key => log.delete(key));
        transaction.oncomplete = () => { database.close(); done(null); };
        transaction.onabort = () => done(String(transaction.error));
    };";

#[test]
fn a_log_that_lost_its_end_is_told_as_damage() {
    visit("lost_end", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        table_with(page, 6).await?;
        // The head of the log is written in the pause after the last write.
        tokio::time::sleep(std::time::Duration::from_secs(2)).await;
        let failed: Value = page.window.execute_async(CUTS_LOG, vec![json!(2)]).await?.json().clone();
        ensure!(failed.is_null(), "{failed}");
        page.reload().await?;
        page.shows("storage-banner").await?;
        let told = page.text("storage-banner").await?;
        ensure!(told.contains("Part of the saved data is damaged"), "{told}");
        page.waits_for_role("memory_only").await
    });
}
