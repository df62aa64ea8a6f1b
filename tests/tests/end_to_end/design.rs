//! The editor of key designs. A template is checked at once, an edit makes patterns red, and undo makes them green. Links and
//! files open or show why not. The workbench and a phone can show it.

use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::appearance::no_message_shows_its_name;
use crate::files::downloaded;
use crate::page::{Page, Screen, selector};
use crate::visit::visit;

const PHONE_WIDTH: u32 = 390;

/// The elements beyond the right edge that are not inside a scrolling element.
const TOO_WIDE: &str = "[...document.body.querySelectorAll('*')].filter(element => {
        if (element.getBoundingClientRect().right <= 391 || !element.checkVisibility()) return false;
        for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
            if (getComputedStyle(up).overflowX !== 'visible') return false;
        return true;
    }).map(element => `${element.tagName}.${element.getAttribute('class')}`).slice(0, 10)";

#[test]
fn a_template_is_checked_and_an_edit_turns_patterns_red_and_back() {
    visit("design_edit", async |visit| {
        let page = visit.page();
        page.open("/").await?;
        page.window.find(thirtyfour::By::Css("nav a[href='/design']")).await?.click().await?;
        checked(page, 0).await?;
        let rows = "document.querySelectorAll('[data-testid=design-matrix] tr[data-verdict=green]').length";
        let patterns = page.value(rows).await?.as_u64().unwrap_or_default();
        ensure!(patterns >= 5, "the shop has {patterns} green patterns");

        // The keys of the items change, but the patterns still request the old keys.
        page.click("design-key-0-0-PK").await?;
        let before = page.value("document.querySelector('[data-testid=design-key-0-0-PK]').value").await?;
        writes(page, "design-key-0-0-PK", "PERSON#{user_id}").await?;
        red(page).await?;
        page.wait_until("what changed", "document.querySelector('[data-testid=design-change]')").await?;
        // After the check, the field still has the focus and its text.
        let held = "document.activeElement?.dataset.testid === 'design-key-0-0-PK' && document.activeElement.value === 'PERSON#{user_id}'";
        ensure!(page.value(held).await? == true, "the field lost its focus or its text");

        page.window.active_element().await?.send_keys(Key::Control + "z").await?;
        checked(page, 0).await?;
        let restored = page.value("document.querySelector('[data-testid=design-key-0-0-PK]').value").await?;
        ensure!(restored == before, "undo leads back to {before}, and the field has {restored}");
        page.window.active_element().await?.send_keys(Key::Control + "y").await?;
        red(page).await?;
        page.window.active_element().await?.send_keys(Key::Control + "z").await?;
        checked(page, 0).await?;

        // An incomplete template: the design keeps its usable parts, and the field shows the problem.
        writes(page, "design-key-0-0-PK", "PERSON#{user_").await?;
        page.shows("design-problem").await?;
        page.window.active_element().await?.send_keys(Key::Control + "z").await?;
        page.shows_no("design-problem").await?;
        checked(page, 0).await?;
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

#[test]
fn a_pattern_is_added_and_is_red_until_it_expects_something() {
    visit("design_pattern", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        checked(page, 0).await?;
        page.click("design-add-pattern").await?;
        page.shows("design-pattern-form").await?;
        red(page).await?;
        writes(page, "design-pattern-name", "My pattern").await?;
        page.wait_until(
            "its new name",
            "document.querySelector('[data-testid=design-matrix]').innerText.includes('My pattern')",
        )
        .await?;
        red(page).await?;
        choose(page, "design-pattern-result", "count").await?;
        checked(page, 0).await?;
        choose(page, "design-pattern-result", "empty").await?;
        red(page).await?;
        let reason = page.text("design-matrix").await?;
        ensure!(reason.contains("None was expected"), "{reason}");
        page.click("design-delete-pattern").await?;
        page.shows_no("design-pattern-form").await?;
        checked(page, 0).await
    });
}

#[test]
fn an_empty_design_is_built_up() {
    visit("design_empty", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        checked(page, 0).await?;
        page.click("design-templates-menu").await?;
        page.click("design-empty").await?;
        page.shows("design-no-entities").await?;
        page.click("design-add-entity").await?;
        page.shows("design-entity-form").await?;
        writes(page, "design-entity-name", "Station").await?;
        page.click("design-add-pattern").await?;
        choose(page, "design-pattern-action", "get").await?;
        choose(page, "design-pattern-result", "count").await?;
        writes(page, "design-pattern-expected", "1").await?;
        checked(page, 0).await?;
        ensure!(page.text("design-items").await?.contains("STATION#"), "the items are shown by their keys");
        // The earlier design can be restored.
        page.click("design-templates-menu").await?;
        page.click("design-before").await?;
        page.wait_until(
            "the shop again",
            "document.querySelector('[data-testid=design-name]').value.includes('Shop')",
        )
        .await?;
        checked(page, 0).await
    });
}

/// Types letter by letter, as a person does.
async fn types(page: &Page, test_id: &str, text: &str) -> Result<()> {
    for letter in text.chars() {
        page.element(test_id).await?.send_keys(letter).await?;
    }
    let value = page.element(test_id).await?.value().await?;
    ensure!(value.as_deref() == Some(text), "{test_id} has {value:?}, not {text}");
    Ok(())
}

#[test]
fn fields_keep_each_letter_and_a_range_has_its_values() {
    visit("design_letters", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        checked(page, 0).await?;
        page.click("design-templates-menu").await?;
        page.click("design-empty").await?;
        page.click("design-add-entity").await?;
        page.click("design-add-attribute").await?;
        choose(page, "design-attribute-type-1", "N").await?;
        choose(page, "design-attribute-values-1", "number").await?;
        // While it is typed, the text is a whole range in the design, "5 to 5".
        writes(page, "design-attribute-details-1", "5").await?;
        page.element("design-attribute-details-1").await?.send_keys(" to 9").await?;
        let range = page.element("design-attribute-details-1").await?.value().await?;
        ensure!(range.as_deref() == Some("5 to 9"), "the range is {range:?}");
        // The first letter of a key in an index adds the field of its condition.
        page.click("design-add-index-0").await?;
        page.click("design-key-0-0-GSI1PK").await?;
        types(page, "design-key-0-0-GSI1PK", "ALL").await?;
        page.shows("design-when-0-0-GSI1PK").await?;
        page.click("design-add-pattern").await?;
        choose(page, "design-pattern-place", "Table1/GSI1").await?;
        choose(page, "design-pattern-operator-GSI1SK", "between").await?;
        writes(page, "design-pattern-key-GSI1SK", "{from}").await?;
        writes(page, "design-pattern-key-GSI1SK-to", "{to}").await?;
        writes(page, "design-parameter-from", "2026-01-01").await?;
        writes(page, "design-parameter-to", "2026-12-31").await?;
        choose(page, "design-pattern-result", "empty").await?;
        checked(page, 0).await?;
        // A put expects the item that it stores.
        page.click("design-add-pattern").await?;
        choose(page, "design-pattern-action", "put").await?;
        choose(page, "design-pattern-result", "stored").await?;
        checked(page, 0).await
    });
}

