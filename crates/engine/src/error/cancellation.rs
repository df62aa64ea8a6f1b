//! Why a transaction was cancelled: one reason for each of its items.

use std::fmt;
use std::sync::Arc;

use dynalab_types::Item;

use crate::error::{DynamoError, ValidationError};
use crate::json_writer::{ObjectWriter, write_object};

#[derive(Clone, Debug, PartialEq)]
pub enum CancellationReason {
    /// This item was not the reason.
    None,
    /// `item` is there when the request asked for the old item on failure.
    ConditionalCheckFailed {
        item: Option<Arc<Item>>,
    },
    /// Another transaction holds the item.
    TransactionConflict,
    ValidationError(ValidationError),
}

impl CancellationReason {
    pub fn code(&self) -> &'static str {
        match self {
            CancellationReason::None => "None",
            CancellationReason::ConditionalCheckFailed { .. } => "ConditionalCheckFailed",
            CancellationReason::TransactionConflict => "TransactionConflict",
            CancellationReason::ValidationError(_) => "ValidationError",
        }
    }

    fn encode(&self, object: &mut ObjectWriter) {
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
            CancellationReason::TransactionConflict => {
                formatter.write_str("Transaction is ongoing for the item.")
            }
            CancellationReason::ValidationError(error) => error.fmt(formatter),
        }
    }
}

/// What is wrong with one item cancels the transaction; anything else refuses the request as a whole.
impl TryFrom<DynamoError> for CancellationReason {
    type Error = DynamoError;

    fn try_from(error: DynamoError) -> Result<CancellationReason, DynamoError> {
        match error {
            DynamoError::Validation(error) => Ok(CancellationReason::ValidationError(error)),
            DynamoError::ConditionalCheckFailed { item } => {
                Ok(CancellationReason::ConditionalCheckFailed { item })
            }
            DynamoError::TransactionConflict => Ok(CancellationReason::TransactionConflict),
            other => Err(other),
        }
    }
}

/// The list in the error's body.
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
