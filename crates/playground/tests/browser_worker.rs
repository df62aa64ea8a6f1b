//! Runs the host on the IndexedDB store in a dedicated worker, where the app runs it.

#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::wasm_bindgen_test_configure;

mod host_in_browser;

wasm_bindgen_test_configure!(run_in_dedicated_worker);
