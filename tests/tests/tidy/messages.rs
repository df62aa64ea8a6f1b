//! Message files: what one language says, every other says too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use dynalab_engine::service::dials::Dials;

use crate::repository;

const FOLDER: &str = "web/messages/";
pub const LANGUAGES: &[&str] = &["en", "ja"];

/// Keys that some language lacks. `en.ftl` beside `ja.ftl`, or folders `en/` and `ja/` with the same files.
pub fn missing() -> Vec<String> {
    let mut keys_by_language: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for file in repository::all_files() {
        let Some(name) = file.path.strip_prefix(FOLDER) else { continue };
        for language in LANGUAGES {
            if let Some(rest) = name.strip_prefix(language).filter(|rest| rest.starts_with(['.', '/'])) {
                let found = keys(file.text(), file.has_extension("json"));
                let named = found.into_iter().map(|key| format!("{key} (in *{rest})"));
                keys_by_language.entry(*language).or_default().extend(named);
            }
        }
    }
    let every_key: BTreeSet<String> = keys_by_language.values().flatten().cloned().collect();
    let mut faults = Vec::new();
    for language in LANGUAGES {
        let present = keys_by_language.remove(language).unwrap_or_default();
        faults.extend(every_key.difference(&present).map(|key| format!("{language} lacks {key}")));
    }
    faults
}

/// The engine names its dials, and the page says what they are about in the reader's language.
pub fn dials() -> Vec<String> {
    let pictures =
        repository::all_files().into_iter().find(|file| file.path == format!("{FOLDER}en/pictures.ftl"));
    let keys = pictures.map(|file| keys(file.text(), false)).unwrap_or_default();
    let explained: BTreeSet<&str> = keys.iter().filter_map(|key| key.strip_prefix("dial-")).collect();
    let names: Vec<String> = Dials::ALL.iter().map(|dial| dial.name.replace('_', "-")).collect();
    let dials: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    explained.symmetric_difference(&dials).map(|name| format!("dial-{name}")).collect()
}

/// Names and sentences of a message file, which is given within the folder of messages: all that there are, in their order.
pub fn entries(name: &str) -> Vec<(String, String)> {
    let path = repository::root().join(FOLDER).join(name);
    let text = fs::read_to_string(path).expect("a message file");
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match (key_of_line(line), entries.last_mut()) {
            (Some(key), _) => entries.push((key, line.to_owned())),
            (None, Some((_, sentence))) if line.starts_with(' ') => sentence.push_str(line),
            (None, _) => {}
        }
    }
    entries
}

fn keys(text: &str, is_json: bool) -> BTreeSet<String> {
    if is_json {
        let mut found = BTreeSet::new();
        let tree = serde_json::from_str(text).expect("a message file is JSON");
        collect_json_keys("", &tree, &mut found);
        return found;
    }
    text.lines().filter_map(key_of_line).collect()
}

/// A Fluent message or term begins at the start of its line; an attribute belongs to it.
fn key_of_line(line: &str) -> Option<String> {
    let (key, _) = line.split_once('=')?;
    let key = key.trim_end();
    let begins = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '-');
    let is_key = key.chars().all(|character| character.is_ascii_alphanumeric() || "-_.".contains(character));
    (begins && is_key).then(|| key.to_owned())
}

fn collect_json_keys(prefix: &str, value: &serde_json::Value, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (name, inner) in fields {
                collect_json_keys(&format!("{prefix}/{name}"), inner, found);
            }
        }
        _ => {
            found.insert(prefix.to_owned());
        }
    }
}

#[test]
fn keys_are_found() {
    let fluent =
        "# a comment = no\nopen-table = Open\n    .title = Opens\nsize = { $n ->\n   *[other] a = b\n }\n";
    let expected: BTreeSet<String> = ["open-table", "size"].map(str::to_owned).into();
    assert_eq!(keys(fluent, false), expected);
    assert_eq!(keys("{\"a\": {\"b\": \"c\"}}", true), ["/a/b".to_owned()].into());
}
