//! Entities, their attributes with the source of sample values, and the relations between entities.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Extra;

/// Rows of a root entity in the sample, if the design has no number.
pub const SAMPLE_ROWS_DEFAULT: u64 = 50;
/// Maximum rows of one entity in the sample.
pub const SAMPLE_ROWS_MAX: u64 = 5_000;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// Number of items in production.
    #[serde(default)]
    pub count: u64,
    /// Rows in the sample: exact for a root entity, a maximum for a child.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<u64>,
    /// Number of items that are added per month.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub growth_per_month: f64,
    /// How long an item is kept, in days. None means that it is never deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retention_days: Option<f64>,
    /// The attribute that contains the owner (a tenant or user). Only the owner may read the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    pub attributes: Vec<Attribute>,
    /// Rows of the sample as DynamoDB JSON, in place of generated ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<BTreeMap<String, Value>>,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AttributeType {
    #[default]
    S,
    N,
    B,
    BOOL,
    NULL,
    L,
    M,
    SS,
    NS,
    BS,
}

impl AttributeType {
    pub fn name(self) -> &'static str {
        match self {
            AttributeType::S => "S",
            AttributeType::N => "N",
            AttributeType::B => "B",
            AttributeType::BOOL => "BOOL",
            AttributeType::NULL => "NULL",
            AttributeType::L => "L",
            AttributeType::M => "M",
            AttributeType::SS => "SS",
            AttributeType::NS => "NS",
            AttributeType::BS => "BS",
        }
    }

    /// Returns true if a key can have this type.
    pub fn can_be_key(self) -> bool {
        matches!(self, AttributeType::S | AttributeType::N | AttributeType::B)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Attribute {
    pub name: String,
    #[serde(rename = "type", default)]
    pub data_type: AttributeType,
    /// The source of sample values. A relation that copies a value overrides it.
    #[serde(default)]
    pub values: Values,
    /// True if the value changes after the item is created.
    #[serde(default, skip_serializing_if = "is_false")]
    pub changes: bool,
    /// Share of the items that have the attribute, from 0 to 1.
    #[serde(default = "all", skip_serializing_if = "is_all")]
    pub present: f64,
    #[serde(flatten)]
    pub extra: Extra,
}

/// How a sample value is made. It depends on the seed, the row and the attribute's name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Values {
    /// A short word for a string, a small number for a number.
    #[default]
    Any,
    /// `prefix001`, `prefix002` and so on, or the number alone for a number.
    Sequence {
        #[serde(default)]
        prefix: String,
        #[serde(default)]
        width: usize,
        #[serde(default = "first")]
        start: u64,
    },
    /// 26 characters that sort by time (a ULID).
    Ulid {
        from: String,
        to: String,
    },
    Uuid,
    /// A random value of this list with these weights. Without weights, all are equal.
    Choice {
        values: Vec<Value>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        weights: Vec<f64>,
    },
    /// The values of this list in turn, one per row.
    Cycle {
        values: Vec<Value>,
    },
    Number {
        least: f64,
        most: f64,
        #[serde(default)]
        decimals: u32,
    },
    /// A time between two ISO 8601 times: ISO text for a string, epoch seconds for a number.
    Time {
        from: String,
        to: String,
    },
    /// A date between two dates.
    Date {
        from: String,
        to: String,
    },
    /// A string of this size.
    Text {
        bytes: usize,
    },
    /// The name of a person.
    Person,
    /// An email address that is unique among the rows.
    Email,
    /// True with the probability `share`.
    Flag {
        share: f64,
    },
    /// The same value for every row.
    Constant {
        value: Value,
    },
    /// A list of numbers between -1 and 1.
    Vector {
        dimensions: usize,
    },
}

/// Each row of the parent has some rows of the child.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Relation {
    pub parent: String,
    pub child: String,
    /// The attributes of the child that copy an attribute of the parent: child's name to parent's name.
    pub copies: BTreeMap<String, String>,
    #[serde(default)]
    pub per_parent: PerParent,
    #[serde(default, skip_serializing_if = "Skew::is_even")]
    pub skew: Skew,
    #[serde(flatten)]
    pub extra: Extra,
}

/// The number of child rows per parent row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PerParent {
    #[serde(default)]
    pub least: u64,
    pub mean: f64,
    pub most: u64,
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for PerParent {
    fn default() -> PerParent {
        PerParent { least: 1, mean: 1.0, most: 1, extra: Extra::new() }
    }
}

/// How the child rows are divided between the parents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Skew {
    #[default]
    Even,
    /// The first parent has the most rows, the second half as many, the third a third.
    Zipf,
}

impl Skew {
    pub fn is_even(&self) -> bool {
        *self == Skew::Even
    }
}

/// Months until the time for which sizes are predicted.
const PREDICTED_MONTHS: f64 = 12.0;
const DAYS_PER_MONTH: f64 = 365.25 / 12.0;

impl Entity {
    /// Returns the number of items in production in one year: those of now and the new ones, without those that are no longer
    /// kept. Without a growth, it is the number of now.
    pub fn predicted_count(&self) -> f64 {
        let (count, growth) = (self.count as f64, self.growth_per_month);
        if !(growth.is_finite() && growth > 0.0) {
            return count;
        }
        let added = growth * PREDICTED_MONTHS;
        match self.retention_days.filter(|days| days.is_finite() && *days > 0.0) {
            None => count + added,
            Some(days) => {
                let kept_months = days / DAYS_PER_MONTH;
                // The items of now are of every age up to the retention.
                let left = count * (1.0 - PREDICTED_MONTHS / kept_months).max(0.0);
                left + growth * kept_months.min(PREDICTED_MONTHS)
            }
        }
    }

    /// Returns true if each row has a value of its own of the attribute, as far as its source tells.
    pub fn is_own_id(&self, name: &str) -> bool {
        self.attribute(name).is_some_and(|attribute| {
            matches!(
                attribute.values,
                Values::Sequence { .. } | Values::Ulid { .. } | Values::Uuid | Values::Email
            )
        })
    }

    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }
}

fn first() -> u64 {
    1
}

fn all() -> f64 {
    1.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_all(share: &f64) -> bool {
    *share >= 1.0
}

pub(super) fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

pub(super) fn is_false(flag: &bool) -> bool {
    !*flag
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_and_retention_decide_the_items_of_the_next_year() {
        let items = |count, growth_per_month, retention_days| {
            let entity = Entity { count, growth_per_month, retention_days, ..Entity::default() };
            entity.predicted_count().round()
        };
        assert_eq!(items(500, 0.0, None), 500.0);
        assert_eq!(items(500, 0.0, Some(30.0)), 500.0);
        assert_eq!(items(500, 100.0, None), 1_700.0);
        // A month is kept, so only the items of the last month are left.
        assert_eq!(items(500, 100.0, Some(DAYS_PER_MONTH)), 100.0);
        assert_eq!(items(500, 100.0, Some(12.0 * DAYS_PER_MONTH)), 1_200.0);
        // Two years are kept, so half of the items of now are left.
        assert_eq!(items(500, 100.0, Some(24.0 * DAYS_PER_MONTH)), 1_450.0);
        for odd in [f64::NAN, f64::INFINITY, -1.0] {
            assert_eq!(items(500, odd, Some(odd)), 500.0, "{odd}");
        }
        assert_eq!(items(500, 100.0, Some(0.0)), 1_700.0);
    }
}
