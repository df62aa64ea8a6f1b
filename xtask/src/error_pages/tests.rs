//! Every error of the engine has a page, both languages have the same pages, and each example returns its error.

use std::collections::BTreeSet;
use std::path::PathBuf;

use dynalab_engine::{DynamoError, EngineConfig, TraceLevel};
use dynalab_playground::share::document::Document;
use dynalab_playground::share::link;
use dynalab_service::{Command, Engine, Request as EngineRequest};
use dynalab_types::Timestamp;

use super::*;

fn all() -> (Errors, Words) {
    read().expect("web/errors can be read")
}

/// Returns the names of errors in the engine's source, as responses contain them.
fn names_in_the_engine() -> BTreeSet<String> {
    const WITHOUT_EXCEPTION: [&str; 3] =
        ["InternalServerError", "ServiceUnavailable", "RequestLimitExceeded"];
    let mut names = BTreeSet::new();
    let mut folders: Vec<PathBuf> = vec![folders::root().join("crates/engine/src/error")];
    let mut files = vec![folders::root().join("crates/engine/src/error.rs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the source is there").flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    for file in files {
        let source = fs::read_to_string(file).expect("source is text");
        for quoted in source.split('"').skip(1).step_by(2) {
            let is_name = quoted.chars().all(|letter| letter.is_ascii_alphanumeric());
            if is_name && (quoted.ends_with("Exception") || WITHOUT_EXCEPTION.contains(&quoted)) {
                names.insert(quoted.to_owned());
            }
        }
    }
    names
}

#[test]
fn every_error_of_the_engine_has_a_page() {
    let (errors, _) = all();
    let named = names_in_the_engine();
    assert!(named.len() > 30, "the names are found: {named:?}");
    let missing: Vec<_> = named.iter().filter(|name| !errors.contains_key(*name)).collect();
    assert!(missing.is_empty(), "without a page: {missing:?}");
    let invented: Vec<_> = errors.keys().filter(|name| !named.contains(*name)).collect();
    assert!(invented.is_empty(), "the engine never says: {invented:?}");
}

#[test]
fn both_languages_say_the_same_things() {
    let (errors, words) = all();
    let names = |code: &str| words[code].keys().cloned().collect::<Vec<_>>();
    assert_eq!(names("en"), names("ja"));
    for (name, error) in &errors {
        assert_eq!(error.en.why.len(), error.ja.why.len(), "{name}");
        assert_eq!(error.en.to_do.len(), error.ja.to_do.len(), "{name}");
        assert!(
            !error.ja.means.is_ascii() && error.en.means.is_ascii() | error.en.means.contains('“'),
            "{name}"
        );
    }
}

/// Returns the error of the last command of a document.
fn last_answer(document: &Document) -> Option<DynamoError> {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let mut last = None;
    for load in document.requests().expect("requests") {
        let at = load.at.unwrap_or(Timestamp::from_epoch_ms(1));
        let outcome = EngineRequest::parse(&load.operation, &load.body)
            .and_then(|request| engine.execute(Command { at, request }, TraceLevel::Off).outcome);
        let error = outcome.err();
        assert!(last.is_none(), "only the last is refused, and not {last:?}");
        last = error;
    }
    last
}

#[test]
fn every_example_comes_to_its_error() {
    let (errors, _) = all();
    let mut count = 0;
    for (name, error) in &errors {
        let Some(example) = &error.example else { continue };
        let document = Document::parse(&example::document(name, example).to_string()).expect("a document");
        let found = last_answer(&document).unwrap_or_else(|| panic!("{name}: the example is answered"));
        assert_eq!((found.name(), found.http_status()), (name.as_str(), error.status), "{found}");
        let address = example::path(name, example).expect("a link");
        let opened = link::document_of(&address).expect("the link opens");
        assert_eq!(last_answer(&opened).map(|error| error.name()), Some(found.name()));
        assert!(address.len() < link::LINK_LONG_CHARACTERS, "{name}: {} letters", address.len());
        count += 1;
    }
    assert!(count >= 20, "{count} examples");
}

#[test]
fn a_page_stands_for_itself() {
    let (errors, words) = all();
    let (course, labels) = (CourseIndex::default(), Labels::read().expect("labels"));
    let shared = Shared { words: &words, course: &course, labels: &labels };
    let name = "ConditionalCheckFailedException";
    for (language, folder) in [(Language::English, ""), (Language::Japanese, "/ja")] {
        let page = document::of_one(name, &errors[name], &shared, language).expect("a page");
        assert!(page.contains(&format!("<html lang=\"{}\">", language.code())));
        assert!(page.contains(&format!("href=\"{folder}/play#d1.z1.")), "the example runs");
        assert!(page.contains(&format!("href=\"{folder}/errors/TransactionCanceledException/")));
        assert!(!page.contains("style=\"") && !page.contains("onclick"), "the policy allows neither");
    }
}
