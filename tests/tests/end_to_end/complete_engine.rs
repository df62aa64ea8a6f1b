//! The complete engine replaces the core when the workbench opens or a request needs it, and no data is lost.

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use thirtyfour::By;

use crate::page::Page;
use crate::table;
use crate::visit::visit;

const STORED: &str = include_str!("../../../crates/playground/tests/fixtures/notes.link");

/// The workers that this page has fetched from the folder of its build.
const FETCHED: &str = "performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)\
    .filter(path => path.endsWith('worker.js')).map(path => path.replace(/^\\/app-[0-9a-f]{16}(?=\\/)/, '')).join(' ')";

#[test]
fn the_core_makes_way_for_the_complete_engine() {
    visit("complete_engine", async |visit| {
        let page = visit.page();
        page.open("/about").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition("Notes")).await?;
        insert_by_put(page, 1).await?;
        ensure!(page.value(FETCHED).await? == "/worker.js", "a visit starts with the core");

        page.succeeds("ExecuteStatement", insert(2)).await?;
        let fetched = page.value(FETCHED).await?;
        ensure!(fetched == "/worker.js /complete_worker.js", "fetched were {fetched}");
        page.waits_for_role("writer").await?;
        ensure!(count(page).await? == 2, "both engines' writes are there");
        let refused = page.execute("ExecuteStatement", insert(2)).await?;
        ensure!(refused.status == 400 && refused.body["__type"].to_string().contains("DuplicateItem"));
        let unknown = page.execute("Dance", json!({})).await?;
        ensure!(
            unknown.body["__type"].to_string().contains("UnknownOperationException"),
            "it knows them all"
        );

        page.reload().await?;
        page.waits_for_role("writer").await?;
        ensure!(count(page).await? == 2, "what it wrote is stored");
        ensure!(page.value(FETCHED).await? == "/worker.js", "a new visit starts with the core again");

        page.window.find(By::Css("nav a[href='/play']")).await?.click().await?;
        page.wait_until("the history", "document.querySelector('[data-testid=undo]:not(:disabled)')").await?;
        let both = format!("{FETCHED} === '/worker.js /complete_worker.js'");
        page.wait_until("the complete engine, which nobody asked for", &both).await?;
        ensure!(count(page).await? == 2, "it goes on where the core stood");
        page.reload().await?;
        page.waits_for_role("writer").await?;
        ensure!(count(page).await? == 2, "the workbench starts with the complete engine");
        ensure!(page.value(FETCHED).await? == "/complete_worker.js", "and with no other");
        Ok(())
    });
}

#[test]
fn a_copy_in_memory_goes_along() {
    visit("complete_engine_copy", async |visit| {
        let page = visit.page();
        page.open(&format!("/#{}", STORED.trim())).await?;
        page.shows("visiting-banner").await?;
        page.shows("table-Notes").await?;
        page.succeeds("PutItem", json!({"TableName": "Notes", "Item": {"id": {"S": "71"}}})).await?;
        let before = count(page).await?;
        let insert = "INSERT INTO \"Notes\" VALUE {'id': '72'}";
        page.succeeds("ExecuteStatement", json!({"Statement": insert})).await?;
        ensure!(count(page).await? == before + 1, "the copy has what it had, and the new item");
        page.shows("visiting-banner").await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

/// Requests in progress during the replacement each get one response, in order.
#[test]
fn requests_on_their_way_are_answered() {
    visit("complete_engine_busy", async |visit| {
        let page = visit.page();
        page.open("/about").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition("Notes")).await?;
        let script = "
            const done = arguments[0];
            const put = number => dynalab.execute('PutItem', JSON.stringify(
                {TableName: 'Notes', Item: {pk: {S: 'n'}, sk: {N: String(number)}}}));
            const insert = number => dynalab.execute('ExecuteStatement', JSON.stringify(
                {Statement: `INSERT INTO \"Notes\" VALUE {'pk': 'n', 'sk': ${number}}`}));
            const all = [];
            for (let number = 0; number < 40; number++) all.push(number % 2 ? insert(number) : put(number));
            Promise.all(all).then(answers => done(answers.map(answer => answer.status)), error => done(String(error)));";
        let statuses = page.window.execute_async(script, vec![]).await?.json().clone();
        ensure!(statuses == json!(vec![200; 40]), "the answers are {statuses}");
        ensure!(count(page).await? == 40, "and all items are there");
        Ok(())
    });
}

async fn insert_by_put(page: &Page, number: u32) -> Result<()> {
    let item = json!({"pk": {"S": "n"}, "sk": {"N": number.to_string()}});
    page.succeeds("PutItem", json!({"TableName": "Notes", "Item": item})).await.map(drop)
}

fn insert(number: u32) -> Value {
    json!({"Statement": format!("INSERT INTO \"Notes\" VALUE {{'pk': 'n', 'sk': {number}}}")})
}

async fn count(page: &Page) -> Result<u64> {
    let scanned = page.succeeds("Scan", json!({"TableName": "Notes", "Select": "COUNT"})).await?;
    Ok(scanned["Count"].as_u64().unwrap_or_default())
}
