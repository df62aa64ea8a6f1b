//! The two languages in which Dynalab writes.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Language {
    #[serde(rename = "en")]
    English,
    #[serde(rename = "ja")]
    Japanese,
}

impl Language {
    /// All languages, in the order of the patterns of a sentence.
    pub const ALL: [Language; 2] = [Language::English, Language::Japanese];

    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Japanese => "ja",
        }
    }

    /// Returns the language with exactly this code.
    pub fn with_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// Returns the language of a code. Returns English for an unknown code.
    pub fn of_code(code: &str) -> Language {
        Language::with_code(code).unwrap_or(Language::English)
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
