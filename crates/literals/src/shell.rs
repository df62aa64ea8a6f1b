//! Command lines of a POSIX shell, and options of the AWS CLI.

use crate::visible::{self, Replacements};

/// Returns true if the text has no character with a meaning in the shell or in the CLI.
pub fn is_plain(text: &str) -> bool {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'/' | b'@' | b'+');
    !text.is_empty() && !text.starts_with('-') && text.bytes().all(is_plain)
}

/// Returns a word. Inside of the quotes, a shell changes nothing. A word cannot hold NUL: see [`can_hold`].
pub fn word(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// Returns true if a word can hold the text. NUL ends the words of a program, and a terminal obeys other control characters
/// when a person pastes the line.
pub fn can_hold(text: &str) -> bool {
    text.chars().all(|letter| letter == '\n' || visible::comment_sign(letter).is_none() && letter != '\t')
}

/// Returns `--name value` of a text. Returns None if the CLI would read the value from a file or an address, or if a word cannot
/// hold it. Such a value belongs in `--cli-input-json`.
pub fn option(name: &str, value: &str) -> Option<String> {
    let is_fetched =
        ["file://", "fileb://", "http://", "https://"].iter().any(|scheme| value.starts_with(scheme));
    // A value that begins with a hyphen needs an equals sign. Otherwise the CLI reads it as an option.
    let sign = if value.starts_with('-') { '=' } else { ' ' };
    (!is_fetched && can_hold(value)).then(|| format!("--{name}{sign}{}", word(value)))
}

/// Returns a JSON document as a word. Characters that a word cannot hold are only in its texts, so they become escapes.
pub fn json_word(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for letter in json.chars() {
        if letter == '\t' || can_hold(letter.encode_utf8(&mut [0; 4])) {
            escaped.push(letter);
        } else {
            escaped.push_str(&format!("\\u{:04x}", u32::from(letter)));
        }
    }
    word(&escaped)
}

/// Returns a line comment.
pub fn comment(text: &str, replaced: &mut Replacements) -> String {
    format!("# {}", visible::comment(text, replaced))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_is_an_option_or_a_file() {
        assert_eq!(option("table-name", "Orders").as_deref(), Some("--table-name Orders"));
        assert_eq!(option("a", "--endpoint-url=http://x").as_deref(), Some("--a='--endpoint-url=http://x'"));
        assert_eq!(option("a", "it's").as_deref(), Some(r"--a 'it'\''s'"));
        assert_eq!(option("a", "").as_deref(), Some("--a ''"));
        for text in
            ["file:///etc/passwd", "fileb://x", "http://x", "https://x", "a\0b", "a\rb", "\u{1b}[A", "\u{7f}"]
        {
            assert_eq!(option("a", text), None, "{text:?}");
        }
        assert_eq!(json_word("{\"a\":\"it's \u{7f}\u{202e}\"}"), "'{\"a\":\"it'\\''s \\u007f\\u202e\"}'");
    }
}
