//! The module that writes and reads links and files. It is fetched when somebody shares or opens something, not before.
//!
//! Errors are thrown as `Failure`, an object with the error's name and its sentence in English.

use dynalab_playground::share::document::{Document, DocumentError, Sentence, Show};
use dynalab_playground::share::link::{self, LinkError};
use wasm_bindgen::prelude::*;

fn main() {}

/// The same design twice: what follows the `#` of its link, and the text of its file.
#[wasm_bindgen(getter_with_clone)]
pub struct Written {
    pub link: String,
    pub file: String,
    /// How many requests are in it.
    pub commands: u32,
}

/// A design that was read, and where to look first.
#[wasm_bindgen(getter_with_clone)]
pub struct Opened {
    /// Canonical: for the engine, or to be written again.
    pub document: String,
    pub title: Option<String>,
    pub table: Option<String>,
    pub index: Option<String>,
    pub request: Option<String>,
    pub result: Option<String>,
}

#[wasm_bindgen(getter_with_clone)]
pub struct Failure {
    pub name: String,
    pub sentence: String,
}

/// `tables` is what the engine's worker tells of its tables; an empty `title` is none.
#[wasm_bindgen]
pub fn write(
    tables: &str,
    title: &str,
    language: &str,
    table: Option<String>,
    index: Option<String>,
    request: Option<String>,
    result: Option<String>,
) -> Result<Written, Failure> {
    let written = Document::of_tables(tables).and_then(|mut document| {
        if !title.is_empty() {
            document.title.insert(language.to_owned(), title.to_owned());
        }
        document.show = Show { table, index, request, result, command: document.show.command };
        Ok((document.canonical()?, document.commands.len()))
    });
    let (file, commands) = written.map_err(not_a_document)?;
    Ok(Written { link: link::encode(&file), file, commands: u32::try_from(commands).unwrap_or(u32::MAX) })
}

/// `text` is a file, a link, or an address with one in it.
#[wasm_bindgen]
pub fn open(text: &str, language: &str) -> Result<Opened, Failure> {
    let document = if text.trim_start().starts_with('{') {
        Document::parse(text.trim_start()).map_err(not_a_document)?
    } else {
        link::document_of(text).map_err(failure)?
    };
    let canonical = document.canonical().map_err(not_a_document)?;
    let Show { table, index, request, result, .. } = document.show;
    Ok(Opened {
        document: canonical,
        title: in_language(&document.title, language),
        table,
        index,
        request,
        result,
    })
}

/// In this language if it is there, or in any.
fn in_language(sentence: &Sentence, language: &str) -> Option<String> {
    sentence.get(language).or_else(|| sentence.values().next()).cloned()
}

fn not_a_document(error: DocumentError) -> Failure {
    match error {
        DocumentError::NewerVersion { .. } => {
            Failure { name: "newer-version".to_owned(), sentence: error.to_string() }
        }
        error => {
            let sentence = error.to_string();
            Failure { sentence, ..failure(LinkError::NotADocument { error }) }
        }
    }
}

fn failure(error: LinkError) -> Failure {
    Failure { name: error.name().to_owned(), sentence: error.to_string() }
}
