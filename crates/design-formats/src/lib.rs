//! Formats of key designs that need a parser: infrastructure as code, SQL, and generated code.
//!
//! Each format has its own file and one line in [`ALL`]. A format that can be written has a line in [`WRITTEN`] too.
#![doc = include_str!("../README.md")]

mod cdk;
mod charged;
mod cloudformation;
mod electrodb;
mod families;
mod first_patterns;
mod first_request;
mod found;
mod iam_policy;
mod items;
mod kept;
mod model_codegen;
mod model_skill;
mod nosql_workbench;
mod object_literal;
mod onetable;
mod placeholders;
mod sdk_code;
mod serverless;
pub mod several;
mod sql;
mod tables;
mod terraform;
mod yaml;

use dynalab_modeling::formats::{self, command_lines, create_table, markdown, model_server};
use dynalab_modeling::{Design, Language, Report};
use dynalab_types::Budget;

pub use dynalab_modeling::formats::{
    ExportNote, ExportedDesign, Format, FormatError, FormatName, ImportNote, ImportedDesign,
};
pub use dynalab_request_text::code::GivenValues;

pub use families::{Family, Readers, SchemaReaders, SqlReaders, TemplateReaders, format_of};
pub use found::explain;
pub use sdk_code::{FunctionCall, function_calls};

use families::Writer;

/// All formats, in the order in which they are tried. Formats with a distinctive structure come first. What uses this list links every
/// reader and writer.
pub const ALL: &[Format; 23] = &[
    formats::DYNALAB,
    model_server::FORMAT,
    create_table::FORMAT,
    command_lines::FORMAT,
    markdown::FORMAT,
    nosql_workbench::FORMAT,
    onetable::FORMAT,
    electrodb::FORMAT,
    model_skill::FORMAT,
    model_codegen::FORMAT,
    serverless::FORMAT,
    cloudformation::YAML,
    cloudformation::JSON,
    terraform::FORMAT,
    sql::FORMAT,
    cdk::FORMAT,
    iam_policy::FORMAT,
    sdk_code::JAVASCRIPT,
    sdk_code::PYTHON,
    sdk_code::RUST,
    sdk_code::JAVA,
    sdk_code::GO,
    // Last, because a sheet has no distinctive words.
    items::FORMAT,
];

/// The formats in which the page saves a design, besides its own, in the order of its menu.
pub const WRITTEN: &[FormatName] = &[
    cloudformation::YAML.name(),
    cloudformation::JSON.name(),
    terraform::FORMAT.name(),
    cdk::FORMAT.name(),
    create_table::FORMAT.name(),
    command_lines::FORMAT.name(),
    nosql_workbench::FORMAT.name(),
    onetable::FORMAT.name(),
    electrodb::FORMAT.name(),
    model_skill::FORMAT.name(),
    iam_policy::FORMAT.name(),
    sdk_code::JAVASCRIPT.name(),
    sdk_code::PYTHON.name(),
    sdk_code::RUST.name(),
    sdk_code::JAVA.name(),
    sdk_code::GO.name(),
    markdown::FORMAT.name(),
];

/// The id of the format of items, which become a first design.
pub const ITEMS: &str = items::FORMAT.id;

/// The names of the formats that are only read, of Dynalab's own, and of a file of an S3 export without items.
const READ: &[FormatName] = &[
    formats::DYNALAB.name(),
    model_server::FORMAT.name(),
    model_codegen::FORMAT.name(),
    serverless::FORMAT.name(),
    sql::FORMAT.name(),
    items::FORMAT.name(),
    FormatName {
        id: several::MANIFEST,
        names: ["Manifest of an S3 export", "S3 エクスポートのマニフェスト"],
        extension: "json",
    },
];

/// Returns the names of the format with this id.
pub fn name_of(id: &str) -> Option<&'static FormatName> {
    WRITTEN.iter().chain(READ).find(|format| format.id == id)
}

/// Iterates over all formats, in the order in which they are tried.
pub fn all() -> impl Iterator<Item = &'static Format> {
    ALL.iter()
}

pub fn find(id: &str) -> Option<&'static Format> {
    all().find(|format| format.id == id)
}

/// Writes a design in the format with this id. Returns none for a format that is not written. It links no reader.
pub fn write(id: &str, design: &Design, report: &Report, language: Language) -> Option<ExportedDesign> {
    let (_, write) = families::WRITERS.iter().find(|(known, _)| *known == id)?;
    let write: Writer = (*write)?;
    Some(write(design, report, language))
}

/// Reads a text in any known format.
///
/// # Errors
/// Returns an error if no format matches, or if a member is invalid.
pub fn read(text: &str) -> Result<ImportedDesign, FormatError> {
    read_given(text, &GivenValues::new())
}

/// Reads a text with values that a person gave for names whose value the text does not have ([`ImportNote::Placeholder`]).
///
/// # Errors
/// As [`read`].
pub fn read_given(text: &str, given: &GivenValues) -> Result<ImportedDesign, FormatError> {
    Readers::all().read(text, given, &Budget::of_import())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{READ, WRITTEN, all, formats};

    #[test]
    fn every_format_has_a_name_and_every_format_that_can_be_written_is_offered() {
        let written = all().filter(|format| format.write.is_some() && format.id != formats::DYNALAB.id);
        let known: BTreeSet<&str> = written.map(|format| format.id).collect();
        let offered: BTreeSet<&str> = WRITTEN.iter().map(|format| format.id).collect();
        assert_eq!(offered, known);
        let named: BTreeSet<&str> = WRITTEN.iter().chain(READ).map(|format| format.id).collect();
        assert!(all().all(|format| named.contains(format.id)));
    }
}
