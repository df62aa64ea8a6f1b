//! Compares screenshots with those in `tests/screenshots`. `cargo xtask screenshots --routes` replaces the ones that differ.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::picture::Picture;
use crate::page::Page;

const KEPT: &str = "screenshots";
const RENEW: &str = "cargo xtask screenshots --routes";
/// Maximum different pixels, in thousandths of all pixels.
const DIFFERENT_MAX: f64 = 5.0;
/// Maximum compared height of a page, in CSS pixels.
const HEIGHT_MAX: f64 = 2_400.0;

const BOX_OF_PAGE: &str = "(() => {
    document.activeElement?.blur();
    scrollTo({left: 0, top: 0, behavior: 'instant'});
    const box = document.documentElement.getBoundingClientRect();
    return [box.left, box.top, box.width, box.height].map(Math.round);
})()";
/// Chromium sometimes keeps the narrow width of a page when it hides the scroll bars. This style prevents that.
const HIDE_BAR_OF_PAGE: &str =
    "document.documentElement.style.setProperty('scrollbar-width', 'none') ?? true";
const SHOW_BAR_OF_PAGE: &str = "document.documentElement.style.removeProperty('scrollbar-width') ?? true";
const PAGE_IS_AS_WIDE_AS_WINDOW: &str =
    "Math.round(document.documentElement.getBoundingClientRect().width) >= innerWidth";
const NEXT_FRAME: &str =
    "const [done] = arguments; requestAnimationFrame(() => requestAnimationFrame(() => done(true)));";

/// The screenshots of one tour, in their own folder.
pub struct Screenshots {
    folder: PathBuf,
    /// The folder for screenshots that differ.
    failures: PathBuf,
    renews: bool,
    taken: BTreeSet<String>,
}

impl Screenshots {
    pub fn new(tour: &str) -> Screenshots {
        let failures = Path::new(env!("CARGO_TARGET_TMPDIR")).join(KEPT).join(tour);
        // Remove the files of an earlier run.
        let _ = fs::remove_dir_all(&failures);
        Screenshots {
            folder: Path::new(env!("CARGO_MANIFEST_DIR")).join(KEPT).join(tour),
            failures,
            renews: env::var_os("DYNALAB_RENEW_SCREENSHOTS").is_some(),
            taken: BTreeSet::new(),
        }
    }

    /// Compares the screenshot of a place. Returns the problem, if there is one.
    pub async fn take(&mut self, page: &Page, place: &str) -> Result<Option<String>> {
        let actual = capture(page).await.with_context(|| place.to_owned())?;
        self.taken.insert(format!("{place}.png"));
        let kept = self.folder.join(format!("{place}.png"));
        let problem = self.compare(&actual, &kept, place)?;
        if problem.is_some() && self.renews {
            actual.write(&kept)?;
            return Ok(None);
        }
        Ok(problem)
    }

    fn compare(&self, actual: &Picture, kept: &Path, place: &str) -> Result<Option<String>> {
        let is_there = kept.is_file();
        let expected = if is_there { Picture::read(kept)? } else { actual.clone() };
        let difference = actual.compare(&expected);
        let problem = match &difference {
            _ if !is_there => format!("{} is missing: {RENEW}", kept.display()),
            None => format!(
                "{} by {} pixels, and {} by {} are expected",
                actual.width, actual.height, expected.width, expected.height
            ),
            Some(difference) if difference.permille() > DIFFERENT_MAX => {
                format!("{:.2} % of the pixels differ", difference.permille() / 10.0)
            }
            Some(_) => return Ok(None),
        };
        let found = self.failures.join(format!("{place}.actual.png"));
        actual.write(&found)?;
        if let Some(difference) = difference.filter(|_| is_there) {
            difference.drawn.write(&self.failures.join(format!("{place}.difference.png")))?;
        }
        Ok(Some(format!("{problem}; see {} (if the change is meant: {RENEW})", found.display())))
    }

    /// Returns stored screenshots of places that are not in the tour.
    pub fn left_over(&self) -> Result<Vec<String>> {
        if !self.folder.is_dir() {
            return Ok(Vec::new());
        }
        let mut left_over = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let file = entry?.path();
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if self.taken.contains(&name) {
                continue;
            }
            match self.renews {
                true => fs::remove_file(&file)?,
                false => left_over.push(format!("{} is of no place: {RENEW}", file.display())),
            }
        }
        Ok(left_over)
    }
}

/// Captures the page without scroll bars, whose width depends on the system.
async fn capture(page: &Page) -> Result<Picture> {
    let cdp = page.window.cdp();
    cdp.send_raw("Emulation.setScrollbarsHidden", json!({"hidden": true})).await?;
    page.value(HIDE_BAR_OF_PAGE).await?;
    // Notices leave by themselves, so a picture must not depend on its time.
    page.value("[...document.querySelectorAll('.banner-line button')].forEach(close => close.click())")
        .await?;
    page.wait_until("no notice", "!document.querySelector('.banner-line > .banner')").await?;
    page.wait_until("the page to take the room of its scroll bar", PAGE_IS_AS_WIDE_AS_WINDOW).await?;
    page.window.execute_async(NEXT_FRAME, Vec::new()).await?;
    let clip = page.value(BOX_OF_PAGE).await?;
    let number = |place: usize| clip[place].as_f64().unwrap_or_default();
    let clip = json!({"x": number(0), "y": number(1), "width": number(2), "height": number(3).min(HEIGHT_MAX), "scale": 1});
    let options = json!({"format": "png", "clip": clip, "captureBeyondViewport": true});
    let captured: Value = cdp.send_raw("Page.captureScreenshot", options).await?;
    page.value(SHOW_BAR_OF_PAGE).await?;
    cdp.send_raw("Emulation.setScrollbarsHidden", json!({"hidden": false})).await?;
    let png = BASE64_STANDARD.decode(captured["data"].as_str().context("a screenshot")?)?;
    Picture::from_png(&png)
}
