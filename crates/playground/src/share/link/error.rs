//! Why a link cannot be opened, with an error message for each case.

use std::fmt;

use super::LINK_MAX_CHARACTERS;
use crate::share::document::DocumentError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The address contains no design.
    NotALink,
    /// A newer version made the link or the document in it.
    NewerVersion {
        version: u32,
    },
    UnknownCodec {
        codec: String,
    },
    TooLarge {
        characters: usize,
    },
    Damaged {
        damage: Damage,
    },
    NotADocument {
        error: DocumentError,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// A character that is not allowed in a link, counted from one in the last part.
    Character {
        place: usize,
    },
    CutOff,
    /// The compressed data is invalid.
    Compressed,
    /// The content differs from the original.
    Checksum,
}

impl LinkError {
    /// Returns a fixed name for each kind of error.
    pub fn name(&self) -> &'static str {
        match self {
            LinkError::NotALink => "not-a-link",
            LinkError::NewerVersion { .. } => "newer-version",
            LinkError::UnknownCodec { .. } => "unknown-codec",
            LinkError::TooLarge { .. } => "too-large",
            LinkError::Damaged { damage: Damage::CutOff } => "cut-off",
            LinkError::Damaged { .. } => "damaged",
            LinkError::NotADocument { error: DocumentError::TooLarge { .. } } => "too-large",
            LinkError::NotADocument { .. } => "not-a-document",
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Character { place } => {
                write!(formatter, "character {place} of its last part is none that a link has")
            }
            Damage::CutOff => formatter.write_str("its end is missing"),
            Damage::Compressed => formatter.write_str("a part of it is not as it was written"),
            Damage::Checksum => formatter.write_str("its checksum does not agree with what it says"),
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::NotALink => formatter.write_str(
                "There is no design in this address. Copy the whole link, with what follows the #.",
            ),
            LinkError::NewerVersion { version } => write!(
                formatter,
                "The link has version {version}, which this page does not read yet. Reload the page to get a newer one."
            ),
            LinkError::UnknownCodec { codec } => write!(
                formatter,
                "The link is packed as \"{codec}\", which this page does not know. Reload the page to get a newer one."
            ),
            LinkError::TooLarge { characters } => write!(
                formatter,
                "The link has {characters} characters, and {LINK_MAX_CHARACTERS} is the most that is read. Ask for the \
                 design as a file."
            ),
            LinkError::Damaged { damage } => {
                write!(
                    formatter,
                    "The link is damaged: {damage}. Copy it again from where it came, to its very end."
                )
            }
            LinkError::NotADocument { error } => {
                write!(formatter, "What the link holds cannot be opened. {error}")
            }
        }
    }
}

impl std::error::Error for LinkError {}
