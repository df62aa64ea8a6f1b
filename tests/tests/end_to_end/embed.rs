//! The page for frames, `/embed`, in a page of another origin: it plays, stores nothing, opens tabs, obeys two messages, and disturbs neither
//! another frame nor the person's own tab. The snippets of docs/embedding.md are such pages, too.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use dynalab_static_server::{Host, StaticSite};
use serde_json::{Value, json};
use thirtyfour::By;

use crate::page::Page;
use crate::visit::{visit, visit_published};

const DOCUMENT: &str = include_str!("../../../docs/embedding.md");
/// The address of the site in the document.
const DOCUMENTED: &str = "https://dynalab.example/";
/// Two frames: an element of HTML in English, and a plain frame in Japanese. Commands of the second have the same table with fewer items.
const TWO_FRAMES: &str = r#"<!doctype html><meta charset="utf-8"><title>Another site</title>
<script src="ORIGIN/embed/element.js"></script>
<dynalab-playground height="auto" theme="dark" run='
CreateTable {"TableName":"Notes","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}
PutItem {"TableName":"Notes","Item":{"pk":{"S":"a"}}}
PutItem {"TableName":"Notes","Item":{"pk":{"S":"b"}}}
Scan {"TableName":"Notes"}'></dynalab-playground>
<iframe width="800" height="600" src="ORIGIN/ja/embed/#run=CreateTable+%7B%22TableName%22:%22Notes%22,%22BillingMode%22:%22PAY_PER_REQUEST%22,%22AttributeDefinitions%22:%5B%7B%22AttributeName%22:%22pk%22,%22AttributeType%22:%22S%22%7D%5D,%22KeySchema%22:%5B%7B%22AttributeName%22:%22pk%22,%22KeyType%22:%22HASH%22%7D%5D%7D&run=Scan+%7B%22TableName%22:%22Notes%22%7D"></iframe>
<script>window.heard = []; addEventListener("message", event => heard.push([event.data, event.origin, event.source === frames[0]]));</script>"#;
/// Everything that the origin stores, without what the tab in front changes by itself.
const STORED: &str = "const done = arguments[arguments.length - 1];
    (async () => ({
        databases: (await indexedDB.databases()).map(({name}) => name).sort(),
        local: Object.fromEntries(Object.entries(localStorage).sort()),
        caches: self.caches ? await caches.keys() : [],
    }))().then(done, error => done(String(error)));";
const OF_SESSION: &str = "return sessionStorage.length";
/// Tries to show the sandbox of handlers within a frame.
const SANDBOX: &str = "const done = arguments[arguments.length - 1];
    addEventListener('securitypolicyviolation', event => done(event.effectiveDirective));
    const frame = document.createElement('iframe');
    frame.src = new URL('/sandbox.html', location).href;
    document.body.append(frame);
    setTimeout(() => done('shown'), 5000);";

/// A page of another origin, on a port of its own.
struct OtherSite {
    site: StaticSite,
}

impl OtherSite {
    fn with(name: &str, document: &str) -> Result<OtherSite> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("end_to_end").join(format!("{name}.other"));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("index.html"), document)?;
        let site = StaticSite::start_as(&folder, 0, Host::Plain { base: "/".to_owned() })?;
        Ok(OtherSite { site })
    }

    /// Opens the page in a tab of its own.
    async fn open(&self, page: &Page) -> Result<()> {
        let tab = page.window.new_tab().await?;
        page.window.switch_to_window(tab).await?;
        Ok(page.window.goto(self.site.url()).await?)
    }
}

#[test]
fn two_frames_of_another_site_play_and_store_nothing() {
    visit("embed", async |visit| plays_in_two_frames(visit.page(), "embed").await);
}

#[test]
fn the_frame_allows_no_sandbox() {
    visit("embed_sandbox", async |visit| {
        let page = visit.page();
        page.open("/embed/").await?;
        page.shows("embed-open").await?;
        let violated = page.window.execute_async(SANDBOX, Vec::new()).await?.json().clone();
        ensure!(violated == "frame-src", "the policy of the frame forbids the sandbox: {violated}");
        Ok(())
    });
}

#[test]
fn every_snippet_of_the_document_plays() {
    visit("embed_snippets", async |visit| {
        let page = visit.page();
        let snippets = snippets();
        ensure!(snippets.len() >= 3, "the document has snippets: {snippets:?}");
        for (number, snippet) in snippets.iter().enumerate() {
            let text = snippet.replace(DOCUMENTED, &format!("{}/", page.origin()));
            let document = format!("<!doctype html><meta charset=\"utf-8\"><title>Snippet</title>{text}");
            let other = OtherSite::with(&format!("embed_snippet_{number}"), &document)?;
            other.open(page).await?;
            page.wait_until("a frame", "document.querySelector('iframe')").await?;
            page.window.enter_frame(0).await?;
            page.ready().await.with_context(|| snippet.clone())?;
            let played = "document.querySelector('[data-testid^=table-]:not([data-testid=table-menu]), [data-testid=design-page]')";
            page.wait_until("what the snippet plays", played).await.with_context(|| snippet.clone())?;
            ensure!(
                page.value("!document.querySelector('[data-testid=arrival-failed]')").await? == true,
                "{snippet}"
            );
            page.window.enter_default_frame().await?;
        }
        Ok(())
    });
}

