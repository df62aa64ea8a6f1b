//! The names of all messages. No page may show a name in place of its text.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

const MESSAGES: &str = "../crates/app/messages";
/// The messages of the error pages.
const ERROR_PAGES: &str = "../web/errors/words.json";
/// Minimum number of names. Fewer would mean that the files have another format.
const NAMES_AT_LEAST: usize = 1_000;

pub fn all() -> Result<BTreeSet<String>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = BTreeSet::new();
    collect(&here.join(MESSAGES), &mut names)?;
    let words = fs::read_to_string(here.join(ERROR_PAGES)).context(ERROR_PAGES)?;
    let words: Value = serde_json::from_str(&words)?;
    let words = words.as_object().context("words by language")?.values();
    names.extend(words.filter_map(Value::as_object).flat_map(|words| words.keys().cloned()));
    ensure!(names.len() >= NAMES_AT_LEAST, "only {} names of sentences are found", names.len());
    Ok(names)
}

/// The messages that a page shows only while it works on what it will show next.
const WORKING: &[&str] = &[
    "loading",
    "waiting",
    "learn-loading",
    "build-reading",
    "build-checking",
    "design-checking",
    "design-migration-running",
    "storage-starting",
    "reading-link",
    "arrival-opening",
    "files-loading",
];

/// Returns the texts of [`WORKING`], in every language.
pub fn working() -> Result<Vec<String>> {
    let mut found = Vec::new();
    for language in ["en", "ja"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(MESSAGES).join(language);
        let texts = texts_of(&folder)?;
        for name in WORKING {
            let text = texts.iter().find_map(|(of, text)| (of == name).then(|| text.clone()));
            found.push(text.with_context(|| format!("the message {name} in {language}"))?);
        }
    }
    Ok(found)
}

/// Returns the names and texts of the messages of one line in the files of a folder.
fn texts_of(folder: &Path) -> Result<Vec<(String, String)>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let file = entry?.path();
        let lines = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let of_line = |line: &str| {
            let (_, text) = line.split_once('=')?;
            Some((name_of_line(line)?, text.trim().to_owned()))
        };
        texts.extend(lines.lines().filter_map(of_line));
    }
    Ok(texts)
}

fn collect(folder: &Path, names: &mut BTreeSet<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, names)?;
        } else if path.extension().is_some_and(|extension| extension == "ftl") {
            names.extend(fs::read_to_string(&path)?.lines().filter_map(name_of_line));
        }
    }
    Ok(())
}

/// Returns the name of a message, which begins at the start of a line.
fn name_of_line(line: &str) -> Option<String> {
    let name = line.split_once('=')?.0.trim_end();
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|character| character.is_ascii_alphanumeric() || "-_".contains(character));
    is_name.then(|| name.to_owned())
}

#[test]
fn names_are_found() {
    assert_eq!(name_of_line("open-table = Open { $x ->"), Some("open-table".to_owned()));
    assert_eq!(name_of_line("    .title = Opens"), None);
    assert_eq!(name_of_line("# a = b"), None);
}
