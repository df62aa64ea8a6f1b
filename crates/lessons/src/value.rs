//! Values that the texts of a lesson name by placeholder.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// Written with separators in the texts, as in 409,600.
    Number(f64),
    /// A name or a key, the same in both languages.
    Text(String),
    /// A number that the learner may change.
    Slider(Slider),
    /// Follows other numbers: `ceil(orders * bytes / 4096) / 2`.
    Formula(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slider {
    pub start: f64,
    pub min: f64,
    pub max: f64,
    pub step: f64,
}
