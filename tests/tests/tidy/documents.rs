//! Documents for people: plain English in all of them, and an architecture that fits on one page.

use crate::repository;

/// Words that hide who acts, or that DynamoDB has another term for. Matched as whole words, in any case.
const UNPLAIN: &[&str] = &[
    "nobody",
    "somebody",
    "whoever",
    "everybody",
    "anybody",
    "for ever",
    "thrown away",
    "paid by request",
    "strong read",
    "strong reads",
    "eventual read",
    "eventual reads",
    "statistical twin",
    "licence",
];
const ARCHITECTURE: &str = "ARCHITECTURE.md";
const ARCHITECTURE_LINES_MAX: usize = 120;

pub fn unplain_words() -> Vec<String> {
    let mut faults = Vec::new();
    for file in repository::all_files().iter().filter(|file| file.has_extension("md")) {
        for (index, line) in file.text().lines().enumerate() {
            let found = UNPLAIN.iter().filter(|phrase| has_phrase(line, phrase));
            faults.extend(found.map(|phrase| format!("{}:{}: {phrase}", file.path, index + 1)));
        }
    }
    faults
}

pub fn too_long() -> Vec<String> {
    let files = repository::all_files();
    let file = files.iter().find(|file| file.path == ARCHITECTURE);
    match file.map(|file| file.text().lines().count()) {
        Some(lines) if lines <= ARCHITECTURE_LINES_MAX => Vec::new(),
        Some(lines) => vec![format!("{ARCHITECTURE} has {lines} lines, at most {ARCHITECTURE_LINES_MAX}")],
        None => vec![format!("{ARCHITECTURE} is missing")],
    }
}

fn has_phrase(line: &str, phrase: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|character: char| !character.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let phrase = words(phrase);
    words(line).windows(phrase.len()).any(|window| window == phrase)
}

#[test]
fn phrases_are_whole_words() {
    assert!(has_phrase("Nobody counts.", "nobody"));
    assert!(has_phrase("what is *thrown away* too", "thrown away"));
    assert!(!has_phrase("a strong reader", "strong read"));
    assert!(!has_phrase("thrown far away", "thrown away"));
}
