//! The environment of a test: the built site, a browser with its own profile, a screenshot of a failure.

use std::any::Any;
use std::env;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use dynalab_publish::Address;
use dynalab_static_server::{Host, StaticSite};
use tokio::runtime;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

use crate::browser::{Browser, Driver};
use crate::driver::ChromiumDriver;
use crate::firefox_driver::FirefoxDriver;
use crate::page::Page;
use crate::relay::{self, Network};
use crate::webkit_driver::WebKitDriver;

/// Time limit of most tests.
const TEST_TIMEOUT: Duration = Duration::from_secs(300);

pub struct Visit {
    name: &'static str,
    /// None between the end of one browser and the start of the next.
    browser: Option<Browser>,
    driver: Driver,
    fonts: Option<PathBuf>,
    /// The address with the base of the site, without a slash at its end.
    pub origin: String,
    /// Notes of the pages of this visit (`relay`), oldest first.
    pub notes: UnboundedReceiver<String>,
    pub network: Arc<Network>,
    folder: PathBuf,
    _site: StaticSite,
}

/// The settings of a test's environment.
#[derive(Clone)]
pub struct Surroundings {
    pub site: Site,
    /// The configuration of fontconfig. None means the system's.
    pub fonts: Option<PathBuf>,
    pub engine: BrowserEngine,
    pub host: Host,
    /// Whether the site's service worker runs, which stores the app for offline use.
    pub service_worker: bool,
    /// Time limit, longer than the test takes on any suitable machine.
    pub timeout: Duration,
}

#[derive(Clone, Copy)]
pub enum BrowserEngine {
    Chromium,
    /// Chromium with these preferences in its profile, as JSON text.
    ChromiumWith(&'static str),
    WebKit,
    Firefox,
}

/// The files to serve.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// The files of the built site.
    Built,
    /// A copy that the test may change. Its files are links, so remove a file before you write it. The copy is published for
    /// the base of the host.
    Copy,
}

impl Surroundings {
    /// Returns the built site in Chromium, with the fonts of the system.
    pub fn usual() -> Surroundings {
        Surroundings {
            site: Site::Built,
            fonts: None,
            engine: BrowserEngine::Chromium,
            host: Host::App,
            service_worker: false,
            timeout: TEST_TIMEOUT,
        }
    }
}

/// Runs the steps of a test on the built site. If they fail, panic or take too long, the test fails with a screenshot.
pub fn visit(name: &'static str, steps: impl AsyncFn(&mut Visit) -> Result<()>) {
    visit_in(name, Surroundings::usual(), steps);
}

/// As [`visit`], with a Chromium that has these preferences, as JSON text.
pub fn visit_with_preferences(
    name: &'static str,
    preferences: &'static str,
    steps: impl AsyncFn(&mut Visit) -> Result<()>,
) {
    let engine = BrowserEngine::ChromiumWith(preferences);
    visit_in(name, Surroundings { engine, ..Surroundings::usual() }, steps);
}

/// As [`visit`], in another browser.
pub fn visit_in_engine(
    name: &'static str,
    engine: BrowserEngine,
    steps: impl AsyncFn(&mut Visit) -> Result<()>,
) {
    visit_in(name, Surroundings { engine, ..Surroundings::usual() }, steps);
}

/// As [`visit`], on a copy of the site.
pub fn visit_copy(name: &'static str, steps: impl AsyncFn(&mut Visit) -> Result<()>) {
    visit_in(name, Surroundings { site: Site::Copy, ..Surroundings::usual() }, steps);
}

/// As [`visit_copy`], with the service worker.
pub fn visit_with_service_worker(name: &'static str, steps: impl AsyncFn(&mut Visit) -> Result<()>) {
    let surroundings = Surroundings { site: Site::Copy, service_worker: true, ..Surroundings::usual() };
    visit_in(name, surroundings, steps);
}

/// As [`visit_published`], with the service worker.
pub fn visit_published_with_service_worker(
    name: &'static str,
    base: &'static str,
    steps: impl AsyncFn(&mut Visit) -> Result<()>,
) {
    let surroundings = Surroundings { service_worker: true, ..published(base) };
    visit_in(name, surroundings, steps);
}

/// As [`visit_copy`], with the site published below a folder of a plain host. `base` has a slash at both ends.
pub fn visit_published(
    name: &'static str,
    base: &'static str,
    steps: impl AsyncFn(&mut Visit) -> Result<()>,
) {
    visit_in(name, published(base), steps);
}

fn published(base: &str) -> Surroundings {
    let host = Host::Plain { base: base.to_owned() };
    Surroundings { site: Site::Copy, host, ..Surroundings::usual() }
}

/// Runs the steps of a test with these settings.
pub fn visit_in(
    name: &'static str,
    surroundings: Surroundings,
    steps: impl AsyncFn(&mut Visit) -> Result<()>,
) {
    if let Err(failure) = attempt_in(name, &surroundings, &steps) {
        panic!("{failure}");
    }
}

