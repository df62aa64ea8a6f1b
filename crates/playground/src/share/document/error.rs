//! Why a text is not a valid document, with an error message for each case.

use std::fmt;

use dynalab_traffic::generator::{GeneratorError, ITEMS_MAX, TemplateError};
use dynalab_types::json::FormError;

use super::{BUILT_MAX_BYTES, FORMAT, TASKS_MAX, TEXT_MAX_BYTES, VERSION, WRITTEN_MAX_BYTES};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentError {
    TooLarge {
        bytes: usize,
    },
    /// The text is not JSON, or a member is missing, unknown or of another kind.
    Form(FormError),
    OtherFormat,
    NewerVersion {
        version: u64,
    },
    NothingInside,
    TooMany {
        what: CountedPart,
        found: usize,
    },
    TableTwice {
        table: String,
    },
    /// The item at this place, counted from one, is not DynamoDB JSON.
    BadItem {
        table: String,
        place: usize,
    },
    /// Two items have the key of the item at this place.
    ItemTwice {
        table: String,
        place: usize,
    },
    /// The command at this place, counted from one, is earlier than the one before.
    CommandTooEarly {
        place: usize,
    },
    /// The command at this place, counted from one, builds more than the limit of a temporary copy.
    GrowsTooLarge {
        place: usize,
    },
    /// The command at this place, counted from one, makes more scheduled work due than is done when a document is opened.
    WritesTooMuch {
        place: usize,
    },
    TooMuchWork {
        place: usize,
    },
    Template {
        template: String,
        error: TemplateError,
    },
}

/// The parts of a document with a maximum count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedPart {
    Tables,
    Items,
    Commands,
    Questions,
}

impl CountedPart {
    pub fn at_most(self) -> usize {
        match self {
            CountedPart::Tables => 20,
            CountedPart::Items => ITEMS_MAX,
            CountedPart::Commands => 10_000,
            CountedPart::Questions => 200,
        }
    }
}

impl fmt::Display for CountedPart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            CountedPart::Tables => "tables",
            CountedPart::Items => "items",
            CountedPart::Commands => "commands",
            CountedPart::Questions => "questions",
        })
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DocumentError::TooLarge { bytes } => write!(
                formatter,
                "The design is {bytes} bytes long, and {TEXT_MAX_BYTES} is the most that is read. Leave items out."
            ),
            DocumentError::Form(error) => error.fmt(formatter),
            DocumentError::OtherFormat => {
                write!(
                    formatter,
                    "This is no design: its \"format\" is not \"{FORMAT}\". Choose another file."
                )
            }
            DocumentError::NewerVersion { version } => write!(
                formatter,
                "The design has version {version}, and this page reads version {VERSION}. Reload the page to get a \
                 newer one."
            ),
            DocumentError::NothingInside => {
                formatter.write_str("The design has neither tables nor commands. Add a table.")
            }
            DocumentError::TooMany { what, found } => write!(
                formatter,
                "The design has {found} {what}, and {} is the most that is read. Leave some out.",
                what.at_most()
            ),
            DocumentError::TableTwice { table } => {
                write!(formatter, "Two tables are named {table}. Give one of them another name.")
            }
            DocumentError::BadItem { table, place } => write!(
                formatter,
                "Item {place} of {table} is not DynamoDB JSON, where each value stands beside its type, as in \
                 {{\"S\":\"text\"}}. Correct it."
            ),
            DocumentError::ItemTwice { table, place } => {
                write!(formatter, "Item {place} of {table} has the key of another one. Change it.")
            }
            DocumentError::CommandTooEarly { place } => {
                write!(formatter, "Command {place} is earlier than what comes before it. Correct its time.")
            }
            DocumentError::GrowsTooLarge { place } => write!(
                formatter,
                "With command {place} the tables have more than {BUILT_MAX_BYTES} bytes, the most that is built. Leave \
                 it out."
            ),
            DocumentError::TooMuchWork { place } => write!(
                formatter,
                "With command {place} more than {TASKS_MAX} scheduled tasks are due, the most that are run here. Let less time \
                 pass before it, or make the intervals of its settings longer."
            ),
            DocumentError::WritesTooMuch { place } => write!(
                formatter,
                "Up to command {place} more than {WRITTEN_MAX_BYTES} bytes are written, the most that is run here. Leave commands out, \
                 let less time pass, or make the intervals of its settings longer."
            ),
            DocumentError::Template { template, error } => {
                write!(formatter, "The template \"{template}\" cannot be read: {error}")
            }
        }
    }
}

impl std::error::Error for DocumentError {}

impl From<FormError> for DocumentError {
    fn from(error: FormError) -> DocumentError {
        DocumentError::Form(error)
    }
}

impl From<GeneratorError> for DocumentError {
    fn from(error: GeneratorError) -> DocumentError {
        match error {
            GeneratorError::TooMany { found } => DocumentError::TooMany { what: CountedPart::Items, found },
            GeneratorError::TooLarge { bytes } => DocumentError::TooLarge { bytes },
            GeneratorError::Template { template, error } => DocumentError::Template { template, error },
        }
    }
}
