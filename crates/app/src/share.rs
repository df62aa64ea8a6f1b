//! A design as a link and as a file, and what opens from one.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use dynalab_messages::Language;
use dynalab_playground::share::document::{Document, DocumentError, Show};
use dynalab_playground::share::link;
use dynalab_programs::files::{OpenedDocument, Problem, ShownPlace};

use crate::request::play_query::{PlayQuery, RequestTab, ResultTab};

/// A design as a link and as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenDesign {
    /// The fragment of the address, without `#`.
    pub link: String,
    pub file: String,
    /// The number of requests in the design.
    pub commands: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OpenedDesign {
    /// The document for the engine.
    pub document: String,
    pub title: Option<String>,
    pub table: Option<String>,
    pub query: PlayQuery,
    /// Whether opening the design runs requests.
    pub has_requests: bool,
}

/// The data of a design besides the tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Cover {
    /// The title; an empty text means none.
    pub title: String,
    pub language: Language,
    /// The table that is shown first.
    pub table: Option<String>,
    pub query: PlayQuery,
}

/// Returns true if an address or a text contains a design. Checks its beginning only.
pub fn has_link(text: &str) -> bool {
    let fragment = text.rsplit('#').next().unwrap_or_default().trim_start();
    let version = fragment.split('.').next().unwrap_or_default();
    let digits = version.strip_prefix('d').unwrap_or_default();
    fragment.len() > version.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Writes the document of the tables as a link and a file.
///
/// # Errors
/// Returns a problem if the document is not one of tables.
pub fn write(tables: &str, cover: &Cover) -> Result<WrittenDesign, Problem> {
    let written = Document::of_tables(tables).and_then(|mut document| {
        if !cover.title.is_empty() {
            document.title.insert(cover.language.code().to_owned(), cover.title.clone());
        }
        let PlayQuery { index, request, result, .. } = cover.query.clone();
        document.show = Show {
            table: cover.table.clone(),
            index,
            request: request.map(|tab| RequestTab::name(tab).to_owned()),
            result: result.map(|tab| ResultTab::name(tab).to_owned()),
            command: document.show.command,
        };
        Ok((document.canonical()?, document.commands.len()))
    });
    let (file, commands) = written.map_err(not_a_document)?;
    let commands = u32::try_from(commands).unwrap_or(u32::MAX);
    Ok(WrittenDesign { link: link::encode(&file), file, commands })
}

/// Returns a read document as the page opens it.
pub fn opened_design(opened: OpenedDocument, language: Language) -> OpenedDesign {
    let ShownPlace { table, index, request, result } = opened.shown;
    let query = PlayQuery {
        index,
        request: request.and_then(|name| RequestTab::of_name(&name)),
        result: result.and_then(|name| ResultTab::of_name(&name)),
        picture: None,
    };
    OpenedDesign {
        document: opened.document,
        title: in_language(&opened.title, language.code()),
        table,
        query,
        has_requests: opened.has_requests,
    }
}

/// Returns the sentence in this language if it exists, or else in any language.
fn in_language(sentence: &BTreeMap<String, String>, language: &str) -> Option<String> {
    sentence.get(language).or_else(|| sentence.values().next()).cloned()
}

fn not_a_document(error: DocumentError) -> Problem {
    Problem { name: "not-a-document".to_owned(), detail: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_known_by_its_beginning() {
        for text in ["#d1.z1.AAAA", "https://example.com/play#d1.z1.AAAA", "d2.q.x", "#d1."] {
            assert!(has_link(text), "{text}");
        }
        for text in ["", "#", "#main", "#d1", "#d.z1", "#dx1.z1", "https://example.com/d1.html"] {
            assert!(!has_link(text), "{text}");
        }
    }

    #[test]
    fn a_document_shows_known_tabs_and_a_title_of_the_language() {
        let title =
            [("en", "Orders"), ("ja", "注文")].map(|(code, title)| (code.to_owned(), title.to_owned()));
        let name = |name: &str| Some(name.to_owned());
        let shown =
            ShownPlace { table: name("Orders"), index: None, request: name("json"), result: name("none") };
        let opened =
            OpenedDocument { document: "{}".to_owned(), title: title.into(), shown, has_requests: true };
        let design = opened_design(opened, Language::Japanese);
        assert_eq!((design.title.as_deref(), design.table.as_deref()), (Some("注文"), Some("Orders")));
        assert_eq!((design.query.request, design.query.result), (Some(RequestTab::Json), None));
    }
}
