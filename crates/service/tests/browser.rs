//! Tests that the engine gives the same bytes in the browser and natively: some vectors, and hashes for a fixed script.
//! Both builds run these tests with the same expected hashes.

mod deep_requests;
#[macro_use]
mod each_engine;
mod same_bytes;
mod vector_runner;

use dynalab_engine::hooks::Service;
use vector_runner::replay;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Vectors where 32-bit and 64-bit platforms could differ: numbers, sets, paths, pages, capacity, validation.
const VECTORS: [(&str, &str); 8] = [
    ("tier1.putItem.numericKeys", include_str!("../../../tests/vectors/tier1.putItem.numericKeys.jsonl")),
    ("tier1.putItem.dataTypes", include_str!("../../../tests/vectors/tier1.putItem.dataTypes.jsonl")),
    ("tier1.putItem.validation", include_str!("../../../tests/vectors/tier1.putItem.validation.jsonl")),
    ("tier1.updateItem.paths", include_str!("../../../tests/vectors/tier1.updateItem.paths.jsonl")),
    ("tier1.query.basic", include_str!("../../../tests/vectors/tier1.query.basic.jsonl")),
    ("tier1.query.binaryKeys", include_str!("../../../tests/vectors/tier1.query.binaryKeys.jsonl")),
    ("tier1.scan.gsiPagination", include_str!("../../../tests/vectors/tier1.scan.gsiPagination.jsonl")),
    (
        "tier1.getItem.consumedCapacity",
        include_str!("../../../tests/vectors/tier1.getItem.consumedCapacity.jsonl"),
    ),
];

fn vectors_hold_in_a_browser<S: Service>() {
    for (file, lines) in VECTORS {
        let outcome = replay::<S>(lines);
        assert!(outcome.checked > 0, "{file} checks nothing");
        let failures: Vec<String> = outcome.failures.iter().map(ToString::to_string).collect();
        assert!(failures.is_empty(), "{file}:\n{}", failures.join("\n"));
    }
}

/// The hashes that the browser and the native program must both produce. Update them after an intended change of a
/// response or a format. A difference between the two platforms is a bug.
const ANSWERS: &str = "0b2d36ac3c25b7b5";
const CHANGE_LOG: &str = "cccdae62363cda02";
const SNAPSHOT: &str = "e4ece69642c8630c";

fn the_same_commands_give_the_same_bytes_everywhere<S: Service>() {
    let found = same_bytes::run::<S>();
    let hexadecimal = [found.answers, found.change_log, found.snapshot].map(|hash| format!("{hash:016x}"));
    assert_eq!(hexadecimal, [ANSWERS, CHANGE_LOG, SNAPSHOT]);
}

fn a_second_run_gives_the_bytes_of_the_first<S: Service>() {
    assert_eq!(same_bytes::run::<S>(), same_bytes::run::<S>());
}

/// The same hashes with the simulation turned on: of responses, traces, changes and the snapshot.
const SURROUNDINGS: [&str; 4] =
    ["5c71cde8cb3464a5", "2c00b46e1ab29f42", "a4ce3c92839f12f3", "47868e6af8054f55"];

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn what_stands_around_the_tables_gives_the_same_bytes_everywhere() {
    let found = same_bytes::surroundings::run();
    assert_eq!(found, same_bytes::surroundings::run());
    let hashes = [found.answers, found.traces, found.change_log, found.snapshot];
    assert_eq!(hashes.map(|hash| format!("{hash:016x}")), SURROUNDINGS);
}

/// The stack of a browser page is 1 MB, that of a test 2 MB.
fn nothing_is_too_deep_to_be_answered<S: Service>() {
    deep_requests::run::<S>();
}

each_engine!(
    [
        #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
        #[cfg_attr(not(target_arch = "wasm32"), test)]
    ]
    vectors_hold_in_a_browser,
    the_same_commands_give_the_same_bytes_everywhere,
    a_second_run_gives_the_bytes_of_the_first,
    nothing_is_too_deep_to_be_answered,
);
