//! Writes key designs in formats of other tools. They are a part of the program that is fetched when it is first needed.

use dynalab_modeling::formats::ExportedDesign;
use dynalab_modeling::{Design, Report};

use crate::address::formats::Problem;
use crate::page::language::Language;
use crate::page::part_fetch::Fetch;

/// The functions of the part, once it is loaded.
#[derive(Clone, Copy)]
pub struct DesignFormats {
    write: fn(&str, &Design, &Report, Language) -> Option<ExportedDesign>,
}

impl DesignFormats {
    /// Returns the functions. Only the part itself calls this.
    pub fn here() -> DesignFormats {
        DesignFormats { write: dynalab_design_formats::write }
    }
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
