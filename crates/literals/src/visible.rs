//! Signs for characters that a file cannot hold where they stand, and the list of the texts that were changed.

/// The texts that a file could not hold as they are, as the file shows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replacements {
    pub texts: Vec<String>,
}

impl Replacements {
    /// Notes a text that is not written as it is, once.
    pub fn add(&mut self, shown: &str) {
        if !self.texts.iter().any(|known| known == shown) {
            self.texts.push(shown.to_owned());
        }
    }

    /// Returns the text as it is shown, and notes it if that differs.
    pub fn shown(&mut self, text: &str, sign: impl Fn(char) -> Option<char>) -> String {
        let shown: String = text.chars().map(|letter| sign(letter).unwrap_or(letter)).collect();
        if shown != text {
            self.add(&shown);
        }
        shown
    }
}

/// Returns the sign for a character that ends lines, has no picture, or is not allowed in files. Tabs stay.
pub fn control_sign(letter: char) -> Option<char> {
    match letter {
        '\t' => None,
        // Unicode has a picture for each of them.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(letter)),
        '\u{7f}' => Some('\u{2421}'),
        // The ends of lines and paragraphs that only some programs see.
        '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\u{2424}'),
        '\u{80}'..='\u{9f}' | '\u{feff}' => Some(char::REPLACEMENT_CHARACTER),
        _ => None,
    }
}

/// Returns true for characters that change the direction of the text after them. Code with them does not read as it runs.
pub fn turns_direction(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the sign for a character that a comment in code cannot hold.
pub fn comment_sign(letter: char) -> Option<char> {
    if turns_direction(letter) { Some(char::REPLACEMENT_CHARACTER) } else { control_sign(letter) }
}

/// Returns the text of a line comment, without its mark.
pub(crate) fn comment(text: &str, replaced: &mut Replacements) -> String {
    replaced.shown(text, comment_sign)
}

/// Returns a text for a terminal: control characters in it would be commands.
pub fn printed(text: &str) -> String {
    Replacements::default().shown(text, |letter| if letter == '\n' { None } else { comment_sign(letter) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_replaced_is_seen_and_named_once() {
        let mut replaced = Replacements::default();
        assert_eq!(comment("a\tb \u{3042}\u{1f600}", &mut replaced), "a\tb \u{3042}\u{1f600}");
        assert!(replaced.texts.is_empty());
        for _ in 0..2 {
            let shown = comment("a\0b\r\nc\u{1b}\u{7f}\u{85}\u{2028}\u{90}\u{feff}\u{202e}", &mut replaced);
            assert_eq!(
                shown,
                "a\u{2400}b\u{240d}\u{240a}c\u{241b}\u{2421}\u{2424}\u{2424}\u{fffd}\u{fffd}\u{fffd}"
            );
        }
        assert_eq!(replaced.texts.len(), 1);
        assert_eq!(printed("a\u{1b}[2J\nb"), "a\u{241b}[2J\nb");
    }
}
