//! The first lesson, opened from the home page. The naive attempt fails with its goal, typing solves the lesson, a reload keeps
//! it. In both languages and on a phone.

use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::{By, Key};

use crate::appearance::no_message_shows_its_name;
use crate::page::{Page, Screen};
use crate::visit::visit;

const LESSON: &str = "/learn/a-table-in-this-tab";
/// The naive attempt, which has no primary key.
const NAIVE: &str = r#"{"TableName": "Recipes", "Item": {"name": {"S": "Miso soup"}}}"#;
const PUT: &str =
    r#"{"TableName": "Recipes", "Item": {"recipe_id": {"S": "miso-soup"}, "name": {"S": "Miso soup"}}}"#;
const GET: &str = r#"{"TableName": "Recipes", "Key": {"recipe_id": {"S": "miso-soup"}}}"#;

/// After the first right step, the goals of later steps are not marked as wrong.
#[test]
fn goals_of_later_steps_are_open_until_they_begin() {
    visit("learn_goals_begun", async |visit| {
        let page = visit.page();
        page.open("/learn/a-partition-key").await?;
        opened(page, "1.3").await?;
        page.click("run").await?;
        goal(page, "table", "met").await?;
        goal(page, "token", "open").await?;
        let wrong = r#"{"TableName": "Tokens", "Item": {"service": {"S": "mail"}, "token": {"S": "wrong"}}}"#;
        types(page, "PutItem", wrong).await?;
        page.click("run").await?;
        goal(page, "token", "failed").await?;
        goal(page, "table", "met").await?;
        let elsewhere = page.value("[...document.querySelectorAll('.learn-goal')].filter(goal => goal.dataset.status === 'failed').length").await?;
        ensure!(elsewhere == 1, "only the goal that was tried is wrong: {elsewhere}");
        Ok(())
    });
}

/// Lessons let a second or ten minutes pass. The clock beside their diagrams has buttons for it.
#[test]
fn a_lesson_lets_short_times_pass() {
    visit("learn_clock", async |visit| {
        let page = visit.page();
        page.open("/learn/workers-and-shards").await?;
        opened(page, "7.5").await?;
        let now = "Number(document.querySelector('[data-testid=clock-face]').dataset.now)";
        page.shows("clock-jump-1s").await?;
        let before = page.value(now).await?.as_i64().unwrap_or_default();
        page.click("clock-jump-1s").await?;
        page.wait_until("a second", &format!("{now} >= {}", before + 1_000)).await?;
        page.click("clock-jump-10min").await?;
        page.wait_until("ten minutes", &format!("{now} >= {}", before + 601_000)).await?;
        Ok(())
    });
}

