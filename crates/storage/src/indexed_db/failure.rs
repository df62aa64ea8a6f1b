//! What the errors of IndexedDB, and of the library in front of it, mean for a store.

use indexed_db_futures::error::{DomException, Error, JSError, OpenDbError};

use crate::error::{Damage, Failure, Interruption, StoreError, Unavailability};

/// A failure to open or to delete a database.
pub(super) fn of_opening(error: OpenDbError) -> StoreError {
    match error {
        // The library has this name for everything that the browser throws when it is asked to open; ours is never zero.
        OpenDbError::VersionZero => Unavailability::RefusedToOpen.into(),
        OpenDbError::UnsupportedEnvironment | OpenDbError::NullFactory => Unavailability::NoIndexedDb.into(),
        OpenDbError::Base(error) => of_open_request(error),
    }
}

/// What a request to open or to delete a database ended with.
pub(super) fn of_open_request(error: Error) -> StoreError {
    match of_work(error) {
        StoreError::Interrupted { cause } => StoreError::Unavailable { reason: without_storage(cause) },
        error => error,
    }
}

fn without_storage(cause: Interruption) -> Unavailability {
    match cause {
        Interruption::Failed(failure) => Unavailability::Failed(failure),
        Interruption::Aborted | Interruption::Refused | Interruption::Torn | Interruption::LostAnswer => {
            Unavailability::RefusedToOpen
        }
    }
}

/// What a call inside a transaction ended with, or one that was to begin it.
pub(super) fn of_work(error: Error) -> StoreError {
    let failure = match error {
        Error::DomException(exception) => return of_exception(&exception.into()),
        Error::Unknown(JSError::Error(error)) => Failure::Error { message: error.message().into() },
        Error::Unknown(JSError::Unknown(_)) => Failure::NotAnError,
        Error::Serialisation(error) => Failure::Unexpected { message: error.to_string() },
        Error::MissingData(error) => Failure::Unexpected { message: error.to_string() },
    };
    Interruption::Failed(failure).into()
}

/// What a transaction was aborted with.
pub(super) fn of_cause(cause: Option<&web_sys::DomException>) -> StoreError {
    cause.map_or(Interruption::Aborted.into(), of_exception)
}

fn of_exception(exception: &web_sys::DomException) -> StoreError {
    let name = exception.name();
    let failure = Failure::Exception { name: name.clone(), message: exception.message() };
    match name.as_str() {
        "QuotaExceededError" => StoreError::Full,
        // The browser found the record, but not the file it had put a large value into.
        "NotReadableError" | "DataError" => Damage::Unreadable(failure).into(),
        // Our database without our object stores.
        "NotFoundError" => Damage::Unreadable(failure).into(),
        "SecurityError" | "NotSupportedError" => Unavailability::Failed(failure).into(),
        _ => Interruption::Failed(failure).into(),
    }
}

/// The connection was closed without a word, or is closing.
pub(super) fn is_closed_connection(error: &Error) -> bool {
    matches!(error, Error::DomException(DomException::InvalidStateError(_)))
}

pub(super) fn is_newer_layout(error: &OpenDbError) -> bool {
    let OpenDbError::Base(Error::DomException(DomException::Other(exception))) = error else { return false };
    exception.name() == "VersionError"
}

pub(super) fn is_abort(error: &OpenDbError) -> bool {
    matches!(error, OpenDbError::Base(Error::DomException(DomException::AbortError(_))))
}
