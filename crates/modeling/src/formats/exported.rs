//! A design in another format, with notes on what the format could not hold.

use dynalab_literals::Replacements;

/// The text of a file, and what the person who saves it must know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportedDesign {
    pub text: String,
    pub notes: Vec<ExportNote>,
}

/// A note for the user about an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportNote {
    /// The format cannot hold some characters of this text where it stands. Signs replace them.
    Replaced { text: String },
    /// No code can have a parameter with this name.
    NoSuchParameter { pattern: String, parameter: String },
}

impl ExportedDesign {
    pub fn new(text: String, replaced: Replacements) -> ExportedDesign {
        let notes = replaced.texts.into_iter().map(|text| ExportNote::Replaced { text }).collect();
        ExportedDesign { text, notes }
    }
}

impl From<String> for ExportedDesign {
    fn from(text: String) -> ExportedDesign {
        ExportedDesign { text, notes: Vec::new() }
    }
}
