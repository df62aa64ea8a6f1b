//! Reads and writes designs as links and files. Few visits need this, so it is a part that is fetched at its first use.

use dynalab_playground::share::document::{Document, DocumentError, Sentence, Show};
use dynalab_playground::share::link::{self, LinkError};

use crate::language::Language;
use crate::parts::{Fetch, PartError};
use crate::route::{PlayQuery, RequestTab, ResultTab};

/// Why a design could not be read or written: the name of a sentence (`unreadable-…`), and the detail in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub name: String,
    pub detail: String,
}

/// A design as a link and as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// The functions of the part, once it is loaded.
#[derive(Clone, Copy)]
pub struct Formats {
    write: fn(&str, &Cover) -> Result<WrittenDesign, Problem>,
    open: fn(&str, Language) -> Result<OpenedDesign, Problem>,
    encode: fn(&str) -> String,
    decode: fn(&str) -> Result<String, Problem>,
}

impl Formats {
    /// Returns the functions. Only the part itself calls this.
    pub fn here() -> Formats {
        Formats { write: write_here, open: open_here, encode: link::encode, decode: decode_here }
    }
}

impl From<PartError> for Problem {
    fn from(_: PartError) -> Problem {
        Problem { name: "not-fetched".to_owned(), detail: String::new() }
    }
}

/// Writes a design. `tables` is the worker's document of the tables.
///
/// # Errors
/// Returns a problem if the part cannot be fetched, or if the tables cannot be written.
pub async fn write(formats: Fetch<Formats>, tables: &str, cover: &Cover) -> Result<WrittenDesign, Problem> {
    (formats().await?.write)(tables, cover)
}

/// Reads a design from a file, a link, or an address with a link.
///
/// # Errors
/// Returns a problem if the part cannot be fetched, or if the text contains no design.
pub async fn open(formats: Fetch<Formats>, text: &str, language: Language) -> Result<OpenedDesign, Problem> {
    (formats().await?.open)(text, language)
}

/// Encodes any text as the fragment of an address, without its `#`.
///
/// # Errors
/// Returns a problem if the part cannot be fetched.
pub async fn encode(formats: Fetch<Formats>, text: &str) -> Result<String, Problem> {
    Ok((formats().await?.encode)(text))
}

/// Decodes a fragment that [`encode`] wrote.
///
/// # Errors
/// Returns a problem if the part cannot be fetched, or if the link is damaged.
pub async fn decode(formats: Fetch<Formats>, link: &str) -> Result<String, Problem> {
    (formats().await?.decode)(link)
}

/// Returns true if an address or a text contains a design. Checks its beginning only.
pub fn has_link(text: &str) -> bool {
    let fragment = text.rsplit('#').next().unwrap_or_default().trim_start();
    let version = fragment.split('.').next().unwrap_or_default();
    let digits = version.strip_prefix('d').unwrap_or_default();
    fragment.len() > version.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn write_here(tables: &str, cover: &Cover) -> Result<WrittenDesign, Problem> {
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

fn open_here(text: &str, language: Language) -> Result<OpenedDesign, Problem> {
    let document = if text.trim_start().starts_with('{') {
        Document::parse(text.trim_start()).map_err(not_a_document)?
    } else {
        link::document_of(text).map_err(problem)?
    };
    let canonical = document.canonical().map_err(not_a_document)?;
    let Show { table, index, request, result, .. } = document.show;
    let query = PlayQuery {
        index,
        request: request.and_then(|name| RequestTab::of_name(&name)),
        result: result.and_then(|name| ResultTab::of_name(&name)),
        picture: None,
    };
    Ok(OpenedDesign {
        document: canonical,
        title: in_language(&document.title, language.code()),
        table,
        query,
        has_requests: !document.commands.is_empty(),
    })
}

fn decode_here(link: &str) -> Result<String, Problem> {
    link::decode(link).map_err(problem)
}

/// Returns the sentence in this language if it exists, or else in any language.
fn in_language(sentence: &Sentence, language: &str) -> Option<String> {
    sentence.get(language).or_else(|| sentence.values().next()).cloned()
}

fn not_a_document(error: DocumentError) -> Problem {
    match error {
        DocumentError::NewerVersion { .. } => {
            Problem { name: "newer-version".to_owned(), detail: error.to_string() }
        }
        error => {
            let detail = error.to_string();
            Problem { detail, ..problem(LinkError::NotADocument { error }) }
        }
    }
}

fn problem(error: LinkError) -> Problem {
    Problem { name: error.name().to_owned(), detail: error.to_string() }
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
    fn a_text_that_is_no_design_has_a_name_for_why() {
        let problem = |text: &str| open_here(text, Language::English).map_err(|problem| problem.name);
        assert_eq!(problem("{"), Err("not-a-document".to_owned()));
        assert_eq!(problem("#d1.z9.AAAA"), Err("unknown-codec".to_owned()));
    }
}
