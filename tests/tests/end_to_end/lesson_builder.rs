//! The lesson builder. A text is damaged and fixed, proved, tried in the player, and shared as a link and as a file.

use anyhow::{Context, Result, ensure};
use serde_json::json;
use thirtyfour::By;

use crate::page::Page;
use crate::visit::visit;

const SAMPLE: &str = include_str!("../../../crates/lessons/examples/9.1-books-of-one-author.lesson");
const TEXT: &str = "document.querySelector('[data-testid=build-text]').value";
const PROVED: &str = "document.querySelector('[data-testid=build-sum][data-proved=true][data-current=true]')";

/// Sets the text as typing does.
async fn types(page: &Page, text: &str) -> Result<()> {
    let script = "const area = document.querySelector('[data-testid=build-text]');
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(area, arguments[0]);
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));";
    page.window.execute(script, vec![json!(text)]).await?;
    Ok(())
}

async fn has_text(page: &Page, text: &str) -> Result<()> {
    page.wait_until("the text", &format!("{TEXT} === {}", json!(text))).await?;
    Ok(())
}

async fn shows_outcome(page: &Page, claim: &str, outcome: &str) -> Result<()> {
    let row = format!("document.querySelector('[data-testid=build-row-{claim}][data-outcome={outcome}]')");
    page.wait_until(&format!("{claim} to be {outcome}"), &row).await?;
    Ok(())
}

fn changed(from: &str, to: &str) -> String {
    assert_eq!(SAMPLE.matches(from).count(), 1, "{from}");
    SAMPLE.replacen(from, to, 1)
}

fn line_of(text: &str, marked: &str) -> Result<usize> {
    let (before, _) = text.split_once(marked).context("the text has no such words")?;
    Ok(before.matches('\n').count() + 1)
}

/// Waits for a problem at this line.
async fn shows_problem(page: &Page, line: usize) -> Result<()> {
    let finding = format!("document.querySelector('[data-testid=build-finding][data-line=\"{line}\"]')");
    page.wait_until(&format!("a problem in line {line}"), &finding).await?;
    Ok(())
}

