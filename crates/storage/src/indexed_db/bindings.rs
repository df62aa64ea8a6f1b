//! What web-sys has of IndexedDB only behind its unstable flag, or no more.

use js_sys::Object;
use wasm_bindgen::prelude::*;
use web_sys::{IdbDatabase, IdbTransaction};

#[wasm_bindgen]
extern "C" {
    /// IDBDatabase
    #[wasm_bindgen(extends = IdbDatabase, extends = Object)]
    #[derive(Clone)]
    pub(super) type Database;

    #[wasm_bindgen(method, catch)]
    pub(super) fn transaction(
        this: &Database,
        store_names: &JsValue,
        mode: &str,
        options: &JsValue,
    ) -> Result<Transaction, JsValue>;

    /// IDBTransaction
    #[wasm_bindgen(extends = IdbTransaction, extends = Object)]
    pub(super) type Transaction;

    #[wasm_bindgen(method, catch)]
    pub(super) fn commit(this: &Transaction) -> Result<(), JsValue>;
}
