//! Converts the errors of IndexedDB and of its library to errors of a store.

use indexed_db_futures::error::{DomException, Error, JSError, OpenDbError};

use crate::error::{Damage, Failure, Interruption, StoreError, Unavailability};

/// Converts a failure to open or delete a database.
pub(super) fn of_opening(error: OpenDbError) -> StoreError {
    match error {
        // The library uses this variant for any exception while opening. Our version number is never zero.
        OpenDbError::VersionZero => Unavailability::RefusedToOpen.into(),
        OpenDbError::UnsupportedEnvironment | OpenDbError::NullFactory => Unavailability::NoIndexedDb.into(),
        OpenDbError::Base(error) => of_open_request(error),
    }
}

/// Converts the error of a request to open or delete a database.
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

/// Converts the error of a call inside a transaction, or of the call that begins it.
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

/// Converts the error of an aborted transaction.
pub(super) fn of_cause(cause: Option<&web_sys::DomException>) -> StoreError {
    cause.map_or(Interruption::Aborted.into(), of_exception)
}

fn of_exception(exception: &web_sys::DomException) -> StoreError {
    let name = exception.name();
    let failure = Failure::Exception { name: name.clone(), message: exception.message() };
    match name.as_str() {
        "QuotaExceededError" => StoreError::Full,
        // The browser found the record, but not the file with its large value.
        "NotReadableError" | "DataError" => Damage::Unreadable(failure).into(),
        // The database lacks our object stores.
        "NotFoundError" => Damage::Unreadable(failure).into(),
        "SecurityError" | "NotSupportedError" => Unavailability::Failed(failure).into(),
        _ => Interruption::Failed(failure).into(),
    }
}

/// Returns true if the connection was closed without an event, or is closing.
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
