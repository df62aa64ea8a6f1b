//! Errors of CreateTable and UpdateTable about provisioned throughput.

use std::fmt;

use crate::error::phrases::INVALID;

/// Errors of CreateTable and UpdateTable about provisioned throughput.
#[derive(Clone, Debug, PartialEq)]
pub enum CapacityError {
    OnDemand,
    Required,
    RequiredForUpdate,
    RequiredForIndex {
        index: String,
    },
    /// Occurs in CreateTable.
    NotSpecifiedForIndex {
        index: String,
    },
    MissingForNewIndex {
        index: String,
    },
    OnDemandForNewIndex {
        index: String,
    },
    UpdateOnDemand {
        index: String,
    },
    OnDemandForIndex {
        index: String,
    },
    Unchanged {
        read: u64,
        write: u64,
        index: Option<String>,
    },
    /// The request turns a provisioned table to on demand.
    ProvisionedWhenOnDemand,
}

impl fmt::Display for CapacityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use CapacityError::*;
        match self {
            OnDemand => write!(
                f,
                "{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is \
                 PAY_PER_REQUEST"
            ),
            Required => write!(
                f,
                "{INVALID}ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED"
            ),
            RequiredForUpdate => {
                write!(f, "{INVALID}ProvisionedThroughput must be specified when BillingMode is PROVISIONED")
            }
            RequiredForIndex { index } => {
                write!(f, "{INVALID}ProvisionedThroughput must be specified for index: {index}")
            }
            NotSpecifiedForIndex { index } => {
                write!(f, "{INVALID}ProvisionedThroughput is not specified for index: {index}")
            }
            MissingForNewIndex { index } => write!(
                f,
                "{INVALID}Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: {index}"
            ),
            OnDemandForNewIndex { index } => write!(
                f,
                "{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: {index} when \
                 BillingMode is PAY_PER_REQUEST"
            ),
            OnDemandForIndex { index } => write!(
                f,
                "{INVALID}ProvisionedThroughput should not be specified for index: {index} when BillingMode is \
                 PAY_PER_REQUEST"
            ),
            Unchanged { read, write, index } => {
                let (the, owner) = match index {
                    None => ("the ", "table".to_owned()),
                    Some(index) => ("", format!("index {index}")),
                };
                write!(
                    f,
                    "The provisioned throughput for the {owner} will not change. The requested value equals the current \
                     value. Current ReadCapacityUnits provisioned for {the}{owner}: {read}. Requested ReadCapacityUnits: \
                     {read}. Current WriteCapacityUnits provisioned for {the}{owner}: {write}. Requested \
                     WriteCapacityUnits: {write}. Refer to the Amazon DynamoDB Developer Guide for current limits and how \
                     to request higher limits."
                )
            }
            ProvisionedWhenOnDemand => write!(
                f,
                "{INVALID}ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST"
            ),
            UpdateOnDemand { index } => write!(
                f,
                "{INVALID}The only Updates for index: {index} when TableThroughputMode is PAY_PER_REQUEST can be to \
                 OnDemandThroughput, WarmThroughput"
            ),
        }
    }
}
