//! The reasons of a canceled transaction, one for each item in the order of the request.

use std::fmt;
use std::sync::Arc;

use dynalab_types::Item;

use crate::error::phrases::{COLLECTION_TOO_LARGE, DUPLICATE_ITEM};
use crate::error::{DynamoError, Throttle, ValidationError};
use crate::response::json_writer::{ObjectWriter, write_object};

/// Why an item canceled its transaction, or that it did not.
#[derive(Clone, Debug, PartialEq)]
pub enum CancellationReason {
    /// This item is not the cause.
    None,
    /// `item` is present if the request asked for the old item on failure.
    ConditionalCheckFailed {
        item: Option<Arc<Item>>,
    },
    /// An INSERT statement found an item with the same key.
    DuplicateItem,
    /// Another transaction locks the item.
    TransactionConflict,
    /// Only for PartiQL statements. A missing table rejects other transactions as a whole.
    ResourceNotFound,
    ValidationError(Arc<ValidationError>),
    /// The item collection would exceed the limit for tables with local indexes.
    ItemCollectionTooLarge,
    Throttled(Box<Throttle>),
}

impl CancellationReason {
    /// Returns the code in the list of reasons.
    pub fn code(&self) -> &'static str {
        match self {
            CancellationReason::None => "None",
            CancellationReason::ConditionalCheckFailed { .. } => "ConditionalCheckFailed",
            CancellationReason::DuplicateItem => "DuplicateItem",
            CancellationReason::ResourceNotFound => "ResourceNotFound",
            CancellationReason::TransactionConflict => "TransactionConflict",
            CancellationReason::ValidationError(_) => "ValidationError",
            CancellationReason::ItemCollectionTooLarge => "ItemCollectionSizeLimitExceeded",
            CancellationReason::Throttled(throttle) => throttle.code(),
        }
    }

    /// Returns the reason for the failure of one statement of a batch.
    ///
    /// # Errors
    /// The error rejects the whole batch.
    pub fn of_statement(error: DynamoError) -> Result<CancellationReason, DynamoError> {
        match error {
            DynamoError::ResourceNotFound => Ok(CancellationReason::ResourceNotFound),
            other => CancellationReason::try_from(other),
        }
    }

    /// Removes the item, because a batch of statements never returns it.
    pub fn without_item(self) -> CancellationReason {
        match self {
            CancellationReason::ConditionalCheckFailed { .. } => {
                CancellationReason::ConditionalCheckFailed { item: None }
            }
            other => other,
        }
    }

    /// Writes the reason with its message, and with the item if the request asked for it.
    pub fn encode(&self, object: &mut ObjectWriter) {
        object.text("Code", self.code());
        if *self != CancellationReason::None {
            object.text("Message", &self.to_string());
        }
        if let CancellationReason::ConditionalCheckFailed { item: Some(item) } = self {
            object.item("Item", item);
        }
    }
}

impl fmt::Display for CancellationReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CancellationReason::None => Ok(()),
            CancellationReason::ConditionalCheckFailed { .. } => {
                formatter.write_str("The conditional request failed")
            }
            CancellationReason::DuplicateItem => formatter.write_str(DUPLICATE_ITEM),
            CancellationReason::ResourceNotFound => DynamoError::ResourceNotFound.fmt(formatter),
            CancellationReason::TransactionConflict => {
                formatter.write_str("Transaction is ongoing for the item.")
            }
            CancellationReason::ValidationError(error) => error.fmt(formatter),
            CancellationReason::ItemCollectionTooLarge => formatter.write_str(COLLECTION_TOO_LARGE),
            CancellationReason::Throttled(throttle) => throttle.fmt(formatter),
        }
    }
}

/// An error of one item cancels the transaction. Any other error rejects the whole request.
impl TryFrom<DynamoError> for CancellationReason {
    type Error = DynamoError;

    fn try_from(error: DynamoError) -> Result<CancellationReason, DynamoError> {
        match error {
            DynamoError::Validation(error) => Ok(CancellationReason::ValidationError(error)),
            DynamoError::ConditionalCheckFailed { item, .. } => {
                Ok(CancellationReason::ConditionalCheckFailed { item })
            }
            DynamoError::DuplicateItem => Ok(CancellationReason::DuplicateItem),
            DynamoError::TransactionConflict => Ok(CancellationReason::TransactionConflict),
            DynamoError::ItemCollectionTooLarge => Ok(CancellationReason::ItemCollectionTooLarge),
            DynamoError::Throttled(throttle) => Ok(CancellationReason::Throttled(throttle)),
            other => Err(other),
        }
    }
}

/// Writes the list in the error's body.
pub(crate) fn write_reasons(reasons: &[CancellationReason], json: &mut String) {
    json.push('[');
    for (index, reason) in reasons.iter().enumerate() {
        if index > 0 {
            json.push(',');
        }
        write_object(json, |object| reason.encode(object));
    }
    json.push(']');
}