#[test]
fn a_transaction_and_its_values_are_made_without_json() {
    visit("design_steps", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        checked(page, 0).await?;
        page.click("design-add-pattern").await?;
        let focus = "document.activeElement?.dataset.testid === 'design-pattern-name'";
        page.wait_until("the focus in the new form", focus).await?;
        choose(page, "design-pattern-action", "transact_write").await?;
        choose(page, "design-member-operation-writes-0-kind", "update").await?;
        pastes(page, "design-member-operation-writes-0-update", "SET #state = :held").await?;
        page.shows("design-member-operation-writes-0-names-state").await?;
        writes(page, "design-member-operation-writes-0-names-state", "email").await?;
        page.shows("design-parameter-held").await?;
        writes(page, "design-parameter-held", "HELD").await?;
        choose(page, "design-pattern-result", "other").await?;
        choose(page, "design-member-expect-add", "after").await?;
        page.shows("design-member-expect-after").await?;
        // An unknown member is refused, with those that the format has.
        page.value("(document.querySelector('[data-testid=design-pattern-form] > details:last-of-type').open = true)").await?;
        writes(page, "design-pattern-json", r#"{"name": "p", "expect": {"stored": true}}"#).await?;
        let told = page.text("design-problem").await?;
        ensure!(told.contains("stored") && told.contains("at_least") && told.contains("after"), "{told}");
        Ok(())
    });
}

