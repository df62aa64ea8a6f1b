//! Message files: every setting of the engine has a sentence, and no sentence is about a setting that is gone.

use std::collections::BTreeSet;

use dynalab_engine::service::dials::Dials;

use crate::repository;

const DIAGRAMS: &str = "web/messages/en/pictures.ftl";

/// The engine names its dials, and the page says what they are about in the reader's language.
pub fn dials() -> Vec<String> {
    let diagrams = repository::all_files().into_iter().find(|file| file.path == DIAGRAMS);
    let text = diagrams.map(|file| file.text().to_owned()).unwrap_or_default();
    let explained = explained_dials(&text);
    let names: BTreeSet<String> = Dials::ALL.iter().map(|dial| dial.name.replace('_', "-")).collect();
    explained.symmetric_difference(&names).map(|name| format!("dial-{name}")).collect()
}

/// A Fluent message begins at the start of its line.
fn explained_dials(text: &str) -> BTreeSet<String> {
    let names = text.lines().filter_map(|line| line.strip_prefix("dial-")?.split_once(" ="));
    names.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn dials_are_found() {
    let text = "## family: dial-\n\ndial-burst-ms = Burst\n    dial-inner = no\ndials = Settings\n";
    assert_eq!(explained_dials(text), ["burst-ms".to_owned()].into());
}
