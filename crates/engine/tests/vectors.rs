//! Replays the request and response vectors of tests/vectors through the engine's public door.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

mod vector_runner;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use vector_runner::{Failure, replay};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors")
}

/// Lines of `file<TAB>case or *<TAB>reason`.
fn known_failures() -> BTreeMap<(String, String), String> {
    let text =
        std::fs::read_to_string(folder().join("known_failures.txt")).expect("the list of known failures");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.splitn(3, '\t').map(str::to_owned);
            let mut next = || parts.next().unwrap_or_else(|| panic!("three parts in {line:?}"));
            ((next(), next()), next())
        })
        .collect()
}

#[test]
fn every_vector_holds_or_is_a_known_failure() {
    let known = known_failures();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder()).expect("the vectors").map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    assert!(files.len() >= 90, "only {} files of vectors", files.len());
    let (mut checked, mut unexpected, mut now_passing) = (0, Vec::new(), Vec::new());
    for path in files {
        let file = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let outcome = replay(&text);
        checked += outcome.checked;
        let mut failing: BTreeMap<String, &Failure> = BTreeMap::new();
        for failure in &outcome.failures {
            failing.entry(failure.case.clone()).or_insert(failure);
        }
        let whole_file = known.contains_key(&(file.clone(), "*".into()));
        if whole_file && failing.is_empty() {
            now_passing.push(format!("{file}\t*"));
        }
        for (case, failure) in &failing {
            if !whole_file && !known.contains_key(&(file.clone(), case.clone())) {
                unexpected.push(format!("{file}: {case}\n{failure}"));
            }
        }
        let listed = known.keys().filter(|(listed, case)| *listed == file && case != "*");
        now_passing.extend(
            listed
                .filter(|(_, case)| !failing.contains_key(case))
                .map(|(file, case)| format!("{file}\t{case}")),
        );
    }
    assert!(
        unexpected.is_empty(),
        "{} of {checked} checks fail:\n{}",
        unexpected.len(),
        unexpected.join("\n")
    );
    assert!(now_passing.is_empty(), "take these off the list, they pass:\n{}", now_passing.join("\n"));
}

#[test]
fn every_case_of_the_first_tier_passes() {
    let listed: Vec<_> =
        known_failures().into_keys().filter(|(file, _)| file.starts_with("tier1.")).collect();
    assert!(listed.is_empty(), "{listed:?}");
}
