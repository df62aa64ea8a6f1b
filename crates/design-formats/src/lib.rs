//! Formats of key designs that need a parser: infrastructure as code, SQL, and generated code.
//!
//! Each format has its own file and one line in [`ALL`].
#![doc = include_str!("../README.md")]

mod cdk;
mod charged;
mod cloudformation;
mod electrodb;
mod first_patterns;
mod first_request;
mod iam_policy;
mod items;
mod kept;
mod model_codegen;
mod model_skill;
mod object_literal;
mod onetable;
mod sdk_code;
pub mod several;
mod sql;
mod tables;
mod terraform;
mod yaml;

use dynalab_types::Budget;

pub use dynalab_modeling::formats::{
    ExportNote, ExportedDesign, Format, FormatError, ImportNote, ImportedDesign,
};

/// The formats of this crate. Formats with a distinctive structure come first.
pub const ALL: &[Format] = &[
    onetable::FORMAT,
    electrodb::FORMAT,
    model_skill::FORMAT,
    model_codegen::FORMAT,
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

/// Iterates over all formats, in the order in which they are tried.
pub fn all() -> impl Iterator<Item = &'static Format> {
    dynalab_modeling::formats::ALL.iter().chain(ALL)
}

pub fn find(id: &str) -> Option<&'static Format> {
    all().find(|format| format.id == id)
}

/// Reads a text in any known format.
///
/// # Errors
/// Returns an error if no format matches, or if a member is invalid.
pub fn read(text: &str) -> Result<ImportedDesign, FormatError> {
    read_within(text, &Budget::of_import())
}

/// Reads a text in any known format, within a budget.
fn read_within(text: &str, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    dynalab_modeling::formats::read_as(all(), text, budget)
}
