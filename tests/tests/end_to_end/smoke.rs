//! The main paths of the app in any browser: home, a write and a reload, the complete engine, diagrams, and a link. Chromium
//! has tests of its own for each; these steps run in `webkit` and `firefox`.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::page::Page;
use crate::table;

const TABLE: &str = "Notes";
/// A link with a table of its own, which must work forever.
const STORED: &str = include_str!("../../../crates/playground/tests/fixtures/notes.link");

/// Opens the home page: its table is filled, and the traffic goes on.
pub async fn home_shows_live_traffic(page: &Page) -> Result<()> {
    page.open("/").await?;
    page.wait_until("the rows", "document.querySelectorAll('.stage-grid .stage-row').length > 20").await?;
    let requests = "Number(document.querySelector('[data-testid=stage]')?.dataset.requests ?? 0)";
    let before = page.value(requests).await?;
    page.wait_until("more requests", &format!("{requests} > {before}")).await?;
    Ok(())
}

/// Writes with each engine, and finds the writes after a reload.
pub async fn writes_are_stored(page: &Page) -> Result<()> {
    page.open("/about").await?;
    page.waits_for_role("writer").await?;
    page.succeeds("CreateTable", table::definition(TABLE)).await?;
    let item = json!({"pk": {"S": "a"}, "sk": {"N": "1"}, "kind": {"S": "plain"}});
    page.succeeds("PutItem", json!({"TableName": TABLE, "Item": item})).await?;
    let insert = format!("INSERT INTO \"{TABLE}\" VALUE {{'pk':'a','sk':2,'kind':'statement'}}");
    page.succeeds("ExecuteStatement", json!({ "Statement": insert })).await?;
    page.reload().await?;
    page.waits_for_role("writer").await?;
    ensure!(count(page).await? == 2, "the writes of both engines are stored");
    Ok(())
}

/// Loads the sample in the workbench, and opens diagrams.
pub async fn diagrams_are_drawn(page: &Page) -> Result<()> {
    page.opens_shop_with("partitions").await?;
    let items =
        "document.querySelectorAll('[data-testid=picture-partitions] .picture-figure .pic-item').length";
    page.wait_until("the items on the ring", &format!("{items} > 0")).await?;
    page.opens_picture("dials").await?;
    page.click("profile-realistic").await?;
    let chosen = "document.querySelector('[data-testid=profile-realistic][aria-pressed=true]')";
    page.wait_until("the profile", chosen).await?;
    page.succeeds("Dynalab.AdvanceClock", json!({"Milliseconds": 60_000})).await?;
    Ok(())
}

/// Opens a link beside the person's own work, which stays.
pub async fn a_link_opens_beside_own_work(page: &Page) -> Result<()> {
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    page.succeeds("CreateTable", table::definition("Mine")).await?;
    page.open(&format!("/#{}", STORED.trim())).await?;
    page.shows("visiting-banner").await?;
    ensure!(count(page).await? > 0, "the link has items");
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    let listed = page.succeeds("ListTables", json!({})).await?;
    ensure!(listed["TableNames"] == json!(["Mine"]), "own work stays: {listed}");
    Ok(())
}

async fn count(page: &Page) -> Result<u64> {
    let scanned: Value = page.succeeds("Scan", json!({"TableName": TABLE, "Select": "COUNT"})).await?;
    scanned["Count"].as_u64().context("a count")
}
