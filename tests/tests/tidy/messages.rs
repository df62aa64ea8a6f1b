//! Settings of the engine. Each has a text in the message files and is listed in FIDELITY.md under the source of its value. No
//! text is about a deleted setting.

use std::collections::BTreeSet;

use dynalab_engine::settings::dials::{Dials, Source};

use crate::repository;

const DIAGRAMS: &str = "web/messages/en/pictures.ftl";

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
