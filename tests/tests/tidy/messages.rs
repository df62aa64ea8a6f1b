//! Sentences of the page: each is used, and each setting of the engine has one. A setting is also listed in FIDELITY.md under the
//! source of its value. No text is about a deleted setting.

use std::collections::BTreeSet;

use dynalab_engine::settings::dials::{Dials, Source};
use dynalab_sentences::{constant_name, struct_name};

use crate::repository;

const SENTENCES: &str = "crates/app/messages/en/";
const DIAGRAMS: &str = "crates/app/messages/en/pictures.ftl";
/// The folders whose sources name the page's sentences.
const PAGE: [&str; 2] = ["crates/app/src/", "web/src/"];

/// Compares the engine's settings with the page's texts about them.
pub fn dials() -> Vec<String> {
    let diagrams = repository::all_files().into_iter().find(|file| file.path == DIAGRAMS);
    let text = diagrams.map(|file| file.text().to_owned()).unwrap_or_default();
    let explained = explained_dials(&text);
    let names: BTreeSet<String> = Dials::ALL.iter().map(|dial| dial.name.replace('_', "-")).collect();
    explained.symmetric_difference(&names).map(|name| format!("dial-{name}")).collect()
}

/// Compares the engine's settings with FIDELITY.md, which lists them by the source of their realistic value.
pub fn sources() -> Vec<String> {
    let document = repository::all_files().into_iter().find(|file| file.path == "FIDELITY.md");
    let text = document.map(|file| file.text().to_owned()).unwrap_or_default();
    let titles = [
        (Source::Measured, "- **Measured against DynamoDB**"),
        (Source::Published, "- **Published by AWS**"),
        (Source::Estimate, "- **Our estimates**"),
        (Source::Own, "- **Dynalab's own**"),
    ];
    let faults = titles.into_iter().flat_map(|(source, title)| {
        let of_source = Dials::ALL.iter().filter(|dial| dial.source == source);
        let names: BTreeSet<&str> = of_source.map(|dial| dial.name).collect();
        let listed = listed_names(&text, title);
        listed.symmetric_difference(&names).map(|name| format!("{title}: {name}")).collect::<Vec<_>>()
    });
    faults.collect()
}

/// Returns the page's sentences that no source names. A sentence of a family is named by the function of its family.
pub fn without_use() -> Vec<String> {
    let files = repository::all_files();
    let sources = files.iter().filter(|file| {
        let is_of_page = PAGE.iter().any(|folder| file.path.starts_with(folder));
        is_of_page && file.has_extension("rs") && !is_test(&file.path)
    });
    let words: BTreeSet<&str> = sources.flat_map(|file| words_in(file.text())).collect();
    let sentences = files.iter().filter(|file| file.path.starts_with(SENTENCES) && file.has_extension("ftl"));
    let unused = sentences.flat_map(|file| {
        let names = unused_names(file.text(), &words);
        names.into_iter().map(|name| format!("{}: {name}", file.path)).collect::<Vec<_>>()
    });
    unused.collect()
}

fn is_test(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/")
}

fn words_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// Returns the names of sentences whose constant, struct or family function is not among the words.
fn unused_names(text: &str, words: &BTreeSet<&str>) -> Vec<String> {
    let families: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## family: ")).collect();
    let names = text.lines().filter(|line| !line.starts_with([' ', '#', '-', '}']));
    let names = names.filter_map(|line| line.split_once(" =").map(|(name, _)| name));
    let is_named = |name: &str| {
        let of_family = families.iter().filter(|family| name.starts_with(**family));
        let functions = of_family.map(|family| family.trim_end_matches('-').replace('-', "_"));
        let written = [constant_name(name), struct_name(name)];
        functions.chain(written).any(|word| words.contains(word.as_str()))
    };
    names.filter(|name| !is_named(name)).map(str::to_owned).collect()
}

#[test]
fn unused_sentences_are_found() {
    let text = "## family: way-\nway-a = A\nway-b-c = B\none-thing = C\nfacts-of = { $n ->\n   *[other] D\n}\nno-use = E\n";
    let words: BTreeSet<&str> = words_in("way(x); words::ONE_THING, words::FactsOf { n }").collect();
    assert_eq!(unused_names(text, &words), ["no-use"]);
    assert_eq!(unused_names(text, &BTreeSet::new()).len(), 5);
}

/// Returns the names in backquotes of a list item, including its indented lines.
fn listed_names<'a>(text: &'a str, title: &str) -> BTreeSet<&'a str> {
    let lines = text.lines().skip_while(|line| !line.starts_with(title));
    let item = lines.enumerate().take_while(|(place, line)| *place == 0 || line.starts_with("  "));
    item.flat_map(|(_, line)| line.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn names_of_a_list_item_are_found() {
    let text = "- **A**: `a_ms`,\n  `b_ms`.\n- **B**: `c_ms`.\n\n`d_ms`\n";
    assert_eq!(listed_names(text, "- **A**"), ["a_ms", "b_ms"].into());
    assert_eq!(listed_names(text, "- **B**"), ["c_ms"].into());
    assert!(listed_names(text, "- **C**").is_empty());
}

/// Returns the settings with a message. A Fluent message begins at the start of its line.
fn explained_dials(text: &str) -> BTreeSet<String> {
    let names = text.lines().filter_map(|line| line.strip_prefix("dial-")?.split_once(" ="));
    names.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn dials_are_found() {
    let text = "## family: dial-\n\ndial-burst-ms = Burst\n    dial-inner = no\ndials = Settings\n";
    assert_eq!(explained_dials(text), ["burst-ms".to_owned()].into());
}
