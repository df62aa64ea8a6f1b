//! The command palette: opened and used with the keyboard, on every page and in both languages.

use anyhow::{Result, ensure};
use thirtyfour::Key;

use crate::table;
use crate::visit::visit;

/// Whether the field of the palette has the focus.
pub const FIELD: &str = "document.activeElement.dataset.testid === 'palette-field'";

#[test]
fn everything_is_found_by_typing() {
    visit("palette", async |visit| {
        let page = visit.page();
        page.open("/").await?;
        page.waits_for_role("writer").await?;
        keys(page, Key::Control + "k").await?;
        page.wait_until("the field to have the focus", FIELD).await?;
        keys(page, "load sample").await?;
        keys(page, Key::Enter + "").await?;
        page.loads_shop().await?;
        keys(page, Key::Control + "k").await?;
        page.wait_until("the field again", FIELD).await?;
        keys(page, "partitions").await?;
        keys(page, Key::Enter + "").await?;
        page.shows("picture-partitions").await?;
        keys(page, Key::Control + "k").await?;
        page.wait_until("the field a third time", FIELD).await?;
        keys(page, "batchget").await?;
        page.shows("palette-BatchGetItem").await?;
        keys(page, Key::Enter + "").await?;
        page.wait_until(
            "the request",
            "document.querySelector('[data-testid=operation-select]').value === 'BatchGetItem'",
        )
        .await?;
        keys(page, Key::Control + "k").await?;
        page.wait_until("the field a fourth time", FIELD).await?;
        keys(page, Key::Escape + "").await?;
        page.shows_no("palette").await
    });
}

#[test]
fn everyday_words_find_things() {
    visit("palette_synonyms", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition("Notes")).await?;
        page.open("/play/Notes").await?;
        for (typed, wanted) in [
            ("hot", "Partitions"),
            ("throttle", "Partitions"),
            ("cost", "Capacity"),
            ("lambda", "Triggers"),
            ("generate", "Import and export"),
            ("hash key", "New table"),
            ("トラフィック", "Traffic"),
            ("アイテム", "New item"),
            ("ハッシュキー", "New table"),
            ("why is a scan bad", "2.6 When you must use Scan"),
            ("how do I prevent double booking?", "1.7 Conditional writes"),
            ("fake data", "Import and export"),
            ("terraform", "Terraform"),
            ("keyboard", "Keyboard"),
        ] {
            keys(page, Key::Control + "k").await?;
            page.wait_until("the field", FIELD).await?;
            keys(page, typed).await?;
            let found = format!("{NAMES}.slice(0, 6).includes('{wanted}')");
            page.wait_until(&format!("{wanted} for {typed}"), &found).await?;
            keys(page, Key::Escape + "").await?;
            page.shows_no("palette").await?;
        }
        Ok(())
    });
}

#[test]
fn a_question_mark_lists_the_keys() {
    visit("palette_keys", async |visit| {
        let page = visit.page();
        page.open("/about").await?;
        page.waits_for_role("writer").await?;
        keys(page, "?").await?;
        page.shows("keys-dialog").await?;
        keys(page, Key::Escape + "").await?;
        page.shows_no("keys-dialog").await?;
        keys(page, Key::Control + "k").await?;
        page.wait_until("the field", FIELD).await?;
        keys(page, "why?").await?;
        let written = "document.activeElement.value === 'why?'";
        page.wait_until("a question mark that is written", written).await?;
        Ok(())
    });
}

