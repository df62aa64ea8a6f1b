//! Tests the IndexedDB store in a dedicated worker, where the app uses it.

#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::wasm_bindgen_test_configure;

mod indexed_db;

wasm_bindgen_test_configure!(run_in_dedicated_worker);
