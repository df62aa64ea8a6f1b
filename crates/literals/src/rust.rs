//! Literals, comments and names of Rust.

use crate::Part;
use crate::escapes::{self, in_braces, quoted};
use crate::visible::{self, Replacements};

const RESERVED: &str = " abstract as async await become bool box break char const continue crate do dyn else enum extern f32 f64 \
    false final fn for gen i32 i64 if impl in let loop macro match mod move mut override priv pub ref return self static str \
    struct super trait true try type typeof u32 u64 unsafe unsized use virtual where while yield ";

/// Returns a string literal.
pub fn text(text: &str) -> String {
    quoted(text, in_braces)
}

/// Returns a literal of bytes.
pub fn bytes(bytes: &[u8]) -> String {
    format!("b\"{}\"", escapes::bytes(bytes))
}

/// Returns a text of parts as a call of `format!`.
pub fn joined(parts: &[Part<'_>]) -> String {
    let mut values = String::new();
    let mut format = String::new();
    for part in parts {
        match part {
            // The braces of escapes stay single.
            Part::Text(text) => text.chars().for_each(|letter| match letter {
                '{' | '}' => format.extend([letter, letter]),
                _ => format.push_str(&escapes::content(letter.encode_utf8(&mut [0; 4]), '"', in_braces)),
            }),
            Part::Value(value) => {
                format.push_str("{}");
                values.push_str(", ");
                values.push_str(value);
            }
        }
    }
    format!("format!(\"{format}\"{values})")
}

/// Returns a line comment. It is no comment of documentation, in which Markdown is live.
pub fn comment(text: &str, replaced: &mut Replacements) -> String {
    format!("// {}", visible::comment(text, replaced))
}

pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&format!(" {name} "))
}
