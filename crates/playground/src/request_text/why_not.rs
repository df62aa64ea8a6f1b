//! Why a request cannot be written in a form, as data; the page has the sentences.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// The draft is no JSON object.
    NotRead,
    UnknownOperation {
        name: String,
    },
    /// No statement does what the operation does.
    NoStatement {
        operation: String,
    },
    /// What statements have no words for.
    NoWords {
        what: String,
    },
    /// Members of the API's first years.
    Legacy {
        member: String,
    },
    /// Binary values have no literal.
    Binary,
    /// The order of a Query is that of its sort key, whose name the request does not say.
    SortKeyUnknown,
    /// An expression or a value that is wrong already.
    Broken {
        sentence: String,
    },
}

impl WhyNot {
    /// The name of the sentence, and what it speaks of.
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
