//! The theme: light, dark, or that of the system. `static/boot.js` applies the stored choice before the first paint.

use gloo::utils::document;

use crate::stored_setting;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    System,
    Light,
    Dark,
}

impl Theme {
    pub fn name(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    pub fn next(self) -> Theme {
        match self {
            Theme::System => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::System,
        }
    }

    pub fn of_this_visit() -> Theme {
        match stored_setting::read("theme").as_deref() {
            Some("light") => Theme::Light,
            Some("dark") => Theme::Dark,
            _ => Theme::System,
        }
    }

    pub fn apply(self) {
        let Some(root) = document().document_element() else { return };
        let _ = match self {
            Theme::System => root.remove_attribute("data-theme"),
            Theme::Light | Theme::Dark => root.set_attribute("data-theme", self.name()),
        };
    }

    pub fn keep(self) {
        stored_setting::write("theme", self.name());
    }
}
