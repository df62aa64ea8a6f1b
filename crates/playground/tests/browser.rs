//! Runs the host on the IndexedDB store in a page. Checks that links and workloads have the same bytes there.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use dynalab_playground::share::document::Document;
use dynalab_playground::share::link;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

mod host_in_browser;
mod same_traffic;

wasm_bindgen_test_configure!(run_in_browser);

/// Files and their links. The native test in `share.rs` uses the same ones.
const FIXTURES: [(&str, &str); 3] = [
    (include_str!("fixtures/notes.dynalab.json"), include_str!("fixtures/notes.link")),
    (include_str!("fixtures/every_part.dynalab.json"), include_str!("fixtures/every_part.link")),
    (include_str!("fixtures/shop.dynalab.json"), include_str!("fixtures/shop.link")),
];

#[wasm_bindgen_test]
fn a_document_has_the_same_bytes_and_the_same_link_as_natively() {
    for (file, stored) in FIXTURES {
        let document = Document::parse(file).unwrap();
        assert_eq!(document.canonical().unwrap(), file);
        assert_eq!(link::link_of(&document).unwrap(), stored.trim_end());
        assert_eq!(link::document_of(stored).unwrap(), document);
    }
}

#[wasm_bindgen_test]
fn traffic_is_the_same_as_natively() {
    assert_eq!(same_traffic::requests(), same_traffic::REQUESTS);
}

#[wasm_bindgen_test]
fn the_twin_is_the_same_everywhere() {
    assert_eq!(same_traffic::twin(), same_traffic::TWIN);
}
