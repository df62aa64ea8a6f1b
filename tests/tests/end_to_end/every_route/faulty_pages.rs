//! Tests the checks on small pages: each kind of fault is found, and a page without faults passes.

use anyhow::{Context, Result, ensure};

use super::findings::Findings;
use super::tour::{Fault, read_faults};
use crate::page::{Page, Screen};
use crate::visit::visit;

const WIDTH: u32 = 800;

/// The kinds of faults of a page, and its body.
const PAGES: &[(&str, &str)] = &[
    ("", CLEAN),
    // Text behind a dialog is not checked.
    (
        "",
        "<p style='position: absolute'>This text</p><p>and that one</p><dialog id=box style='width: 300px'>A dialog</dialog><script>box.showModal()</script>",
    ),
    (
        "cut",
        "<dialog id=box style='width: 300px'><p style='width: 60px; overflow: hidden; white-space: nowrap'>This is too long for it</p></dialog><script>box.showModal()</script>",
    ),
    ("name", "<p>A request and its sort-test-any</p>"),
    ("name", "<button aria-label='sort-test-any'>?</button>"),
    ("name", "<input placeholder='sort-test-any'>"),
    ("name", "<p title='Sort: sort-test-any'>Sort</p>"),
    ("name", "<button>close</button>"),
    (
        "name",
        "<div id=host></div><script>host.attachShadow({mode: 'open'}).innerHTML = '<p>sort-test-any</p>'</script>",
    ),
    ("name", "<script>document.title = 'title-home'</script><p>Home</p>"),
    // Cells with `display: block` are on their own lines.
    ("row", "<table><tr><td style='display: block'>one</td><td style='display: block'>two</td></tr></table>"),
    (
        "row",
        "<table><tr><td>one</td><td><span style='display: block; height: 60px'>two</span></td><td style='position: relative; top: 9px'>three</td></tr></table>",
    ),
    (
        "row",
        "<table><tr><td style='min-width: 90px'>one</td><td style='position: relative; left: -40px; padding-left: 60px'>two</td></tr></table>",
    ),
    (
        "row",
        "<table><tr><th>one</th><th>two</th></tr><tr style='display: flex'><td>a cell as wide as it likes</td><td>and more</td></tr></table>",
    ),
    ("row", "<div role=row><div role=cell>one</div><div role=cell>two</div></div>"),
    ("cut", "<p style='width: 60px; overflow: hidden; white-space: nowrap'>This is too long for it</p>"),
    (
        "cut",
        "<p style='width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'>This is too long for it</p>",
    ),
    (
        "cut",
        "<p style='width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis' title='Something else'>This is too long for it</p>",
    ),
    ("cut", "<div style='height: 30px; overflow: hidden'><p>one</p><p>two</p></div>"),
    (
        "cut",
        "<div style='width: 90px; overflow: clip'><div style='width: 300px'><b>Inside of something wide that is cut off</b></div></div>",
    ),
    ("cut", "<svg width=60 height=20><text x=0 y=15>This is too long for it</text></svg>"),
    ("cut", "<input style='width: 50px' placeholder='This is too long for it'>"),
    ("cut", "<select style='width: 50px'><option>This is too long for it</option></select>"),
    (
        "overlap",
        "<p style='position: absolute; top: 20px; left: 20px'>This text</p><p style='position: absolute; top: 24px; left: 30px'>and that one</p>",
    ),
    (
        "overlap",
        "<p style='line-height: 8px; width: 40px'>one <b>two</b> <i>three</i> <b>four</b> <i>five</i></p>",
    ),
    (
        "overlap",
        "<svg width=200 height=40><text x=10 y=20>a label</text><text x=20 y=22>another label</text></svg>",
    ),
    (
        "overlap",
        "<div style='height: 3000px'></div><div style='position: relative'><b style='position: absolute'>far down the page</b><i style='position: absolute'>and under it</i></div>",
    ),
    ("sideways", "<div style='width: 900px'>This is wider than the window</div>"),
    ("sideways", "<div style='position: absolute; left: -40px'>This begins outside</div>"),
    ("sideways", "<div style='overflow-x: hidden; position: fixed; width: 900px'>This as well</div>"),
    ("console", "<script>throw new Error('of the page')</script><p>Text</p>"),
    ("console", "<script>Promise.reject(new Error('of the page'))</script><p>Text</p>"),
    ("console", "<script>console.error('of the page')</script><p>Text</p>"),
];

