//! Why a request cannot be written in a form, as data. The page has the messages.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNot {
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

impl WhyNot {
    /// Returns the name of the message and its values.
    pub fn sentence(&self) -> (&'static str, Vec<(&'static str, &str)>) {
        match self {
            WhyNot::NotRead => ("not-read", vec![]),
            WhyNot::UnknownOperation { name } => ("unknown-operation", vec![("name", name)]),
            WhyNot::NoStatement { operation } => ("no-statement", vec![("operation", operation)]),
            WhyNot::NoWords { what } => ("no-words", vec![("what", what)]),
            WhyNot::Legacy { member } => ("legacy", vec![("member", member)]),
            WhyNot::Binary => ("binary", vec![]),
            WhyNot::SortKeyUnknown => ("sort-key-unknown", vec![]),
            WhyNot::Broken { sentence } => ("broken", vec![("sentence", sentence)]),
        }
    }
}
