//! Terms with their definitions in both languages, and the lesson that introduces each.

use serde::{Deserialize, Serialize};

use crate::id::LessonId;
use crate::text::Language;

/// The content of `glossary.json` in the folder of a chapter; together they are the glossary.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Glossary {
    pub terms: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// Named by the texts, as in `[item](term:item)`.
    pub id: String,
    /// The lesson that explains it.
    pub lesson: LessonId,
    /// Its name is a word of everyday English or Japanese too, so that a text may contain it before that lesson.
    #[serde(default)]
    pub everyday: bool,
    pub en: TermText,
    pub ja: TermText,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermText {
    pub name: String,
    /// Other names under which a search finds it, and that a text may use.
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
