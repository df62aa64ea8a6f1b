//! Sends the recorded requests through the page, its worker and its store. The rules of the native replay compare the
//! responses.

use anyhow::{Context, Result, bail, ensure};
use dynalab_vectors::{Answer, File, Outcome, Replay, Report, Request, files, known_failures};
use serde_json::{Value, json};

use crate::page::Page;
use crate::visit::visit;

/// Sends one request after the other, as a person at the console does, and returns all responses.
const SEND_ALL: &str = "
    const [requests, done] = arguments;
    async function answers() {
        const all = [];
        for (const [operation, body] of requests) all.push(await dynalab.execute(operation, body));
        return all;
    }
    answers().then(done, error => done(String(error)));";

#[test]
fn the_vectors_of_the_first_tier_hold_through_the_worker() {
    hold("vectors_first_tier", files().into_iter().filter(is_of_the_first_tier).collect());
}

#[test]
fn the_vectors_of_the_other_tiers_hold_through_the_worker() {
    hold("vectors_other_tiers", files().into_iter().filter(|file| !is_of_the_first_tier(file)).collect());
}

fn is_of_the_first_tier(file: &File) -> bool {
    file.name.starts_with("tier1.")
}

fn hold(name: &'static str, files: Vec<File>) {
    visit(name, async |visit| {
        let page = visit.page();
        let mut report = Report::against(known_failures());
        for file in &files {
            let outcome = replay(page, file).await.with_context(|| file.name.clone())?;
            report.add(&file.name, &outcome);
        }
        println!("{name}: {} files, {} checks", report.files, report.checked);
        ensure!(
            report.files >= 40 && report.checked >= 400,
            "only {} files and {} checks",
            report.files,
            report.checked
        );
        match report.faults() {
            Some(faults) => bail!("{faults}"),
            None => Ok(()),
        }
    });
}

/// Replays a file with an empty store and a new page and worker.
async fn replay(page: &Page, file: &File) -> Result<Outcome> {
    page.leave_and_forget().await?;
    // This page shows no tables and results. Rendering them after each request would take most of the time.
    page.open("/about").await?;
    page.waits_for_role("writer").await?;
    let tables = page.succeeds("ListTables", json!({})).await?;
    ensure!(tables == json!({"TableNames": []}), "the store should be empty, and has {tables}");
    let mut replay = Replay::new(&file.lines);
    loop {
        let requests = replay.sendable();
        if requests.is_empty() {
            return Ok(replay.outcome());
        }
        for answer in send(page, &requests).await? {
            replay.answer(&answer);
        }
    }
}

async fn send(page: &Page, requests: &[Request]) -> Result<Vec<Answer>> {
    let sent: Value = requests.iter().map(|request| json!([request.operation, request.body])).collect();
    let returned = page.window.execute_async(SEND_ALL, vec![sent]).await?.json().clone();
    let answers = returned.as_array().with_context(|| format!("the page answered with {returned}"))?;
    ensure!(answers.len() == requests.len(), "{} answers to {} requests", answers.len(), requests.len());
    answers.iter().map(answer).collect()
}

/// Returns the response. Fails if the worker refused the request.
fn answer(returned: &Value) -> Result<Answer> {
    let status = returned["status"].as_u64().and_then(|status| u16::try_from(status).ok());
    match (status, returned["body"].as_str()) {
        (Some(status @ 1..), Some(body)) => Ok(Answer { status, body: body.to_owned() }),
        _ => bail!("the worker refused: {returned}"),
    }
}
