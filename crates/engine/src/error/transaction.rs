//! Errors of a transaction that is rejected before its start.

use std::fmt;

/// Errors of the request as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransactionError {
    WithoutAction,
    SeveralActions,
    DuplicateItems,
    /// A write transaction with a request above 4 MB.
    PayloadTooLarge,
    /// A read transaction of items above 4 MB.
    TooLarge,
}

impl fmt::Display for TransactionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            TransactionError::WithoutAction => {
                "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request"
            }
            TransactionError::SeveralActions => {
                "TransactItems can only contain one of Check, Put, Update or Delete"
            }
            TransactionError::DuplicateItems => {
                "Transaction request cannot include multiple operations on one item"
            }
            // DynamoDB's message contains "size cannot exceed" and speaks of the payload. The rest is not verified.
            TransactionError::PayloadTooLarge => "Transaction request payload size cannot exceed 4 MB",
            // The wording of the documentation. DynamoDB's message is not known.
            TransactionError::TooLarge => {
                "The aggregate size of the items in the transaction cannot exceed 4 MB"
            }
        })
    }
}
