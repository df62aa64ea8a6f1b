//! Why a generator makes no items, with the sentence of each reason.

use std::fmt;

use super::{ITEMS_MAX, TEXT_MAX_BYTES, TemplateError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GeneratorError {
    TooMany {
        found: usize,
    },
    /// The size of the items up to the first that is too much.
    TooLarge {
        bytes: usize,
    },
    Template {
        template: String,
        error: TemplateError,
    },
}

impl fmt::Display for GeneratorError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GeneratorError::TooMany { found } => {
                write!(
                    formatter,
                    "{found} items are generated, and {ITEMS_MAX} is the most. Lower the count."
                )
            }
            GeneratorError::TooLarge { bytes } => write!(
                formatter,
                "The items have {bytes} bytes, and {TEXT_MAX_BYTES} is the most. Lower the count, or make the items smaller."
            ),
            GeneratorError::Template { template, error } => {
                write!(formatter, "The template \"{template}\" cannot be read: {error}")
            }
        }
    }
}

impl std::error::Error for GeneratorError {}
