//! The append of a writer that knows the newest chunk: one `add` in one transaction, committed immediately where that is safe.
//!
//! Every write of the worker waits for this append. So it uses the browser's own objects behind the library's types. The
//! library's transaction would create three closures and a channel.

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
    // web-sys has these bindings only behind its unstable flag.
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
    type OpenTransaction;

    #[wasm_bindgen(method, catch)]
    fn commit(this: &OpenTransaction) -> Result<(), JsValue>;
}

/// The options of the transactions, created once per connection.
pub(super) struct Options {
    strict: JsValue,
    relaxed: JsValue,
    commit_time: CommitTime,
}

impl Options {
    pub(super) fn new() -> Options {
        let commit_time = if is_webkit() { CommitTime::WhenAdded } else { CommitTime::AtOnce };
        Options { strict: durability("strict"), relaxed: durability("relaxed"), commit_time }
    }
}

/// When the transaction is committed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommitTime {
    /// `commit` is called right after the request, which saves a round trip to the database.
    AtOnce,
    /// The browser commits after the request, without a call of `commit`. WebKit sends neither the request nor the commit until
    /// the database reports that the transaction has begun. If a worker ends before that, WebKit considers the transaction
    /// committed and never ends it. Then the database is not readable until the browser is closed. Without `commit` WebKit aborts
    /// it.
    WhenAdded,
}

/// Returns true for WebKit. Every browser on iOS is WebKit. Chromium also contains WebKit's name, but its own name as well.
fn is_webkit() -> bool {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into());
    let user_agent = navigator.and_then(|navigator| Reflect::get(&navigator, &"userAgent".into()));
    let user_agent = user_agent.ok().and_then(|user_agent| user_agent.as_string()).unwrap_or_default();
    user_agent.contains("AppleWebKit/") && !user_agent.contains("Chrome/")
}

pub(super) struct Append {
    transaction: OpenTransaction,
    commit_time: CommitTime,
}

fn durability(name: &str) -> JsValue {
    let options = Object::new();
    // `Reflect::set` on a new object cannot fail.
    drop(Reflect::set(&options, &"durability".into(), &name.into()));
    options.into()
}

/// Begins a read-write transaction on the log.
pub(super) fn begin(database: &Database, options: &Options, durability: Durability) -> Result<Append, Error> {
    let of_transaction = match durability {
        Durability::Strict => &options.strict,
        Durability::Relaxed => &options.relaxed,
    };
    let database: &OpenDatabase = database.as_sys().unchecked_ref();
    let transaction = database.transaction(LOG, "readwrite", of_transaction)?;
    Ok(Append { transaction, commit_time: options.commit_time })
}

/// Adds one chunk and waits until the transaction is complete. Returns false if the revision is already used.
pub(super) async fn commit_chunk(append: Append, at: u64, chunk: &[u8]) -> Result<bool, StoreError> {
    let (added, ended) = add(&append, at, chunk).map_err(|thrown| failure::of_work(thrown.into()))?;
    match ended.await {
        Ok(_) => Ok(true),
        // If a request fails after `commit` was called, the transaction may have no error. The request then has it.
        Err(_) => match append.transaction.error().or_else(|| added.error().ok().flatten()) {
            Some(cause) if is_taken(&cause) => Ok(false),
            cause => Err(failure::of_cause(cause.as_ref())),
        },
    }
}

fn add(append: &Append, at: u64, chunk: &[u8]) -> Result<(IdbRequest, JsFuture), JsValue> {
    let Append { transaction, commit_time } = append;
    let log = transaction.object_store(LOG)?;
    let added = log.add_with_key(&Uint8Array::from(chunk), &JsValue::from_f64(key(at)))?;
    if *commit_time == CommitTime::AtOnce {
        transaction.commit()?;
    }
    let listen = |resolve: Function, reject: Function| {
        transaction.set_oncomplete(Some(&resolve));
        transaction.set_onabort(Some(&reject));
    };
    Ok((added, JsFuture::from(Promise::new(&mut { listen }))))
}

fn is_taken(cause: &DomException) -> bool {
    cause.name() == "ConstraintError"
}
