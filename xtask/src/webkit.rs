//! Finds WebKit, the engine of Safari, or installs it with apt. It needs MiniBrowser of WebKitGTK, its driver, and an X server
//! without a screen.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::browser;
use crate::cargo::find_program;

const PACKAGES: &[&str] = &["webkit2gtk-driver", "xvfb", "fonts-noto-cjk"];
/// Folders with MiniBrowser, or with one folder for each architecture that has it. It is not on the PATH.
const LIBRARIES: &[&str] = &["/usr/lib", "/usr/libexec"];
const MINI_BROWSER: &str = "webkit2gtk-4.1/MiniBrowser";

pub struct WebKit {
    program: PathBuf,
    driver: PathBuf,
}

impl WebKit {
    /// Sets the environment variables that the end-to-end tests read.
    pub fn describe_to(&self, command: &mut Command) {
        command.env("WEBKIT", &self.program).env("WEBKITDRIVER", &self.driver);
    }
}

/// Finds WebKit with its driver, and tries to install them if they are missing. The error explains why tests are skipped.
pub fn ensure_installed() -> Result<WebKit> {
    if let Ok(webkit) = find() {
        return Ok(webkit);
    }
    if let Err(error) = browser::install(PACKAGES) {
        eprintln!("WebKit could not be installed: {error:#}");
    }
    find()
}

fn find() -> Result<WebKit> {
    let driver = browser::named("WEBKITDRIVER").or_else(|| find_program("WebKitWebDriver")).context(
        "no WebKitWebDriver was found; install it (Debian: apt-get install webkit2gtk-driver) or name it in WEBKITDRIVER",
    )?;
    let program = browser::named("WEBKIT").or_else(mini_browser).context(
        "no MiniBrowser of WebKitGTK was found; install it (Debian: apt-get install webkit2gtk-driver) or name it in WEBKIT",
    )?;
    find_program("Xvfb").context("no Xvfb was found; install it (Debian: apt-get install xvfb)")?;
    Ok(WebKit { program, driver })
}

fn mini_browser() -> Option<PathBuf> {
    LIBRARIES.iter().map(Path::new).find_map(|folder| {
        let direct = folder.join(MINI_BROWSER);
        let below = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut files = std::iter::once(direct).chain(below.map(|entry| entry.path().join(MINI_BROWSER)));
        files.find(|file| file.is_file())
    })
}
