//! Chromium with its own profile, and the benchmarks' page in it.

use std::env;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use thirtyfour::{By, ChromiumLikeCapabilities, DesiredCapabilities, Key, WebDriver};
use tokio::time::sleep;

use crate::driver::ChromiumDriver;

const PART_TIMEOUT: Duration = Duration::from_secs(120);
const START_TIMEOUT: Duration = Duration::from_secs(30);
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// The same flags as in browser tests (webdriver.json of xtask).
const FLAGS: &[&str] = &[
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--lang=en-US",
];

pub struct Session {
    window: WebDriver,
    _driver: ChromiumDriver,
}

impl Session {
    pub async fn start() -> Result<Session> {
        let driver = ChromiumDriver::start()?;
        let mut capabilities = DesiredCapabilities::chrome();
        if let Some(program) = env::var_os("CHROME") {
            capabilities.set_binary(&program.to_string_lossy())?;
        }
        for flag in FLAGS {
            capabilities.add_arg(flag)?;
        }
        let window = WebDriver::new(&driver.url, capabilities).await.context("Chromium does not start")?;
        window.set_script_timeout(PART_TIMEOUT).await?;
        Ok(Session { window, _driver: driver })
    }

    pub async fn goto(&self, address: &str) -> Result<()> {
        Ok(self.window.goto(address).await?)
    }

    /// Runs a script in every later document, before all scripts of the page.
    pub async fn run_first(&self, script: &str) -> Result<()> {
        let parameters = json!({ "source": script });
        self.window.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", parameters).await?;
        Ok(())
    }

    /// Opens the benchmarks' page and waits for its functions.
    pub async fn open(&self, address: &str) -> Result<()> {
        self.goto(address).await?;
        self.wait_for("window.benchmarks ? true : null").await?;
        Ok(())
    }

    /// Waits until a JavaScript expression is not null, and returns its value.
    pub async fn wait_for(&self, expression: &str) -> Result<Value> {
        let script = format!("return {expression};");
        let mut waited = Duration::ZERO;
        while waited < START_TIMEOUT {
            let found = self.window.execute(script.clone(), Vec::new()).await?;
            if !found.json().is_null() {
                return Ok(found.json().clone());
            }
            sleep(BETWEEN_LOOKS).await;
            waited += BETWEEN_LOOKS;
        }
        bail!("waited {START_TIMEOUT:?} for {expression}")
    }

    /// Runs one part of the benchmarks' page, and returns its figures by name.
    pub async fn call(&self, part: &str) -> Result<Value> {
        let script = "const [part, done] = arguments;
            benchmarks[part]().then(done, error => done({failed: String(error && error.stack || error)}));";
        let returned = self.window.execute_async(script, vec![json!(part)]).await?.json().clone();
        match returned.get("failed").and_then(Value::as_str) {
            Some(failure) => bail!("{failure}"),
            None => Ok(returned),
        }
    }

    /// Runs a script that passes its result to its last argument.
    pub async fn run(&self, script: &str) -> Result<Value> {
        self.run_with(script, Vec::new()).await
    }

    pub async fn run_with(&self, script: &str, arguments: Vec<Value>) -> Result<Value> {
        Ok(self.window.execute_async(script, arguments).await?.json().clone())
    }

    pub async fn click(&self, selector: &str) -> Result<()> {
        Ok(self.window.find(By::Css(selector)).await?.click().await?)
    }

    /// Sets the file of a file field.
    pub async fn choose_file(&self, selector: &str, file: &Path) -> Result<()> {
        let field = self.window.find(By::Css(selector)).await?;
        Ok(field.send_keys(file.to_string_lossy()).await?)
    }

    /// Presses a key on the element of a selector.
    pub async fn press(&self, selector: &str, key: Key) -> Result<()> {
        Ok(self.window.find(By::Css(selector)).await?.send_keys(key).await?)
    }

    pub async fn end(self) {
        // All figures have been read, so a failure does not matter.
        let _ = self.window.quit().await;
    }
}
