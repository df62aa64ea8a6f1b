//! Shares a design as a link and as a file. Links that cannot be opened show why and change nothing.

use std::cell::RefCell;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::page::{Page, selector};
use crate::table;
use crate::visit::visit;

/// A link of the first version, which must work forever.
const STORED: &str = include_str!("../../../crates/playground/tests/fixtures/notes.link");
const STORED_LOG: &str = include_str!("../../../crates/playground/tests/fixtures/log.link");
const FILE: &str = "../crates/playground/tests/fixtures/notes.dynalab.json";

#[test]
fn a_shared_link_opens_in_another_browser_and_local_work_stays() {
    let shared = RefCell::new(String::new());
    visit("links_one", async |visit| {
        let page = visit.page();
        page.opens_shop().await?;
        page.click("tab-index-GSI1").await?;
        page.click("share").await?;
        let fragment = fragment_of(page).await?;
        page.click("share-data").await?;
        let shorter = format!(
            "(link => link && link.value.length < {})(document.querySelector('{}'))",
            fragment.len() / 2,
            selector("share-link")
        );
        page.wait_until("a link without items", &shorter).await?;
        page.click("share-copy").await?;
        let status = page.text("share-status").await?;
        ensure!(status.contains("opied") || status.contains("Ctrl+C"), "the link is offered: {status}");
        shared.replace(fragment);
        quiet(page).await
    });
    visit("links_two", async |visit| {
        let page = visit.page();
        has_work_of_its_own(page).await?;
        page.open(&format!("/{}", shared.borrow())).await?;
        page.shows("visiting-banner").await?;
        page.shows("table-Shop").await?;
        let address = page.window.current_url().await?;
        ensure!(address.path() == "/play/Shop", "the design is opened, at {address}");
        ensure!(address.fragment().is_none(), "the address no longer holds the link: {address}");
        ensure!(address.query() == Some("index=GSI1"), "what was shown is shown again: {address}");
        ensure!(count(page, "Shop").await? == 131, "all items came along");
        ensure!(count(page, "Notes").await.is_err(), "the copy has nothing of the person's own");
        let put = json!({"TableName": "Shop", "Item": {"PK": {"S": "MINE"}, "SK": {"S": "1"}}});
        page.succeeds("PutItem", put).await?;

        page.open("/play").await?;
        own_work_is_untouched(page).await?;
        quiet(page).await
    });
}

#[test]
fn what_was_done_travels_along_and_is_done_again() {
    let shared = RefCell::new(String::new());
    visit("links_log", async |visit| {
        let page = visit.page();
        has_work_of_its_own(page).await?;
        let refused = json!({"TableName": "Notes", "Item": {"pk": {"S": "mine"}, "sk": {"N": "1"}},
            "ConditionExpression": "attribute_not_exists(pk)"});
        ensure!(page.execute("PutItem", refused).await?.status == 400, "the item is there already");
        page.click("share").await?;
        let without = fragment_of(page).await?;
        let with = link_with_requests(page, 3).await?;
        ensure!(with != without, "the requests are in the link");
        shared.replace(with);
        quiet(page).await
    });
    visit("links_log_opened", async |visit| {
        let page = visit.page();
        page.open(&format!("/{}", shared.borrow())).await?;
        page.shows("visiting-banner").await?;
        page.shows("table-Notes").await?;
        page.click("share").await?;
        let again = link_with_requests(page, 3).await?;
        ensure!(again == *shared.borrow(), "what was done is remembered, and makes the same link");
        ensure!(count(page, "Notes").await? == 1, "what was done is done");

        page.open(&format!("/?stored#{}", STORED_LOG.trim_end())).await?;
        let at = selector("time-at");
        let shown = format!(
            "(at => at && at.dataset.shown === '10' && at.dataset.head === '12')(document.querySelector('{at}'))"
        );
        page.wait_until("the moment that was looked at, of a stored link", &shown).await?;
        let two = format!("document.querySelector('{}').textContent.includes('2')", selector("table-Notes"));
        page.wait_until("the items of that moment", &two).await?;
        page.click("time-return").await?;
        page.shows_no("time-return").await?;
        quiet(page).await
    });
}

