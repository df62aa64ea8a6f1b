//! A tour of the site in one look: it checks each page and compares its screenshot.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::findings::Findings;
use super::look::{Look, Theme, Width};
use super::screenshots::Screenshots;
use super::{addresses, message_names};
use crate::page::Page;
use crate::visit::built_site;

const FAULTS: &str = include_str!("faults.js");
const FIXTURES: &str = "../crates/playground/tests/fixtures";
/// A table of the sample.
pub const TABLE: &str = "Shop";

/// Faults that are accepted, with the reason: {kind, selector}. This includes faults inside such an element.
const EXCEPTIONS: &[(&str, &str, &str)] =
    &[("row", "[data-testid=design-matrix]", "on a phone, an access pattern is a card and no row")];

/// Waits until fonts are loaded, no message of work is shown, and no simulation or check is running. The page must not have changed for a while.
const SETTLE: &str = "
    const [working, done] = arguments;
    const QUIET_MS = 150;
    const waits = () => [...document.querySelectorAll('p, main, span, div, strong')].some(element =>
        working.includes(element.textContent.trim()) && element.checkVisibility());
    let quiet;
    const observer = new MutationObserver(() => restart());
    const works = () => document.querySelector(
        '[data-testid=scale-run][data-state=running], [data-testid=design-status][data-checked=false]');
    const end = () => {
        if (waits() || works()) return restart();
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
    };
    const restart = () => { clearTimeout(quiet); quiet = setTimeout(end, QUIET_MS); };
    observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    document.fonts.ready.then(restart);";

pub struct Tour<'a> {
    pub page: &'a Page,
    pub look: Look,
    names: Vec<String>,
    working: Vec<String>,
    findings: Findings,
    screenshots: Option<Screenshots>,
    places: usize,
}

