//! The settings of a tour: language, width and theme.

use anyhow::Result;
use serde_json::json;

use crate::page::Page;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    Wide,
    /// A phone, with touch instead of a pointer.
    Narrow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub language: &'static str,
    pub width: Width,
}

/// Runs before the scripts of every page: stops the page's clock, so that each run shows the same times.
const STOP_CLOCK: &str = "{
    const now = 1790000000000;
    const Clock = Date;
    globalThis.Date = class extends Clock {
        constructor(...parts) { parts.length === 0 ? super(now) : super(...parts); }
        static now() { return now; }
    };
    Performance.prototype.now = () => 1000;
}";

impl Theme {
    pub const ALL: [Theme; 2] = [Theme::Dark, Theme::Light];

    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// Applies the theme as the system's preference, with reduced motion.
    pub async fn apply(self, page: &Page) -> Result<()> {
        let features = json!([
            {"name": "prefers-color-scheme", "value": self.name()},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]);
        page.window.cdp().send_raw("Emulation.setEmulatedMedia", json!({ "features": features })).await?;
        Ok(())
    }
}

impl Look {
    pub fn new(language: &'static str, width: Width) -> Look {
        Look { language, width }
    }

    pub fn width(self) -> u32 {
        match self.width {
            Width::Wide => 1280,
            Width::Narrow => 390,
        }
    }

    fn height(self) -> u32 {
        match self.width {
            Width::Wide => 900,
            Width::Narrow => 844,
        }
    }

    pub fn name(self) -> String {
        format!("{}-{}", self.language, self.width())
    }

    /// Returns whether this look has screenshots. Two of the four looks cover both languages and both widths.
    pub fn has_screenshots(self) -> bool {
        matches!((self.language, self.width), ("en", Width::Wide) | ("ja", Width::Narrow))
    }

    /// Returns the address of a page in the language. `path` is the English path.
    pub fn address(self, path: &str) -> String {
        if self.language == "ja" { format!("/ja{path}") } else { path.to_owned() }
    }

    /// Applies the look to all pages that are opened later.
    pub async fn apply(self, page: &Page) -> Result<()> {
        let cdp = page.window.cdp();
        let is_phone = self.width == Width::Narrow;
        let metrics = json!({"width": self.width(), "height": self.height(), "deviceScaleFactor": 1, "mobile": is_phone});
        cdp.send_raw("Emulation.setDeviceMetricsOverride", metrics).await?;
        let touch = json!({"enabled": is_phone, "maxTouchPoints": if is_phone { 5 } else { 1 }});
        cdp.send_raw("Emulation.setTouchEmulationEnabled", touch).await?;
        cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", json!({"source": STOP_CLOCK})).await?;
        Theme::Light.apply(page).await?;
        page.window.goto(format!("{}/robots.txt", page.origin())).await?;
        page.value(&format!("localStorage.setItem('dynalab.language', '{}')", self.language)).await?;
        Ok(())
    }
}
