//! Literals, comments and names of Go.

use crate::escapes::{self, four_digits, quoted};
use crate::visible::{self, Replacements};

/// Keywords, predeclared names that the code uses, and the packages that it imports.
const RESERVED: &str = " any append aws bool break case chan const context continue copy default defer dynamodb else error \
    fallthrough false float64 for func go goto if import int int32 int64 interface len map max min nil package range return select \
    string strings struct switch time true type types var ";

/// Returns a string literal.
pub fn text(text: &str) -> String {
    quoted(text, four_digits)
}

/// Returns a slice of bytes.
pub fn bytes(bytes: &[u8]) -> String {
    format!("[]byte(\"{}\")", escapes::bytes(bytes))
}

/// Returns a text of parts as a sum.
pub use crate::java::joined;

/// Returns a line comment.
pub fn comment(text: &str, replaced: &mut Replacements) -> String {
    format!("// {}", visible::comment(text, replaced))
}

pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&format!(" {name} "))
}
