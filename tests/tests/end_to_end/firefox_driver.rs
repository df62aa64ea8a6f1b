//! Firefox without a window. geckodriver starts it.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::json;
use thirtyfour::{Capabilities, WebDriver};

use crate::driver_on_port::start_driver;
use crate::process::ProcessGroup;

pub struct FirefoxDriver {
    url: String,
    _process: ProcessGroup,
}

impl FirefoxDriver {
    /// Starts the driver. The browser stores its data below `folder`.
    pub fn start(folder: &Path) -> Result<FirefoxDriver> {
        let (url, process) = start_driver(|port| {
            let program = env::var_os("GECKODRIVER").unwrap_or_else(|| "geckodriver".into());
            let mut command = Command::new(program);
            command.args(["--host=127.0.0.1", &format!("--port={port}"), "--profile-root"]).arg(folder);
            // Firefox does not start in the home folder of another user.
            command.env("HOME", folder).env("LANGUAGE", "en");
            command
        })?;
        Ok(FirefoxDriver { url, _process: process })
    }

    /// Opens a browser with an empty tab and a new profile.
    pub async fn open_browser(&self) -> Result<WebDriver> {
        let program = env::var("FIREFOX").unwrap_or_else(|_| "firefox-esr".to_owned());
        let mut capabilities = Capabilities::new();
        capabilities.set("browserName", "firefox")?;
        capabilities.set("moz:firefoxOptions", json!({ "binary": program, "args": ["-headless"] }))?;
        WebDriver::new(&self.url, capabilities).await.context("geckodriver opens no browser")
    }
}
