//! The site in a folder of a plain host, such as GitHub Pages. Every page, part, worker, file and link is below that folder.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::By;

use crate::page::{Page, selector};
use crate::visit::visit_published;

const BASE: &str = "/dynalab/";
/// The resources that the page fetched outside the base.
const ASTRAY: &str = "performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)\
    .filter(path => !path.startsWith('/dynalab/'))";
/// Fetches a page, as the host sends it.
const FETCH: &str = "const [path, done] = arguments;
    fetch(path).then(async response => done([response.status, await response.text()]), error => done(String(error)));";
const HEAD: &str = "const page = new DOMParser().parseFromString(arguments[0], 'text/html');
    const content = name => page.querySelector(`meta[name='${name}'], meta[property='${name}']`)?.content ?? null;
    return { title: page.title, description: content('description'), card: content('og:title'),
        canonical: page.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null };";

#[test]
fn the_site_works_below_a_folder_of_a_plain_host() {
    visit_published("sub_path", BASE, async |visit| {
        let page = visit.page();
        places_have_links_below_the_base(page).await?;
        workbench_and_parts(page).await?;
        lessons(page).await?;
        errors(page).await?;
        shared_link(page).await?;
        let unknown = head(page, "/dynalab/no/such/page").await?;
        ensure!(unknown["status"] == 404, "a page that does not exist has the status 404: {unknown}");
        page.open("/no/such/page").await?;
        let title = page.value("document.querySelector('h1')?.innerText").await?;
        ensure!(title == "Page not found", "the app says so: {title}");
        nothing_astray(page).await
    });
}

#[test]
fn each_page_has_a_title_and_a_description() {
    visit_published("sub_path_heads", "/a/b/", async |visit| {
        let page = visit.page();
        page.open("/").await?;
        let mut titles = Vec::new();
        for path in [
            "",
            "play/",
            "learn/",
            "learn/a-table-in-this-tab/",
            "design/",
            "capacity/",
            "scale/",
            "about/",
            "errors/ValidationException/",
        ] {
            let address = format!("/a/b/{path}");
            let head = head(page, &address).await?;
            ensure!(head["status"] == 200 && head["canonical"] == address.as_str(), "{address}: {head}");
            ensure!(head["title"] == head["card"], "the card has the title of the page: {head}");
            let described = head["description"].as_str().unwrap_or_default();
            ensure!(described.len() > 30, "{address} has a description: {head}");
            ensure!(!titles.contains(&head["title"]), "{address} has the title of another page: {head}");
            titles.push(head["title"].clone());
            // The app sets the same title for its pages.
            if !path.starts_with("errors") {
                page.open(&format!("/{path}")).await?;
                let same = format!("document.title === {}", head["title"]);
                page.wait_until("the title of the page", &same).await?;
            }
        }
        Ok(())
    });
}

async fn places_have_links_below_the_base(page: &Page) -> Result<()> {
    page.open("/").await?;
    page.shows("stage").await?;
    for (place, seen) in [
        ("play", ".workbench, [data-testid=sample-shop]"),
        ("learn", "[data-testid=learn-course]"),
        ("design", "[data-testid=design-page]"),
        ("capacity", "[data-testid=calc-section-units], [data-testid^=calc-]"),
        ("about", "table.sheet kbd"),
        ("", "[data-testid=stage]"),
    ] {
        let path = format!("{BASE}{place}");
        page.window.find(By::Css(format!("nav a[href='{path}']"))).await?.click().await?;
        let there = format!("location.pathname === '{path}' && document.querySelector('{seen}')");
        page.wait_until(&format!("{path} with {seen}"), &there).await?;
        page.reload().await?;
        // The host adds a slash to a folder's address.
        let again = format!("location.pathname.startsWith('{path}') && document.querySelector('{seen}')");
        page.wait_until(&format!("{path} after a reload"), &again).await?;
    }
    nothing_astray(page).await?;
    // The lab has no link in the header.
    page.open("/scale").await?;
    page.shows("scale-page").await?;
    page.open("/ja/capacity").await?;
    let link = format!("document.querySelector('nav a[href=\"{BASE}ja/learn\"]')");
    page.wait_until("Japanese pages with links below the base", &link).await?;
    nothing_astray(page).await
}

