//! Key design formats of other tools. They are a part of the program that is fetched when it is first needed.

use dynalab_design_formats::several::{NamedText, Opened};
use dynalab_modeling::formats::{ExportedDesign, FormatError, ImportedDesign};
use dynalab_modeling::{Design, Report};

use crate::formats::Problem;
use crate::parts::Fetch;

/// The functions of the part, once it is loaded.
#[derive(Clone, Copy)]
pub struct DesignFormats {
    read: fn(&str) -> Result<ImportedDesign, FormatError>,
    open: fn(&[NamedText]) -> Opened,
    write: fn(&str, &Design, &Report) -> Option<ExportedDesign>,
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

fn write_here(format: &str, design: &Design, report: &Report) -> Option<ExportedDesign> {
    let write = dynalab_design_formats::find(format)?.write?;
    Some(write(design, report))
}

/// Reads a text in any supported format.
///
/// # Errors
/// Returns a problem if the part cannot be fetched, or if no format matches the text.
pub async fn read(part: Fetch<DesignFormats>, text: &str) -> Result<ImportedDesign, Problem> {
    (part().await?.read)(text).map_err(|error| {
        let name = match &error {
            FormatError::TooLong { .. } => "too-large",
            FormatError::TooMuch(_) => "too-much",
            _ => "not-a-document",
        };
        Problem { name: name.to_owned(), detail: error.to_string() }
    })
}

/// Opens several files as one design.
///
/// # Errors
/// Returns a problem if the part cannot be fetched.
pub async fn open(part: Fetch<DesignFormats>, files: &[NamedText]) -> Result<Opened, Problem> {
    Ok((part().await?.open)(files))
}

/// Writes a design in the format with this id. Returns none for an unknown id.
///
/// # Errors
/// Returns a problem if the part cannot be fetched.
pub async fn write(
    part: Fetch<DesignFormats>,
    format: &str,
    design: &Design,
    report: &Report,
) -> Result<Option<ExportedDesign>, Problem> {
    Ok((part().await?.write)(format, design, report))
}
