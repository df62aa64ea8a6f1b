//! A request as SDK code: written for five languages, and read from them.

mod batch;
mod conditions;
mod expression;
mod find;
mod fit;
mod go;
mod java;
mod javascript;
mod layout;
mod loops;
mod names;
mod python;
mod rust;
mod simplify;
mod tokens;
mod unknown;
mod variables;

use super::diagnostic::Diagnostic;
use super::node::Node;
use super::read_result::Reading;
use super::shapes::OperationShape;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CodeLanguage {
    JavaScript,
    Python,
    Rust,
    Java,
    Go,
}

impl CodeLanguage {
    pub const ALL: [CodeLanguage; 5] = [
        CodeLanguage::JavaScript,
        CodeLanguage::Python,
        CodeLanguage::Rust,
        CodeLanguage::Java,
        CodeLanguage::Go,
    ];

    /// The identifier of the language in addresses and settings.
    pub fn code(self) -> &'static str {
        match self {
            CodeLanguage::JavaScript => "javascript",
            CodeLanguage::Python => "python",
            CodeLanguage::Rust => "rust",
            CodeLanguage::Java => "java",
            CodeLanguage::Go => "go",
        }
    }

    pub fn of_code(code: &str) -> Option<CodeLanguage> {
        CodeLanguage::ALL.into_iter().find(|language| language.code() == code)
    }
}

/// Returns the code of a request, and the parameters that it does not contain.
pub fn write(language: CodeLanguage, operation: OperationShape, body: &Node) -> (String, Vec<String>) {
    let mut left_out = Vec::new();
    let body = match language {
        // A member of an object may have any name.
        CodeLanguage::JavaScript => body.clone(),
        _ => names::without_unnamed(operation, body, &mut left_out),
    };
    let text = match language {
        CodeLanguage::JavaScript => javascript::write(operation, &body),
        CodeLanguage::Python => python::write(operation, &body),
        CodeLanguage::Rust => rust::write(operation, &body),
        CodeLanguage::Java => java::write(operation, &body),
        CodeLanguage::Go => go::write(operation, &body),
    };
    (text, left_out)
}

pub fn read(language: CodeLanguage, text: &str, context: &CodeContext<'_>) -> Result<Reading, Diagnostic> {
    find::read(language, text, context)
}

/// Returns the expressions of the first request whose value is known only at run time, with those whose value was given.
pub fn unknown_values(
    language: CodeLanguage,
    text: &str,
    given: &GivenValues,
    only_table: Option<&str>,
) -> Vec<String> {
    let context = CodeContext::naming(given, only_table);
    // The caller reads the text again for its other problems.
    let _ = find::read(language, text, &context);
    context.into_names()
}

pub use find::{FoundRequest, read_all};
pub use unknown::{CodeContext, GivenValues};

/// Returns the language of a text with a request.
pub fn language_of(text: &str) -> Option<CodeLanguage> {
    // The syntax of the first three is unambiguous.
    use CodeLanguage::{Go, Java, JavaScript, Python, Rust};
    [Java, Go, Rust, JavaScript, Python].into_iter().find(|language| find::has_request(*language, text))
}

#[cfg(test)]
mod tests;
