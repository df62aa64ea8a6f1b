//! The engine compiled for the browser answers as the native one does: a few vectors, and the same bytes for the same
//! commands. These tests run natively too, against the same figures.

mod deep_requests;
mod same_bytes;
mod vector_runner;

use vector_runner::replay;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Numbers, sets, paths, pages, capacity, validation: where 32 bits and 64 could differ.
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

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn vectors_hold_in_a_browser() {
    for (file, lines) in VECTORS {
        let outcome = replay(lines);
        assert!(outcome.checked > 0, "{file} checks nothing");
        let failures: Vec<String> = outcome.failures.iter().map(ToString::to_string).collect();
        assert!(failures.is_empty(), "{file}:\n{}", failures.join("\n"));
    }
}

/// What a browser and a native program must both come to. Who changes an answer or a format on purpose writes the new
/// figure here; a figure that is right in one place only is a fault.
const ANSWERS: &str = "9dd5f4fbd2ad519b";
const CHANGE_LOG: &str = "7e03fdc719a440d2";
const SNAPSHOT: &str = "e9f159117525634e";

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_same_commands_give_the_same_bytes_everywhere() {
    let found = same_bytes::run();
    let hexadecimal = [found.answers, found.change_log, found.snapshot].map(|hash| format!("{hash:016x}"));
    assert_eq!(hexadecimal, [ANSWERS, CHANGE_LOG, SNAPSHOT]);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_second_run_gives_the_bytes_of_the_first() {
    assert_eq!(same_bytes::run(), same_bytes::run());
}

/// The same with all that stands around the tables: of answers, traces, changes and the snapshot.
#[cfg(feature = "complete")]
const SURROUNDINGS: [&str; 4] =
    ["985869fbc1866e03", "2c00b46e1ab29f42", "dda8d30c9113a78a", "1667a478f63aba8d"];

#[cfg(feature = "complete")]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn what_stands_around_the_tables_gives_the_same_bytes_everywhere() {
    let found = same_bytes::surroundings::run();
    assert_eq!(found, same_bytes::surroundings::run());
    let hashes = [found.answers, found.traces, found.change_log, found.snapshot];
    assert_eq!(hashes.map(|hash| format!("{hash:016x}")), SURROUNDINGS);
}

/// A page's stack is 1 MB; a test's own is 2.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn nothing_is_too_deep_to_be_answered() {
    deep_requests::run();
}
