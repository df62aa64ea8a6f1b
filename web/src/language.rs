//! The two languages of the app, and how one is chosen.

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

    /// Returns the language of a code. Returns English for an unknown code.
    pub fn of_code(code: &str) -> Language {
        if code == Language::Japanese.code() { Language::Japanese } else { Language::English }
    }

    pub fn other(self) -> Language {
        match self {
            Language::English => Language::Japanese,
            Language::Japanese => Language::English,
        }
    }

    /// Returns the language's name in that language, which a person recognizes who cannot read the page.
    pub fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Japanese => "日本語",
        }
    }

    /// Returns the language of the first supported tag ("ja-JP", "en"), or English.
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

    /// Returns the folder of the language's pages in the site. English has none.
    pub fn folder(self) -> &'static str {
        match self {
            Language::English => "",
            Language::Japanese => "/ja",
        }
    }

    /// Returns the language of a path, and the path of the same page in English.
    pub fn of_path(path: &str) -> (Language, &str) {
        match path.strip_prefix(Language::Japanese.folder()) {
            Some("") => (Language::Japanese, "/"),
            Some(rest) if rest.starts_with('/') => (Language::Japanese, rest),
            _ => (Language::English, path),
        }
    }

    /// Returns the language that the person chose earlier, or else the browser's. It is only offered: the address decides,
    /// because a link must mean the same page for each reader.
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
