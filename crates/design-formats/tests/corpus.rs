//! Files as people have them, each with what Dynalab reads in it: tables, keys, indexes, entities, patterns and notes.
//!
//! A file in a folder of `tests/corpus` is opened alone. A folder in such a folder is opened as several files. The expectation has the
//! name of the file or folder with `.expected.json` behind it. `UPDATE_EXPECT=1` writes it: read it before you commit it.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dynalab_design_formats::GivenValues;
use dynalab_design_formats::several::{NamedText, Opened, open, open_alone};
use dynalab_modeling::design::{Index, KeyAttribute, Table};
use dynalab_modeling::{Design, Language, check};
use serde_json::{Value, json};

const EXPECTED: &str = ".expected.json";

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

fn key<'a>(parts: impl IntoIterator<Item = &'a KeyAttribute>) -> String {
    let parts = parts.into_iter().map(|part| format!("{} {}", part.name, part.data_type.name()));
    parts.collect::<Vec<String>>().join(", ")
}

/// Writes a table, each index and each kind of item on a line.
fn lines_of(table: &Table) -> Vec<String> {
    let index = |index: &Index| format!("{} {}: {}", table.name, index.name, key(index.key()));
    let kind = |entity: &str, keys: &[String]| format!("{} has {entity}: {}", table.name, keys.join(", "));
    let mut lines = vec![format!("{}: {}", table.name, key(table.key()))];
    lines.extend(table.indexes.iter().map(index));
    for placement in &table.items {
        let keys: Vec<String> = placement.keys.values().map(|key| key.template.to_string()).collect();
        lines.push(kind(placement.name(), &keys));
    }
    lines
}

fn of_design(design: &Design) -> Value {
    let report = check(design);
    let problems: Vec<String> = report.problems.iter().map(|problem| format!("{problem:?}")).collect();
    json!({
        "tables": design.tables.iter().flat_map(lines_of).collect::<Vec<String>>(),
        "green": report.totals.green, "red": report.totals.red, "problems": problems,
    })
}

fn found(opened: &Opened) -> Value {
    let mut files = BTreeMap::new();
    for file in &opened.files {
        let notes = file.outcome.notes().iter().map(ToString::to_string);
        let sentence = file.sentence(file.outcome.format().unwrap_or_default(), Language::English);
        let lines: Vec<String> = std::iter::once(sentence).chain(notes).collect();
        files.insert(file.name.clone(), lines);
    }
    let mut found = json!({ "files": files });
    if let Some(design) = &opened.design {
        found["design"] = of_design(design);
    }
    if let Some(second) = &opened.second {
        found["second"] = of_design(second);
    }
    found
}

fn open_entry(path: &Path) -> Opened {
    let named = |path: &Path| NamedText { name: name_of(path), text: fs::read_to_string(path).unwrap() };
    match path.is_dir() {
        true => open(&entries(path).iter().map(|path| named(path)).collect::<Vec<NamedText>>()),
        false => open_alone(&named(path), &GivenValues::new()),
    }
}

#[test]
fn each_file_is_read_as_it_is_expected() {
    let is_update = std::env::var_os("UPDATE_EXPECT").is_some();
    let (mut count, mut wrong) = (0, Vec::new());
    for folder in entries(&corpus()).into_iter().filter(|path| path.is_dir()) {
        for path in entries(&folder).into_iter().filter(|path| !name_of(path).ends_with(EXPECTED)) {
            count += 1;
            let opened = open_entry(&path);
            let found = found(&opened);
            if let Some(design) = &opened.design {
                let written = dynalab_modeling::write(design);
                assert_eq!(dynalab_modeling::parse(&written).as_ref(), Ok(design), "{}", path.display());
            }
            let expected = path.with_file_name(format!("{}{EXPECTED}", name_of(&path)));
            if is_update {
                fs::write(&expected, serde_json::to_string_pretty(&found).unwrap() + "\n").unwrap();
            }
            let text = fs::read_to_string(&expected).unwrap_or_default();
            let wanted: Value = serde_json::from_str(&text).unwrap_or_default();
            if wanted != found {
                wrong.push(format!("{}:\n{found:#}\nbut expected is\n{wanted:#}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(count >= 50, "{count} files");
}

#[test]
fn no_expectation_is_without_its_file() {
    for folder in entries(&corpus()).into_iter().filter(|path| path.is_dir()) {
        for path in entries(&folder) {
            if let Some(name) = name_of(&path).strip_suffix(EXPECTED) {
                assert!(path.with_file_name(name).exists(), "{}", path.display());
            }
        }
    }
}
