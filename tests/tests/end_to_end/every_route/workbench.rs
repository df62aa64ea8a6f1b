//! A tour of the workbench: tables, items, forms of requests and results, dialogs, menus, the past, diagrams.

use anyhow::{Context, Result, ensure};
use serde_json::json;
use thirtyfour::{By, Key};

use super::tour::{TABLE, Tour};
use super::{addresses, shop};
use crate::page::{Page, selector};

/// Test ids of the buttons that open dialogs.
const DIALOGS: [&str; 9] = [
    "sample-menu",
    "table-menu",
    "change-table",
    "delete-table",
    "new-item",
    "transfer",
    "share",
    "open-design",
    "palette-key",
];
/// Test ids of the buttons that open menus.
const MENUS: [&str; 3] = ["workspace-menu", "branch-menu", "role"];
const DIALOGS_OF_WORKSPACES: [&str; 2] = ["workspace-new", "workspace-backup"];
/// An access pattern that returns one item, and one that reads an index.
const QUESTIONS: [&str; 2] = ["question-1", "question-3"];

pub async fn workbench(tour: &mut Tour<'_>) -> Result<()> {
    open_shop(tour).await?;
    for route in addresses::routes(TABLE)?.iter().filter(|route| route.needs_table) {
        tour.page.open(&tour.look.address(&route.path)).await?;
        tour.page.shows("items").await?;
        tour.read_and_compare("table").await?;
    }
    requests(tour).await?;
    dialogs(tour).await?;
    tour.page.click("time-back").await?;
    tour.page.shows("time-return").await?;
    tour.read("the past").await?;
    tour.page.click("time-return").await?;
    tour.page.shows_no("time-return").await?;
    pictures(tour).await?;
    tour.page.open(&tour.look.address("/")).await?;
    tour.page.shows("stage").await?;
    tour.read_and_compare("home-with-tables").await
}

/// Opens the sample from a file, first as a temporary copy, which is then saved.
async fn open_shop(tour: &mut Tour<'_>) -> Result<()> {
    let page = tour.page;
    page.open(&tour.look.address("/play")).await?;
    page.click("open-design").await?;
    let file = shop::file_with_stopped_clock(&tour.look.name())?;
    page.element("open-file").await?.send_keys(file.to_string_lossy()).await?;
    page.shows("visiting-banner").await?;
    page.shows(&format!("table-{TABLE}")).await?;
    tour.read("the copy of a file").await?;
    page.click("keep-copy").await?;
    page.shows("name-dialog").await?;
    tour.read("the dialog that keeps a copy").await?;
    page.click("name-save").await?;
    page.shows_no("visiting-banner").await?;
    page.waits_for_role("writer").await
}

async fn requests(tour: &mut Tour<'_>) -> Result<()> {
    let page = tour.page;
    for question in QUESTIONS {
        page.click(question).await?;
        for tab in names(page, "tab-result-").await? {
            choose_tab(page, &tab).await?;
            tour.read(&format!("{question}, {tab}")).await?;
        }
    }
    for tab in names(page, "tab-request-").await? {
        choose_tab(page, &tab).await?;
        tour.read(&tab).await?;
    }
    let refused =
        page.execute("PutItem", json!({"TableName": TABLE, "Item": {"PK": {"S": "no sort key"}}})).await?;
    ensure!(refused.status == 400, "an item without its sort key is refused: {refused:?}");
    choose_tab(page, "tab-result-items").await?;
    tour.read("a refused request").await
}

async fn dialogs(tour: &mut Tour<'_>) -> Result<()> {
    for button in DIALOGS {
        tour.page.click(button).await?;
        read_dialog(tour, button).await?;
    }
    for menu in MENUS {
        tour.page.click(menu).await?;
        tour.page.wait_until(menu, "document.querySelector(':popover-open')").await?;
        tour.read(menu).await?;
        tour.page.click(menu).await?;
        tour.page.wait_until("the menu to be closed", "!document.querySelector(':popover-open')").await?;
    }
    for button in DIALOGS_OF_WORKSPACES {
        tour.page.click("workspace-menu").await?;
        tour.page.click(button).await?;
        read_dialog(tour, button).await?;
    }
    Ok(())
}

/// Checks a dialog with each of its tabs.
async fn read_dialog(tour: &mut Tour<'_>, button: &str) -> Result<()> {
    let page = tour.page;
    page.wait_until("a dialog", "document.querySelector('dialog[open]')").await?;
    tour.read(button).await?;
    if button == "transfer" {
        for part in names(page, "transfer-").await? {
            page.click(&part).await?;
            tour.read(&part).await?;
        }
    }
    page.window.find(By::Css("dialog[open]")).await?.send_keys(Key::Escape).await?;
    page.wait_until("the dialog to be closed", "!document.querySelector('dialog[open]')").await?;
    Ok(())
}

/// Checks each diagram with some data. They are not compared, because they change with the time of the worker.
async fn pictures(tour: &mut Tour<'_>) -> Result<()> {
    let page = tour.page;
    page.click("pictures-key").await?;
    page.wait_until("the groups of pictures", "document.querySelector('[data-testid^=picture-group-]')")
        .await?;
    tour.read("a picture with nothing going on").await?;
    shop::set_going(page).await?;
    let mut shown = 0;
    for group in names(page, "picture-group-").await? {
        page.click(&group).await?;
        let chosen = format!("document.querySelector('{}[aria-pressed=true]')", selector(&group));
        page.wait_until(&group, &chosen).await?;
        tour.settle().await?;
        for tab in names(page, "tab-picture-").await? {
            let picture = tab.trim_start_matches("tab-picture-").to_owned();
            choose_tab(page, &tab).await?;
            page.shows(&format!("picture-{picture}")).await?;
            tour.read(&format!("picture-{picture}")).await?;
            shown += 1;
        }
    }
    ensure!(shown >= 18, "only {shown} pictures are found by their tabs");
    Ok(())
}

async fn choose_tab(page: &Page, tab: &str) -> Result<()> {
    page.click(tab).await?;
    let chosen = format!("document.querySelector('{}[aria-selected=true]')", selector(tab));
    page.wait_until(tab, &chosen).await?;
    Ok(())
}

/// Returns the test ids with this beginning, in the order of the page.
async fn names(page: &Page, start: &str) -> Result<Vec<String>> {
    let ids = format!(
        "[...document.querySelectorAll('[data-testid^=\"{start}\"]')].map(element => element.dataset.testid)"
    );
    let ids = page.value(&ids).await?;
    let ids: Vec<String> =
        ids.as_array().context("test ids")?.iter().filter_map(|id| id.as_str().map(str::to_owned)).collect();
    ensure!(!ids.is_empty(), "nothing on the page begins with {start}");
    Ok(ids)
}
