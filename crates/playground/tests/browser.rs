//! The host over the store of a browser, in a page.

#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::wasm_bindgen_test_configure;

mod host_in_browser;

wasm_bindgen_test_configure!(run_in_browser);
