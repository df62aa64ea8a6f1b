//! Access patterns: rate, parameters, request, and expected result.

use std::collections::BTreeMap;

use dynalab_load::{DAY_MINUTES, Day};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Extra;
use super::entity::is_zero;
use super::expectation::Expectation;
use super::operation::Operation;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AccessPattern {
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    #[serde(default)]
    pub rate: Rate,
    /// Share of the writes whose condition fails, from 0 to 1. DynamoDB charges them too.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failed_conditions: f64,
    #[serde(default, skip_serializing_if = "Consistency::is_eventual")]
    pub consistency: Consistency,
    #[serde(default, skip_serializing_if = "Access::is_owner")]
    pub access: Access,
    /// The busiest key's share of the requests, if more than its share of the items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub busiest_share: Option<f64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, Parameter>,
    /// The request. A pattern without one is red.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<Operation>,
    /// The expected result. A pattern without one is red.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<Expectation>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// Requests per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    pub average: f64,
    #[serde(default)]
    pub peak: f64,
    /// The shape of the day. None written means one peak of an hour at noon.
    #[serde(default, skip_serializing_if = "is_default_day")]
    pub day: Day,
    /// The part by which the requests grow in a year: 0.5 is half more. Sizes and costs are those after this year.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub growth: f64,
}

impl Rate {
    /// Returns a rate with one peak of an hour a day, and without growth.
    pub const fn new(average: f64, peak: f64) -> Rate {
        Rate { average, peak, day: Day::OF_ONE_PEAK, growth: 0.0 }
    }

    /// Returns the name of a member whose value makes no sense.
    pub fn fault(&self) -> Option<&'static str> {
        let is_rate = |rate: f64| rate >= 0.0;
        match self.day {
            _ if !(is_rate(self.average) && is_rate(self.peak)) => Some("rate"),
            _ if !(is_rate(self.growth) && self.growth.is_finite()) => Some("rate.growth"),
            Day::OnePeak { minutes, at } if minutes as usize > DAY_MINUTES || at as usize >= DAY_MINUTES => {
                Some("rate.day")
            }
            Day::Drawn(hours) if hours.iter().any(|percent| *percent > 100) => Some("rate.day"),
            _ => None,
        }
    }

    /// Returns the highest rate in production: the peak after growth, or the average if it is higher.
    pub fn highest(&self) -> f64 {
        let growth = 1.0 + self.growth;
        self.day.highest(self.average * growth, self.peak * growth)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_default_day(day: &Day) -> bool {
    *day == Day::default()
}

/// The consistency of the pattern's reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consistency {
    #[default]
    Eventual,
    Strong,
}

impl Consistency {
    pub fn is_eventual(&self) -> bool {
        *self == Consistency::Eventual
    }
}

/// The caller of the request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// The owner of the items. The key must contain the owner.
    #[default]
    Owner,
    /// The application itself, an operator or a batch job.
    Service,
    /// Every user may read the items.
    Public,
}

impl Access {
    pub fn is_owner(&self) -> bool {
        *self == Access::Owner
    }
}

/// The value of a parameter in the check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Parameter {
    /// An attribute of one row of the sample.
    Sample {
        /// `Entity.attribute`.
        of: String,
        /// Parameters with the same entity and row belong together.
        #[serde(default)]
        row: usize,
    },
    /// An attribute of the new row that a put writes, as `Entity.attribute`.
    New { new: String },
    /// A literal value: N for a number, S for a text.
    Value { value: Value },
}
