//! Light and dark theme, English and Japanese: changed with a click, kept after a reload, every text in its language.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::page::Page;
use crate::visit::visit;

const MESSAGES: &str = concat!(
    include_str!("../../../crates/app/messages/en/shell.ftl"),
    include_str!("../../../crates/app/messages/en/workbench.ftl"),
    include_str!("../../../crates/app/messages/en/pictures.ftl"),
    include_str!("../../../crates/app/messages/en/dialogs.ftl"),
    include_str!("../../../crates/app/messages/en/editor.ftl"),
    include_str!("../../../crates/app/messages/en/capacity.ftl"),
    include_str!("../../../crates/app/messages/en/design.ftl"),
    include_str!("../../../crates/app/messages/en/scale.ftl")
);

/// All texts of the page, visible or for screen readers.
const WORDS: &str = "
    [document.title, document.body.innerText].concat([...document.querySelectorAll('*')].flatMap(element =>
        ['aria-label', 'title', 'placeholder', 'alt'].map(name => element.getAttribute(name) ?? '')))
    .join(' ').split(/[\\s「」“”(),.:;。、]+/)";

#[test]
fn light_dark_english_japanese() {
    visit("appearance", async |visit| {
        let page = visit.page();
        page.opens_shop().await?;
        themes(page).await?;
        ensure!(language(page).await? == "en", "the first visit of an English browser is in English");
        every_sentence_is_there(page, "en").await?;

        page.open("/play/Shop").await?;
        page.click("language-toggle").await?;
        page.wait_until("Japanese", "document.documentElement.lang === 'ja'").await?;
        page.wait_until("its address", "location.pathname === '/ja/play/Shop'").await?;
        page.reload().await?;
        every_sentence_is_there(page, "ja").await?;
        page.click("language-toggle").await?;
        page.wait_until("English again", "document.documentElement.lang === 'en'").await?;
        page.window.back().await?;
        page.wait_until("the way back", "document.documentElement.lang === 'ja'").await?;
        Ok(())
    });
}

/// A link opens in its own language. A visitor with another setting is offered the other language.
#[test]
fn the_language_of_a_visitor_is_offered() {
    visit("appearance_language", async |visit| {
        let page = visit.page();
        page.open("/ja/capacity#section=units").await?;
        ensure!(language(page).await? == "ja", "the address says the language");
        page.shows("language-offer").await?;
        page.click("language-accept").await?;
        page.wait_until("English", "document.documentElement.lang === 'en'").await?;
        ensure!(page.value("location.pathname").await? == "/capacity", "the place stays");
        ensure!(page.value("location.hash").await? == "#section=units", "and what is in the link");
        page.shows_no("language-offer").await?;
        page.reload().await?;
        page.shows_no("language-offer").await?;

        page.open("/ja/").await?;
        page.click("language-decline").await?;
        page.shows_no("language-offer").await?;
        page.reload().await?;
        ensure!(language(page).await? == "ja", "the person reads on in Japanese");
        page.shows_no("language-offer").await?;
        page.open("/about").await?;
        ensure!(language(page).await? == "en", "a choice redirects no link");
        page.shows("language-offer").await?;
        let links = "[...document.querySelectorAll('head link[rel=alternate]')].map(link => link.getAttribute('href'))";
        ensure!(page.value(links).await? == serde_json::json!(["/about/", "/ja/about/", "/about/"]));
        Ok(())
    });
}

/// Changes the theme from system to light, dark, and system again.
async fn themes(page: &Page) -> Result<()> {
    ensure!(theme(page).await? == "system", "a first visit follows the system");
    page.click("theme-toggle").await?;
    wears(page, "light").await?;
    let light = background(page).await?;
    page.click("theme-toggle").await?;
    wears(page, "dark").await?;
    let dark = background(page).await?;
    ensure!(light > 200.0 && dark < 80.0, "light is light and dark is dark: brightness {light} and {dark}");
    page.reload().await?;
    wears(page, "dark").await.context("after a reload")?;
    ensure!(background(page).await? == dark, "after a reload the page is dark");
    page.click("theme-toggle").await?;
    page.wait_until("the colours of the system", "!document.documentElement.dataset.theme").await?;
    Ok(())
}

async fn theme(page: &Page) -> Result<Value> {
    page.value("document.querySelector('[data-testid=theme-toggle]').dataset.theme").await
}