/// A host that sends no headers lets any page be framed. Such a page goes to that for frames, and so does an old address.
#[test]
fn any_other_page_in_a_frame_becomes_the_page_for_frames() {
    visit_published("embed_plain_host", "/dynalab/", async |visit| {
        let page = visit.page();
        let origin = page.origin();
        let frames = ["/play/", "/ja/design/", "/capacity/?embed", "/"]
            .map(|path| format!("<iframe src=\"{origin}{path}\"></iframe>"));
        let other = OtherSite::with("embed_plain_host", &frames.concat())?;
        other.open(page).await?;
        for (number, address) in
            [(0, "/embed/"), (1, "/ja/embed/?page=design"), (2, "/embed/?page=capacity"), (3, "/embed/")]
        {
            page.window.enter_frame(number).await?;
            let there = format!("location.pathname + location.search === '/dynalab{address}'");
            page.wait_until(address, &there).await?;
            page.shows("embed-open").await?;
            page.shows_no("language-toggle").await?;
            page.window.enter_default_frame().await?;
        }
        Ok(())
    });
}

#[test]
fn authors_copy_a_frame_a_link_and_a_badge() {
    visit("embed_copies", async |visit| {
        let page = visit.page();
        page.opens_shop().await?;
        page.click("share").await?;
        page.wait_until("a link", "document.querySelector('[data-testid=share-link]')?.value").await?;
        // What the page hands to the clipboard; a browser without a screen refuses to write there.
        page.value("(() => { navigator.clipboard.writeText = async text => { window.copied = text; }; return true; })()").await?;
        let link = page.value("document.querySelector('[data-testid=share-link]').value").await?;
        let link = link.as_str().context("a link")?;
        let fragment = link.split_once('#').context("a fragment")?.1;
        let origin = page.origin();
        for (button, copied) in [
            (
                "share-copy-frame",
                format!(
                    "<iframe src=\"{origin}/embed/#{fragment}\" title=\"Open in Dynalab\" width=\"100%\" height=\"600\" loading=\"lazy\"></iframe>"
                ),
            ),
            ("share-copy-markdown", format!("[Open in Dynalab]({link})")),
            ("share-copy-badge", format!("[![Open in Dynalab]({origin}/badge.svg)]({link})")),
        ] {
            page.click(button).await?;
            page.wait_until(button, &format!("window.copied === {}", json!(copied))).await?;
        }
        let badge = "(async () => (await fetch('/badge.svg')).headers.get('content-type'))()";
        let script = format!("const done = arguments[0]; {badge}.then(done);");
        let kind = page.window.execute_async(script, Vec::new()).await?.json().clone();
        ensure!(kind == "image/svg+xml", "the badge is an image: {kind}");
        Ok(())
    });
}

/// The person's own tab, and another site with two frames. Also run in WebKit and Firefox.
async fn plays_in_two_frames(page: &Page, name: &str) -> Result<()> {
    page.opens_shop().await?;
    let own = page.window.window().await?;
    let before = stored(page).await?;
    let other = OtherSite::with(name, &TWO_FRAMES.replace("ORIGIN", page.origin()))?;
    other.open(page).await?;
    let tab = page.window.window().await?;
    for (number, language, items) in [(0, "en", 2), (1, "ja", 0)] {
        page.window.enter_frame(number).await?;
        page.ready().await?;
        page.shows("table-Notes").await?;
        page.wait_until("the language", &format!("document.documentElement.lang === '{language}'")).await?;
        for absent in [
            "language-toggle",
            "visiting-banner",
            "follower-banner",
            "storage-banner",
            "open-design",
            "transfer",
            "workspace-menu",
        ] {
            ensure!(
                page.value(&format!("!document.querySelector('[data-testid={absent}]')")).await? == true,
                "{absent} in a frame"
            );
        }
        let scanned = page.succeeds("Scan", json!({"TableName": "Notes"})).await?;
        ensure!(scanned["Count"] == items, "the frame {number} has its own items: {scanned}");
        page.window.enter_default_frame().await?;
    }
    runs_a_request(page).await?;
    messages(page).await?;
    page.window.enter_frame(0).await?;
    let of_session = page.window.execute(OF_SESSION, Vec::new()).await?.json().clone();
    ensure!(of_session == 0, "a frame stores nothing for its session: {of_session}");
    page.window.enter_default_frame().await?;
    page.window.switch_to_window(own).await?;
    page.waits_for_role("writer").await?;
    page.shows_no("follower-banner").await?;
    let after = stored(page).await?;
    ensure!(after == before, "the frames stored something: {before} became {after}");
    let listed = page.succeeds("ListTables", json!({})).await?;
    ensure!(listed["TableNames"] == json!(["Shop"]), "the person's tables are the same: {listed}");
    page.window.switch_to_window(tab).await?;
    opens_a_tab(page).await
}

