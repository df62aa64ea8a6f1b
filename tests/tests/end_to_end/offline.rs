//! Offline: after the first visit, the app works from the browser's cache. A new build is used after a reload.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::By;

use crate::page::Page;
use crate::table;
use crate::visit::{Visit, visit_published_with_service_worker, visit_with_service_worker};

const IS_KEPT: &str = "document.documentElement.dataset.offline === 'ready'";
const PROGRAM: &str = "document.documentElement.dataset.program";
const HAS_WORKER: &str = "navigator.serviceWorker.controller?.state === 'activated'";
/// Fetches a file that the service worker does not store. Returns whether the network works.
const FROM_THE_NETWORK: &str = "const [done] = arguments;
    fetch(location.origin + '/robots.txt', { cache: 'no-store' }).then(() => done(true), () => done(false));";
const CACHES: &str = "const [done] = arguments; caches.keys().then(done);";
const NEXT_PROGRAM: &str = "app-00000000000000bb";
const NEXT_BUILD: &str = "00000000000000bb";

#[test]
fn the_app_works_without_a_network_after_one_visit() {
    visit_with_service_worker("offline", async |visit| {
        visit.page().open("/").await?;
        visit.page().wait_until("all files to be kept", IS_KEPT).await?;
        visit.network.set_down(true);
        works_without_a_network(visit.page()).await
    });
}

#[test]
fn the_app_works_without_a_network_below_a_folder_of_a_plain_host() {
    visit_published_with_service_worker("offline_sub_path", "/dynalab/", async |visit| {
        visit.page().open("/").await?;
        visit.page().wait_until("all files to be kept", IS_KEPT).await?;
        let scope = "navigator.serviceWorker.controller?.scriptURL.endsWith('/dynalab/offline-worker.js')";
        visit.page().wait_until("a service worker for this folder", scope).await?;
        visit.network.set_down(true);
        works_without_a_network(visit.page()).await
    });
}

#[test]
fn a_download_that_was_cut_off_goes_on_with_the_next_visit() {
    visit_with_service_worker("offline_cut_off", async |visit| {
        let missing = visit.site().join("icons/card.png");
        let aside = visit.site().join("aside.png");
        fs::rename(&missing, &aside)?;
        visit.page().open("/").await?;
        let page = visit.page();
        page.wait_until("a worker that does not wait for the files", HAS_WORKER).await?;
        count_kept(page).await?;
        page.wait_until("some files to be kept", "window.dynalabKept > 12").await?;
        ensure!(page.value(IS_KEPT).await? == false, "a file is missing");

        fs::rename(&aside, &missing)?;
        page.reload().await?;
        page.wait_until("all files to be kept", IS_KEPT).await?;
        visit.network.set_down(true);
        works_without_a_network(visit.page()).await
    });
}

#[test]
fn a_new_build_waits_for_a_reload_and_keeps_tables() {
    visit_with_service_worker("offline_update", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition("Notes")).await?;
        put(page, 1).await?;
        page.wait_until("all files to be kept", IS_KEPT).await?;
        let program =
            page.value(PROGRAM).await?.as_str().context("a program")?.trim_end_matches('/').to_owned();
        publish_next_build(visit.site(), &program)?;
        find_the_next_build(visit).await?;

        // The open page runs the old build, whose files the server no longer has.
        let page = visit.page();
        ensure!(page.value(PROGRAM).await? == format!("{program}/"), "the open page changed its build");
        page.succeeds("ExecuteStatement", insert(2)).await.context("the old build's complete engine")?;
        let caches = caches(page).await?;
        ensure!(caches.len() == 2, "both builds are kept while the old one is open: {caches:?}");

        page.click("new-version-reload").await?;
        let next = format!("document.documentElement.dataset.program === '{NEXT_PROGRAM}/'");
        page.wait_until("the new build", &next).await?;
        page.ready().await?;
        page.waits_for_role("writer").await?;
        ensure!(count(page).await? == 2, "both items are there after the update");
        page.wait_until("the new build to be kept", IS_KEPT).await?;
        look_for_caches(page).await?;
        page.wait_until("the old build's cache to be deleted", "window.dynalabCaches?.length === 1").await?;
        page.shows_no("new-version").await?;

        visit.network.set_down(true);
        let page = visit.page();
        page.reload().await?;
        page.wait_until("the new build without a network", &next).await?;
        page.waits_for_role("writer").await?;
        put(page, 3).await?;
        ensure!(count(page).await? == 3, "the new build writes without a network");
        Ok(())
    });
}