#[test]
fn a_link_brings_the_design_and_a_hostile_one_changes_nothing() {
    visit("design_link", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        checked(page, 0).await?;
        writes(page, "design-name", "Linked <b>design</b>").await?;
        page.wait_until(
            "the length of the link",
            "/[0-9],[0-9]{3}/.test(document.querySelector('[data-testid=design-link-length]').textContent)",
        )
        .await?;
        page.click("design-files-menu").await?;
        page.click("design-copy-link").await?;
        page.wait_until("the link in the address", "location.hash.startsWith('#d1.z1.')").await?;
        let link = page.window.current_url().await?.to_string();
        page.leave_and_forget().await?;
        page.value("(localStorage.clear(), sessionStorage.clear(), true)").await?;

        page.window.goto(&link).await?;
        page.ready().await?;
        named(page, "Linked <b>design</b>").await?;
        checked(page, 0).await?;
        page.wait_until("an address without the link", "location.hash === ''").await?;

        let damaged = format!("{}A", &link[..link.len() - 9]);
        let (start, _) = link.split_once("#d1.z1.").context("a link")?;
        let hostile = [
            damaged,
            format!("{start}#d1.z1.AAAA"),
            format!("{start}#d9.z1.AAAA"),
            format!("{start}#d1.z1.%3Cscript%3Ealert(1)%3C%2Fscript%3E"),
            format!("{start}#d1.z1.{}", "A".repeat(300_000)),
        ];
        for link in hostile {
            page.window.goto(format!("{}/robots.txt", page.origin())).await?;
            page.window.goto(&link).await?;
            page.ready().await?;
            page.shows("design-not-opened").await?;
            named(page, "Linked <b>design</b>").await?;
            checked(page, 0).await?;
        }
        page.click("design-close-note").await?;
        page.shows_no("design-not-opened").await
    });
}

const SQL: &str = "CREATE TABLE riders (id INT PRIMARY KEY, email VARCHAR(80) UNIQUE);
CREATE TABLE rides (id INT PRIMARY KEY, rider_id INT REFERENCES riders (id), note TEXT);
INSERT INTO riders VALUES (1, '<b onclick=alert(1)>');";