async fn wears(page: &Page, theme: &str) -> Result<()> {
    let worn = format!("document.documentElement.dataset.theme === '{theme}'");
    page.wait_until(&format!("the {theme} colours"), &worn).await?;
    Ok(())
}

/// Returns the brightness of the body, from 0 to 255.
async fn background(page: &Page) -> Result<f64> {
    let parts = "getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).slice(0, 3)\
        .reduce((sum, part) => sum + Number(part), 0) / 3";
    page.value(parts).await?.as_f64().context("a colour")
}

async fn language(page: &Page) -> Result<Value> {
    page.value("document.documentElement.lang").await
}

/// One address of each page, with the sample shop.
pub const PLACES: [&str; 9] = [
    "/",
    "/learn/build",
    "/play/Shop",
    "/play/Shop?result=cost",
    "/design",
    "/capacity",
    "/scale",
    "/about",
    "/no/such/place",
];

/// Checks every page and the dialogs. The title must be in the language, and every message must have a text.
async fn every_sentence_is_there(page: &Page, code: &str) -> Result<()> {
    let folder = if code == "ja" { "/ja" } else { "" };
    for place in PLACES {
        page.open(&format!("{folder}{place}")).await?;
        ensure!(language(page).await? == code, "{place} is in {code} after it is opened anew");
        no_message_shows_its_name(page, place).await?;
    }
    page.open(&format!("{folder}/play/Shop")).await?;
    page.shows("table-Shop").await?;
    for (button, dialog) in
        [("sample-menu", "sample-dialog"), ("table-menu", "table-dialog"), ("new-item", "item-dialog")]
    {
        page.click(button).await?;
        page.shows(dialog).await?;
        no_message_shows_its_name(page, dialog).await?;
        page.window.find(thirtyfour::By::Css("dialog[open] .dialog-head button")).await?.click().await?;
        page.shows_no(dialog).await?;
    }
    page.click("workspace-menu").await?;
    no_message_shows_its_name(page, "the menu of workspaces").await?;
    page.click("workspace-backup").await?;
    page.shows("backup-dialog").await?;
    no_message_shows_its_name(page, "backup-dialog").await?;
    page.window.find(thirtyfour::By::Css("dialog[open] .dialog-head button")).await?.click().await?;
    page.shows_no("backup-dialog").await?;
    page.click("workspace-menu").await?;
    page.click("workspace-new").await?;
    page.shows("name-dialog").await?;
    no_message_shows_its_name(page, "name-dialog").await?;
    page.window.find(thirtyfour::By::Css("dialog[open] .dialog-head button")).await?.click().await?;
    page.shows_no("name-dialog").await?;
    page.click("branch-menu").await?;
    no_message_shows_its_name(page, "the menu of branches").await?;
    page.click("name-entry").await?;
    page.shows("name-dialog").await?;
    no_message_shows_its_name(page, "the dialog that names a moment").await?;
    page.window.find(thirtyfour::By::Css("dialog[open] .dialog-head button")).await?.click().await?;
    page.shows_no("name-dialog").await?;
    page.click("time-back").await?;
    page.shows("time-return").await?;
    no_message_shows_its_name(page, "the past").await?;
    page.click("time-return").await?;
    page.shows_no("time-return").await?;
    page.click("question-1").await?;
    page.click("tab-result-trace").await?;
    page.shows("result-trace").await?;
    no_message_shows_its_name(page, "a trace").await
}

/// Checks all texts of the present page, visible or for screen readers.
pub async fn no_message_shows_its_name(page: &Page, place: &str) -> Result<()> {
    let names: BTreeSet<&str> = MESSAGES
        .lines()
        .filter_map(|line| line.split_once(" =").or(line.split_once('=')))
        .map(|(name, _)| name)
        .filter(|name| name.contains('-') && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
        .collect();
    ensure!(names.len() > 50, "the names of the messages are read from the file");
    let words = page.value(WORDS).await?;
    let words = words.as_array().context("a list of words")?;
    let untranslated: Vec<&str> =
        words.iter().filter_map(Value::as_str).filter(|word| names.contains(word)).collect();
    ensure!(untranslated.is_empty(), "{place} shows names of messages: {untranslated:?}");
    let language = language(page).await?;
    let japanese = page.value("/[ぁ-んァ-ン]/.test(document.querySelector('main').innerText)").await?;
    ensure!(language != "ja" || japanese == true, "{place} is in Japanese");
    Ok(())
}
