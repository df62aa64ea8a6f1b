//! What the editor of key designs keeps: a reload loses nothing that was typed, and a stored design that cannot be read is set aside.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::design::{checked, named, red, writes};
use crate::page::Page;
use crate::visit::visit;

#[test]
fn a_reload_keeps_what_was_typed() {
    visit("design_reload", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        checked(page, 0).await?;
        writes(page, "design-name", "Kept design").await?;
        page.click("design-key-0-0-PK").await?;
        writes(page, "design-key-0-0-PK", "KEPT#{user_id}").await?;
        page.reload().await?;
        named(page, "Kept design").await?;
        red(page).await?;
        ensure!(page.text("design-key-0-0-PK").await?.contains("KEPT#"), "the key template is not kept");
        // Nothing that the page would do later may be needed for it.
        page.click("design-key-0-0-PK").await?;
        page.wait_until(
            "the field",
            "document.querySelector('input[data-testid=design-key-0-0-PK]') !== null",
        )
        .await?;
        page.window.execute(TYPES_AND_RELOADS, vec![json!("AT_ONCE#{user_id}")]).await?;
        page.wait_until(
            "the text typed last",
            "document.querySelector('[data-testid=design-key-0-0-PK]')?.textContent.includes('AT_ONCE#')",
        )
        .await?;
        page.click("design-branch").await?;
        page.shows("design-branch-bar").await?;
        page.click("design-key-0-0-PK").await?;
        writes(page, "design-key-0-0-PK", "BRANCH#{user_id}").await?;
        page.reload().await?;
        page.shows("design-branch-bar").await?;
        page.click("design-side-b").await?;
        page.wait_until(
            "the branch",
            "document.querySelector('[data-testid=design-key-0-0-PK]').textContent.includes('BRANCH#')",
        )
        .await?;
        page.click("design-side-a").await?;
        page.wait_until(
            "the design",
            "document.querySelector('[data-testid=design-key-0-0-PK]').textContent.includes('AT_ONCE#')",
        )
        .await?;
        page.click("design-drop-branch").await?;
        page.shows_no("design-branch-bar").await
    });
}

/// Types a key template and reloads the page in one task.
const TYPES_AND_RELOADS: &str = "
    const field = document.querySelector('input[data-testid=design-key-0-0-PK]');
    field.value = arguments[0];
    field.dispatchEvent(new InputEvent('input', {bubbles: true}));
    location.reload();";

/// Stores a design that cannot be read, such as one of another version.
async fn keep_unreadable(page: &Page, place: &str, name: &str) -> Result<()> {
    let keep = format!(
        r#"['localStorage', 'sessionStorage'].forEach(store => window[store].setItem('dynalab.design.{place}', '{{"version": 9, "name": "{name}"}}'))"#
    );
    page.value(&keep).await.map(|_| ())
}

/// The unreadable texts that are still stored.
const SET_ASIDE: &str = "Object.keys(localStorage).filter(key => key.startsWith('dynalab.design.unreadable')).map(key => localStorage[key]).join()";

#[test]
fn kept_designs_that_cannot_be_read_are_set_aside() {
    visit("design_unreadable", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        checked(page, 0).await?;
        for (place, name) in [("a", "first of tomorrow"), ("b", "second of tomorrow")] {
            keep_unreadable(page, place, name).await?;
        }
        page.reload().await?;
        page.shows("design-unreadable").await?;
        writes(page, "design-name", "Another design").await?;
        page.reload().await?;
        named(page, "Another design").await?;
        page.shows("design-unreadable").await?;
        let kept = page.value(SET_ASIDE).await?;
        let has = |name: &str| kept.as_str().is_some_and(|texts| texts.contains(name));
        ensure!(has("first") && has("second"), "one of them is lost: {kept}");
        page.click("design-discard-unreadable").await?;
        page.wait_until("one of them", &format!("!({SET_ASIDE}).includes('first')")).await?;
        page.shows("design-unreadable").await?;
        page.click("design-discard-unreadable").await?;
        page.shows_no("design-unreadable").await?;
        page.reload().await?;
        named(page, "Another design").await?;
        page.shows_no("design-unreadable").await
    });
}

#[test]
fn a_discarded_design_does_not_come_back_without_an_edit() {
    visit("design_discarded", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        checked(page, 0).await?;
        keep_unreadable(page, "a", "of tomorrow").await?;
        page.reload().await?;
        page.click("design-discard-unreadable").await?;
        page.shows_no("design-unreadable").await?;
        page.reload().await?;
        checked(page, 0).await?;
        page.shows_no("design-unreadable").await
    });
}
