//! Documents with tables, items and requests, as files and links.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_playground::share::document::{Document, FILE_EXTENSION};
use dynalab_playground::share::link;
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;

use crate::{Fixtures, all_versions};

pub fn written(newest: &Fixtures) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (name, text) in newest.ending(FILE_EXTENSION) {
        let document = Document::parse(text).unwrap();
        files.push((format!("{name}.link"), (link::link_of(&document).unwrap() + "\n").into_bytes()));
        files.push((format!("{name}{FILE_EXTENSION}"), document.canonical().unwrap().into_bytes()));
    }
    files
}

#[test]
fn the_tables_of_each_version_are_filled_from_the_file_and_from_the_link() {
    for fixtures in all_versions() {
        let document = Document::parse(fixtures.text("shop.dynalab.json")).unwrap();
        assert_eq!(link::document_of(fixtures.text("shop.link")).unwrap(), document, "{}", fixtures.version);
        let mut engine = Engine::new(document.seed.unwrap_or(1), EngineConfig::instant());
        let mut ask = |at: Option<Timestamp>, operation: &str, body: &str| {
            let at = at.unwrap_or(Timestamp::from_epoch_ms(1_790_000_000_000));
            let request = Request::parse(operation, body).unwrap();
            engine.execute(Command { at, request }, TraceLevel::Off).answer()
        };
        for load in document.requests().unwrap() {
            let (status, told) = ask(load.at, &load.operation, &load.body);
            assert!(!load.must_succeed || status == 200, "{}: {told}", fixtures.version);
        }
        let (status, shop) = ask(None, "Scan", r#"{"TableName":"Shop","Select":"COUNT"}"#);
        assert!(status == 200 && shop.contains("\"Count\":131"), "{}: {shop}", fixtures.version);
    }
}
