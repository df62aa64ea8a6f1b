//! Hostile functions of triggers in the page: each ends, none blocks the page's thread, and none takes anything else with it.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use dynalab_tests::attack::handlers::HANDLERS;
use serde_json::json;

use crate::handlers::{put, runs, tables_with_a_stream};
use crate::hostile::{BLOCKED_MAX_MS, MORE_MAX_MB, WATCH, memory_mb};
use crate::page::Page;
use crate::visit::{Surroundings, Visit, visit_in};

/// How many functions every run tries. `DYNALAB_ATTACKS=1` tries all.
const IN_EVERY_RUN: usize = 4;
/// How long a function may take with its repetitions, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(45);
/// How soon the memory of a function that ended is free, on a busy machine.
const FREE_IN: Duration = Duration::from_secs(15);
const MAPPING: &str = "handler-First";

#[test]
fn hostile_functions_end_and_the_page_lives() {
    let is_whole = std::env::var_os("DYNALAB_ATTACKS").is_some();
    let step = if is_whole { 1 } else { HANDLERS.len().div_ceil(IN_EVERY_RUN) };
    let timeout = PATIENCE * HANDLERS.len() as u32;
    visit_in("hostile_handlers", Surroundings { timeout, ..Surroundings::usual() }, async |visit| {
        let page = visit.page();
        tables_with_a_stream(page).await?;
        page.window.execute(WATCH, Vec::new()).await?;
        let limit = "const field = document.querySelector('[data-testid=handlers-limit]'); field.value = '1'; field.dispatchEvent(new Event('change', {bubbles: true})); return true;";
        page.window.execute(limit, Vec::new()).await?;
        for (number, (name, code)) in HANDLERS.iter().enumerate().step_by(step) {
            is_ended(visit, number, code).await.with_context(|| format!("a function with {name}"))?;
        }
        Ok(())
    });
}

async fn is_ended(visit: &Visit, number: usize, code: &str) -> Result<()> {
    let page = visit.page();
    let before_mb = memory_mb(visit)?;
    runs(page, code).await?;
    let before = invocations(page).await?;
    put(page, &format!("item {number}")).await?;
    let begun = tokio::time::Instant::now();
    while invocations(page).await? <= before {
        ensure!(begun.elapsed() < PATIENCE, "its invocation does not end");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let blocked_ms = page.value("window.longestTaskMs").await?.as_f64().context("the longest task")?;
    ensure!(blocked_ms <= BLOCKED_MAX_MS, "the page's thread was busy for {blocked_ms:.0} ms");
    is_free_again(visit, before_mb).await?;
    let alive = page.execute("ListTables", json!({})).await?;
    ensure!(alive.status == 200, "the engine answers {alive:?}");
    Ok(())
}

/// A function may take memory until its end. The browser gives it back a little later.
async fn is_free_again(visit: &Visit, before_mb: u64) -> Result<()> {
    let begun = tokio::time::Instant::now();
    loop {
        let more_mb = memory_mb(visit)?.saturating_sub(before_mb);
        if more_mb <= MORE_MAX_MB {
            return Ok(());
        }
        ensure!(begun.elapsed() < FREE_IN, "the browser has {more_mb} MB more");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Returns how many invocations ended.
async fn invocations(page: &Page) -> Result<u64> {
    let described = page.succeeds("Dynalab.DescribeEventSourceMapping", json!({ "Name": MAPPING })).await?;
    described["Invocations"].as_u64().with_context(|| format!("{described}"))
}