/// Results are in named groups, and the arrow keys go through all of them.
#[test]
fn results_are_in_groups() {
    visit("palette_groups", async |visit| {
        const GROUPS: &str = "[...document.querySelectorAll('#palette-list > [role=group]')]";
        const CHOSEN: &str = "document.querySelector('[role=option][aria-selected=true]')";
        let page = visit.page();
        page.open("/").await?;
        page.waits_for_role("writer").await?;
        types(page, "hot").await?;
        let headings = format!("{GROUPS}.map(group => group.getAttribute('aria-label')).join()");
        page.wait_until(
            "all groups",
            &format!("['Diagrams', 'Lessons', 'Terms'].every(name => {headings}.includes(name))"),
        )
        .await?;
        let named = format!(
            "{GROUPS}.every(group => group.querySelector('.palette-heading').innerText === group.getAttribute('aria-label')
                && group.querySelectorAll('[role=option]').length > 0 && group.querySelectorAll('[role=option]').length <= 8)"
        );
        ensure!(page.value(&named).await? == true, "each group has its heading and some results");
        let orphans = page.value("document.querySelectorAll('#palette-list > [role=option]').length").await?;
        ensure!(orphans == 0, "every result is in a group");

        // Down goes to the next group, Up from the first result to the last one of the last group.
        let group = format!("{GROUPS}.indexOf({CHOSEN}.closest('[role=group]'))");
        let results = page.value(&format!("{GROUPS}[0].querySelectorAll('[role=option]').length")).await?;
        for _ in 0..results.as_u64().unwrap_or_default() {
            keys(page, Key::Down + "").await?;
        }
        page.wait_until("the second group", &format!("{group} === 1")).await?;
        let active = "document.activeElement.getAttribute('aria-activedescendant')";
        ensure!(
            page.value(active).await? == page.value(&format!("{CHOSEN}.id")).await?,
            "screen readers follow"
        );
        for _ in 0..results.as_u64().unwrap_or_default() + 1 {
            keys(page, Key::Up + "").await?;
        }
        page.wait_until(
            "the last result",
            &format!("{CHOSEN} === [...document.querySelectorAll('[role=option]')].at(-1)"),
        )
        .await?;
        keys(page, Key::Escape + "").await?;
        page.shows_no("palette").await?;

        page.click("language-toggle").await?;
        page.wait_until("Japanese", "document.documentElement.lang === 'ja'").await?;
        types(page, "ホット").await?;
        page.wait_until(
            "Japanese headings",
            &format!("{headings}.includes('レッスン') && {headings}.includes('用語')"),
        )
        .await?;
        Ok(())
    });
}

const NAMES: &str = "[...document.querySelectorAll('.palette-name')].map(name => name.innerText)";

async fn types(page: &crate::page::Page, typed: &str) -> Result<()> {
    keys(page, Key::Control + "k").await?;
    page.wait_until("the field", FIELD).await?;
    keys(page, typed).await
}

/// Lessons, terms, errors and diagrams are found on every page, also in a workspace without tables.
#[test]
fn what_can_be_read_is_found_and_opened() {
    visit("palette_readings", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        types(page, "hot").await?;
        for wanted in ["Partitions", "Traffic", "Partition lab", "hot partition"] {
            let found = format!("{NAMES}.some(name => name.endsWith('{wanted}'))");
            page.wait_until(&format!("{wanted} for hot"), &found).await?;
        }
        let first = page.value(&format!("{NAMES}[0]")).await?;
        ensure!(first == "Partitions", "what does something is before what is read: {first}");
        let scattered = page.value(&format!("{NAMES}.some(name => name.startsWith('Change theme'))")).await?;
        ensure!(scattered == false, "letters of several words are no match");
        keys(page, Key::Enter + "").await?;
        page.shows("picture-partitions").await?;
        page.shows("picture-empty").await?;

        types(page, "トラフィック").await?;
        page.wait_until("Traffic", &format!("{NAMES}.includes('Traffic')")).await?;
        keys(page, Key::Escape + "").await?;
        page.shows_no("palette").await?;

        types(page, "a filter is not").await?;
        page.wait_until("the lesson", &format!("{NAMES}[0]?.endsWith('A filter is not a query')")).await?;
        keys(page, Key::Enter + "").await?;
        page.shows("learn-player").await?;

        types(page, "ConditionalCheckFailed").await?;
        page.wait_until("the error", &format!("{NAMES}[0] === 'ConditionalCheckFailedException'")).await?;
        keys(page, Key::Enter + "").await?;
        page.wait_until("its page", "location.pathname === '/errors/ConditionalCheckFailedException/'")
            .await?;
        Ok(())
    });
}

pub async fn keys(page: &crate::page::Page, keys: impl Into<thirtyfour::TypingData>) -> Result<()> {
    page.window.active_element().await?.send_keys(keys).await?;
    Ok(())
}
