//! A workspace with a damaged chunk. Its readable part opens as a new workspace, and its stored bytes are saved as a file. The
//! damaged workspace does not change. An incomplete last chunk is reported once.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use dynalab_storage::raw::{RawChunks, file};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::page::{PATIENCE, Page};
use crate::visit::visit;
use crate::workspaces::{count, put, shows_workspace, switch_to, table_with};

/// Damages one chunk in the log of the first workspace, by position: its last byte or its length. Returns its key and bytes as
/// text.
const DAMAGE: &str = "
    const [position, length, done] = arguments;
    const opening = indexedDB.open('dynalab');
    opening.onerror = () => done(String(opening.error));
    opening.onsuccess = () => {
        const database = opening.result;
        const transaction = database.transaction('log', 'readwrite');
        const log = transaction.objectStore('log');
        let damaged;
        log.getAllKeys().onsuccess = ({ target }) => {
            const key = target.result.at(position);
            log.get(key).onsuccess = ({ target }) => {
                const bytes = length === null ? target.result : target.result.slice(0, length);
                if (length === null) bytes[bytes.length - 1] ^= 1;
                log.put(bytes, key);
                damaged = { key, bytes: String(bytes) };
            };
        };
        transaction.oncomplete = () => { database.close(); done(damaged); };
        transaction.onabort = () => done(String(transaction.error));
    };";

/// All data in the database of the first workspace.
const STORED: &str = "
    const [done] = arguments;
    const opening = indexedDB.open('dynalab');
    opening.onerror = () => done(String(opening.error));
    opening.onsuccess = () => {
        const database = opening.result;
        const names = [...database.objectStoreNames];
        const transaction = database.transaction(names);
        const all = names.map((name) => {
            const store = transaction.objectStore(name);
            return [name, store.getAllKeys(), store.getAll()];
        });
        transaction.oncomplete = () => {
            database.close();
            done(all.map(([name, keys, values]) => [name, keys.result, values.result.map(String)]));
        };
    };";

#[test]
fn the_readable_part_of_a_damaged_workspace_opens_as_a_new_one() {
    visit("salvage", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        table_with(page, 6).await?;
        let (key, _) = damage(page, 3, None).await?;
        page.reload().await?;
        page.shows("storage-banner").await?;
        let told = page.text("storage-banner").await?;
        let says_damage =
            told.contains("Part of the saved data is damaged") && !told.contains("This version");
        ensure!(says_damage, "{told}");
        page.waits_for_role("memory_only").await?;
        let before = stored(page).await?;

        page.click("banner-open-readable").await?;
        page.shows("salvage-dialog").await?;
        let tables = page.text("salvage-tables").await?;
        ensure!(tables == "Notes · 5 items", "the other items are readable: {tables}");
        let losses = page.text("salvage-losses").await?;
        for sentence in
            [format!("Log chunk {key} · "), BYTES_DIFFER.to_owned(), "It has changes made ".to_owned()]
        {
            ensure!(losses.contains(&sentence), "“{sentence}” is missing: {losses}");
        }
        page.shows_no("salvage-memory").await?;
        page.click("salvage-open").await?;
        shows_workspace(page, "My tables (readable data)").await?;
        page.waits_for_role("writer").await?;
        let said = page.text("said").await?;
        ensure!(said.contains("The damaged workspace “My tables” is unchanged."), "{said}");
        page.shows_no("storage-banner").await?;
        ensure!(count(page).await? == 5, "the copy has the readable items");
        put(page, 7).await.context("the copy can be written to")?;
        page.reload().await?;
        shows_workspace(page, "My tables (readable data)").await?;
        ensure!(count(page).await? == 6, "and keeps what is written");
        ensure!(stored(page).await? == before, "the damaged workspace is as it was");
        switch_to(page, "My tables").await?;
        page.shows("storage-banner").await.context("it still cannot be opened")?;
        quiet(page).await
    });
}

