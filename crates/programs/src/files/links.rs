//! Reads links, and the documents in them.

use dynalab_playground::share::document::{Document, DocumentError, Show};
use dynalab_playground::share::link::{self, LinkError};

use super::{OpenedDocument, Problem, ShownPlace};

/// Reads tables from a link, an address with a link, or the JSON text of a file.
pub(super) fn open_document(text: &str) -> Result<OpenedDocument, Problem> {
    let document = if text.trim_start().starts_with('{') {
        Document::parse(text.trim_start()).map_err(not_a_document)?
    } else {
        link::document_of(text).map_err(problem)?
    };
    let canonical = document.canonical().map_err(not_a_document)?;
    let Show { table, index, request, result, .. } = document.show;
    Ok(OpenedDocument {
        document: canonical,
        title: document.title.into_iter().collect(),
        shown: ShownPlace { table, index, request, result },
        has_requests: !document.commands.is_empty(),
    })
}

pub(super) fn decode(link: &str) -> Result<String, Problem> {
    link::decode(link).map_err(problem)
}

/// Whether a text begins as a link, or as an address with one.
pub(super) fn is_link(text: &str) -> bool {
    let fragment = text.rsplit('#').next().unwrap_or_default().trim_start();
    let version = fragment.split('.').next().unwrap_or_default();
    let digits = version.strip_prefix('d').unwrap_or_default();
    fragment.len() > version.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
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