impl<'a> Tour<'a> {
    /// Starts a tour. `part` is the folder of its screenshots.
    pub async fn start(page: &'a Page, look: Look, part: &str) -> Result<Tour<'a>> {
        look.apply(page).await?;
        // The browser reports a missing icon for plain text. Drop this error.
        page.new_console_errors().await?;
        let screenshots =
            look.has_screenshots().then(|| Screenshots::new(&format!("{part}-{}", look.name())));
        Ok(Tour {
            page,
            look,
            names: message_names::all()?.into_iter().collect(),
            working: message_names::working()?,
            findings: Findings::default(),
            screenshots,
            places: 0,
        })
    }

    /// Checks the page. Faults are recorded, and the tour continues. The two looks of each run take turns with the themes, so
    /// that a place is light in one and dark in the other; the looks of a soak read both.
    pub async fn read(&mut self, place: &str) -> Result<()> {
        if self.screenshots.is_none() {
            return self.read_in(&Theme::ALL, place).await;
        }
        let turn = (self.places + usize::from(self.look.width == Width::Narrow)) % Theme::ALL.len();
        self.read_in(&[Theme::ALL[turn]], place).await
    }

    /// Checks another state of a route in the light theme only, because its colors have been checked.
    pub async fn read_once(&mut self, place: &str) -> Result<()> {
        self.read_in(&[Theme::Light], place).await
    }

    async fn read_in(&mut self, themes: &[Theme], place: &str) -> Result<()> {
        for theme in themes {
            theme.apply(self.page).await?;
            self.settle().await.with_context(|| place.to_owned())?;
            let found = read_faults(self.page, &self.names, self.look.width()).await;
            for fault in found.with_context(|| place.to_owned())? {
                let place = format!("{place} ({})", theme.name());
                self.findings.add(&fault.kind, &fault.element, &fault.what, &place);
            }
        }
        for error in self.page.new_console_errors().await? {
            self.findings.add("console", "the browser's log", &error, place);
        }
        self.places += 1;
        Ok(())
    }

    /// Checks the page in both themes, and compares its screenshot in the last one.
    pub async fn read_and_compare(&mut self, place: &str) -> Result<()> {
        self.read_in(&Theme::ALL, place).await?;
        if let Some(screenshots) = &mut self.screenshots
            && let Some(problem) = screenshots.take(self.page, place).await?
        {
            self.findings.add("screenshot", place, &problem, place);
        }
        Ok(())
    }

    pub async fn settle(&self) -> Result<()> {
        let settled = self.page.window.execute_async(SETTLE, vec![json!(self.working)]).await;
        settled.context("the page never comes to rest").map(drop)
    }

    /// Fails if there are faults.
    pub fn end(mut self) -> Result<()> {
        for left_over in
            self.screenshots.iter().map(Screenshots::left_over).collect::<Result<Vec<_>>>()?.concat()
        {
            self.findings.add("screenshot", "the folder", &left_over, "the end");
        }
        ensure!(self.places > 5, "only {} places were read", self.places);
        println!("{} places were read as {}", self.places, self.look.name());
        if !self.findings.is_empty() {
            bail!("in {} places:\n{}", self.places, self.findings);
        }
        Ok(())
    }
}

pub struct Fault {
    pub kind: String,
    pub element: String,
    pub what: String,
}

/// Returns the faults that `faults.js` finds in the present page.
pub async fn read_faults(page: &Page, names: &[String], width: u32) -> Result<Vec<Fault>> {
    let exceptions: Vec<Value> =
        EXCEPTIONS.iter().map(|(kind, selector, _)| json!({"kind": kind, "selector": selector})).collect();
    let returned = page.window.execute(FAULTS, vec![json!(names), json!(exceptions), json!(width)]).await?;
    let faults = returned.json().as_array().context("a list of faults")?.clone();
    let text = |fault: &Value, member: &str| fault[member].as_str().unwrap_or_default().to_owned();
    let fault = |fault: &Value| Fault {
        kind: text(fault, "kind"),
        element: text(fault, "where"),
        what: text(fault, "what"),
    };
    Ok(faults.iter().map(fault).collect())
}

/// Tours all pages that need no table: home with its traffic, opened links, and the documents.
pub async fn pages(tour: &mut Tour<'_>) -> Result<()> {
    for route in addresses::routes(TABLE)?.iter().filter(|route| !route.needs_table) {
        tour.page.open(&tour.look.address(&route.path)).await?;
        tour.read_and_compare(&file_name(&route.path)).await?;
    }
    home(tour).await?;
    links(tour).await?;
    documents(tour).await
}

/// Tours the home page after each request. With reduced motion, no request is sent automatically.
async fn home(tour: &mut Tour<'_>) -> Result<()> {
    let page = tour.page;
    page.open(&tour.look.address("/")).await?;
    tour.settle().await?;
    let traffic = fs::read_to_string(built_site().join("samples/home-traffic.json"))?;
    let traffic: Value = serde_json::from_str(&traffic)?;
    let requests = traffic["steps"].as_array().context("the requests of the home page")?.len();
    for sent in 1..=requests {
        page.click("demo-step").await?;
        let answered = format!("document.querySelector('[data-testid=stage]').dataset.requests === '{sent}'");
        page.wait_until("the answer on the home page", &answered).await?;
        if sent == 2 {
            tour.read_and_compare("home-request-2").await?;
        } else {
            tour.read_once(&format!("home-request-{sent}")).await?;
        }
    }
    Ok(())
}

/// Tours links that must work forever, and links that cannot be opened.
async fn links(tour: &mut Tour<'_>) -> Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FIXTURES);
    let mut files: Vec<_> = fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "link"));
    files.sort();
    ensure!(!files.is_empty(), "no links in {}", folder.display());
    for file in &files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let link = fs::read_to_string(file)?;
        tour.page.open(&tour.look.address(&format!("/?{name}#{}", link.trim_end()))).await?;
        tour.page.shows("visiting-banner").await?;
        match name.as_str() {
            "shop" => tour.read_and_compare("link").await?,
            _ => tour.read(&format!("link {name}")).await?,
        }
    }
    let link = fs::read_to_string(&files[0])?;
    let cut = &link.trim_end()[..link.trim_end().len() - 20];
    for (name, link) in
        [("cut-off", cut), ("damaged", "d1.z1.****"), ("newer", "d2.z1.AAAA"), ("unknown", "d1.q9.AAAA")]
    {
        tour.page.open(&tour.look.address(&format!("/play?{name}#{link}"))).await?;
        tour.page.shows("arrival-failed").await?;
        match name {
            "cut-off" => tour.read_and_compare("broken-link").await?,
            _ => tour.read(&format!("broken link, {name}")).await?,
        }
    }
    Ok(())
}

/// Tours the reference cards and the error pages. Each kind has one layout, so only the first pages of each are compared.
async fn documents(tour: &mut Tour<'_>) -> Result<()> {
    let pages = addresses::pages(&built_site(), tour.look.language)?;
    ensure!(pages.len() > 20, "only {} pages about errors are on the site", pages.len());
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for address in &pages {
        let place = tour.look.address(address);
        tour.page.window.goto(format!("{}{place}", tour.page.origin())).await?;
        let kind = address.trim_matches('/').split('/').next().unwrap_or_default();
        let read = kinds.entry(kind).or_default();
        match *read {
            0 | 1 => tour.read_and_compare(&file_name(address)).await?,
            _ => tour.read(&file_name(address)).await?,
        }
        *read += 1;
    }
    Ok(())
}

fn file_name(address: &str) -> String {
    match address.trim_matches('/') {
        "" => "home".to_owned(),
        path => path.replace('/', "-"),
    }
}