#[test]
fn a_lesson_is_broken_mended_and_proved() {
    visit("lesson_builder_proof", async |visit| {
        let page = visit.page();
        page.open("/learn/build").await?;
        has_text(page, SAMPLE).await?;
        // Reading starts by itself. It plays no attempt.
        shows_outcome(page, "facts", "holds").await?;
        shows_outcome(page, "naive", "not-played").await?;
        // Problems that reading finds are shown while the author types.
        let broken = changed("It reads nothing else.", "It reads <b>nothing</b> else.");
        types(page, &broken).await?;
        let line = line_of(&broken, "<b>")?;
        shows_problem(page, line).await?;
        shows_outcome(page, "text-en", "fails").await?;
        page.window.find(By::Css("[data-testid=build-finding] button")).await?.click().await?;
        let marked = page
            .value(
                "(area => area.value.slice(area.selectionStart, area.selectionEnd))(document.activeElement)",
            )
            .await?;
        ensure!(marked.as_str().is_some_and(|line| line.contains("<b>nothing</b>")), "{marked} is marked");
        // Problems that only playing finds are shown by the check.
        let wrong = changed(r#""fails": "only-those""#, r#""fails": "books""#);
        types(page, &wrong).await?;
        shows_outcome(page, "text-en", "holds").await?;
        page.click("build-check").await?;
        shows_outcome(page, "naive", "fails").await?;
        shows_problem(page, line_of(&wrong, r#""fails""#)?).await?;
        // The text survives a reload.
        page.reload().await?;
        has_text(page, &wrong).await?;
        types(page, SAMPLE).await?;
        page.click("build-check").await?;
        page.wait_until("the proof", PROVED).await?;
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

#[test]
fn a_lesson_is_tried_in_the_player_and_nothing_of_it_is_kept() {
    visit("lesson_builder_trial", async |visit| {
        let page = visit.page();
        page.open("/learn/build").await?;
        has_text(page, SAMPLE).await?;
        page.click("build-try").await?;
        page.wait_until(
            "the player",
            "document.querySelector('[data-testid=learn-player][data-ready=true]')",
        )
        .await?;
        ensure!(page.text("learn-title").await? == "Books of one author", "another lesson is open");
        page.shows_no("learn-share").await?;
        page.click("learn-solution").await?;
        page.click("learn-solution-put-0-0").await?;
        page.click("run").await?;
        page.wait_until(
            "the solution",
            "document.querySelector('[data-testid=learn-player][data-solved=true]')",
        )
        .await?;
        page.click("build-back").await?;
        has_text(page, SAMPLE).await?;
        page.open("/learn").await?;
        page.shows("learn-course").await?;
        let done = page.element("learn-eyebrow").await?.attr("data-done").await?;
        ensure!(done.as_deref() == Some("0"), "{done:?} lessons are done");
        Ok(())
    });
}

#[test]
fn a_lesson_is_a_link_and_a_file() {
    visit("lesson_builder_link", async |visit| {
        let page = visit.page();
        page.open("/learn/build").await?;
        has_text(page, SAMPLE).await?;
        let own = changed("# title\nBooks of one author", "# title\nMy own title");
        types(page, &own).await?;
        page.click("build-link").await?;
        let link = "document.querySelector('[data-testid=build-link-text]')?.value";
        let link = page.wait_until("the link", link).await?;
        let link = link.as_str().context("a link")?.to_owned();
        page.leave_and_forget().await?;
        page.window.execute("localStorage.clear(); sessionStorage.clear();", Vec::new()).await?;
        page.window.goto(link).await?;
        page.ready().await?;
        has_text(page, &own).await?;
        ensure!(page.path().await? == "/learn/build", "it is at {}", page.path().await?);
        // A lesson of the course replaces the text, and the old text can be restored.
        page.window
            .find(By::Css("[data-testid=build-lesson] option[value=a-table-in-this-tab]"))
            .await?
            .click()
            .await?;
        page.wait_until("the lesson", &format!("{TEXT}.startsWith('=== lesson 1.1-')")).await?;
        page.click("build-before").await?;
        has_text(page, &own).await?;
        let file = std::env::temp_dir().join(format!("dynalab-{}.lesson", std::process::id()));
        std::fs::write(&file, SAMPLE)?;
        let chosen = page.choose_file("build-file", &file).await;
        let opened = has_text(page, SAMPLE).await;
        std::fs::remove_file(&file)?;
        chosen.and(opened)
    });
}

#[test]
fn hostile_texts_and_links_are_told_and_run_nothing() {
    visit("lesson_builder_hostile", async |visit| {
        let page = visit.page();
        page.open("/learn/build").await?;
        has_text(page, SAMPLE).await?;
        let script = "<img src=x onerror=\"window.harmed = 1\"><script>window.harmed = 1</script>";
        let text = SAMPLE
            .replace("It reads nothing else.", &format!("{script}[a](javascript:window.harmed=1)"))
            .replace("Books of one author", script);
        types(page, &text).await?;
        shows_outcome(page, "text-en", "fails").await?;
        page.click("build-try").await?;
        page.wait_until(
            "the player",
            "document.querySelector('[data-testid=learn-player][data-ready=true]')",
        )
        .await?;
        let inside = "document.querySelectorAll('[data-testid=learn-player] :is(img, script, [onerror], a[href^=javascript])').length";
        ensure!(page.value(inside).await? == json!(0), "the player has elements of the text");
        ensure!(page.value("window.harmed === undefined").await? == json!(true), "a script of the text ran");
        page.click("build-back").await?;
        // No section at all, then JSON with very deep nesting.
        types(page, &"[".repeat(100_000)).await?;
        shows_outcome(page, "sections", "fails").await?;
        let deep =
            format!("=== lesson 9.1-a\n{}\n=== en\n{}\n=== ja\n", "[".repeat(50_000), "> ".repeat(20_000));
        types(page, &deep).await?;
        shows_outcome(page, "facts", "fails").await?;
        // The check of such a text can be stopped, and the next text is read.
        page.click("build-check").await?;
        types(page, SAMPLE).await?;
        shows_outcome(page, "facts", "holds").await?;
        // A damaged link does not change the text.
        page.window.execute("location.hash = '#d1.z1.AAAA'", Vec::new()).await?;
        page.shows("build-not-opened").await?;
        has_text(page, SAMPLE).await
    });
}
