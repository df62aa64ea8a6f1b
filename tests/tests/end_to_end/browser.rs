//! Starts Chromium without chromedriver, so that a test can kill all its processes. chromedriver attaches to it.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use thirtyfour::{ChromiumLikeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver};
use tokio::time::{sleep, timeout};

use crate::driver::ChromiumDriver;
use crate::firefox_driver::FirefoxDriver;
use crate::page::{Page, SCRIPT_TIMEOUT};
use crate::process::ProcessGroup;
use crate::webkit_driver::WebKitDriver;

const START_TIMEOUT: Duration = Duration::from_secs(30);

/// The flags of xtask's webdriver.json, and flags that hide messages about intended crashes.
const FLAGS: &[&str] = &[
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--hide-crash-restore-bubble",
    "--password-store=basic",
    "--remote-debugging-port=0",
    "--lang=en-US",
    "--window-size=1280,900",
];

/// The program that controls the browser of a test.
pub enum Driver {
    Chromium(ChromiumDriver),
    WebKit(WebKitDriver),
    Firefox(FirefoxDriver),
}

pub struct Browser {
    pub page: Page,
    /// None if the driver started the browser and ends it.
    process: Option<ProcessGroup>,
}

impl Browser {
    /// Opens a browser with an empty tab. The profile may be an old one.
    pub async fn open(
        profile: &Path,
        driver: &Driver,
        origin: &str,
        fonts: Option<&Path>,
    ) -> Result<Browser> {
        match driver {
            Driver::Chromium(driver) => Browser::open_chromium(profile, &driver.url, origin, fonts).await,
            Driver::WebKit(driver) => Browser::started_by_driver(driver.open_browser().await?, origin).await,
            Driver::Firefox(driver) => Browser::started_by_driver(driver.open_browser().await?, origin).await,
        }
    }

    async fn started_by_driver(window: WebDriver, origin: &str) -> Result<Browser> {
        window.set_script_timeout(SCRIPT_TIMEOUT).await?;
        Ok(Browser { page: Page::new(window, origin), process: None })
    }

    async fn open_chromium(
        profile: &Path,
        driver_url: &str,
        origin: &str,
        fonts: Option<&Path>,
    ) -> Result<Browser> {
        let port_file = profile.join("DevToolsActivePort");
        // A browser that was killed leaves this file.
        let _ = fs::remove_file(&port_file);
        let program = env::var_os("CHROME").unwrap_or_else(|| "chromium".into());
        let mut command = Command::new(program);
        command.args(FLAGS).arg(format!("--user-data-dir={}", profile.display())).arg("about:blank");
        command.env("LANGUAGE", "en").stdout(Stdio::null()).stderr(Stdio::null());
        if let Some(fonts) = fonts {
            command.env("FONTCONFIG_FILE", fonts);
        }
        let process = ProcessGroup::start(&mut command)?;
        let port = timeout(START_TIMEOUT, debugging_port(&port_file)).await;
        let port = port.context("Chromium opens no debugging port")?;
        let mut capabilities = DesiredCapabilities::chrome();
        capabilities.set_debugger_address(&format!("127.0.0.1:{port}"))?;
        capabilities.set_browser_log_level(LoggingPrefsLogLevel::All)?;
        let window =
            WebDriver::new(driver_url, capabilities).await.context("chromedriver does not attach")?;
        window.set_script_timeout(SCRIPT_TIMEOUT).await?;
        Ok(Browser { page: Page::new(window, origin), process: Some(process) })
    }

    /// Returns the id of its process group, if the test started it.
    pub fn process_group(&self) -> Option<u32> {
        self.process.as_ref().map(|process| process.leader.id())
    }

    /// Kills the browser, as a power failure would, except for writes to the disk.
    pub async fn kill(mut self) -> Result<()> {
        if let Some(process) = &mut self.process {
            process.kill()?;
        }
        self.close().await;
        Ok(())
    }

    pub async fn close(self) {
        // The session may have ended with its browser.
        let _ = self.page.window.quit().await;
    }
}

async fn debugging_port(file: &Path) -> u16 {
    loop {
        let text = fs::read_to_string(file).unwrap_or_default();
        if let Some(port) = text.lines().next().and_then(|line| line.parse().ok()) {
            return port;
        }
        sleep(Duration::from_millis(10)).await;
    }
}
