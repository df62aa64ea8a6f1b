//! The two languages of the app and how one is chosen.

use gloo::utils::{document, window};

use crate::stored_setting;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    Japanese,
}

impl Language {
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Japanese => "ja",
        }
    }

    /// English for what is none of ours.
    pub fn of_code(code: &str) -> Language {
        if code == Language::Japanese.code() { Language::Japanese } else { Language::English }
    }

    pub fn other(self) -> Language {
        match self {
            Language::English => Language::Japanese,
            Language::Japanese => Language::English,
        }
    }

    /// The language's name for itself, which is what somebody who cannot read this page looks for.
    pub fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Japanese => "日本語",
        }
    }

    /// The first tag ("ja-JP", "en") that names a language we have; English otherwise.
    pub fn choose<'a>(tags: impl IntoIterator<Item = &'a str>) -> Language {
        for tag in tags {
            match tag.get(..2) {
                Some("ja") => return Language::Japanese,
                Some("en") => return Language::English,
                _ => {}
            }
        }
        Language::English
    }

    /// The folder of its pages below the site's. English has none.
    pub fn folder(self) -> &'static str {
        match self {
            Language::English => "",
            Language::Japanese => "/ja",
        }
    }

    /// The language that a path names, and the path of the same page in English.
    pub fn of_path(path: &str) -> (Language, &str) {
        match path.strip_prefix(Language::Japanese.folder()) {
            Some("") => (Language::Japanese, "/"),
            Some(rest) if rest.starts_with('/') => (Language::Japanese, rest),
            _ => (Language::English, path),
        }
    }

    /// What the person chose on an earlier visit, or else what the browser prefers. It never decides in which language a page is shown,
    /// because a link means the same page to everybody: where it differs from the address, the page offers it.
    pub fn preferred() -> Language {
        let stored = stored_setting::read("language");
        let preferred: Vec<String> =
            window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect();
        Language::choose(stored.as_deref().into_iter().chain(preferred.iter().map(String::as_str)))
    }

    pub fn apply(self) {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", self.code());
        }
    }

    pub fn keep(self) {
        stored_setting::write("language", self.code());
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_first_known_tag_wins() {
        assert_eq!(Language::choose(["fr-FR", "ja-JP", "en"]), Language::Japanese);
        assert_eq!(Language::choose(["en-GB", "ja"]), Language::English);
        assert_eq!(Language::choose(["de"]), Language::English);
        assert_eq!(Language::choose([""]), Language::English);
    }

    #[test]
    fn a_path_names_its_language() {
        for (path, language, rest) in [
            ("/", Language::English, "/"),
            ("/ja", Language::Japanese, "/"),
            ("/ja/", Language::Japanese, "/"),
            ("/ja/play/Shop", Language::Japanese, "/play/Shop"),
            ("/play/ja", Language::English, "/play/ja"),
            ("/january", Language::English, "/january"),
        ] {
            assert_eq!(Language::of_path(path), (language, rest), "{path}");
        }
    }
}
