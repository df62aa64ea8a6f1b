//! Literals, comments and names of Python.

use crate::Part;
use crate::escapes::{self, four_digits, quoted};
use crate::visible::{self, Replacements};

const RESERVED: &str = " False None True and as assert async await bool break case class continue def del elif else except finally \
    for from global if import in int is lambda match nonlocal not or pass raise return str try type while with yield ";

/// Returns a string literal.
pub fn text(text: &str) -> String {
    quoted(text, four_digits)
}

/// Returns a literal of bytes.
pub fn bytes(bytes: &[u8]) -> String {
    format!("b\"{}\"", escapes::bytes(bytes))
}

/// Returns a text of parts as a formatted string.
pub fn joined(parts: &[Part<'_>]) -> String {
    let parts = parts.iter().map(|part| match part {
        // No escape that is written here has a brace.
        Part::Text(text) => escapes::content(text, '"', four_digits).replace('{', "{{").replace('}', "}}"),
        Part::Value(value) => format!("{{{value}}}"),
    });
    format!("f\"{}\"", parts.collect::<String>())
}

/// Returns a line comment.
pub fn comment(text: &str, replaced: &mut Replacements) -> String {
    format!("# {}", visible::comment(text, replaced))
}

pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&format!(" {name} "))
}
