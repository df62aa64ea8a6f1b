//! The language of the page: what the browser prefers, and what the person chose.

pub use dynalab_messages::Language;
use gloo::utils::{document, window};

use crate::browser::stored_setting;

/// Returns the language that the person chose earlier, or else the browser's. It is only offered: the address decides,
/// because a link must mean the same page for each reader.
pub fn preferred() -> Language {
    let stored = stored_setting::read("language");
    let preferred: Vec<String> =
        window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect();
    Language::choose(stored.as_deref().into_iter().chain(preferred.iter().map(String::as_str)))
}

/// Sets the language of the document.
pub fn apply(language: Language) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", language.code());
    }
}

/// Stores the language that the person chose.
pub fn keep(language: Language) {
    stored_setting::write("language", language.code());
}
