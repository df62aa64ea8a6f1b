//! The escapes that JavaScript, Python, Rust, Java and Go share, and a reader of what is written with them.

use crate::visible::turns_direction;

/// Returns true for characters that are never written as they are: they end lines, cannot be seen, or are not allowed in files.
pub(crate) fn is_rare(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
        || turns_direction(letter)
}

/// Returns the content of a literal between these quotes.
pub(crate) fn content(text: &str, quote: char, rare: fn(char) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if letter == quote => out.extend(['\\', quote]),
            _ if is_rare(letter) => out.push_str(&rare(letter)),
            _ => out.push(letter),
        }
    }
    out
}

/// Returns a literal in double quotes.
pub(crate) fn quoted(text: &str, rare: fn(char) -> String) -> String {
    format!("\"{}\"", content(text, '"', rare))
}

/// Returns `\u001f`, the escape in all languages but Rust. No rare character needs more digits.
pub(crate) fn four_digits(letter: char) -> String {
    format!("\\u{:04x}", u32::from(letter))
}

/// Returns `\u{1f}`, the escape in Rust.
pub(crate) fn in_braces(letter: char) -> String {
    format!("\\u{{{:x}}}", u32::from(letter))
}

/// Returns the content of a literal of bytes in Python, Rust or Go.
pub fn bytes(bytes: &[u8]) -> String {
    let escaped = bytes.iter().map(|byte| match byte {
        b'"' | b'\\' => format!("\\{}", *byte as char),
        b' '..=b'~' => (*byte as char).to_string(),
        _ => format!("\\x{byte:02x}"),
    });
    escaped.collect()
}

/// Returns the length of the content of a literal. `text` begins after its first quote.
pub fn end_of_literal(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })
}

/// Reads the content of a literal that this crate wrote. Returns None for other escapes.
pub fn read(content: &str) -> Option<String> {
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    while let Some((before, escape)) = rest.split_once('\\') {
        out.push_str(before);
        let letter = escape.chars().next()?;
        let mut after = &escape[letter.len_utf8()..];
        out.push(match letter {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '\\' | '"' | '`' | '$' => letter,
            'u' => {
                let (digits, end) = match after.strip_prefix('{') {
                    Some(inside) => (inside.split('}').next()?, 2),
                    None => (after.get(..4)?, 0),
                };
                after = after.get(digits.len() + end..)?;
                char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
            }
            _ => return None,
        });
        rest = after;
    }
    Some(out + rest)
}
