//! Names and beginnings of messages that several errors share.

pub(crate) const VALIDATION_EXCEPTION: &str = "ValidationException";

/// The beginning of many messages of ValidationException.
pub(crate) const INVALID: &str = "One or more parameter values were invalid: ";

pub(crate) const DUPLICATE_ITEM: &str = "Duplicate primary key exists in table";

/// The documented message of the exception, also used for cancellation reasons.
pub(crate) const COLLECTION_TOO_LARGE: &str = "Collection size exceeded.";
