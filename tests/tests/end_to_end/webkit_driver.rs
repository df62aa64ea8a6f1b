//! WebKit, the engine of Safari: WebKitWebDriver starts MiniBrowser of WebKitGTK, in its own X server without a screen.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};

use anyhow::{Context, Result};
use serde_json::json;
use thirtyfour::{Capabilities, WebDriver};

use crate::driver_on_port::start_driver;
use crate::process::ProcessGroup;

/// The folder where Debian has a folder for each architecture, with MiniBrowser below it.
const LIBRARIES: &str = "/usr/lib";
const MINI_BROWSER: &str = "webkit2gtk-4.1/MiniBrowser";

pub struct WebKitDriver {
    url: String,
    _process: ProcessGroup,
    _screen: Screen,
}

impl WebKitDriver {
    /// Starts the driver. The browser stores its data below `folder`.
    pub fn start(folder: &Path) -> Result<WebKitDriver> {
        let screen = Screen::start()?;
        let (url, process) = start_driver(|port| driver(port, &screen, folder))?;
        Ok(WebKitDriver { url, _process: process, _screen: screen })
    }

    /// Opens a browser with an empty tab.
    pub async fn open_browser(&self) -> Result<WebDriver> {
        let mut capabilities = Capabilities::new();
        capabilities
            .set("webkitgtk:browserOptions", json!({"binary": mini_browser()?, "args": ["--automation"]}))?;
        WebDriver::new(&self.url, capabilities).await.context("WebKitWebDriver opens no browser")
    }
}

fn driver(port: u16, screen: &Screen, folder: &Path) -> Command {
    let program = env::var_os("WEBKITDRIVER").unwrap_or_else(|| "WebKitWebDriver".into());
    let mut command = Command::new(program);
    command
        .args(["--host=127.0.0.1", &format!("--port={port}")])
        .env("DISPLAY", &screen.display)
        .env("GDK_BACKEND", "x11")
        .env("GTK_A11Y", "none")
        .env("NO_AT_BRIDGE", "1")
        .env("LANGUAGE", "en");
    for (name, part) in
        [("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "cache"), ("XDG_CONFIG_HOME", "config")]
    {
        command.env(name, folder.join(part));
    }
    command
}

fn mini_browser() -> Result<PathBuf> {
    if let Some(named) = env::var_os("WEBKIT") {
        return Ok(named.into());
    }
    let folders = fs::read_dir(LIBRARIES).context("no folder with libraries")?;
    let found = folders.flatten().map(|folder| folder.path().join(MINI_BROWSER)).find(|file| file.is_file());
    found.context("MiniBrowser of WebKitGTK was not found; name it in WEBKIT")
}

/// An X server that renders into memory.
struct Screen {
    /// The value of the variable DISPLAY.
    display: String,
    _process: ProcessGroup,
    /// Kept open so that the server can write its output.
    _output: BufReader<ChildStdout>,
}

impl Screen {
    /// Starts a server. It selects its number itself and prints it, so that many can start at once.
    fn start() -> Result<Screen> {
        let mut command = Command::new("Xvfb");
        command
            .args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = ProcessGroup::start(&mut command)?;
        let mut output = BufReader::new(process.leader.stdout.take().context("no output of Xvfb")?);
        let mut number = String::new();
        output.read_line(&mut number).context("Xvfb does not start")?;
        let number: u32 = number.trim().parse().with_context(|| format!("{number:?} is no display"))?;
        Ok(Screen { display: format!(":{number}"), _process: process, _output: output })
    }
}
