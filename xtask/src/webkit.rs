//! WebKit, the engine of Safari, for the tests that need it: MiniBrowser of WebKitGTK, its driver, and an X server without a
//! screen. Found, or installed with apt where that is possible.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::browser;
use crate::cargo::find_program;

const PACKAGES: &[&str] = &["webkit2gtk-driver", "xvfb", "fonts-noto-cjk"];
/// MiniBrowser is on no path: these folders hold it, or a folder for each kind of machine that holds it.
const LIBRARIES: &[&str] = &["/usr/lib", "/usr/libexec"];
const MINI_BROWSER: &str = "webkit2gtk-4.1/MiniBrowser";

pub struct WebKit {
    program: PathBuf,
    driver: PathBuf,
}

impl WebKit {
    /// The variables that the end-to-end tests look at.
    pub fn describe_to(&self, command: &mut Command) {
        command.env("WEBKIT", &self.program).env("WEBKITDRIVER", &self.driver);
    }
}

/// Finds WebKit with its driver, after an attempt to install them if need be. The error is a sentence for the person whose
/// tests are skipped.
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
    let driver = named("WEBKITDRIVER").or_else(|| find_program("WebKitWebDriver")).context(
        "no WebKitWebDriver was found; install it (Debian: apt-get install webkit2gtk-driver) or name it in WEBKITDRIVER",
    )?;
    let program = named("WEBKIT").or_else(mini_browser).context(
        "no MiniBrowser of WebKitGTK was found; install it (Debian: apt-get install webkit2gtk-driver) or name it in WEBKIT",
    )?;
    find_program("Xvfb").context("no Xvfb was found; install it (Debian: apt-get install xvfb)")?;
    Ok(WebKit { program, driver })
}

fn named(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|file| file.is_file())
}

fn mini_browser() -> Option<PathBuf> {
    LIBRARIES.iter().map(Path::new).find_map(|folder| {
        let direct = folder.join(MINI_BROWSER);
        let below = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut files = std::iter::once(direct).chain(below.map(|entry| entry.path().join(MINI_BROWSER)));
        files.find(|file| file.is_file())
    })
}
