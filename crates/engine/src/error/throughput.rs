//! Errors of CreateTable and UpdateTable about on-demand and warm throughput.

use std::fmt;

use crate::error::phrases::INVALID;

/// Errors about on-demand and warm throughput. `index` is `None` for the table itself.
#[derive(Clone, Debug, PartialEq)]
pub enum ThroughputError {
    /// The message differs in CreateTable.
    OnDemandOfProvisioned {
        member: &'static str,
        index: Option<String>,
        is_new: bool,
    },
    OnDemandOutOfRange {
        member: &'static str,
        index: Option<String>,
    },
    WarmEmpty {
        index: String,
    },
    WarmBelowCapacity {
        member: &'static str,
        capacity: &'static str,
        index: Option<String>,
    },
    WarmBelowDefault {
        member: &'static str,
        index: Option<String>,
    },
    WarmDecreased {
        member: &'static str,
        index: Option<String>,
    },
    WarmOutOfBounds {
        member: &'static str,
        value: u64,
    },
}

/// The resource as the messages about warm throughput name it.
struct ThroughputResource<'a>(&'a Option<String>);

impl fmt::Display for ThroughputResource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("table"),
            Some(index) => write!(f, "index {index}"),
        }
    }
}

impl fmt::Display for ThroughputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ThroughputError::*;
        match self {
            OnDemandOfProvisioned { member, index, is_new } => {
                let (space, the, end) = if *is_new { ("", "", ".") } else { (" ", "the ", "") };
                write!(f, "{INVALID}{member} for OnDemandThroughput ")?;
                if let Some(index) = index {
                    write!(f, "for index{space}: {index} ")?;
                }
                write!(f, "cannot be specified when {the}table BillingMode is PROVISIONED{end}")
            }
            OnDemandOutOfRange { member, index } => {
                let colon = if index.is_some() { "index : " } else { "table" };
                write!(
                    f,
                    "{INVALID}Requested {member} for OnDemandThroughput for {colon}{} is outside of valid range",
                    index.as_deref().unwrap_or_default()
                )
            }
            WarmEmpty { index } => write!(
                f,
                "{INVALID}WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond \
                 specified for index: {index}"
            ),
            WarmBelowCapacity { member, capacity, index } => write!(
                f,
                "{INVALID}Requested {member} for WarmThroughput for {} is lower than {capacity} of \
                 ProvisionedThroughput",
                ThroughputResource(index)
            ),
            WarmBelowDefault { member, index } => write!(
                f,
                "{INVALID}Requested {member} for WarmThroughput for {} is lower than initial throughput for OnDemand. \
                 See: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html\
                 #on-demand-capacity-mode-initial",
                ThroughputResource(index)
            ),
            WarmDecreased { member, index } => write!(
                f,
                "{INVALID}Requested {member} for WarmThroughput for {} is lower than current WarmThroughput, \
                 decreasing WarmThroughput is not supported",
                ThroughputResource(index)
            ),
            WarmOutOfBounds { member, value } => {
                write!(f, "Given value {value} for {member} is out of bounds")
            }
        }
    }
}
