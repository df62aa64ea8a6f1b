//! Settings that operate a table in production: auto scaling of its capacity, and alarms on its metrics.

use serde::{Deserialize, Serialize};

use super::Extra;

/// Auto scaling of the read or the write units of a table or of a global index.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scaling {
    /// None means the table itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    pub units: Dimension,
    /// The smallest capacity in units per second.
    pub least: u64,
    /// The largest capacity in units per second.
    pub most: u64,
    /// The target utilization in percent.
    #[serde(default = "default_target")]
    pub target_percent: f64,
    /// Seconds between two reductions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale_in_seconds: Option<u64>,
    /// Seconds between two increases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale_out_seconds: Option<u64>,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dimension {
    #[default]
    Read,
    Write,
}

impl Dimension {
    /// Returns the word in the names of AWS, such as `ReadCapacityUnits`.
    pub fn word(self) -> &'static str {
        match self {
            Dimension::Read => "Read",
            Dimension::Write => "Write",
        }
    }
}

/// The target utilization that AWS's console proposes, in percent.
pub const TARGET_PERCENT: f64 = 70.0;

fn default_target() -> f64 {
    TARGET_PERCENT
}

impl Default for Scaling {
    fn default() -> Scaling {
        Scaling {
            index: None,
            units: Dimension::Read,
            least: 5,
            most: 100,
            target_percent: TARGET_PERCENT,
            scale_in_seconds: None,
            scale_out_seconds: None,
            extra: Extra::new(),
        }
    }
}

/// An alarm on a metric of CloudWatch for the table or one of its global indexes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Alarm {
    pub name: String,
    /// The metric, such as `ReadThrottleEvents`.
    pub metric: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    /// The operation, which some metrics need as a dimension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// The statistic, such as `Sum`.
    pub statistic: String,
    /// Seconds of each value.
    pub period_seconds: u64,
    pub threshold: f64,
    /// The comparison, such as `GreaterThanOrEqualToThreshold`.
    pub comparison: String,
    /// Number of values that are compared.
    pub periods: u64,
    /// Number of values that must be beyond the threshold. None means all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods_to_alarm: Option<u64>,
    /// What a missing value means, such as `notBreaching`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    #[serde(flatten)]
    pub extra: Extra,
}
