//! Hostile files and links in the page: none blocks the page's thread, none fills the memory, and each is answered.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use dynalab_playground::share::link;
use dynalab_tests::attack::packed::bytes_of;
use dynalab_tests::attack::{Dimension, Reader, dimensions};
use serde_json::json;
use tokio::time::timeout;

use crate::page::Page;
use crate::steady_memory::memory_of_group_mb;
use crate::visit::{Surroundings, Visit, visit_in};

/// How many attacks every run tries. `DYNALAB_ATTACKS=1` tries all.
const IN_EVERY_RUN: usize = 12;
/// How long an attack may take with the start of the page, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);
/// The longest time for which the page's thread may not answer, in milliseconds.
pub const BLOCKED_MAX_MS: f64 = 2_000.0;
/// The most memory that an attack may leave, with the workers that it needed, in MB.
pub const MORE_MAX_MB: u64 = 1_024;

/// Notes the longest task of the page's thread, from the start of the page on.
pub const WATCH: &str = "
    window.longestTaskMs = 0;
    new PerformanceObserver(list => {
        for (const task of list.getEntries()) window.longestTaskMs = Math.max(window.longestTaskMs, task.duration);
    }).observe({type: 'longtask', buffered: true});";

/// The page has answered a file: as a design, or with the reason.
const FILE_ANSWERED: &str =
    "document.querySelector('[data-testid=design-imported], [data-testid=design-not-opened]') !== null";
/// The page has answered a link: the check has ended, or is not begun, or the link is refused.
const LINK_ANSWERED: &str =
    "document.querySelector('[data-testid=design-status]')?.dataset.checked === 'true'
    || document.querySelector('[data-testid=design-not-opened], [data-testid=design-held]') !== null";
/// The capacity page is drawn, whatever of the link is refused.
const CAPACITY_ANSWERED: &str = "document.querySelector('[data-testid=capacity-page]') !== null";
/// The lab has simulated its day, says why not, or does it beside the page for long.
const LAB_ANSWERED: &str =
    "['done', 'failed'].includes(document.querySelector('[data-testid=scale-run]')?.dataset.state)
    || performance.now() > 20000";
/// The longest link that Chromium opens.
const LINK_BYTES_MAX: usize = 1_900_000;
/// The page has answered the files of an import: with their first records, or with the reason.
const IMPORT_ANSWERED: &str =
    "document.querySelector('[data-testid=import-preview], dialog .finding') !== null";

#[test]
fn hostile_files_and_links_are_answered_and_block_nothing() {
    let attacks = attacks();
    let all = PATIENCE * attacks.len() as u32;
    visit_in("hostile", Surroundings { timeout: all, ..Surroundings::usual() }, async |visit| {
        let mut failures = Vec::new();
        for attack in &attacks {
            let outcome = timeout(PATIENCE, answered(visit, attack)).await;
            let failure = match outcome {
                Ok(Ok(())) => continue,
                Ok(Err(error)) => format!("{error:#}"),
                Err(_) => format!("no answer in {PATIENCE:?}"),
            };
            failures.push(format!("{:?}, {}: {failure}", attack.reader, attack.name));
            // A page that is busy answers the driver no more.
            visit.kill_browser_and_reopen().await?;
        }
        ensure!(
            failures.is_empty(),
            "{} of {} attacks:\n{}",
            failures.len(),
            attacks.len(),
            failures.join("\n")
        );
        Ok(())
    });
}

/// Returns the attacks that the page can get as a file or a link, or those that `DYNALAB_DIMENSION` names a part of.
fn attacks() -> Vec<Dimension> {
    let of_page = dimensions().into_iter().filter(|attack| {
        let is_link = matches!(attack.reader, Reader::Check | Reader::CapacityLink | Reader::LabLink);
        is_link || matches!(attack.reader, Reader::Format(_)) || is_import(attack.reader)
    });
    let named = std::env::var("DYNALAB_DIMENSION").unwrap_or_default();
    let is_named = |attack: &Dimension| format!("{:?}, {}", attack.reader, attack.name).contains(&named);
    let all: Vec<Dimension> = of_page.filter(is_named).collect();
    if std::env::var_os("DYNALAB_ATTACKS").is_some() {
        return all;
    }
    let step = all.len().div_ceil(IN_EVERY_RUN);
    all.into_iter().step_by(step).collect()
}