#[test]
fn files_in_other_formats_open_and_are_saved() {
    visit("design_other_formats", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        checked(page, 0).await?;
        let folder = visit.downloads();
        fs::create_dir_all(&folder)?;
        let allowed = json!({"behavior": "allow", "downloadPath": folder.to_string_lossy()});
        page.window.cdp().send_raw("Browser.setDownloadBehavior", allowed).await?;
        let sql = folder.join("rides.sql");
        fs::write(&sql, SQL)?;
        page.choose_file("design-file", &sql).await?;
        page.shows("design-imported").await?;
        named(page, "riders").await?;
        checked(page, 0).await?;
        let rows =
            "document.querySelectorAll('[data-testid=design-matrix] tr[data-verdict=green]').length === 4";
        page.wait_until("all patterns of the tables", rows).await?;
        let told = page.text("design-imported").await?;
        ensure!(told.contains("does not keep email unique"), "the notes say {told}");
        ensure!(told.contains("INSERT: 1 statement was left out, in line 3."), "the notes say {told}");

        page.click("design-files-menu").await?;
        page.click("design-save-as").await?;
        page.click("design-save-as-terraform").await?;
        let saved = folder.join("riders.tf");
        let text = String::from_utf8(downloaded(&saved).await?)?;
        ensure!(text.contains("resource \"aws_dynamodb_table\" \"rides\""), "{text}");

        page.choose_file("design-file", &saved).await?;
        page.wait_until(
            "its format",
            "document.querySelector('[data-testid=design-imported][data-format=terraform]')",
        )
        .await?;
        let damaged = folder.join("damaged.tf");
        fs::write(&damaged, text.replacen('}', "", 1))?;
        page.choose_file("design-file", &damaged).await?;
        page.shows("design-not-opened").await?;
        named(page, "riders").await?;
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

#[test]
fn a_design_opens_in_the_workbench_with_its_sample() {
    visit("design_workbench", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        checked(page, 0).await?;
        page.click("design-open-workbench").await?;
        page.wait_until("the workbench", "location.pathname.startsWith('/play/')").await?;
        let path = page.path().await?;
        let table = path.trim_start_matches("/play/");
        let described = page.succeeds("DescribeTable", json!({ "TableName": table })).await?;
        ensure!(described["Table"]["ItemCount"].as_u64() > Some(50), "the sample is not there: {described}");
        // The person's own tables have not changed.
        page.reload().await?;
        page.open("/design").await?;
        checked(page, 0).await
    });
}

#[test]
fn a_design_opens_in_the_calculators_and_in_the_lab_with_its_figures() {
    visit("design_onward", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        checked(page, 0).await?;
        let text = |selector: &str| format!("document.querySelector('{selector}')?.innerText ?? ''");
        let usd = page.value(&text("[data-testid=design-totals] b")).await?;
        let usd = usd.as_str().unwrap_or_default().trim().to_owned();
        ensure!(usd.starts_with('$'), "the design costs {usd}");
        page.click("design-to-capacity").await?;
        page.shows("capacity-page").await?;
        page.shows("calc-modes").await?;
        let bill = page.value(&text("[data-testid=calc-offered-bill]")).await?;
        ensure!(bill.as_str().is_some_and(|bill| bill.contains(&usd)), "{bill}, and the design costs {usd}");
        page.window.back().await?;
        checked(page, 0).await.context("after the way back")?;
        page.click("design-to-lab").await?;
        page.shows("scale-page").await?;
        page.wait_until("the figures in the address", "location.hash.includes('peak=')").await?;
        let same = format!("({}).includes('{usd}')", text("[data-testid=scale-answer-a]"));
        page.wait_until("the bill of the design beside that of the day", &same).await?;
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

#[test]
fn a_phone_reads_it_in_both_languages() {
    visit("design_phone", async |visit| {
        let page = visit.page();
        page.set_size(PHONE_WIDTH, 844, Screen::Phone).await?;
        page.open("/design").await?;
        for title in ["Design · Dynalab", "設計 · Dynalab"] {
            checked(page, 0).await?;
            fits(page, title).await?;
            page.click("design-open-pattern-1").await?;
            page.shows("design-pattern-form").await?;
            fits(page, "the form of a pattern").await?;
            no_message_shows_its_name(page, title).await?;
            page.click("design-open-pattern-1").await?;
            page.click("design-open-table-0").await?;
            page.shows("design-table-form").await?;
            fits(page, "the form of a table").await?;
            page.click("design-open-table-0").await?;
            ensure!(page.window.title().await? == title, "{}", page.window.title().await?);
            page.click("language-toggle").await?;
        }
        Ok(())
    });
}

/// Waits for the check of the shown design, with this number of red patterns.
pub async fn checked(page: &Page, red: u32) -> Result<()> {
    let done = format!(
        "document.querySelector('[data-testid=design-status]')?.dataset.checked === 'true' && \
         document.querySelector('[data-testid=design-verdicts]')?.dataset.red === '{red}'"
    );
    let waited = page.wait_until(&format!("a check with {red} red patterns"), &done).await;
    if waited.is_err() {
        let found = page.value("document.querySelector('[data-testid=design-page]')?.innerText").await?;
        return waited.map(|_| ()).with_context(|| format!("the page says {found}"));
    }
    Ok(())
}

pub async fn red(page: &Page) -> Result<()> {
    let done = "document.querySelector('[data-testid=design-status]')?.dataset.checked === 'true' && \
         Number(document.querySelector('[data-testid=design-verdicts]')?.dataset.red) > 0";
    page.wait_until("a check with red patterns", done).await?;
    Ok(())
}

pub async fn named(page: &Page, name: &str) -> Result<()> {
    let name = Value::from(name);
    let shown = format!("document.querySelector('[data-testid=design-name]')?.value === {name}");
    page.wait_until(&format!("the design {name}"), &shown).await?;
    Ok(())
}

/// Types over the content of a field.
pub async fn writes(page: &Page, test_id: &str, text: &str) -> Result<()> {
    let field = page.element(test_id).await?;
    field.send_keys(Key::Control + "a").await?;
    field.send_keys(text).await?;
    Ok(())
}

/// Sets the whole text of a field at once.
async fn pastes(page: &Page, test_id: &str, text: &str) -> Result<()> {
    page.shows(test_id).await?;
    let script = format!(
        "(() => {{ const field = document.querySelector('{}'); field.focus(); field.value = '{text}'; \
         for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, {{ bubbles: true }})); return true; }})()",
        selector(test_id)
    );
    page.value(&script).await.map(drop)
}

pub async fn choose(page: &Page, test_id: &str, value: &str) -> Result<()> {
    page.shows(test_id).await?;
    let script = format!(
        "(() => {{ const list = document.querySelector('{}'); list.value = '{value}'; \
         list.dispatchEvent(new Event('change', {{ bubbles: true }})); return list.value === '{value}'; }})()",
        selector(test_id)
    );
    ensure!(page.value(&script).await? == true, "{test_id} has no {value}");
    Ok(())
}

async fn fits(page: &Page, place: &str) -> Result<()> {
    let too_wide = page.value(TOO_WIDE).await?;
    let widths = page.value("[innerWidth, document.documentElement.scrollWidth]").await?;
    let all_fit = widths
        .as_array()
        .is_some_and(|all| all.iter().filter_map(Value::as_f64).all(|width| width <= f64::from(PHONE_WIDTH)));
    ensure!(all_fit, "{place} is wider than {PHONE_WIDTH} pixels: {widths}, because of {too_wide}");
    Ok(())
}