#[test]
fn the_first_lesson_is_one_click_from_home_and_is_kept() {
    visit("learn_first", async |visit| {
        let page = visit.page();
        page.open("/").await?;
        page.window.find(By::Css("[data-testid=first-lesson] a")).await?.click().await?;
        opened(page, "1.1").await?;
        ensure!(page.path().await? == LESSON, "the lesson has an address of its own: {}", page.path().await?);
        let title = page.value("document.title").await?;
        ensure!(title.as_str().is_some_and(|title| title.starts_with("A table in this tab")), "{title}");

        first_idea_is_refused(page).await?;
        types(page, "PutItem", PUT).await?;
        page.click("run").await?;
        goal(page, "stored", "met").await?;
        goal(page, "read", "open").await?;
        types(page, "GetItem", GET).await?;
        page.window.active_element().await?.send_keys(Key::Control + Key::Enter).await?;
        goal(page, "read", "met").await?;
        solved(page).await?;

        // The lesson does not use the learner's own tables.
        let tables = page.succeeds("ListTables", json!({})).await?;
        ensure!(tables["TableNames"] == json!([]), "the lesson wrote into the person's tables: {tables}");

        page.reload().await?;
        opened(page, "1.1").await?;
        page.window.find(By::Css("nav a[href='/learn']")).await?.click().await?;
        stands(page, "1.1", "solved").await?;
        let count = page.element("learn-ready-count").await?;
        let ready = count.attr("data-ready").await?.unwrap_or_default();
        let planned = planned_lessons()?.to_string();
        ensure!(
            count.attr("data-planned").await? == Some(planned),
            "the page counts the lessons of the course"
        );
        ensure!(count.text().await?.contains(&ready), "the page says how many lessons are ready");
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

#[test]
fn the_way_on_leads_to_the_next_lesson_that_is_ready() {
    visit("learn_next", async |visit| {
        let page = visit.page();
        page.open(LESSON).await?;
        opened(page, "1.1").await?;
        solve(page).await?;
        let ready = page.value("fetch('/lessons/index.json').then(answer => answer.json())").await?;
        let lessons = ready["chapters"].as_array().context("chapters")?.iter();
        let next = lessons
            .flat_map(|chapter| chapter["lessons"].as_array().cloned().unwrap_or_default())
            .find(|lesson| {
                lesson["id"] != "1.1" && ["lesson", "capstone"].iter().any(|kind| lesson["kind"] == **kind)
            });
        match next {
            Some(next) => {
                page.window.find(By::Css("[data-testid=learn-next] a")).await?.click().await?;
                let id = next["id"].as_str().unwrap_or_default();
                opened(page, id).await?;
                let unsolved = "document.querySelectorAll('.learn-goal--met').length === 0";
                page.wait_until("goals that are open", unsolved).await?;
            }
            None => page.shows_no("learn-next").await?,
        }
        Ok(())
    });
}

#[test]
fn undo_and_reset_lead_back_and_hints_lead_on() {
    visit("learn_back", async |visit| {
        let page = visit.page();
        page.open(LESSON).await?;
        opened(page, "1.1").await?;
        ensure!(page.value("document.querySelector('[data-testid=learn-undo]').disabled").await? == true);
        types(page, "PutItem", PUT).await?;
        page.click("run").await?;
        goal(page, "stored", "met").await?;
        page.click("learn-undo").await?;
        goal(page, "stored", "open").await?;
        let at_start = "document.querySelector('[data-testid=learn-undo]').disabled";
        page.wait_until("the start, which cannot be undone", at_start).await?;
        page.click("run").await?;
        goal(page, "stored", "met").await?;
        page.click("learn-reset").await?;
        goal(page, "stored", "open").await?;
        opened(page, "1.1").await?;
        let rows = "document.querySelectorAll('.learn-frame--items [aria-rowindex]').length";
        page.wait_until("the items of the start", &format!("{rows} > 0")).await?;

        page.click("learn-solution").await?;
        page.click("learn-solution-put-0-0").await?;
        page.click("run").await?;
        goal(page, "stored", "met").await?;
        page.click("learn-solution-put-0-1").await?;
        page.click("run").await?;
        solved(page).await
    });
}

#[test]
fn progress_is_a_file_that_can_be_brought_back() {
    visit("learn_progress", async |visit| {
        let folder = visit.downloads();
        fs::create_dir_all(&folder)?;
        let file = folder.join("of another browser.json");
        let page = visit.page();
        let allowed = json!({"behavior": "allow", "downloadPath": folder.to_string_lossy()});
        page.window.cdp().send_raw("Browser.setDownloadBehavior", allowed).await?;
        page.open("/learn").await?;
        stands(page, "1.1", "new").await?;
        let nested = format!("{{\"format\":1,\"lessons\":{}", "[".repeat(400_000));
        for (text, said) in [
            ("{\"format\":9,\"lessons\":{},\"new\":1}", "newer version"),
            ("no progress", "not a progress file"),
            (nested.as_str(), "not a progress file"),
            (
                "{\"format\":1,\"lessons\":{\"1.1\":{\"solved\":{\"version\":1,\"at_ms\":5},\"best\":{\"version\":1,\"requests\":2,\"units\":1.5}}}}",
                "Progress of one lesson",
            ),
        ] {
            fs::write(&file, text)?;
            page.choose_file("learn-import", &file).await?;
            let shown =
                format!("document.querySelector('[data-testid=learn-said]').innerText.includes('{said}')");
            page.wait_until(said, &shown).await?;
        }
        stands(page, "1.1", "solved").await?;
        page.reload().await?;
        stands(page, "1.1", "solved").await?;
        page.click("learn-export").await?;
        let saved = folder.join("dynalab-progress.json");
        for _ in 0..200 {
            if saved.exists() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        let saved: Value = serde_json::from_str(&fs::read_to_string(&saved)?)?;
        ensure!(saved["lessons"]["1.1"]["best"]["requests"] == 2, "the file has the progress: {saved}");
        Ok(())
    });
}

#[test]
fn a_lesson_speaks_japanese() {
    visit("learn_japanese", async |visit| {
        let page = visit.page();
        page.open("/learn").await?;
        page.click("language-toggle").await?;
        page.wait_until("the language", "document.documentElement.lang === 'ja'").await?;
        no_message_shows_its_name(page, "the course").await?;
        page.window.find(By::Css("[data-testid=learn-continue] a")).await?.click().await?;
        opened(page, "1.1").await?;
        first_idea_is_refused(page).await?;
        no_message_shows_its_name(page, "the lesson").await?;
        let goal_text = page.text("learn-goal-stored").await?;
        ensure!(goal_text.contains("未達成"), "the state of the goal is in Japanese: {goal_text}");
        solve(page).await?;
        no_message_shows_its_name(page, "the solved lesson").await?;
        let title = page.text("learn-title").await?;
        ensure!(
            title.chars().any(|letter| ('ぁ'..='ヿ').contains(&letter)),
            "the title is in Japanese: {title}"
        );
        // The other language shows the lesson in the same state.
        page.click("language-toggle").await?;
        page.wait_until("the language", "document.documentElement.lang === 'en'").await?;
        solved(page).await
    });
}

#[test]
fn a_lesson_fits_a_phone() {
    visit("learn_phone", async |visit| {
        let page = visit.page();
        page.set_size(390, 844, Screen::Phone).await?;
        let touch = json!({"enabled": true, "maxTouchPoints": 5});
        page.window.cdp().send_raw("Emulation.setTouchEmulationEnabled", touch).await?;
        page.open("/learn").await?;
        stands(page, "1.1", "new").await?;
        fits(page, "the course").await?;
        page.open(LESSON).await?;
        opened(page, "1.1").await?;
        first_idea_is_refused(page).await?;
        fits(page, "the lesson").await?;
        let tops = "['learn-title', 'editor', 'learn-goals', 'learn-hints'].map(name =>
            document.querySelector(`[data-testid=${name}]`).getBoundingClientRect().top + scrollY)";
        let tops = page.value(tops).await?;
        let tops: Vec<f64> = tops.as_array().context("a list")?.iter().filter_map(Value::as_f64).collect();
        ensure!(
            tops.len() == 4 && tops.is_sorted(),
            "text, editor, goals and hints follow each other: {tops:?}"
        );
        solve(page).await?;
        fits(page, "the solved lesson").await
    });
}

#[test]
fn an_address_without_a_lesson_says_so() {
    visit("learn_missing", async |visit| {
        let page = visit.page();
        page.open("/learn/no-such-lesson").await?;
        page.shows("learn-missing").await?;
        page.window.find(By::Css("[data-testid=learn-missing] a")).await?.click().await?;
        page.shows("learn-course").await
    });
}

/// Waits until the lesson is shown, its start is loaded and no goal is met.
pub async fn opened(page: &Page, id: &str) -> Result<()> {
    let ready = format!(
        "document.querySelector('[data-testid=learn-player][data-lesson=\"{id}\"][data-ready=true]')"
    );
    page.wait_until(&format!("lesson {id}"), &ready).await?;
    Ok(())
}

pub async fn goal(page: &Page, id: &str, status: &str) -> Result<()> {
    let shown = format!("document.querySelector('[data-testid=learn-goal-{id}][data-status={status}]')");
    page.wait_until(&format!("the goal {id} to be {status}"), &shown).await?;
    Ok(())
}

pub async fn solved(page: &Page) -> Result<()> {
    page.shows("learn-solved").await?;
    page.shows("learn-golf").await?;
    page.shows("learn-versus").await
}

async fn stands(page: &Page, id: &str, standing: &str) -> Result<()> {
    let shown =
        format!("document.querySelector('[data-testid=\"learn-lesson-{id}\"][data-standing={standing}]')");
    page.wait_until(&format!("lesson {id} to be {standing}"), &shown).await?;
    Ok(())
}

/// Runs the naive attempt. The page shows the goal, the differences, and a hint for this error.
async fn first_idea_is_refused(page: &Page) -> Result<()> {
    types(page, "PutItem", NAIVE).await?;
    page.click("run").await?;
    goal(page, "stored", "failed").await?;
    page.shows("learn-differs").await?;
    page.shows("learn-hint-missing-key").await?;
    let told = page.text("learn-differs").await?;
    ensure!(told.contains("miso-soup"), "what differs names the item: {told}");
    Ok(())
}

async fn solve(page: &Page) -> Result<()> {
    for (operation, body) in [("PutItem", PUT), ("GetItem", GET)] {
        types(page, operation, body).await?;
        page.click("run").await?;
        let answered = format!(
            "document.querySelector('[data-testid=result-status][data-status=\"200\"]')?.previousElementSibling.innerText === '{operation}'"
        );
        page.wait_until(&format!("the response to {operation}"), &answered).await?;
    }
    solved(page).await
}

/// Chooses the operation and types the request over the editor's content.
pub async fn types(page: &Page, operation: &str, body: &str) -> Result<()> {
    let select = page.element("operation-select").await?;
    if select.prop("value").await?.as_deref() != Some(operation) {
        let chosen = format!(
            "(() => {{ const select = document.querySelector('[data-testid=operation-select]'); select.value = '{operation}'; \
             select.dispatchEvent(new Event('change', {{ bubbles: true }})); return true; }})()"
        );
        page.value(&chosen).await?;
    }
    page.click("tab-request-json").await?;
    page.editor_text().await?;
    let focus = "(() => { const plain = document.querySelector('[data-testid=editor-plain]'); \
        const field = plain ?? document.querySelector('[data-testid=editor-host]').shadowRoot.querySelector('.cm-content'); \
        field.focus(); return true; })()";
    page.value(focus).await?;
    let field = page.window.active_element().await?;
    // Delete first: Chromium would keep the style of replaced text, and the console would report a policy violation.
    field.send_keys(Key::Control + "a").await?;
    field.send_keys(Key::Delete + "").await?;
    field.send_keys(body).await?;
    let same = |text: &str| serde_json::from_str::<Value>(text).ok() == serde_json::from_str(body).ok();
    let written = page.editor_text().await?;
    ensure!(same(&written), "the editor has what was typed: {written}");
    Ok(())
}

async fn fits(page: &Page, place: &str) -> Result<()> {
    let widths = page.value("[document.documentElement.scrollWidth, document.body.scrollWidth]").await?;
    let fit =
        widths.as_array().is_some_and(|all| all.iter().filter_map(Value::as_f64).all(|width| width <= 390.0));
    ensure!(fit, "{place} is wider than 390 pixels: {widths}");
    Ok(())
}

/// Returns the number of lessons in the course, without test-outs and reviews.
fn planned_lessons() -> Result<usize> {
    let course: Value = serde_json::from_str(include_str!("../../../crates/lessons/course/course.json"))?;
    let chapters = course["chapters"].as_array().context("the course has chapters")?;
    Ok(chapters.iter().filter_map(|chapter| chapter["lessons"].as_array()).map(Vec::len).sum())
}