/// Runs the request in the editor of the first frame, as a reader does. The second frame does not change.
async fn runs_a_request(page: &Page) -> Result<()> {
    page.window.enter_frame(0).await?;
    page.succeeds("PutItem", json!({"TableName": "Notes", "Item": {"pk": {"S": "c"}}})).await?;
    page.click("run").await?;
    page.shows("result-summary").await?;
    page.window.enter_parent_frame().await?;
    page.window.enter_frame(1).await?;
    let scanned = page.succeeds("Scan", json!({"TableName": "Notes"})).await?;
    ensure!(scanned["Count"] == 0, "a frame has its tables for itself: {scanned}");
    Ok(page.window.enter_default_frame().await?)
}

/// The theme of the page around is obeyed, and nothing else; the frame tells its height.
async fn messages(page: &Page) -> Result<()> {
    let themed = |theme: &str| format!("document.documentElement.dataset.theme === '{theme}'");
    page.window.enter_frame(0).await?;
    page.wait_until("the theme of the element", &themed("dark")).await?;
    page.window.enter_default_frame().await?;
    page.value("(document.querySelector('dynalab-playground').setAttribute('theme', 'light'), true)").await?;
    page.window.enter_frame(0).await?;
    page.wait_until("the theme that changed", &themed("light")).await?;
    page.window.enter_default_frame().await?;
    // A theme that is none, a message of another name, texts, and a message of a frame that is not around this one.
    page.value(
        "(['dynalab:theme', null, 7, {type: 'dynalab:theme', theme: 'x\"'}, {type: 'dynalab:theme'}, {type: 'dynalab:run', theme: 'dark'}]\
         .forEach(message => frames[0].postMessage(message, '*')), true)",
    )
    .await?;
    page.window.enter_frame(1).await?;
    page.value("(parent.frames[0].postMessage({type: 'dynalab:theme', theme: 'dark'}, '*'), true)").await?;
    page.window.enter_default_frame().await?;
    // The frame reads its messages in their order: it answers this one last.
    page.value("(heard.length = 0, frames[0].postMessage({type: 'dynalab:height'}, '*'), true)").await?;
    let answered =
        format!("heard.find(([data, origin, isFirst]) => isFirst && origin === '{}')?.[0]", page.origin());
    let height = page.wait_until("the height", &answered).await?;
    ensure!(height["type"] == "dynalab:height" && height["height"].as_f64() > Some(100.0), "{height}");
    ensure!(
        height.as_object().map(|members| members.len()) == Some(2),
        "the frame tells a height and nothing else: {height}"
    );
    let fits = format!(
        "Math.abs(document.querySelector('dynalab-playground iframe').offsetHeight - {}) < 40",
        height["height"]
    );
    page.wait_until("an element as high as its page", &fits).await?;
    page.window.enter_frame(0).await?;
    ensure!(page.value(&themed("light")).await? == true, "no other message changes the theme");
    Ok(page.window.enter_default_frame().await?)
}

/// The link to the whole site opens a tab that has no hold on the page around, with the same design.
async fn opens_a_tab(page: &Page) -> Result<()> {
    let before = page.window.windows().await?;
    let here = page.window.window().await?;
    page.window.enter_frame(0).await?;
    page.value("(document.querySelector('[data-testid=embed-open]').scrollIntoView(), true)").await?;
    page.window.find(By::Css("[data-testid=embed-open]")).await?.click().await?;
    ensure!(page.value("location.pathname").await? == "/embed/", "the frame stays");
    page.window.enter_default_frame().await?;
    let mut opened = None;
    for _ in 0..200 {
        opened = page.window.windows().await?.into_iter().find(|window| !before.contains(window));
        if opened.is_some() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    page.window.switch_to_window(opened.context("a link in a frame opens a tab")?).await?;
    page.ready().await?;
    page.shows("visiting-banner").await?;
    page.shows("table-Notes").await?;
    ensure!(page.value("window.opener === null").await? == true, "the tab knows nothing of the page around");
    page.window.close_window().await?;
    Ok(page.window.switch_to_window(here).await?)
}

async fn stored(page: &Page) -> Result<Value> {
    Ok(page.window.execute_async(STORED, Vec::new()).await?.json().clone())
}

/// Returns the blocks of HTML in the document.
fn snippets() -> Vec<String> {
    let mut blocks = DOCUMENT.split("```html\n");
    blocks.next();
    blocks.filter_map(|block| Some(block.split_once("\n```")?.0.to_owned())).collect()
}
