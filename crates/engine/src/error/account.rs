//! Errors of policies, insights, Kinesis destinations and global tables.

mod global_table;
mod insights;
mod kinesis;
mod policy;

use std::fmt;

pub use global_table::{
    GlobalTableError, LegacyGlobalTableError, ReplicaActionError, ScalingError, StrongError,
};
pub use insights::InsightsError;
pub use kinesis::KinesisError;
pub use policy::{PolicyError, PolicyRevisionError};

/// Errors of policies, insights, Kinesis destinations and global tables.
#[derive(Clone, Debug, PartialEq)]
pub enum AccountError {
    Policy(PolicyError),
    Insights(InsightsError),
    Kinesis(KinesisError),
    GlobalTable(GlobalTableError),
}

impl AccountError {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            AccountError::Policy(error) => error.name(),
            AccountError::Insights(error) => error.name(),
            AccountError::Kinesis(error) => error.name(),
            AccountError::GlobalTable(error) => error.name(),
        }
    }
}

impl fmt::Display for AccountError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountError::Policy(error) => error.fmt(formatter),
            AccountError::Insights(error) => error.fmt(formatter),
            AccountError::Kinesis(error) => error.fmt(formatter),
            AccountError::GlobalTable(error) => error.fmt(formatter),
        }
    }
}
