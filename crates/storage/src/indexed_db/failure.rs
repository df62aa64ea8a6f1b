//! What the exceptions of IndexedDB mean for a store.

use indexed_db_futures::error::{Error, JSError, OpenDbError};
use indexed_db_futures::internals::SystemRepr;
use web_sys::DomException;

use crate::error::StoreError;

/// A failure to open or to delete a database.
pub(super) fn of_opening(error: OpenDbError) -> StoreError {
    let OpenDbError::Base(error) = error else {
        return StoreError::Unavailable { detail: "this browser has no IndexedDB here".to_owned() };
    };
    match of_work(&error) {
        StoreError::Interrupted { detail } => StoreError::Unavailable { detail },
        error => error,
    }
}

/// A failure inside a transaction, or to begin one.
pub(super) fn of_work(error: &Error) -> StoreError {
    match exception(error) {
        Some(exception) => of_exception(exception),
        None => StoreError::Interrupted { detail: detail_of(error) },
    }
}

/// In words of our own: those of the library write floating-point numbers, and the code for that weighs four kilobytes.
fn detail_of(error: &Error) -> String {
    match error {
        Error::Unknown(JSError::Error(error)) => error.message().into(),
        Error::Unknown(JSError::Unknown(_)) => "something unknown was thrown".to_owned(),
        Error::Serialisation(_) => "a stored value has another type".to_owned(),
        _ => "a stored value is missing".to_owned(),
    }
}

pub(super) fn of_exception(exception: &DomException) -> StoreError {
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

pub(super) fn is_newer_layout(error: &OpenDbError) -> bool {
    match error {
        OpenDbError::Base(error) => is_named(error, "VersionError"),
        _ => false,
    }
}

pub(super) fn is_closed_connection(error: &Error) -> bool {
    is_named(error, "InvalidStateError")
}

fn is_named(error: &Error, name: &str) -> bool {
    exception(error).is_some_and(|exception| exception.name() == name)
}

fn exception(error: &Error) -> Option<&DomException> {
    match error {
        Error::DomException(exception) => Some(exception.as_sys()),
        _ => None,
    }
}
