//! Words that must not appear in names or in text.

use crate::repository;

const EMPTY_NAMES: &[&str] = &["helper", "helpers", "util", "utils", "common", "manager", "misc"];

/// Split, so that this file does not contain them.
const BANNED_WORDS: &[&str] = &[
    concat!("to", "do!"),
    concat!("unimple", "mented!"),
    concat!("#[ig", "nore"),
    concat!("FIX", "ME"),
    concat!("X", "XX"),
    concat!("../sh", "ared"),
    concat!("/wo", "rk/"),
];

/// Generated files with many hashes.
const NOT_READ: &[&str] = &["Cargo.lock"];

pub fn empty_names() -> Vec<String> {
    let mut faults = Vec::new();
    for file in repository::all_files() {
        let says_nothing = |part: &str| EMPTY_NAMES.contains(&part.split('.').next().unwrap_or_default());
        if file.path.split('/').any(says_nothing) {
            faults.push(file.path);
        }
    }
    faults
}

pub fn banned_words() -> Vec<String> {
    let mut faults = Vec::new();
    for file in repository::all_files() {
        if NOT_READ.contains(&file.path.as_str()) {
            continue;
        }
        for (index, line) in file.text().lines().enumerate() {
            for word in BANNED_WORDS.iter().filter(|word| has_word(line, word)) {
                faults.push(format!("{}:{}: {word}", file.path, index + 1));
            }
        }
    }
    faults
}

/// Returns whether a line contains the word. The character before it must not be part of a word, such as the host of a URL.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(index, _)| {
        let before = line[..index].chars().next_back();
        let after = line[index + word.len()..].chars().next();
        let goes_on = |character: char| character.is_alphanumeric() || character == '_';
        let begins = before.is_none_or(|character| !goes_on(character));
        let ends =
            !word.ends_with(char::is_alphanumeric) || after.is_none_or(|character| !goes_on(character));
        begins && ends
    })
}

#[test]
fn words_are_whole() {
    assert!(has_word(concat!("    to", "do!()"), BANNED_WORDS[0]));
    assert!(has_word(concat!("cd /wo", "rk/main"), BANNED_WORDS[6]));
    assert!(!has_word(concat!("https://example.com/wo", "rk/"), BANNED_WORDS[6]));
    assert!(!has_word(concat!("aX", "XXa"), BANNED_WORDS[4]));
}