#[test]
fn what_cannot_be_opened_says_why_and_nothing_is_touched() {
    visit("links_bad", async |visit| {
        let page = visit.page();
        has_work_of_its_own(page).await?;
        let stored = STORED.trim_end();
        let cut = &stored[..stored.len() - 20];
        let changed = format!("{}{}", &stored[..30], &stored[31..]);
        for (link, problem) in [
            (cut, "cut-off"),
            (changed.as_str(), "damaged"),
            ("d1.z1.****", "damaged"),
            ("d2.z1.AAAA", "newer-version"),
            ("d1.q9.AAAA", "unknown-codec"),
        ] {
            page.open(&format!("/play?{problem}#{link}")).await?;
            page.shows("arrival-failed").await?;
            let told = format!("document.querySelector('{}').dataset.problem", selector("unreadable"));
            let told = page.value(&told).await?;
            // Depending on the changed position, a damaged link is incomplete or invalid.
            let expected = told == problem || (problem == "damaged" && told == "cut-off");
            ensure!(expected, "{link} is told as {told}, and {problem} is expected");
            ensure!(
                page.window.current_url().await?.fragment() == Some(link),
                "the link stays in the address"
            );
        }
        page.shows("arrival-reload").await?;
        page.click("arrival-home").await?;
        page.shows("stage").await?;
        page.open("/play").await?;
        own_work_is_untouched(page).await?;

        page.open(&format!("/?stored#{stored}")).await?;
        let told = page.text("sample-loaded").await?;
        ensure!(told.starts_with("Loaded “Shared tables”"), "a design without a title has a name: {told}");
        page.shows("table-Notes").await?;
        ensure!(count(page, "Notes").await? == 2, "a stored link opens");
        quiet(page).await
    });
}

#[test]
fn a_file_and_a_pasted_link_are_opened_as_copies() {
    visit("links_file", async |visit| {
        let page = visit.page();
        has_work_of_its_own(page).await?;
        page.open("/").await?;
        page.click("open-design").await?;
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE).canonicalize()?;
        page.element("open-file").await?.send_keys(file.to_string_lossy()).await?;
        page.shows("visiting-banner").await?;
        page.shows("table-Notes").await?;
        ensure!(count(page, "Notes").await? == 2, "the file is opened");

        page.click("open-design").await?;
        page.element("open-link").await?.send_keys("https://example.com/#d1.z1.AAAA").await?;
        page.click("open-go").await?;
        page.shows("unreadable").await?;
        ensure!(count(page, "Notes").await? == 2, "what is shown stays while a link cannot be opened");

        page.open("/play").await?;
        own_work_is_untouched(page).await?;
        page.click("open-design").await?;
        page.element("open-link").await?.send_keys(format!("#{}", STORED.trim_end())).await?;
        page.click("open-go").await?;
        page.shows("visiting-banner").await?;
        ensure!(count(page, "Notes").await? == 2, "the link is opened");
        quiet(page).await
    });
}

/// Returns the link in the share dialog, from its `#`, because the other browser uses another port.
async fn fragment_of(page: &Page) -> Result<String> {
    page.shows("share-link").await?;
    let link = format!("document.querySelector('{}').value", selector("share-link"));
    let link = page.value(&link).await?.as_str().context("a link")?.to_owned();
    Ok(link[link.find('#').context("a fragment")?..].to_owned())
}

/// Returns the link with all requests, of which there must be this many.
async fn link_with_requests(page: &Page, requests: u32) -> Result<String> {
    let select = format!("document.querySelector('{}')", selector("share-steps"));
    page.value(&format!(
        "({select}.value = 'all', {select}.dispatchEvent(new Event('change', {{bubbles: true}})))"
    ))
    .await?;
    let told = selector("share-status");
    let told = format!("document.querySelector('{told}')?.dataset.commands === '{requests}'");
    page.wait_until("a link with the requests", &told).await?;
    fragment_of(page).await
}

/// Creates a table with the name of a shared one, and one item.
async fn has_work_of_its_own(page: &Page) -> Result<()> {
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    page.succeeds("CreateTable", table::definition("Notes")).await?;
    let item = json!({"pk": {"S": "mine"}, "sk": {"N": "1"}});
    page.succeeds("PutItem", json!({"TableName": "Notes", "Item": item})).await?;
    Ok(())
}

async fn own_work_is_untouched(page: &Page) -> Result<()> {
    page.waits_for_role("writer").await?;
    ensure!(count(page, "Notes").await? == 1, "the person's own table is as it was");
    ensure!(count(page, "Shop").await.is_err(), "nothing of a copy is among the person's own tables");
    Ok(())
}

async fn count(page: &Page, name: &str) -> Result<u64> {
    let answer = page.succeeds("Scan", json!({"TableName": name, "Select": "COUNT"})).await?;
    answer["Count"].as_u64().context("a count")
}

async fn quiet(page: &Page) -> Result<()> {
    let errors = page.new_console_errors().await?;
    ensure!(errors.is_empty(), "nothing is complained about, and there is: {errors:#?}");
    Ok(())
}
