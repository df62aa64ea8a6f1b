//! Literals, comments and names of Java.

use crate::Part;
use crate::escapes::{four_digits, quoted};
use crate::visible::{self, Replacements};

/// Keywords, and the methods of every object that no method can replace.
const RESERVED: &str = " _ abstract assert boolean break byte case catch char class const continue default do double else enum \
    extends false final finally float for getClass goto hashCode if implements import instanceof int interface long native new \
    notify notifyAll null package private protected public return short static strictfp super switch synchronized this throw \
    throws toString transient true try var void volatile wait while yield ";

/// Returns a string literal.
pub fn text(text: &str) -> String {
    quoted(text, four_digits)
}

/// Returns a text of parts as a sum.
pub fn joined(parts: &[Part<'_>]) -> String {
    let parts = parts.iter().map(|part| match part {
        Part::Text(plain) => text(plain),
        Part::Value(value) => (*value).to_owned(),
    });
    parts.collect::<Vec<String>>().join(" + ")
}

/// Returns a line comment.
pub fn comment(text: &str, replaced: &mut Replacements) -> String {
    format!("// {}", without_escapes(&visible::comment(text, replaced)))
}

/// javac reads `\u000a` as a line end before it looks for comments. A backslash that would begin such an escape is written as
/// one itself: javac reads `\u005cu000a` as a backslash and the rest.
fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut backslashes = 0_usize;
    for letter in text.chars() {
        // A backslash after an odd number of others begins no escape.
        if letter == 'u' && !backslashes.is_multiple_of(2) {
            out.push_str("u005c");
        }
        backslashes = if letter == '\\' { backslashes + 1 } else { 0 };
        out.push(letter);
    }
    out
}

pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&format!(" {name} "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Translates Unicode escapes as javac does before it reads tokens.
    fn translated(text: &str) -> Option<String> {
        let mut out = String::new();
        let mut letters = text.chars().peekable();
        let mut backslashes = 0_usize;
        while let Some(letter) = letters.next() {
            if letter == '\\' && backslashes.is_multiple_of(2) && letters.peek() == Some(&'u') {
                while letters.next_if_eq(&'u').is_some() {}
                let digits: String = letters.by_ref().take(4).collect();
                out.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                backslashes = 0;
                continue;
            }
            backslashes = if letter == '\\' { backslashes + 1 } else { 0 };
            out.push(letter);
        }
        Some(out)
    }

    #[test]
    fn a_comment_ends_with_its_line() {
        for text in [
            "Hello \\u000a static { run(); } //",
            "\\u000a } class Pwned {} //",
            "C:\\users",
            "\\\\u000a",
            "\\\\\\u000a",
            "\\u\\u\\\\u",
            "\\",
            "plain",
        ] {
            let mut replaced = Replacements::default();
            let comment = comment(text, &mut replaced);
            assert_eq!(translated(&comment).as_deref(), Some(format!("// {text}").as_str()), "{comment}");
            assert!(replaced.texts.is_empty());
        }
        assert_eq!(comment("a\nb", &mut Replacements::default()), "// a\u{240a}b");
    }
}
