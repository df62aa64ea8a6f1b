//! Formats of key designs besides Dynalab's own: a part of the program that is fetched when a file is opened or saved in one of them.

use dynalab_modeling::formats::{FormatError, Imported};
use dynalab_modeling::{Design, Report};

use crate::formats::Problem;
use crate::parts::Fetch;

/// The part, once it is here.
#[derive(Clone, Copy)]
pub struct DesignFormats {
    read: fn(&str) -> Result<Imported, FormatError>,
    write: fn(&str, &Design, &Report) -> Option<String>,
}

impl DesignFormats {
    /// What the part consists of. Only the part itself calls it.
    pub fn here() -> DesignFormats {
        DesignFormats { read: dynalab_design_formats::read, write: write_here }
    }
}

fn write_here(format: &str, design: &Design, report: &Report) -> Option<String> {
    let write = dynalab_design_formats::find(format)?.write?;
    Some(write(design, report))
}

/// A text in whatever format it is.
///
/// # Errors
/// When the part did not arrive, or no format has this shape.
pub async fn read(part: Fetch<DesignFormats>, text: &str) -> Result<Imported, Problem> {
    (part().await?.read)(text).map_err(|error| {
        let name = match &error {
            FormatError::TooLong { .. } => "too-large",
            _ => "not-a-document",
        };
        Problem { name: name.to_owned(), detail: error.to_string() }
    })
}

/// A design in the format with this id. None where no format has it.
///
/// # Errors
/// When the part did not arrive.
pub async fn write(
    part: Fetch<DesignFormats>,
    format: &str,
    design: &Design,
    report: &Report,
) -> Result<Option<String>, Problem> {
    Ok((part().await?.write)(format, design, report))
}
