//! The append of a writer that knows the newest chunk: one `add` in one transaction, committed at once.
//!
//! Every write of the worker waits for it, so it uses the browser's own objects behind the library's types. The library's
//! transaction would make three closures and a channel for it.

use indexed_db_futures::database::Database;
use indexed_db_futures::error::Error;
use indexed_db_futures::internals::SystemRepr;
use js_sys::{Function, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DomException, IdbDatabase, IdbRequest, IdbTransaction};

use super::chunks::{LOG, key};
use super::failure;
use crate::error::StoreError;
use crate::store::Durability;

#[wasm_bindgen]
extern "C" {
    // What web-sys has only behind its unstable flag.
    #[wasm_bindgen(extends = IdbDatabase, extends = Object)]
    type OpenDatabase;

    #[wasm_bindgen(method, catch)]
    fn transaction(
        this: &OpenDatabase,
        store_name: &str,
        mode: &str,
        options: &JsValue,
    ) -> Result<OpenTransaction, JsValue>;

    #[wasm_bindgen(extends = IdbTransaction, extends = Object)]
    pub(super) type OpenTransaction;

    #[wasm_bindgen(method, catch)]
    fn commit(this: &OpenTransaction) -> Result<(), JsValue>;
}

/// The options of the transactions, made once for a connection.
pub(super) struct Options {
    strict: JsValue,
    relaxed: JsValue,
}

impl Options {
    pub(super) fn new() -> Options {
        Options { strict: durability("strict"), relaxed: durability("relaxed") }
    }
}

fn durability(name: &str) -> JsValue {
    let options = Object::new();
    // A new object takes any property.
    drop(Reflect::set(&options, &"durability".into(), &name.into()));
    options.into()
}

/// Begins a transaction on the log.
pub(super) fn begin(
    database: &Database,
    options: &Options,
    durability: Durability,
) -> Result<OpenTransaction, Error> {
    let options = match durability {
        Durability::Strict => &options.strict,
        Durability::Relaxed => &options.relaxed,
    };
    let database: &OpenDatabase = database.as_sys().unchecked_ref();
    Ok(database.transaction(LOG, "readwrite", options)?)
}

/// Adds one chunk where none is, and answers when the transaction is complete: false when there is one.
pub(super) async fn commit_chunk(
    transaction: OpenTransaction,
    at: u64,
    chunk: &[u8],
) -> Result<bool, StoreError> {
    let (added, ended) = add(&transaction, at, chunk).map_err(|thrown| failure::of_work(thrown.into()))?;
    match ended.await {
        Ok(_) => Ok(true),
        // WebKit aborts a transaction without a cause when a request fails after the call of `commit`. The request has it.
        Err(_) => match transaction.error().or_else(|| added.error().ok().flatten()) {
            Some(cause) if is_taken(&cause) => Ok(false),
            cause => Err(failure::of_cause(cause.as_ref())),
        },
    }
}

fn add(transaction: &OpenTransaction, at: u64, chunk: &[u8]) -> Result<(IdbRequest, JsFuture), JsValue> {
    let log = transaction.object_store(LOG)?;
    let added = log.add_with_key(&Uint8Array::from(chunk), &JsValue::from_f64(key(at)))?;
    transaction.commit()?;
    let listen = |resolve: Function, reject: Function| {
        transaction.set_oncomplete(Some(&resolve));
        transaction.set_onabort(Some(&reject));
    };
    Ok((added, JsFuture::from(Promise::new(&mut { listen }))))
}

fn is_taken(cause: &DomException) -> bool {
    cause.name() == "ConstraintError"
}