/// Runs the steps. Returns the failure.
fn attempt_in(
    name: &'static str,
    surroundings: &Surroundings,
    steps: &impl AsyncFn(&mut Visit) -> Result<()>,
) -> Result<(), String> {
    let runtime =
        runtime::Builder::new_current_thread().enable_all().build().expect("a runtime for the test");
    let limit = surroundings.timeout;
    let mut visit = match runtime.block_on(Visit::start(name, surroundings)) {
        Ok(visit) => visit,
        Err(error) => return Err(format!("{name}: no browser on the built site: {error:#}")),
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        runtime.block_on(async { timeout(limit, steps(&mut visit)).await })
    }));
    let failed = !matches!(outcome, Ok(Ok(Ok(()))));
    runtime.block_on(visit.end(failed));
    match outcome {
        Ok(Ok(Ok(()))) => Ok(()),
        Ok(Ok(Err(error))) => Err(format!("{name}: {error:#}")),
        Ok(Err(_)) => Err(format!("{name} took longer than {limit:?}")),
        Err(panic) => Err(format!("{name} panicked: {}", message_of(&*panic))),
    }
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

impl Visit {
    async fn start(name: &'static str, surroundings: &Surroundings) -> Result<Visit> {
        let Surroundings { site, fonts, engine, host, service_worker, .. } = surroundings.clone();
        let folder = match site {
            Site::Built => built_site(),
            Site::Copy => copy_site(name, &host)?,
        };
        let base = match &host {
            Host::App => String::new(),
            Host::Plain { base } => base.trim_end_matches('/').to_owned(),
        };
        let site = StaticSite::start_as(&folder, 0, host).with_context(|| {
            format!(
                "the site is not built in {} (cargo xtask build --release, or name its folder in DYNALAB_DIST)",
                folder.display()
            )
        })?;
        let (note_taker, notes) = unbounded_channel();
        let network = Arc::new(Network::new(service_worker));
        let relay = relay::start(site.address(), note_taker, network.clone())?;
        let origin = format!("http://{relay}{base}");
        // A stopped run may leave this folder.
        let _ = fs::remove_dir_all(profile(name));
        fs::create_dir_all(profile(name))?;
        if let BrowserEngine::ChromiumWith(preferences) = engine {
            let folder = profile(name).join("Default");
            fs::create_dir_all(&folder)?;
            fs::write(folder.join("Preferences"), preferences)?;
        }
        let driver = match engine {
            BrowserEngine::WebKit => Driver::WebKit(WebKitDriver::start(&profile(name))?),
            BrowserEngine::Firefox => Driver::Firefox(FirefoxDriver::start(&profile(name))?),
            BrowserEngine::Chromium | BrowserEngine::ChromiumWith(_) => {
                Driver::Chromium(ChromiumDriver::start()?)
            }
        };
        let browser = Browser::open(&profile(name), &driver, &origin, fonts.as_deref()).await?;
        Ok(Visit { name, browser: Some(browser), driver, fonts, origin, notes, network, folder, _site: site })
    }

    /// Returns the page in front. It exists unless a browser has been killed.
    pub fn page(&self) -> &Page {
        &self.browser.as_ref().expect("a browser is open").page
    }

    /// Returns the folder that is served.
    pub fn site(&self) -> &Path {
        &self.folder
    }

    /// Returns a folder for downloads. It is deleted after the test.
    pub fn downloads(&self) -> PathBuf {
        profile(self.name).join("downloads")
    }

    /// Kills every process of the browser and starts another on the same profile.
    pub async fn kill_browser_and_reopen(&mut self) -> Result<()> {
        if let Some(browser) = self.browser.take() {
            browser.kill().await?;
        }
        self.browser = Some(
            Browser::open(&profile(self.name), &self.driver, &self.origin, self.fonts.as_deref()).await?,
        );
        Ok(())
    }

    /// Returns the id of the process group of the browser, if it is one of the test.
    pub fn process_group(&self) -> Option<u32> {
        self.browser.as_ref()?.process_group()
    }

    async fn end(mut self, failed: bool) {
        if let Some(browser) = self.browser.take() {
            if failed {
                let picture = folder().join(format!("{}.png", self.name));
                match browser.page.window.screenshot(&picture).await {
                    Ok(()) => eprintln!("The page when it failed: {}", picture.display()),
                    Err(error) => eprintln!("There is no picture of the failure: {error}"),
                }
                let errors = browser.page.new_console_errors().await.unwrap_or_default();
                errors.iter().for_each(|error| eprintln!("console: {error}"));
            }
            browser.close().await;
        }
        // A failure here only uses disk space.
        let _ = fs::remove_dir_all(profile(self.name));
    }
}

pub fn built_site() -> PathBuf {
    match env::var_os("DYNALAB_DIST") {
        Some(folder) => folder.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../dist"),
    }
}

/// Creates a new copy for each attempt.
fn copy_site(name: &str, host: &Host) -> Result<PathBuf> {
    let copy = folder().join(format!("{name}.site"));
    // A stopped run or an earlier attempt may leave this folder.
    let _ = fs::remove_dir_all(&copy);
    link_folder(&built_site(), &copy).context("a copy of the built site")?;
    if let Host::Plain { base } = host {
        dynalab_publish::publish(&copy, &Address::parse(base)?).context("the copy is published")?;
    }
    Ok(copy)
}

/// Links all files except the compressed ones: the server would prefer them to changed files.
fn link_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        if entry.path().extension().is_some_and(|extension| extension == "br" || extension == "gz") {
            continue;
        }
        let copy = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => link_folder(&entry.path(), &copy)?,
            // Copy the file if it cannot be linked.
            false => {
                fs::hard_link(entry.path(), &copy).or_else(|_| fs::copy(entry.path(), &copy).map(drop))?
            }
        }
    }
    Ok(())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("end_to_end")
}

fn profile(name: &str) -> PathBuf {
    folder().join(name)
}
