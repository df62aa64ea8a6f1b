//! Why a request cannot be written in a form, as data. The page has the messages.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConversionError {
    /// The draft is not a JSON object.
    NotRead,
    UnknownOperation {
        name: String,
    },
    /// No statement corresponds to the operation.
    NoStatement {
        operation: String,
    },
    /// Statements cannot express this.
    NoWords {
        what: String,
    },
    /// A legacy parameter of the API.
    Legacy {
        member: String,
    },
    /// Statements have no literal for binary values.
    Binary,
    /// A statement orders a Query by its sort key, whose name the request does not contain.
    SortKeyUnknown,
    /// The expression or the value is invalid.
    Broken {
        sentence: String,
    },
}

impl ConversionError {
    /// Returns the name of the message and its values.
    pub fn sentence(&self) -> (&'static str, Vec<(&'static str, &str)>) {
        match self {
            ConversionError::NotRead => ("not-read", vec![]),
            ConversionError::UnknownOperation { name } => ("unknown-operation", vec![("name", name)]),
            ConversionError::NoStatement { operation } => ("no-statement", vec![("operation", operation)]),
            ConversionError::NoWords { what } => ("no-words", vec![("what", what)]),
            ConversionError::Legacy { member } => ("legacy", vec![("member", member)]),
            ConversionError::Binary => ("binary", vec![]),
            ConversionError::SortKeyUnknown => ("sort-key-unknown", vec![]),
            ConversionError::Broken { sentence } => ("broken", vec![("sentence", sentence)]),
        }
    }
}