const BYTES_DIFFER: &str = "Its bytes are not the bytes that Dynalab stored.";

#[test]
fn the_stored_bytes_of_a_damaged_workspace_become_a_file() {
    visit("salvage_file", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        table_with(page, 3).await?;
        // Damage the creation of the table: its items are readable, but have no table.
        let (key, bytes) = damage(page, 0, None).await?;
        page.reload().await?;
        // New writes are in memory only, and the dialog says so.
        table_with(page, 1).await?;
        page.click("role").await?;
        page.click("storage-open-readable").await?;
        let losses = page.text("salvage-losses").await?;
        ensure!(losses.contains(BYTES_DIFFER), "{losses}");
        ensure!(losses.contains("Its 3 readable items are not in the copy."), "{losses}");
        page.shows("salvage-no-table").await?;
        page.shows_no("salvage-open").await.context("a copy of nothing is not offered")?;

        let raw = save(page, &visit.downloads()).await?;
        let status = page.text("salvage-status").await?;
        ensure!(status.starts_with("Saved ") && status.ends_with(".dynalab-raw."), "{status}");
        ensure!(raw.log.get(&key) == Some(&Ok(bytes)), "the damaged chunk is in the file as it is stored");
        ensure!(raw.head.is_some() && raw.log.len() >= 4, "and so are the others: {:?}", raw.log.keys());
        quiet(page).await
    });
}

#[test]
fn a_last_chunk_that_is_torn_is_told_once() {
    visit("salvage_torn", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        table_with(page, 3).await?;
        damage(page, -1, Some(30)).await?;
        page.reload().await?;
        let notice = page.text("discarded-tail").await?;
        ensure!(notice.contains("That change is not in your tables."), "{notice}");
        page.waits_for_role("writer").await?;
        page.shows_no("storage-banner").await?;
        ensure!(count(page).await? == 2, "the change that was torn is not there, and the others are");
        put(page, 8).await?;
        page.reload().await?;
        page.waits_for_role("writer").await?;
        ensure!(count(page).await? == 3, "what took its place is there");
        page.shows_no("discarded-tail").await?;
        quiet(page).await
    });
}

/// Damages a chunk. Returns its key and its bytes.
async fn damage(page: &Page, position: i32, length: Option<u32>) -> Result<(u64, Vec<u8>)> {
    page.waits_for_role("writer").await?;
    let done = page.window.execute_async(DAMAGE, vec![json!(position), json!(length)]).await?.json().clone();
    let key = done["key"].as_f64().with_context(|| format!("a chunk was damaged: {done}"))?;
    let bytes = done["bytes"].as_str().context("its bytes")?.split(',');
    let bytes = bytes.map(str::parse).collect::<Result<Vec<u8>, _>>()?;
    Ok((key as u64, bytes))
}

async fn stored(page: &Page) -> Result<Value> {
    let stored = page.window.execute_async(STORED, Vec::new()).await?.json().clone();
    ensure!(stored.is_array(), "{stored}");
    Ok(stored)
}

async fn save(page: &Page, folder: &Path) -> Result<RawChunks> {
    let allowed = json!({"behavior": "allow", "downloadPath": folder.to_string_lossy()});
    page.window.cdp().send_raw("Browser.setDownloadBehavior", allowed).await?;
    page.click("salvage-save").await?;
    let found = timeout(PATIENCE, async {
        loop {
            let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
            let mut finished =
                files.filter(|file| file.extension().is_some_and(|name| name == "dynalab-raw"));
            match finished.next() {
                Some(file) => return file,
                None => sleep(Duration::from_millis(25)).await,
            }
        }
    });
    let path = found.await.with_context(|| format!("no file came to {}", folder.display()))?;
    Ok(file::read(&fs::read(path)?)?)
}

async fn quiet(page: &Page) -> Result<()> {
    let errors = page.new_console_errors().await?;
    ensure!(errors.is_empty(), "nothing is complained about, and there is: {errors:#?}");
    Ok(())
}