fn is_import(reader: Reader) -> bool {
    matches!(reader, Reader::Items | Reader::PackedItems)
}

async fn answered(visit: &Visit, attack: &Dimension) -> Result<()> {
    let page = visit.page();
    let text = (attack.make)(attack.hostile);
    // Nothing of the attack before remains.
    page.open("/about").await?;
    page.window.execute("localStorage.clear();", Vec::new()).await?;
    let before_mb = memory_mb(visit)?;
    let what = match attack.reader {
        Reader::Check => {
            opens(page, &format!("/design#{}", link::encode(&text))).await?;
            LINK_ANSWERED
        }
        Reader::CapacityLink => {
            opens(page, &format!("/capacity#{}", shortened(attack))).await?;
            CAPACITY_ANSWERED
        }
        Reader::LabLink => {
            opens(page, &format!("/scale#{}", shortened(attack))).await?;
            LAB_ANSWERED
        }
        Reader::Items => imports(visit, text.as_bytes()).await?,
        Reader::PackedItems => imports(visit, &bytes_of(&text)).await?,
        _ => opens_file(visit, &text).await?,
    };
    page.wait_until("an answer", what).await?;
    let blocked_ms = page.value("window.longestTaskMs").await?.as_f64().context("the longest task")?;
    ensure!(blocked_ms <= BLOCKED_MAX_MS, "the page's thread was busy for {blocked_ms:.0} ms");
    let more_mb = memory_mb(visit)?.saturating_sub(before_mb);
    println!(
        "{:?}, {}: the page's thread was busy for {blocked_ms:.0} ms, {more_mb} MB more",
        attack.reader, attack.name
    );
    ensure!(more_mb <= MORE_MAX_MB, "the browser has {more_mb} MB more");
    let alive = page.execute("ListTables", json!({})).await?;
    ensure!(alive.status == 200, "the engine answers {alive:?}");
    let errors = page.new_console_errors().await?;
    ensure!(errors.is_empty(), "the console says {errors:?}");
    Ok(())
}

async fn opens(page: &Page, address: &str) -> Result<()> {
    page.open(address).await?;
    page.window.execute(WATCH, Vec::new()).await?;
    Ok(())
}

/// Returns the attack at the largest size that is still an address.
fn shortened(attack: &Dimension) -> String {
    let mut size = attack.hostile;
    loop {
        let text = (attack.make)(size);
        if text.len() <= LINK_BYTES_MAX || size <= attack.size {
            return text;
        }
        size /= 2;
    }
}

async fn opens_file(visit: &Visit, text: &str) -> Result<&'static str> {
    let page = visit.page();
    opens(page, "/design").await?;
    page.choose_file("design-file", &written(visit, text.as_bytes())?).await?;
    Ok(FILE_ANSWERED)
}

async fn imports(visit: &Visit, file: &[u8]) -> Result<&'static str> {
    let page = visit.page();
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    page.window.execute(WATCH, Vec::new()).await?;
    page.click("transfer").await?;
    page.shows("import-table").await?;
    page.choose_file("import-files", &written(visit, file)?).await?;
    Ok(IMPORT_ANSWERED)
}

fn written(visit: &Visit, bytes: &[u8]) -> Result<std::path::PathBuf> {
    let folder = visit.downloads();
    fs::create_dir_all(&folder)?;
    let file = folder.join("attack.txt");
    fs::write(&file, bytes)?;
    Ok(file)
}

pub fn memory_mb(visit: &Visit) -> Result<u64> {
    memory_of_group_mb(visit.process_group().context("the browser is a group of processes")?)
}