async fn works_without_a_network(page: &Page) -> Result<()> {
    page.reload().await?;
    let reached = page.window.execute_async(FROM_THE_NETWORK, Vec::new()).await?.json().clone();
    ensure!(reached == false, "the network is down");
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    page.succeeds("CreateTable", table::definition("Notes")).await?;
    put(page, 1).await?;
    page.succeeds("ExecuteStatement", insert(2)).await.context("an operation of the complete engine")?;
    page.open("/play/Notes").await.context("an address without a document of its own")?;
    page.waits_for_role("writer").await?;
    page.shows("items").await?;
    ensure!(count(page).await? == 2, "both items are stored");
    page.click("pictures-key").await?;
    page.shows("picture-partitions").await?;
    page.open("/learn").await?;
    page.shows("learn-course").await?;
    page.open("/learn/a-table-in-this-tab").await.context("a lesson that was not visited before")?;
    page.wait_until("the lesson", "document.querySelector('[data-testid=learn-player][data-ready=true]')")
        .await?;
    page.open("/capacity").await?;
    page.shows("capacity-page").await?;
    page.open("/").await?;
    page.shows("stage").await
}

/// Publishes the same site with another folder for its program, so that old and new files have different names.
fn publish_next_build(site: &Path, program: &str) -> Result<()> {
    fs::rename(site.join(program), site.join(NEXT_PROGRAM))?;
    for file in documents_below(site)? {
        let text = fs::read_to_string(&file)?;
        if text.contains(program) {
            replace(&file, &text.replace(program, NEXT_PROGRAM))?;
        }
    }
    let worker = site.join("offline-worker.js");
    let text = fs::read_to_string(&worker)?;
    let (before, after) = text.split_once("const BUILD = \"").context("the name of the build")?;
    let (_, after) = after.split_once('"').context("the end of the name")?;
    let text = format!("{before}const BUILD = \"{NEXT_BUILD}\"{after}");
    ensure!(text.contains(program), "the service worker lists the program's files");
    replace(&worker, &text.replace(program, NEXT_PROGRAM))
}

fn documents_below(folder: &Path) -> Result<Vec<std::path::PathBuf>> {
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            documents.extend(documents_below(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            documents.push(path);
        }
    }
    Ok(documents)
}

/// Replaces a file. It is a link to a file of the built site, which must not change.
fn replace(file: &Path, text: &str) -> Result<()> {
    fs::remove_file(file)?;
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Searches for an update, as the page does every hour.
async fn find_the_next_build(visit: &Visit) -> Result<()> {
    let script = "const [done] = arguments;
        navigator.serviceWorker.getRegistration().then(registration => registration.update()).then(() => done(true), error => done(String(error)));";
    let found = visit.page().window.execute_async(script, Vec::new()).await?.json().clone();
    ensure!(found == true, "the browser looks for an update: {found}");
    visit.page().shows("new-version").await?;
    let text = visit.page().text("new-version").await?;
    ensure!(
        text.contains("A new version of Dynalab is ready") && !text.contains("新しいバージョン"),
        "{text}"
    );
    visit.page().window.find(By::Css("[data-testid=new-version-reload]")).await?;
    Ok(())
}

async fn caches(page: &Page) -> Result<Vec<String>> {
    let names = page.window.execute_async(CACHES, Vec::new()).await?.json().clone();
    serde_json::from_value(names).context("the names of caches")
}

/// Lists the caches repeatedly: the page deletes old caches after the other pages have replied.
async fn look_for_caches(page: &Page) -> Result<()> {
    let script = "setInterval(() => caches.keys().then(names => window.dynalabCaches = names), 200);";
    page.window.execute(script, Vec::new()).await?;
    Ok(())
}

/// Counts the files in all caches repeatedly.
async fn count_kept(page: &Page) -> Result<()> {
    let script = "setInterval(async () => {
        let count = 0;
        for (const name of await caches.keys()) count += (await (await caches.open(name)).keys()).length;
        window.dynalabKept = count;
    }, 200);";
    page.window.execute(script, Vec::new()).await?;
    Ok(())
}

async fn put(page: &Page, sk: u32) -> Result<()> {
    let item = json!({"pk": {"S": "offline"}, "sk": {"N": sk.to_string()}});
    page.succeeds("PutItem", json!({"TableName": "Notes", "Item": item})).await?;
    Ok(())
}

fn insert(sk: u32) -> Value {
    json!({"Statement": format!("INSERT INTO \"Notes\" VALUE {{'pk': 'offline', 'sk': {sk}}}")})
}

async fn count(page: &Page) -> Result<u64> {
    let scanned = page.succeeds("Scan", json!({"TableName": "Notes"})).await?;
    scanned["Count"].as_u64().context("a count")
}
