//! The pages of the course: search, reference cards, lists with links, and lessons as documents.

use anyhow::{Result, ensure};
use serde_json::json;
use thirtyfour::{By, Key};

use crate::learn::{goal, opened};
use crate::page::Page;
use crate::visit::visit;

async fn searches(page: &Page, query: &str) -> Result<()> {
    let field = page.element("learn-search").await?;
    field.click().await?;
    field.send_keys(Key::Control + "a").await?;
    field.send_keys(query).await?;
    page.shows("learn-found").await
}

#[test]
fn the_search_leads_to_lessons_terms_and_errors() {
    visit("learn_search", async |visit| {
        let page = visit.page();
        page.open("/learn").await?;
        page.shows("learn-search").await?;
        searches(page, "ThrottlingExc").await?;
        let error = "document.querySelector('.learn-found-link[href$=\"/errors/ThrottlingException/\"]')";
        page.wait_until("the page of the error", error).await?;
        searches(page, "indexes").await?;
        page.wait_until("a card", "document.querySelector('.learn-found-link[href$=\"/cards/indexes/\"]')")
            .await?;
        // The keyboard moves from the search field to the results and opens one.
        searches(page, "ぺーじねーしょん").await?;
        page.wait_until(
            "the lesson",
            "document.querySelector('.learn-found-link[href$=\"/learn/pagination\"]')",
        )
        .await?;
        page.element("learn-search").await?.send_keys(Key::Down + "").await?;
        let on_link = "document.activeElement.classList.contains('learn-found-link')";
        page.wait_until("the first result", on_link).await?;
        page.window.active_element().await?.send_keys(Key::Enter + "").await?;
        opened(page, "2.4").await?;
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

#[test]
fn a_list_of_lessons_is_one_link() {
    visit("learn_list", async |visit| {
        let page = visit.page();
        page.open("/learn").await?;
        page.window.find(By::Css("[data-testid=learn-list-make] summary")).await?.click().await?;
        page.click("learn-choose-1.1").await?;
        page.click("learn-choose-7.2").await?;
        let link = "document.querySelector('[data-testid=learn-list-link]')?.value ?? ''";
        page.wait_until("the link", &format!("({link}).endsWith('/learn?lessons=1.1,7.2')")).await?;
        page.open("/learn?lessons=1.1,7.2").await?;
        page.shows("learn-list").await?;
        let list = page.element("learn-list").await?;
        ensure!(list.attr("data-count").await? == Some("2".to_owned()), "the list has two lessons");
        ensure!(list.attr("data-done").await? == Some("0".to_owned()), "nothing is done yet");
        page.window.find(By::Css("[data-testid=learn-list] .learn-lesson")).await?.click().await?;
        opened(page, "1.1").await
    });
}

#[test]
fn a_lesson_is_a_document_that_the_app_takes_over() {
    visit("learn_documents", async |visit| {
        let page = visit.page();
        page.open("/learn").await?;
        for (address, language, title) in [
            ("/learn/a-table-in-this-tab/", "en", "A table in this tab"),
            ("/ja/learn/a-table-in-this-tab/", "ja", "このタブにテーブルを作る"),
            // The address before each language had its folder.
            ("/learn/a-table-in-this-tab/ja/", "ja", "このタブにテーブルを作る"),
        ] {
            let text = format!("fetch('{address}').then(answer => answer.text())");
            let text = page.value(&text).await?;
            let text = text.as_str().unwrap_or_default();
            for part in [format!("<h1>{title}</h1>"), format!("lesson-still\" lang=\"{language}\"")] {
                ensure!(text.contains(&part), "{address} has no {part}");
            }
            page.open(address).await?;
            opened(page, "1.1").await?;
            let shown = page.text("learn-title").await?;
            ensure!(shown == title, "{address} shows {shown}");
            ensure!(page.value("document.querySelector('.lesson-still') === null").await? == true);
        }
        Ok(())
    });
}

#[test]
fn each_chapter_has_a_card_in_both_languages() {
    visit("learn_cards", async |visit| {
        let page = visit.page();
        page.open("/learn").await?;
        page.window.find(By::Css("[data-testid=learn-card-7]")).await?.click().await?;
        for other in ["ja", "en"] {
            page.wait_until("the lessons", "document.querySelectorAll('.card-lesson').length === 6").await?;
            let rules = "[...document.querySelectorAll('.card-lesson div')].every(rule => rule.textContent.length > 20)";
            ensure!(page.value(rules).await? == true, "each lesson has its rule");
            page.window.find(By::Css(format!(".topbar-side a[hreflang={other}]"))).await?.click().await?;
        }
        Ok(())
    });
}

/// The link contains requests, and the lesson shows their result.
#[test]
fn the_work_of_a_link_is_there_when_the_lesson_opens() {
    visit("learn_work", async |visit| {
        let page = visit.page();
        page.open("/learn").await?;
        let item = json!({ "TableName": "Recipes", "Item": { "recipe_id": { "S": "miso-soup" }, "name": { "S": "Miso soup" } } });
        let work = json!({ "requests": [{ "operation": "PutItem", "body": item }], "given": {} });
        let escaped = page.value(&format!("encodeURIComponent({})", json!(work.to_string()))).await?;
        let escaped = escaped.as_str().unwrap_or_default();
        page.open(&format!("/learn/a-table-in-this-tab#work={escaped}")).await?;
        opened(page, "1.1").await?;
        goal(page, "stored", "met").await?;
        goal(page, "read", "open").await?;
        // The button copies the same link.
        let copied = "(() => { window.copied = ''; navigator.clipboard.writeText = async text => { window.copied = text; }; return true; })()";
        page.value(copied).await?;
        page.click("learn-share").await?;
        page.wait_until("the link", "window.copied.includes('#work=')").await?;
        let link = page.value("JSON.parse(decodeURIComponent(window.copied.split('#work=')[1]))").await?;
        ensure!(link["draft"]["operation"].is_string() && link["requests"].is_array(), "{link}");
        // A damaged link opens the lesson without requests.
        page.open("/learn").await?;
        page.open("/learn/a-table-in-this-tab#work=%7Bnot").await?;
        opened(page, "1.1").await?;
        goal(page, "stored", "open").await
    });
}
