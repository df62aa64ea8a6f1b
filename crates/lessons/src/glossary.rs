//! The glossary: terms with their definitions in both languages, and the lesson that introduces each.

use serde::{Deserialize, Serialize};

use crate::id::LessonId;
use crate::text::Language;

/// The content of a chapter's `glossary.json`. The chapters together are the glossary.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Glossary {
    pub terms: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The id in links of the texts, as in `[item](term:item)`.
    pub id: String,
    /// The lesson that explains it.
    pub lesson: LessonId,
    /// True if its name is also an everyday word, in English or Japanese. Then a text may contain it before that lesson.
    #[serde(default)]
    pub everyday: bool,
    pub en: TermText,
    pub ja: TermText,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermText {
    pub name: String,
    /// Other names of the term, for the search and for texts.
    #[serde(default)]
    pub also: Vec<String>,
    /// Plain text: one or two sentences.
    pub definition: String,
}

impl Glossary {
    pub fn find(&self, id: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.id == id)
    }
}

impl Term {
    pub fn text(&self, language: Language) -> &TermText {
        match language {
            Language::English => &self.en,
            Language::Japanese => &self.ja,
        }
    }
}
