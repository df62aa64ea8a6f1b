//! The errors of injected faults.

use std::fmt;

use crate::error::Throttle;

/// The errors of injected faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultError {
    /// The message depends on the table's billing mode.
    Throttled {
        provisioned: bool,
        /// The simulated reason of the throttling. `None` for a request without a table.
        throttle: Option<Box<Throttle>>,
    },
    /// The client stopped waiting. The operation may have been executed.
    Timeout {
        after_commit: bool,
    },
    Internal,
    Unavailable,
}

impl FaultError {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            FaultError::Throttled { provisioned: true, .. } => "ProvisionedThroughputExceededException",
            FaultError::Throttled { provisioned: false, .. } => "ThrottlingException",
            FaultError::Timeout { .. } | FaultError::Internal => "InternalServerError",
            FaultError::Unavailable => "ServiceUnavailable",
        }
    }

    pub(crate) fn http_status(&self) -> u16 {
        match self {
            FaultError::Throttled { .. } => 400,
            FaultError::Timeout { .. } | FaultError::Internal => 500,
            FaultError::Unavailable => 503,
        }
    }
}

impl fmt::Display for FaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultError::Throttled { provisioned: true, .. } => {
                "The level of configured provisioned throughput for the table was exceeded. Consider increasing your \
                 provisioning level with the UpdateTable API."
            }
            FaultError::Throttled { provisioned: false, .. } => {
                "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your \
                 table or index so please try again shortly. If exceptions persist, check if you have a hot key: \
                 https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html."
            }
            FaultError::Timeout { .. } => "The request timed out",
            FaultError::Internal => "Internal server error",
            FaultError::Unavailable => "The service is currently unavailable or busy",
        })
    }
}
