//! Designs as links and files. Writing is a part that is fetched at its first use. The program `files` reads.

use dynalab_app::share::{self, Cover, OpenedDesign, WrittenDesign, opened_design};
use dynalab_playground::share::link;
use dynalab_programs::files::{DecodeLink, OpenDocument};

use crate::engine::reading;
use crate::page::context::PageContext;
use crate::page::language::Language;
use crate::page::parts::{Fetch, PartError};

pub use dynalab_programs::files::Problem;

/// The functions of the part, once it is loaded.
#[derive(Clone, Copy)]
pub struct Formats {
    write: fn(&str, &Cover) -> Result<WrittenDesign, Problem>,
    encode: fn(&str) -> String,
}

impl Formats {
    /// Returns the functions. Only the part itself calls this.
    pub fn here() -> Formats {
        Formats { write: share::write, encode: link::encode }
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

/// Reads a design from the text of a file, a link, or an address with a link. `told` is shown if it takes long.
///
/// # Errors
/// Returns a problem if the text contains no design, or if the program that reads it ended.
pub async fn open(
    page: &PageContext,
    told: String,
    text: &str,
    language: Language,
) -> Result<OpenedDesign, Problem> {
    let question = OpenDocument { text: text.to_owned() };
    reading::ask(page, told, question, &[]).await?.map(|opened| opened_design(opened, language))
}

/// Encodes any text as the fragment of an address, without its `#`.
///
/// # Errors
/// Returns a problem if the part cannot be fetched.
pub async fn encode(formats: Fetch<Formats>, text: &str) -> Result<String, Problem> {
    Ok((formats().await?.encode)(text))
}

/// Decodes a fragment that [`encode`] wrote. `told` is shown if it takes long.
///
/// # Errors
/// Returns a problem if the link is damaged, or if the program that reads it ended.
pub async fn decode(page: &PageContext, told: String, link: &str) -> Result<String, Problem> {
    reading::ask(page, told, DecodeLink { link: link.to_owned() }, &[]).await?
}
