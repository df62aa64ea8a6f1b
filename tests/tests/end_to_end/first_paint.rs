//! The first view of each page: the document shows the title before the app arrives, and nothing moves while the app starts.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tokio::time::sleep;

use crate::page::{Page, Screen};
use crate::visit::visit;

/// Each page with the text that its document has before the app, in English and Japanese.
const PLACES: [(&str, &str, &str); 9] = [
    ("/", "DynamoDB, running in this tab", "このタブで動く DynamoDB"),
    ("/learn", "Learn DynamoDB", "DynamoDB を学ぶ"),
    ("/learn/a-filter-is-not-a-query", "A library stores the loans", "図書館"),
    ("/learn/build", "Lesson builder", "レッスン作成"),
    ("/design", "Design DynamoDB keys", "DynamoDB のキー設計"),
    ("/capacity", "Capacity", "キャパシティ"),
    ("/scale", "Partition lab", "パーティションラボ"),
    ("/play", "Create tables", "テーブルを作り"),
    ("/about", "About Dynalab", "Dynalab とは"),
];
/// Layout shifts above this sum are visible (web.dev/articles/cls).
const SHIFTS_MAX: f64 = 0.1;
/// Time for what arrives after the engine.
const SETTLED: Duration = Duration::from_millis(1_500);
/// The sum of all layout shifts without a person's input.
const SHIFTS: &str = "const [done] = arguments;
    new PerformanceObserver(list => {
        const shifts = list.getEntries().filter(entry => !entry.hadRecentInput);
        const moved = shifts.flatMap(shift => shift.sources.map(source => source.node?.className ?? source.node?.nodeName));
        done({sum: shifts.reduce((sum, shift) => sum + shift.value, 0), moved});
    }).observe({type: 'layout-shift', buffered: true});
    setTimeout(() => done({sum: 0, moved: []}), 500);";

#[test]
fn nothing_moves_while_a_page_starts() {
    visit("first_paint", async |visit| {
        let page = visit.page();
        for (width, height, screen) in [(1280, 900, Screen::Desktop), (390, 844, Screen::Phone)] {
            page.set_size(width, height, screen).await?;
            for (place, english, japanese) in PLACES {
                for (language, words) in [("", english), ("/ja", japanese)] {
                    let address = format!("{language}{place}");
                    has_words(page, &address, words).await?;
                    page.open(&address).await?;
                    sleep(SETTLED).await;
                    let shifts = page.window.execute_async(SHIFTS, Vec::new()).await?.json().clone();
                    let sum = shifts["sum"].as_f64().context("a sum of shifts")?;
                    ensure!(
                        sum <= SHIFTS_MAX,
                        "{address} at {width} pixels moves by {sum}: {}",
                        shifts["moved"]
                    );
                }
            }
        }
        Ok(())
    });
}

/// The document has these words outside its head, and links to the other pages in its bar.
async fn has_words(page: &Page, address: &str, words: &str) -> Result<()> {
    let fetched =
        format!("fetch('{}/{}').then(answer => answer.text())", page.origin(), address.trim_matches('/'));
    page.window.goto(format!("{}/robots.txt", page.origin())).await?;
    let script = format!("const [done] = arguments; {fetched}.then(done, error => done(String(error)))");
    let text = page.window.execute_async(&script, Vec::new()).await?.json().clone();
    let text = text.as_str().context("a document")?;
    let (_, body) = text.split_once("<body>").with_context(|| format!("{address}: {text}"))?;
    ensure!(body.contains(words), "the document of {address} does not have {}", json!(words));
    ensure!(body.matches("class=\"topbar-link\"").count() == 7, "the document of {address} has no links");
    Ok(())
}

/// The app replaces the document's content, and is the only content then.
#[test]
fn the_app_replaces_the_document() {
    visit("first_paint_ends", async |visit| {
        let page = visit.page();
        for place in ["/", "/learn", "/play"] {
            page.open(place).await?;
            let roots = "[document.querySelectorAll('#app').length, document.querySelectorAll('main').length,
                document.querySelectorAll('body > [hidden]').length]";
            ensure!(page.value(roots).await? == json!([1, 1, 0]), "{place} has content twice");
        }
        Ok(())
    });
}
