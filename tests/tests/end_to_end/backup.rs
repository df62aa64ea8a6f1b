//! Saves everything in one file and restores it, in this browser and in another one. Invalid files are rejected.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::By;
use tokio::time::{sleep, timeout};

use crate::page::{PATIENCE, Page};
use crate::visit::visit;
use crate::workspaces::{count, make, put, shows_workspace, switch_to, table_with};

#[test]
fn everything_is_saved_and_restored() {
    let saved = RefCell::new(Vec::new());
    visit("backup", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        table_with(page, 2).await?;
        make(page, "Second").await?;
        table_with(page, 3).await?;

        // Another tab, which follows, saves the last write of the first tab.
        let first = page.window.window().await?;
        let second = page.window.new_tab().await?;
        page.window.switch_to_window(second.clone()).await?;
        page.open("/play").await?;
        page.waits_for_role("follower").await?;
        let file = save(page, &visit.downloads()).await?;
        ensure!(page.text("backup-status").await?.starts_with("Backed up 2 workspaces"), "it says so");
        page.window.close_window().await?;
        page.window.switch_to_window(first).await?;
        put(page, 7).await.context("the writer never noticed")?;

        page.click("workspace-menu").await?;
        page.click("workspace-delete").await?;
        page.click("workspace-delete-yes").await?;
        shows_workspace(page, "My tables").await?;
        put(page, 9).await?;
        restore(page, &file).await?;
        page.shows("backup-restored").await?;
        let names = page.window.find_all(By::Css("[data-testid=backup-restored] button")).await?;
        ensure!(names.len() == 2, "both are offered, and {} are", names.len());
        names[1].click().await?;
        shows_workspace(page, "Second").await.context("it is opened from the dialog")?;
        page.waits_for_role("writer").await?;
        ensure!(count(page).await? == 3, "it is as it was saved");
        put(page, 8).await.context("and can be written to")?;
        switch_to(page, "My tables (2)").await?;
        ensure!(count(page).await? == 2, "the first comes back beside the one that is there");
        switch_to(page, "My tables").await?;
        ensure!(count(page).await? == 3, "which is as it was left");
        page.reload().await?;
        switch_to(page, "Second").await?;
        ensure!(count(page).await? == 4, "what was restored is kept");
        saved.replace(fs::read(file)?);
        quiet(page).await
    });
    visit("backup_elsewhere", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        fs::create_dir_all(visit.downloads())?;
        let file = visit.downloads().join("from another browser.dynalab-backup");
        fs::write(&file, saved.borrow().as_slice())?;
        restore(page, &file).await?;
        page.shows("backup-restored").await?;
        page.window.refresh().await?;
        page.ready().await?;
        switch_to(page, "Second").await?;
        ensure!(count(page).await? == 3, "everything is there");
        switch_to(page, "My tables (2)").await?;
        ensure!(count(page).await? == 2, "of both workspaces");
        quiet(page).await
    });
}

#[test]
fn a_file_that_is_no_backup_changes_nothing() {
    visit("backup_refused", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        table_with(page, 2).await?;
        let good = save(page, &visit.downloads()).await?;
        let bytes = fs::read(&good)?;
        let mut flipped = bytes.clone();
        flipped[bytes.len() / 2] ^= 1;
        let mut newer = bytes.clone();
        newer[8] = 2;
        let before = databases(page).await?;
        for (name, content, failure) in [
            ("flipped", &flipped[..], "backup-damaged"),
            ("cut off", &bytes[..bytes.len() - 7], "backup-damaged"),
            ("newer", &newer, "backup-newer"),
            ("foreign", b"{\"format\": \"something else\"}", "backup-foreign"),
            ("empty", b"", "backup-foreign"),
        ] {
            let file = visit.downloads().join(name);
            fs::write(&file, content)?;
            choose(page, &file).await?;
            let told =
                format!("document.querySelector('[data-testid=backup-failed][data-failure={failure}]')");
            page.wait_until(&format!("{name} to be told as {failure}"), &told).await?;
            let sentence = page.text("backup-failed").await?;
            ensure!(sentence.contains("Your workspaces are unchanged"), "{name}: {sentence}");
        }
        ensure!(databases(page).await? == before, "there are no other databases than before");
        choose(page, &good).await?;
        page.shows("backup-restored").await.context("the good file is still good")?;
        ensure!(count(page).await? == 2, "and what was there is there");
        quiet(page).await
    });
}

/// Opens the dialog and saves. Returns the path of the file.
async fn save(page: &Page, folder: &Path) -> Result<PathBuf> {
    let allowed = json!({"behavior": "allow", "downloadPath": folder.to_string_lossy()});
    page.window.cdp().send_raw("Browser.setDownloadBehavior", allowed).await?;
    open_dialog(page).await?;
    page.click("backup-save").await?;
    let done = "document.querySelector('.backup[aria-busy=false] [data-testid=backup-status]')";
    page.wait_until("the backup to be made", done).await?;
    let found = timeout(PATIENCE, async {
        loop {
            let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
            let mut finished =
                files.filter(|file| file.extension().is_some_and(|name| name == "dynalab-backup"));
            match finished.next() {
                Some(file) => return file,
                None => sleep(Duration::from_millis(25)).await,
            }
        }
    });
    found.await.with_context(|| format!("no backup came to {}", folder.display()))
}

async fn restore(page: &Page, file: &Path) -> Result<()> {
    open_dialog(page).await?;
    choose(page, file).await
}

async fn open_dialog(page: &Page) -> Result<()> {
    page.click("workspace-menu").await?;
    page.click("workspace-backup").await?;
    page.shows("backup-dialog").await
}

async fn choose(page: &Page, file: &Path) -> Result<()> {
    page.element("backup-file").await?.send_keys(file.to_string_lossy()).await?;
    Ok(())
}

async fn databases(page: &Page) -> Result<Value> {
    let script = "const done = arguments[0]; indexedDB.databases().then(all => done(all.map(one => one.name).sort()));";
    Ok(page.window.execute_async(script, Vec::new()).await?.json().clone())
}

async fn quiet(page: &Page) -> Result<()> {
    let errors = page.new_console_errors().await?;
    ensure!(errors.is_empty(), "nothing is complained about, and there is: {errors:#?}");
    Ok(())
}
