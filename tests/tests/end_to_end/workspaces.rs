//! Several workspaces: each keeps its own tables, after a switch, a reload and in two tabs. A temporary copy is saved only on
//! request. Deleting a workspace does not change the others.

use anyhow::{Context, Result, ensure};
use dynalab_playground::share::link;
use serde_json::{Value, json};
use thirtyfour::{By, Key};

use crate::page::{Page, selector};
use crate::table;
use crate::visit::visit;

const TABLE: &str = "Notes";

#[test]
fn a_workspace_is_made_left_and_found_again() {
    visit("workspaces", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        table_with(page, 2).await?;
        ensure!(page.text("workspace-menu").await? == "My tables", "the first workspace has its name");

        make(page, "Orders").await?;
        ensure!(tables(page).await? == json!([]), "a new workspace is empty");
        table_with(page, 5).await?;
        page.reload().await?;
        shows_workspace(page, "Orders").await.context("after a reload")?;
        page.waits_for_role("writer").await?;
        ensure!(count(page).await? == 5, "after a reload the items of this workspace are there");

        switch_to(page, "My tables").await?;
        ensure!(count(page).await? == 2, "the items of the first workspace are there");
        switch_to(page, "Orders").await?;
        ensure!(count(page).await? == 5, "and those of the second");
        page.wait_until("its table in the list", "document.querySelector('[data-testid=table-Notes]')")
            .await?;

        page.click("workspace-menu").await?;
        page.click("workspace-rename").await?;
        let name = page.element("name").await?;
        ensure!(name.prop("value").await?.as_deref() == Some("Orders"), "the old name is there to change");
        name.send_keys("Orders v2" + Key::Enter).await?;
        shows_workspace(page, "Orders v2").await?;

        page.click("workspace-menu").await?;
        page.click("workspace-delete").await?;
        let question = page.text("workspace-delete-dialog").await?;
        ensure!(question.contains("Orders v2"), "the question names the workspace: {question}");
        ensure!(question.contains("one table with 5 items"), "the question names what is lost: {question}");
        page.click("workspace-delete-yes").await?;
        shows_workspace(page, "My tables").await?;
        ensure!(count(page).await? == 2, "the first workspace is as it was");
        databases_are(page, &["dynalab"]).await.context("nothing is left of the one that was deleted")?;
        page.reload().await?;
        ensure!(names(page).await? == json!(["My tables"]), "nor in the list after a reload");
        Ok(())
    });
}

#[test]
fn two_tabs_in_two_workspaces_both_write() {
    visit("two_workspaces", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        table_with(page, 1).await?;
        let first = page.window.window().await?;
        let second = page.window.new_tab().await?;
        page.window.switch_to_window(second.clone()).await?;
        page.open("/play").await?;
        page.waits_for_role("follower").await.context("a new tab shows the workspace of last time")?;
        make(page, "Second").await?;
        page.waits_for_role("writer").await?;
        table_with(page, 3).await?;
        page.window.switch_to_window(first.clone()).await?;
        page.waits_for_role("writer").await?;
        put(page, 7).await.context("the first tab goes on writing")?;
        ensure!(count(page).await? == 2, "and sees nothing of the other workspace");
        page.reload().await?;
        shows_workspace(page, "My tables").await.context("each tab comes back to its own")?;
        page.window.switch_to_window(second.clone()).await?;
        page.reload().await?;
        shows_workspace(page, "Second").await?;
        ensure!(count(page).await? == 3, "the second workspace has its own items");

        // The first tab opens the second workspace, which the second tab then deletes.
        page.window.switch_to_window(first.clone()).await?;
        switch_to(page, "Second").await?;
        page.waits_for_role("follower").await?;
        page.window.switch_to_window(second).await?;
        page.click("workspace-menu").await?;
        page.click("workspace-delete").await?;
        page.click("workspace-delete-yes").await?;
        shows_workspace(page, "My tables").await?;
        databases_are(page, &["dynalab"]).await.context("no tab brings it back")?;
        page.window.switch_to_window(first).await?;
        page.shows("workspace-deleted").await.context("the other tab is told")?;
        shows_workspace(page, "My tables").await?;
        ensure!(count(page).await? == 2, "nothing else is lost");
        Ok(())
    });
}

/// Opens a link to a temporary copy with one request and without tables.
async fn opens_empty_link(page: &Page) -> Result<()> {
    let document = r#"{"format":"dynalab","version":1,"title":{"en":"From a link"},"tables":[],"commands":[
        {"at":1790000001000,"operation":"ListTables","body":"{}"}]}"#;
    let link = link::encode(document);
    page.open(&format!("/?empty#{link}")).await?;
    page.shows("visiting-banner").await
}

