//! Key design formats of other tools. They are a part of the program that is fetched when it is first needed.

use dynalab_design_formats::several::{NamedText, Opened};
use dynalab_modeling::formats::{ExportedDesign, FormatError, ImportedDesign};
use dynalab_modeling::{Design, Report};

use crate::formats::Problem;
use crate::language::Language;
use crate::messages::Message;
use crate::parts::Fetch;

/// The functions of the part, once it is loaded.
#[derive(Clone, Copy)]
pub struct DesignFormats {
    read: fn(&str) -> Result<ImportedDesign, FormatError>,
    open: fn(&[NamedText]) -> Opened,
    write: fn(&str, &Design, &Report, Language) -> Option<ExportedDesign>,
}

impl DesignFormats {
    /// Returns the functions. Only the part itself calls this.
    pub fn here() -> DesignFormats {
        DesignFormats {
            read: dynalab_design_formats::read,
            open: dynalab_design_formats::several::open,
            write: write_here,
        }
    }
}

fn write_here(format: &str, design: &Design, report: &Report, language: Language) -> Option<ExportedDesign> {
    let write = dynalab_design_formats::find(format)?.write?;
    Some(write(design, report, language))
}

/// Reads a text in any supported format. The detail of a problem is in the language.
///
/// # Errors
/// Returns a problem if the part cannot be fetched, or if no format matches the text.
pub async fn read(
    part: Fetch<DesignFormats>,
    text: &str,
    language: Language,
) -> Result<ImportedDesign, Problem> {
    (part().await?.read)(text).map_err(|error| {
        let name = match &error {
            FormatError::TooLong { .. } => "too-large",
            FormatError::TooMuch(_) => "too-much",
            _ => "not-a-document",
        };
        Problem { name: name.to_owned(), detail: error.write(language) }
    })
}

/// Opens several files as one design.
///
/// # Errors
/// Returns a problem if the part cannot be fetched.
pub async fn open(part: Fetch<DesignFormats>, files: &[NamedText]) -> Result<Opened, Problem> {
    Ok((part().await?.open)(files))
}

/// Writes a design in the format with this id. Documents for people are in the language. Returns none for an unknown id.
///
/// # Errors
/// Returns a problem if the part cannot be fetched.
pub async fn write(
    part: Fetch<DesignFormats>,
    format: &str,
    design: &Design,
    report: &Report,
    language: Language,
) -> Result<Option<ExportedDesign>, Problem> {
    Ok((part().await?.write)(format, design, report, language))
}
