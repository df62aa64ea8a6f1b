//! Stores and applies the theme. `static/boot.js` applies the stored choice before the first paint.

use dynalab_app::state::theme::Theme;
use gloo::utils::document;

use crate::browser::embedded::is_embedded;
use crate::browser::stored_setting;

pub fn of_this_visit() -> Theme {
    if is_embedded() {
        // The address of a frame says it, and `boot.js` has applied it.
        let root = document().document_element();
        return Theme::of_name(root.and_then(|root| root.get_attribute("data-theme")).as_deref());
    }
    Theme::of_name(stored_setting::read("theme").as_deref())
}

pub fn apply(theme: Theme) {
    let Some(root) = document().document_element() else { return };
    let _ = match theme {
        Theme::System => root.remove_attribute("data-theme"),
        Theme::Light | Theme::Dark => root.set_attribute("data-theme", theme.name()),
    };
}

pub fn keep(theme: Theme) {
    stored_setting::write("theme", theme.name());
}
