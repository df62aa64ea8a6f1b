//! Reads sentences of the app, for the documents that show them before the app starts.

use std::fs;

use anyhow::{Context, Result};
use dynalab_lessons::Language;

use crate::folders;
use crate::plain_page::escaped;

/// Returns a sentence without arguments as HTML. `file` is the name of the sentence file, without its ending.
pub fn sentence(language: Language, file: &str, name: &str) -> Result<String> {
    sentence_with(language, file, name, &[])
}

/// Returns a sentence as HTML. Arguments are texts, by their names.
pub fn sentence_with(
    language: Language,
    file: &str,
    name: &str,
    arguments: &[(&str, &str)],
) -> Result<String> {
    let file = format!("crates/app/messages/{}/{file}.ftl", language.code());
    let text = fs::read_to_string(folders::root().join(&file)).with_context(|| file.clone())?;
    let found = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
    let pattern = found.with_context(|| format!("{file} has no sentence {name} on one line"))?;
    let fill =
        |text: String, (name, value): &(&str, &str)| text.replace(&format!("{{ ${name} }}"), &escaped(value));
    Ok(arguments.iter().fold(escaped(pattern), fill))
}
