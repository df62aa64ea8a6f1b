//! Comments in plain English: they name who acts, and a thing does what such a thing does.

use crate::repository::{self, File};

/// Phrases that hide the actor or make a person of a thing. Matched as whole words, in any case.
const PHRASES: &[&str] = &[
    "nobody",
    "somebody",
    "whoever",
    "everybody",
    "anybody",
    "nobody's",
    "somebody's",
    "came of",
    "came to",
    "is told",
    "are told",
    "was told",
    "told apart",
    "hears",
    "at no moment",
    "is remembered",
    "as what it is",
    "has not died",
    "gives back",
    "looks back and",
    "goes on from there",
    "in a hurry",
    "farewell",
];

/// This file contains the phrases.
const OWN: &str = "tests/tests/tidy/comments.rs";

pub fn unplain() -> Vec<String> {
    let files = repository::rust_files();
    files.iter().filter(|file| file.path != OWN).flat_map(phrases_in).collect()
}

/// Returns file, line and phrase of each phrase in a comment. A phrase that a line break divides is not found.
fn phrases_in(file: &File) -> Vec<String> {
    let mut found = Vec::new();
    for (index, line) in file.text().lines().enumerate() {
        let Some(comment) = line.trim_start().strip_prefix("//") else { continue };
        let words = comment.to_lowercase();
        for phrase in PHRASES.iter().filter(|phrase| has_phrase(&words, phrase)) {
            found.push(format!("{}:{}: {phrase}", file.path, index + 1));
        }
    }
    found
}

fn has_phrase(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(index, _)| {
        let is_part = |character: char| character.is_alphanumeric() || character == '\'' || character == '_';
        let before = text[..index].chars().next_back();
        let after = text[index + phrase.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[test]
fn phrases_are_found_in_comments_only() {
    let text = "/// Whoever writes.\nlet nobody = \"nobody\";\n    // It becametotal.\n// What CAME of it.\n";
    let file = File { path: "a.rs".to_owned(), text: Some(text.to_owned()) };
    assert_eq!(phrases_in(&file), ["a.rs:1: whoever", "a.rs:4: came of"]);
}
