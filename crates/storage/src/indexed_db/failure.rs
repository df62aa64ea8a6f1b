//! What the exceptions of IndexedDB mean for a store.

use js_sys::Error;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::DomException;

use crate::error::StoreError;

/// A failure to open or to delete a database.
pub(super) fn of_opening(error: StoreError) -> StoreError {
    match error {
        StoreError::Interrupted { detail } => StoreError::Unavailable { detail },
        error => error,
    }
}

/// What a call inside a transaction threw, or one that was to begin it.
pub(super) fn of_work(thrown: &JsValue) -> StoreError {
    if let Some(exception) = thrown.dyn_ref::<DomException>() {
        return of_exception(exception);
    }
    let detail = match thrown.dyn_ref::<Error>() {
        Some(error) => error.message().into(),
        None => "something unknown was thrown".to_owned(),
    };
    StoreError::Interrupted { detail }
}

/// What a request or a transaction ended with.
pub(super) fn of_cause(cause: Option<DomException>) -> StoreError {
    match cause {
        Some(cause) => of_exception(&cause),
        None => StoreError::Interrupted { detail: "the transaction was aborted".to_owned() },
    }
}

fn of_exception(exception: &DomException) -> StoreError {
    let name = exception.name();
    let detail = format!("{name}: {}", exception.message().trim_end_matches('.'));
    match name.as_str() {
        "QuotaExceededError" => StoreError::Full,
        // The browser found the record, but not the file it had put a large value into.
        "NotReadableError" | "DataError" => StoreError::Corrupt { detail },
        // Our database without our object stores.
        "NotFoundError" => StoreError::Corrupt { detail },
        "SecurityError" | "NotSupportedError" => StoreError::Unavailable { detail },
        _ => StoreError::Interrupted { detail },
    }
}

pub(super) fn is_named(thrown: &JsValue, name: &str) -> bool {
    thrown.dyn_ref::<DomException>().is_some_and(|exception| exception.name() == name)
}
