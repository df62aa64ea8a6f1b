//! YAML, for readers of version 1.1 and 1.2.

use crate::escapes::{four_digits, quoted};

/// Words that version 1.1 reads as Booleans or null, in small letters.
const WORDS: [&str; 9] = ["false", "n", "no", "null", "off", "on", "true", "y", "yes"];
/// A key of more characters than a reader must accept on one line begins with a question mark.
const KEY_MAX: usize = 100;

/// Returns a scalar. Only a text that every reader takes for a text stands without quotes.
pub fn text(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quoted(text, four_digits) }
}

/// Returns true for a text that begins with a letter, so that it is no date and no number.
fn is_plain(text: &str) -> bool {
    let is_of_text =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b':');
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(is_of_text)
        && !text.ends_with(':')
        && !WORDS.contains(&text.to_ascii_lowercase().as_str())
}

/// Returns a key with its colon. The value follows after a space, or on the next lines.
pub fn key(name: &str, indent: &str) -> String {
    let written = text(name);
    if written.chars().count() > KEY_MAX { format!("? {written}\n{indent}:") } else { format!("{written}:") }
}

/// Returns a number. Version 1.1 takes `1e20` for a text: it needs a point and the sign of the exponent.
pub fn number(json: &str) -> String {
    let Some((digits, exponent)) = json.split_once(['e', 'E']) else { return json.to_owned() };
    let point = if digits.contains('.') { "" } else { ".0" };
    let sign = if exponent.starts_with(['+', '-']) { "" } else { "+" };
    format!("{digits}{point}e{sign}{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_clear_texts_stand_without_quotes() {
        for plain in
            ["Orders", "AWS::DynamoDB::Table", "dynamodb:table:ReadCapacityUnits", "a-b_c.d", "us-east-1"]
        {
            assert_eq!(text(plain), plain);
        }
        for other in [
            "",
            "2026-01-01",
            "1_000",
            "0b11",
            "1:30",
            ".5",
            ".inf",
            "~",
            "=",
            "<<",
            "yes",
            "NO",
            "On",
            "y",
            "null",
            "a:",
            "a: b",
            "- a",
            "a #b",
            "@a",
        ] {
            assert_eq!(text(other), format!("\"{other}\""));
        }
        assert_eq!(text("a\u{85}\0\u{2028}\\\"\n"), "\"a\\u0085\\u0000\\u2028\\\\\\\"\\n\"");
        assert_eq!([number("1e20"), number("1.5E-3"), number("5")], ["1.0e+20", "1.5e-3", "5"]);
    }
}
