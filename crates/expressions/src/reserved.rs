//! The words that cannot be attribute names without an alias.

use std::cmp::Ordering;

/// One word a line, in upper case, sorted.
const RESERVED_WORDS: &str = include_str!("reserved_words.txt");

/// Whether the word is reserved, in whatever case it is written.
pub fn is_reserved(word: &str) -> bool {
    // Bisects the text itself: the lines differ in length, so each probe moves back to the start of its line.
    let (mut low, mut high) = (0, RESERVED_WORDS.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = RESERVED_WORDS[..middle].rfind('\n').map_or(0, |newline| newline + 1).max(low);
        let end = RESERVED_WORDS[start..].find('\n').map_or(RESERVED_WORDS.len(), |length| start + length);
        match compare(&RESERVED_WORDS[start..end], word) {
            Ordering::Equal => return true,
            Ordering::Less => low = end + 1,
            Ordering::Greater => high = start,
        }
    }
    false
}

fn compare(reserved: &str, word: &str) -> Ordering {
    reserved.bytes().cmp(word.bytes().map(|byte| byte.to_ascii_uppercase()))
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
