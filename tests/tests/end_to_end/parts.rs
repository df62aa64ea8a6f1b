//! The parts of the app: each is fetched when it is first shown. A part that is missing, damaged or of another build shows a
//! notice with a button. The page still works.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use thirtyfour::Key;

use crate::page::Page;
use crate::visit::{Visit, built_site, visit, visit_copy};

/// The part files that the page fetched, each once.
const FETCHED: &str =
    "performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname.split('/').pop())
    .filter(name => name.startsWith('split_'))";
const PARTS: [&str; 5] = ["workbench", "pictures", "editor", "dialogs", "formats"];

#[test]
fn every_part_opens_when_it_is_first_shown() {
    visit("parts_open", async |visit| {
        let page = visit.page();
        page.opens_shop().await?;
        ensure!(!is_fetched(page, "pictures").await?, "pictures are fetched before they are opened");
        for part in PARTS {
            open_part(page, part).await?;
            ensure!(is_fetched(page, part).await?, "{part} came from elsewhere");
        }
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

#[test]
fn the_home_page_fetches_the_workbench_when_it_is_idle() {
    visit("parts_idle", async |visit| {
        let page = visit.page();
        page.open("/").await?;
        page.wait_until("the workbench", &format!("{FETCHED}.includes('split_workbench.wasm')")).await?;
        for part in ["learn", "pictures", "editor", "dialogs", "formats"] {
            ensure!(!is_fetched(page, part).await?, "the home page fetches {part}");
        }
        Ok(())
    });
}

#[test]
fn a_part_that_does_not_arrive_is_fetched_again_by_hand() {
    visit_copy("parts_missing", async |visit| {
        visit.page().opens_shop().await?;
        for fault in [Fault::Missing, Fault::Broken, Fault::OfAnotherBuild] {
            damage(visit, "pictures", fault)?;
            let page = visit.page();
            page.open("/play/Shop").await?;
            page.click("pictures-key").await?;
            missing(page, "pictures").await.with_context(|| format!("{fault:?}"))?;
            lives(page).await?;
            // The part is still missing, so the notice is still shown.
            page.click("part-again").await?;
            missing(page, "pictures").await?;
            repair(visit, "pictures")?;
            page.click("part-again").await?;
            page.shows("picture-partitions").await.with_context(|| format!("{fault:?} and repaired"))?;
            page.shows_no("part-missing").await?;
        }
        Ok(())
    });
}

#[test]
fn the_page_lives_whichever_part_is_missing() {
    visit_copy("parts_each", async |visit| {
        damage(visit, "workbench", Fault::Missing)?;
        // An empty workbench shows the editor first.
        damage(visit, "editor", Fault::Missing)?;
        let page = visit.page();
        page.open("/play").await?;
        missing(page, "workbench").await?;
        lives(page).await?;
        repair(visit, "workbench")?;
        page.click("part-again").await?;
        page.waits_for_role("writer").await?;
        page.loads_shop().await?;
        for part in ["editor", "dialogs"] {
            if part != "editor" {
                damage(visit, part, Fault::Missing)?;
            }
            begin(page, part).await?;
            missing(page, part).await?;
            lives(page).await?;
            if part == "editor" {
                // Without the editor, the page shows a plain text field.
                page.shows("request-json").await?;
            }
            repair(visit, part)?;
            page.click("part-again").await?;
            shown(page, part).await?;
        }
        page.window.active_element().await?.send_keys(Key::Escape + "").await?;
        damage(visit, "formats", Fault::Missing)?;
        page.click("share").await?;
        page.wait_until("why nothing is shared", "document.querySelector('[data-testid=share-failed]')")
            .await?;
        lives(page).await
    });
}

#[derive(Clone, Copy, Debug)]
enum Fault {
    Missing,
    /// The file is not a program.
    Broken,
    OfAnotherBuild,
}

async fn open_part(page: &Page, part: &str) -> Result<()> {
    begin(page, part).await?;
    shown(page, part).await?;
    if part == "dialogs" || part == "formats" {
        page.window.active_element().await?.send_keys(Key::Escape + "").await?;
    }
    Ok(())
}

async fn begin(page: &Page, part: &str) -> Result<()> {
    match part {
        "pictures" => page.click("pictures-key").await,
        "editor" => page.click("tab-request-json").await,
        "dialogs" => page.click("palette-key").await,
        "formats" => page.click("share").await,
        _ => Ok(()),
    }
}

async fn shown(page: &Page, part: &str) -> Result<()> {
    match part {
        "pictures" => page.shows("picture-partitions").await,
        "editor" => page.shows("editor").await,
        "dialogs" => page.shows("palette").await,
        "formats" => page.shows("share-link").await,
        _ => page.shows("tables-list").await,
    }
}

async fn is_fetched(page: &Page, part: &str) -> Result<bool> {
    Ok(page.value(&format!("{FETCHED}.includes('split_{part}.wasm')")).await? == json!(true))
}

async fn missing(page: &Page, part: &str) -> Result<()> {
    let notice =
        format!("document.querySelector('[data-testid=part-missing][data-part={part}]')?.checkVisibility()");
    page.wait_until(&format!("the notice of {part}"), &notice).await?;
    Ok(())
}

/// Checks that the app renders and the engine responds.
async fn lives(page: &Page) -> Result<()> {
    page.succeeds("ListTables", json!({})).await?;
    let theme = page.value("document.querySelector('[data-testid=theme-toggle]').dataset.theme").await?;
    page.value("document.querySelector('[data-testid=theme-toggle]').click()").await?;
    let other = format!("document.querySelector('[data-testid=theme-toggle]').dataset.theme !== {theme}");
    page.wait_until("another theme", &other).await?;
    Ok(())
}

fn damage(visit: &Visit, part: &str, fault: Fault) -> Result<()> {
    let file = file_of(visit.site(), part)?;
    let whole = fs::read(&file)?;
    // The file is a link to a file of the built site, which must not change.
    fs::remove_file(&file)?;
    match fault {
        Fault::Missing => Ok(()),
        Fault::Broken => Ok(fs::write(&file, b"\0asm\x01\0\0\0broken")?),
        Fault::OfAnotherBuild => Ok(fs::write(&file, of_another_build(whole)?)?),
    }
}

/// Changes the canary of a part. A program imports only the canary of its own build.
fn of_another_build(mut part: Vec<u8>) -> Result<Vec<u8>> {
    const CANARY: &[u8] = b"__canary";
    let places = part.windows(CANARY.len()).enumerate().filter(|(_, bytes)| *bytes == CANARY);
    let places: Vec<usize> = places.map(|(place, _)| place + CANARY.len()).collect();
    ensure!(!places.is_empty(), "the part has no canary");
    for place in places {
        part[place] = if part[place] == b'_' { b'-' } else { b'_' };
    }
    Ok(part)
}

fn repair(visit: &Visit, part: &str) -> Result<()> {
    let file = file_of(visit.site(), part)?;
    // A missing file cannot be removed.
    let _ = fs::remove_file(&file);
    fs::copy(file_of(&built_site(), part)?, &file)?;
    Ok(())
}

fn file_of(site: &Path, part: &str) -> Result<PathBuf> {
    let folder = fs::read_dir(site)?.filter_map(|entry| Some(entry.ok()?.path())).find(|path| {
        path.is_dir() && path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("app-"))
    });
    Ok(folder.context("the site has no folder app-…")?.join(format!("split_{part}.wasm")))
}
