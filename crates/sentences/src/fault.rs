//! Faults that the generator can find in a file of sentences.

use std::fmt;

/// A fault in the sentences, which stops the build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentenceFault {
    NotFluent {
        module: String,
        language: &'static str,
        error: String,
    },
    DefinedTwice {
        name: String,
        first: String,
        second: String,
    },
    NotTranslated {
        name: String,
        module: String,
        language: &'static str,
    },
    DifferentArguments {
        name: String,
        english: Vec<String>,
        japanese: Vec<String>,
    },
    Empty {
        name: String,
        language: &'static str,
    },
    /// A placeholder has a term, an attribute, a function or a literal, which the page does not support.
    NotSupported {
        name: String,
        what: String,
    },
    /// The prefix of a family comment matches no sentence.
    EmptyFamily {
        prefix: String,
    },
}

impl fmt::Display for SentenceFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SentenceFault::NotFluent { module, language, error } => {
                write!(formatter, "messages/{language}/{module}.ftl is not valid Fluent: {error}")
            }
            SentenceFault::DefinedTwice { name, first, second } => {
                write!(formatter, "{name} is defined twice: in {first}.ftl and in {second}.ftl. Remove one.")
            }
            SentenceFault::NotTranslated { name, module, language } => {
                write!(formatter, "messages/{language}/{module}.ftl has no sentence {name}. Add it.")
            }
            SentenceFault::DifferentArguments { name, english, japanese } => write!(
                formatter,
                "{name} has other arguments in English ({}) than in Japanese ({}).",
                english.join(", "),
                japanese.join(", ")
            ),
            SentenceFault::Empty { name, language } => {
                write!(formatter, "{name} has no text in language {language}.")
            }
            SentenceFault::NotSupported { name, what } => {
                write!(formatter, "{name} uses {what}. Only text, arguments and choices are supported.")
            }
            SentenceFault::EmptyFamily { prefix } => {
                write!(formatter, "The family {prefix} has no sentences. Remove its comment.")
            }
        }
    }
}

impl std::error::Error for SentenceFault {}
