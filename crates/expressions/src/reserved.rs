//! DynamoDB's reserved words. As attribute names they need a placeholder.

use std::cmp::Ordering;

/// One word per line, in upper case, sorted.
const RESERVED_WORDS: &str = include_str!("reserved_words.txt");

/// Returns true if the word is reserved, in any case.
pub fn is_reserved(word: &str) -> bool {
    // Binary search in the text itself. Lines differ in length, so each probe moves back to a line start.
    let text = RESERVED_WORDS.as_bytes();
    let (mut low, mut high) = (0, text.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let is_newline = |byte: &u8| *byte == b'\n';
        let start = text[..middle].iter().rposition(is_newline).map_or(0, |newline| newline + 1).max(low);
        let end = text[start..].iter().position(is_newline).map_or(text.len(), |length| start + length);
        match compare(&text[start..end], word) {
            Ordering::Equal => return true,
            Ordering::Less => low = end + 1,
            Ordering::Greater => high = start,
        }
    }
    false
}

fn compare(reserved: &[u8], word: &str) -> Ordering {
    reserved.iter().copied().cmp(word.bytes().map(|byte| byte.to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_list_is_found_in_any_case() {
        assert_eq!(RESERVED_WORDS.lines().count(), 573);
        for word in RESERVED_WORDS.lines() {
            assert!(is_reserved(word), "{word}");
            assert!(is_reserved(&word.to_ascii_lowercase()), "{word}");
            assert!(!is_reserved(&format!("{word}_")), "{word}");
            assert!(!is_reserved(&format!("A{word}")) || RESERVED_WORDS.contains(&format!("A{word}\n")));
        }
        assert!(!is_reserved(""));
        assert!(!is_reserved("zzz"));
        assert!(!is_reserved("pk"));
    }
}