async fn workbench_and_parts(page: &Page) -> Result<()> {
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    page.loads_shop().await?;
    page.wait_until("the address of the table", "location.pathname === '/dynalab/play/Shop'").await?;
    page.click("pictures-key").await?;
    page.shows("picture-partitions").await?;
    // This request needs the complete worker, which is below the base too.
    let statement = json!({"Statement": "SELECT * FROM \"Shop\" WHERE PK = 'NONE'"});
    page.succeeds("ExecuteStatement", statement).await?;
    nothing_astray(page).await?;
    // The host has no file for this address.
    page.open("/play/Shop").await?;
    page.shows("items").await?;
    nothing_astray(page).await
}

async fn lessons(page: &Page) -> Result<()> {
    page.open("/learn/a-table-in-this-tab").await?;
    page.wait_until("the lesson", "document.querySelector('[data-testid=learn-player][data-ready=true]')")
        .await?;
    let wrong = "[...document.querySelectorAll('[data-testid=learn-player] a')].map(link => link.getAttribute('href'))\
        .filter(href => href.startsWith('/') && !href.startsWith('/dynalab/'))";
    ensure!(page.value(wrong).await? == json!([]), "links lead elsewhere: {}", page.value(wrong).await?);
    nothing_astray(page).await
}

async fn errors(page: &Page) -> Result<()> {
    let origin = page.origin().to_owned();
    for language in ["", "ja/"] {
        page.window.goto(format!("{origin}/{language}errors/ConditionalCheckFailedException/")).await?;
        let wrong = "[...document.querySelectorAll('[href], [src]')].map(link => link.getAttribute('href') ?? link.getAttribute('src'))\
            .filter(path => path.startsWith('/') && !path.startsWith('/dynalab/'))";
        ensure!(page.value(wrong).await? == json!([]), "links lead elsewhere: {}", page.value(wrong).await?);
        for place in ["learn", "play", "capacity", "about"] {
            let link = format!("!!document.querySelector('header a[href=\"{BASE}{language}{place}\"]')");
            ensure!(page.value(&link).await? == true, "the header of an error's page leads to {place}");
        }
    }
    page.window.find(By::Css("a.error-run")).await?.click().await?;
    page.ready().await?;
    page.shows("visiting-banner").await?;
    page.shows("table-Notes").await?;
    nothing_astray(page).await
}

async fn shared_link(page: &Page) -> Result<()> {
    page.open("/play/Shop").await?;
    page.click("share").await?;
    let filled = format!("document.querySelector('{}')?.value", selector("share-link"));
    let link = page.wait_until("a link", &filled).await?;
    let link = link.as_str().context("a link is text")?;
    ensure!(link.starts_with(&format!("{}/#d", page.origin())), "the link leads below the base: {link}");
    page.window.goto("about:blank").await?;
    page.window.goto(link).await?;
    page.ready().await?;
    page.shows("visiting-banner").await?;
    page.shows("table-Shop").await?;
    nothing_astray(page).await
}

/// Returns the head elements of a page, and its status.
async fn head(page: &Page, path: &str) -> Result<Value> {
    let fetched = page.window.execute_async(FETCH, vec![json!(path)]).await?.json().clone();
    let text = fetched[1].as_str().with_context(|| format!("{path}: {fetched}"))?;
    let mut head = page.run_in_empty_tab(HEAD, text).await?;
    head["status"] = fetched[0].clone();
    Ok(head)
}

async fn nothing_astray(page: &Page) -> Result<()> {
    let astray = page.value(ASTRAY).await?;
    ensure!(astray == json!([]), "fetched from elsewhere: {astray}");
    Ok(())
}
