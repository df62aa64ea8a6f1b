//! Errors of operations on Kinesis destinations.

use std::fmt;

/// Errors of operations on Kinesis destinations.
#[derive(Clone, Debug, PartialEq)]
pub enum KinesisError {
    AlreadyEnabled,
    NotActive,
    NotActiveToUpdate { table: String, arn: String },
    DisabledWithParameters,
    NothingToUpdate,
    PrecisionUnchanged { precision: &'static str, table_id: String, arn: String },
    PrecisionChangedTooOften,
}

impl KinesisError {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            KinesisError::PrecisionChangedTooOften => "LimitExceededException",
            _ => "ValidationException",
        }
    }
}

impl fmt::Display for KinesisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use KinesisError::*;
        match self {
            AlreadyEnabled => f.write_str(
                "Table is not in a valid state to enable Kinesis Streaming Destination: \
                 EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED to perform ENABLE operation.",
            ),
            // DynamoDB's message contains "enable" here too.
            NotActive => f.write_str(
                "Table is not in a valid state to enable Kinesis Streaming Destination: \
                 KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.",
            ),
            NotActiveToUpdate { table, arn } => write!(
                f,
                "Table is not in a valid state to enable Kinesis Streaming Destination: Kinesis streaming is not in \
                 ACTIVE state. Updates are only allowed in ACTIVE state. TableName: {table}, kdsArn: {arn}"
            ),
            DisabledWithParameters => {
                f.write_str("Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters")
            }
            NothingToUpdate => f.write_str(
                "Streaming destination cannot be updated with given parameters: \
                 UpdateKinesisStreamingConfiguration cannot be null or contain only null values",
            ),
            PrecisionUnchanged { precision, table_id, arn } => write!(
                f,
                "Invalid Request: Precision is already set to the desired value of {precision} for tableId: \
                 {table_id}, kdsArn: {arn}"
            ),
            PrecisionChangedTooOften => f.write_str(
                "Subscriber limit exceeded: The precision of a Kinesis streaming destination can be changed at \
                 most 3 times in 24 hours",
            ),
        }
    }
}
