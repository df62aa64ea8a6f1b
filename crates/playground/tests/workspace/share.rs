//! Existing links and files must open forever, and a document must keep its bytes.
//!
//! Each file in `tests/fixtures` has its link beside it. A new codec adds new links; the existing ones stay.

use std::path::PathBuf;

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_playground::share::document::{Document, FILE_EXTENSION};
use dynalab_playground::share::link;
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;

/// Returns the name, file and link of each fixture.
fn fixtures() -> Vec<(String, String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut fixtures = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        if let Some(name) = file.strip_suffix(FILE_EXTENSION) {
            let read = |file: String| std::fs::read_to_string(folder.join(file)).unwrap();
            fixtures.push((name.to_owned(), read(file.clone()), read(format!("{name}.link"))));
        }
    }
    assert!(fixtures.len() >= 3);
    fixtures
}

#[test]
fn a_stored_link_opens_as_the_file_beside_it() {
    for (name, file, stored) in fixtures() {
        let document = link::document_of(&stored).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(document, Document::parse(&file).unwrap(), "{name}");
        let mut engine = Engine::new(document.seed.unwrap_or(1), EngineConfig::instant());
        for load in document.requests().unwrap() {
            let at = load.at.unwrap_or(Timestamp { epoch_ms: 1_790_000_000_000 });
            match Request::parse(&load.operation, &load.body) {
                Ok(request) => {
                    let answer = engine.execute(Command { at, request }, TraceLevel::Off).answer();
                    assert!(!load.must_succeed || answer.0 == 200, "{name}: {}: {}", load.body, answer.1);
                }
                Err(error) => assert!(!load.must_succeed, "{name}: {}: {}", load.body, error.to_json()),
            }
        }
        assert!(engine.database().tables().next().is_some(), "{name}");
    }
}

#[test]
fn a_document_keeps_its_bytes_and_its_link() {
    for (name, file, stored) in fixtures() {
        let document = Document::parse(&file).unwrap();
        assert_eq!(document.canonical().unwrap(), file, "{name}");
        assert_eq!(link::link_of(&document).unwrap(), stored.trim_end(), "{name}");
    }
}

#[test]
fn the_dictionary_of_a_codec_never_changes() {
    let dictionary = include_bytes!("../../src/share/link/dictionary_z1.txt");
    assert_eq!(dynalab_types::fingerprint(dictionary), DICTIONARY_Z1);
}

const DICTIONARY_Z1: u128 = 0x271C_1A25_1021_E511_4506_D415_285B_946F;
