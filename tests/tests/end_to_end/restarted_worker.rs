//! A panic in the engine: the worker restarts from the stored data, and the page shows a message.

use anyhow::{Context, Result, ensure};
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::ToWorker;
use serde_json::{Value, json};

use crate::page::Page;
use crate::table;
use crate::visit::visit;

const TABLE: &str = "Notes";

#[test]
fn a_panic_restarts_the_worker_without_losing_data_and_says_so() {
    visit("restarted_worker", async |visit| {
        let page = visit.page();
        let script = json!({ "source": KEEPS_WORKER });
        page.window.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", script).await?;
        page.open("/play").await?;
        page.succeeds("CreateTable", table::definition(TABLE)).await?;
        for number in 0..20 {
            page.succeeds("PutItem", put(number)).await?;
        }
        page.shows_no("engine-restarted").await?;
        for round in 1..=3 {
            panics(page).await.with_context(|| format!("panic {round}"))?;
        }
        page.reload().await?;
        has_notes(page, 23).await.context("after a reload")
    });
}

/// Keeps the worker to which the page sent its last message, so that the test can send one too.
const KEEPS_WORKER: &str = "
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (...message) {
  globalThis.engineWorker = this;
  return post.apply(this, message);
};";

/// Causes a panic between two requests. Each request either gets a response or is refused as restarted. The new worker may
/// execute the second one.
async fn panics(page: &Page) -> Result<()> {
    let before = table::scan(page, TABLE).await?.len() as i64;
    let panic = message_bytes::write(&ToWorker::ForcePanic).context("a message")?;
    let script = "const [body, panic, done] = arguments;
        const before = dynalab.execute('PutItem', body);
        globalThis.engineWorker.postMessage(Uint8Array.from(panic));
        const behind = dynalab.execute('ListTables', '{}');
        Promise.all([before, behind]).then(done, error => done([{body: String(error)}]));";
    let answers = page
        .window
        .execute_async(script, vec![json!(put(before).to_string()), json!(panic)])
        .await?
        .json()
        .clone();
    let restarted = |answer: &Value| answer["refusal"] == "restarted";
    let done = |answer: &Value| answer["status"].as_f64() == Some(200.0);
    for answer in answers.as_array().context("two answers")? {
        ensure!(
            done(answer) || restarted(answer),
            "expected an answer or the refusal restarted, and got {answer}"
        );
    }
    page.shows("engine-restarted").await.context("the page says that the engine was restarted")?;
    page.ready().await.context("another worker starts")?;
    page.waits_for_role("writer").await.context("the new worker writes again")?;
    let kept = table::scan(page, TABLE).await?.len() as i64;
    ensure!(kept >= before, "{before} notes were there before the panic, and {kept} are after it");
    ensure!(kept > before || restarted(&answers[0]), "an acknowledged write is lost");
    if kept == before {
        page.succeeds("PutItem", put(before)).await.context("writing goes on")?;
    }
    has_notes(page, before + 1).await
}

fn put(number: i64) -> Value {
    json!({"TableName": TABLE, "Item": {"pk": {"S": "note"}, "sk": {"N": number.to_string()}}})
}

async fn has_notes(page: &Page, count: i64) -> Result<()> {
    let found: Vec<i64> = table::scan(page, TABLE).await?.into_keys().map(|(_, number)| number).collect();
    ensure!(
        found == (0..count).collect::<Vec<_>>(),
        "notes 0 to {count} should be there, and these are: {found:?}"
    );
    Ok(())
}

/// Makes every message of the worker look like one of another version.
const ANOTHER_VERSION: &str = "
const add = EventTarget.prototype.addEventListener;
Worker.prototype.addEventListener = function (type, listener, options) {
  const changed = event => {
    const bytes = Uint8Array.from(event.data, (byte, place) => place === 0 ? byte ^ 1 : byte);
    listener.call(this, new MessageEvent('message', { data: bytes }));
  };
  return add.call(this, type, type === 'message' ? changed : listener, options);
};";

#[test]
fn a_worker_of_another_version_is_told_of_and_a_reload_is_offered() {
    visit("other_version", async |visit| {
        let page = visit.page();
        let script = json!({ "source": ANOTHER_VERSION });
        page.window.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", script).await?;
        page.window.goto(format!("{}/", visit.origin)).await?;
        page.shows("engine-stopped").await
    });
}
