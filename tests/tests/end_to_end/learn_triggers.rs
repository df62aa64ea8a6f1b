//! Each lesson with a trigger function, solved by clicking and typing. The function runs in the sandbox and meets the goals.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::learn::{goal, opened, solved, types};
use crate::page::Page;
use crate::visit::visit;

fn lesson(folder: &str) -> Result<Value> {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/lessons/course/7-streams");
    Ok(serde_json::from_str(&fs::read_to_string(root.join(folder).join("lesson.json"))?)?)
}

/// Chooses the longest timeout of a function. A timeout counts real time, and other tests take the processors.
const LONGEST_TIMEOUT: &str = "
    const isTimeout = list => [...list.options].map(option => option.value).join() === '1,3,5,10,15';
    const list = [...document.querySelectorAll('select')].find(isTimeout);
    list.value = '15';
    list.dispatchEvent(new Event('change', {bubbles: true}));";

/// Writes the function into the diagram's form and turns it on.
async fn turns_on(page: &Page, code: &str) -> Result<()> {
    if page.value("!!document.querySelector('[data-testid=streams-switch-on]')").await? == true {
        page.click("streams-switch-on").await?;
    }
    page.shows("handlers-code").await?;
    let write = format!(
        "const area = document.querySelector('[data-testid=handlers-code]'); area.value = {}; area.dispatchEvent(new InputEvent('input', {{bubbles: true}})); return true;",
        json!(code)
    );
    page.window.execute(&write, vec![]).await?;
    page.window.execute(LONGEST_TIMEOUT, vec![]).await?;
    page.click("handlers-run").await?;
    let on = "document.querySelector('[data-testid=handlers-status][data-status=handlers-on]')";
    page.wait_until("that the function is on", on).await?;
    Ok(())
}

/// Types a request, runs it, and waits for its summary.
async fn sends(page: &Page, operation: &str, body: &Value) -> Result<()> {
    const NUMBER: &str = "document.querySelector('[data-testid=result-status]')?.dataset.number ?? ''";
    let before = page.value(NUMBER).await?;
    types(page, operation, &body.to_string()).await?;
    page.click("run").await?;
    page.wait_until(&format!("the response to {operation}"), &format!("({NUMBER}) !== {before}")).await?;
    Ok(())
}

async fn gives(page: &Page, name: &str, answer: &str) -> Result<()> {
    let choose = format!(
        "const field = document.querySelector('[data-testid=learn-question-{name}-field]'); \
         if (field) {{ field.value = '{answer}'; field.dispatchEvent(new Event('change', {{bubbles: true}})); }} \
         else document.querySelector('[data-testid=learn-question-{name}-{answer}]').click(); return true;"
    );
    page.window.execute(&choose, vec![]).await?;
    Ok(())
}

async fn plays(page: &Page, slug: &str, folder: &str, solution: usize) -> Result<()> {
    let lesson = lesson(folder)?;
    let id = folder.split('-').next().unwrap_or_default();
    page.open(&format!("/learn/{slug}")).await?;
    opened(page, id).await?;
    let named = |request: &Value| match request.as_str() {
        Some(name) => lesson["requests"][name].clone(),
        None => request.clone(),
    };
    let requests = lesson["solutions"][solution]["requests"].as_array().context("a solution")?;
    for request in requests.iter().map(named) {
        let operation = request["operation"].as_str().unwrap_or_default();
        match operation {
            // The clock runs by itself here.
            "Dynalab.AdvanceClock" => {}
            "Dynalab.PutEventSourceMapping" => {
                let code = request["body"]["Handler"]["Code"].as_str().context("a function")?;
                turns_on(page, code).await?;
            }
            _ => sends(page, operation, &request["body"]).await?,
        }
    }
    let given = lesson["solutions"][solution]["given"].as_object();
    for (name, answer) in given.into_iter().flatten() {
        gives(page, name, answer.as_str().unwrap_or_default()).await?;
    }
    for goal_of in lesson["goals"].as_array().context("goals")? {
        goal(page, goal_of["id"].as_str().unwrap_or_default(), "met").await?;
    }
    solved(page).await?;
    let errors = page.new_console_errors().await?;
    ensure!(errors.is_empty(), "the console says {errors:?}");
    Ok(())
}

#[test]
fn a_trigger_keeps_a_total() {
    visit("learn_total", async |visit| {
        plays(visit.page(), "a-trigger-keeps-a-total", "7.2-a-trigger-keeps-a-total", 0).await
    });
}

#[test]
fn a_repeated_batch_changes_nothing() {
    let folder = "7.4-duplicates-and-lost-events-outbox";
    visit("learn_outbox", async |visit| {
        plays(visit.page(), "duplicates-and-lost-events-outbox", folder, 0).await
    });
}

#[test]
fn votes_are_counted_by_batch() {
    visit("learn_vote", async |visit| {
        plays(visit.page(), "capstone-the-vote", "7.6-capstone-the-vote", 0).await
    });
}