#[test]
fn a_copy_is_kept_when_a_person_says_so() {
    visit("visiting", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        table_with(page, 1).await?;
        opens_empty_link(page).await?;
        page.waits_for_role("memory_only").await?;
        ensure!(tables(page).await? == json!([]), "a copy has nothing of what is kept");
        table_with(page, 4).await?;
        page.wait_until("its table in the list", "document.querySelector('[data-testid=table-Notes]')")
            .await?;
        databases_are(page, &["dynalab"]).await.context("a copy is not stored")?;

        // A reload would open the copy of the link again.
        page.open("/play").await?;
        shows_workspace(page, "My tables").await.context("another address comes back to what is kept")?;
        ensure!(count(page).await? == 1, "what is kept is as it was");

        opens_empty_link(page).await?;
        table_with(page, 4).await?;
        page.click("keep-copy").await?;
        let name = page.element("name").await?;
        ensure!(name.prop("value").await?.as_deref() == Some("From a link"), "it brings its name along");
        page.click("name-save").await?;
        shows_workspace(page, "From a link").await?;
        page.shows_no("visiting-banner").await?;
        page.waits_for_role("writer").await?;
        put(page, 9).await.context("it can be written to at once")?;
        page.reload().await?;
        shows_workspace(page, "From a link").await?;
        ensure!(count(page).await? == 5, "everything in it is kept, and what came after");
        switch_to(page, "My tables").await?;
        ensure!(count(page).await? == 1, "the first workspace is as it was");
        Ok(())
    });
}

#[test]
fn a_workspace_without_its_entry_is_found_again() {
    visit("lost_entry", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        make(page, "Precious").await?;
        table_with(page, 3).await?;
        // Simulates a crash before the browser stored these settings.
        page.value("localStorage.clear() || sessionStorage.clear()").await?;
        page.reload().await?;
        shows_workspace(page, "My tables").await?;
        page.click("workspace-menu").await?;
        let found = "[...document.querySelectorAll('.workspace-list button')].find(e => e.innerText.startsWith('Recovered'))";
        page.wait_until("the lost workspace in the list", found).await?;
        page.value(&format!("{found}.click()")).await?;
        page.wait_until(
            "the lost workspace to be shown",
            &format!("{}?.innerText.startsWith('Recovered')", element("workspace-menu")),
        )
        .await?;
        page.ready().await?;
        ensure!(count(page).await? == 3, "everything in it is there");
        Ok(())
    });
}

fn element(test_id: &str) -> String {
    format!("document.querySelector('{}')", selector(test_id))
}

pub async fn make(page: &Page, name: &str) -> Result<()> {
    page.click("workspace-menu").await?;
    page.click("workspace-new").await?;
    page.element("name").await?.send_keys(name).await?;
    page.click("name-save").await?;
    shows_workspace(page, name).await
}

pub async fn switch_to(page: &Page, name: &str) -> Result<()> {
    page.click("workspace-menu").await?;
    let entries = page.window.find_all(By::Css(".workspace-list button")).await?;
    for entry in entries {
        if entry.text().await? == name {
            entry.click().await?;
            return shows_workspace(page, name).await;
        }
    }
    anyhow::bail!("{name} is not in the menu")
}

pub async fn shows_workspace(page: &Page, name: &str) -> Result<()> {
    let shown = format!("{}?.innerText === '{name}'", element("workspace-menu"));
    page.wait_until(&format!("the workspace {name}"), &shown).await?;
    page.ready().await
}

pub async fn names(page: &Page) -> Result<Value> {
    page.value("[...document.querySelectorAll('.workspace-list button')].map(e => e.textContent)").await
}

pub async fn table_with(page: &Page, items: u32) -> Result<()> {
    page.succeeds("CreateTable", table::definition(TABLE)).await?;
    for number in 0..items {
        put(page, number).await?;
    }
    Ok(())
}

pub async fn put(page: &Page, number: u32) -> Result<()> {
    let item = json!({"pk": {"S": "note"}, "sk": {"N": number.to_string()}});
    page.succeeds("PutItem", json!({"TableName": TABLE, "Item": item})).await?;
    Ok(())
}

pub async fn count(page: &Page) -> Result<u64> {
    let counted = page.succeeds("Scan", json!({"TableName": TABLE, "Select": "COUNT"})).await?;
    counted["Count"].as_u64().context("a count")
}

async fn tables(page: &Page) -> Result<Value> {
    Ok(page.succeeds("ListTables", json!({})).await?["TableNames"].clone())
}

pub async fn databases_are(page: &Page, expected: &[&str]) -> Result<()> {
    let script = "const done = arguments[0]; indexedDB.databases().then(all => done(all.map(one => one.name).sort()));";
    let found = page.window.execute_async(script, Vec::new()).await?.json().clone();
    ensure!(found == json!(expected), "the databases should be {expected:?} and are {found}");
    Ok(())
}