/// Valid parts that look like faults. They are text for screen readers, scrolling boxes, an ellipsis with the whole text as a
/// title, a sticky bar and cells that span rows.
const CLEAN: &str = "
    <header style='position: sticky; top: 0; background: #fff; height: 40px'>A bar over what is scrolled</header>
    <p style='margin-top: -30px'>Text that is under the bar</p>
    <p style='position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap'>For those who listen</p>
    <p style='width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis' title='All of this long text'>All of this long text</p>
    <div style='width: 200px; overflow: auto'><div style='width: 2000px'>A box that scrolls</div></div>
    <div style='height: 0; overflow: hidden'>A part that is closed</div>
    <table><tr><th>one</th><th>two</th></tr><tr><td rowspan=2>both</td><td>first</td></tr><tr><td>second</td></tr><tr><td colspan=2>wide</td></tr></table>
    <p>A point-in-time word, an order, <code>close</code> as a value, H<sub>2</sub>O and x<sup>2</sup></p>
    <p style='line-height: 1.1'>Lines that are near to each other, <b>with letters in bold</b>, as they are in a heading, and so on, and so on,
    <i>with letters in italics</i> in the next of the lines, and so on, and so on, until the third line.</p>
    <input style='width: 200px' placeholder='Short'><select style='width: 200px'><option>Short</option></select>
    <svg width=200 height=40><text x=10 y=20>a label</text><text x=100 y=20>another</text></svg>
    <div id=host></div><script>host.attachShadow({mode: 'open'}).innerHTML = '<p>In the shadow</p>'</script>";

#[test]
fn each_kind_of_fault_is_found() {
    visit("every_route_faulty_pages", async |visit| {
        let page = visit.page();
        page.set_size(WIDTH, 600, Screen::Desktop).await?;
        for (expected, body) in PAGES {
            let found = findings_in(page, body).await?;
            let expected: Vec<&str> = expected.split(',').filter(|kind| !kind.is_empty()).collect();
            ensure!(found.kinds() == expected, "expected {expected:?} in {body}\nand found\n{found}");
        }
        Ok(())
    });
}

#[test]
fn a_phones_window_that_grows_is_a_fault() {
    visit("every_route_phone", async |visit| {
        let page = visit.page();
        page.set_size(390, 844, Screen::Phone).await?;
        open(page, "<div style='width: 600px'>Wider than a phone</div>").await?;
        let faults = read_faults(page, &names(), 390).await?;
        ensure!(faults.iter().any(|fault| fault.kind == "sideways"), "the page is too wide for a phone");
        open(page, "<div style='width: 300px'>Not wider than a phone</div>").await?;
        ensure!(read_faults(page, &names(), 390).await?.is_empty(), "the page is not too wide");
        Ok(())
    });
}

async fn findings_in(page: &Page, body: &str) -> Result<Findings> {
    open(page, body).await?;
    let mut findings = Findings::default();
    for Fault { kind, element, what } in
        read_faults(page, &names(), WIDTH).await.with_context(|| body.to_owned())?
    {
        findings.add(&kind, &element, &what, "the page");
    }
    for error in page.new_console_errors().await? {
        findings.add("console", "the browser's log", &error, "the page");
    }
    Ok(findings)
}

async fn open(page: &Page, body: &str) -> Result<()> {
    let document = format!(
        "<!doctype html><html lang=en><meta name=viewport content='width=device-width'><title>A page</title><body style='margin: 8px; font: 16px/1.5 sans-serif'>{body}</body></html>"
    );
    let escaped: String = document.bytes().map(|byte| format!("%{byte:02x}")).collect();
    page.window.goto(format!("data:text/html;charset=utf-8,{escaped}")).await?;
    // When this returns, the console contains the errors of the page's start.
    page.value("document.readyState").await?;
    Ok(())
}

fn names() -> Vec<String> {
    ["sort-test-any", "title-home", "close", "order"].map(str::to_owned).to_vec()
}
