//! Values that the texts of a lesson insert by placeholder.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// A number, shown with separators, as in 409,600.
    Number(f64),
    /// A name or a key, the same in both languages.
    Text(String),
    /// A number that the learner may change with a slider.
    Slider(Slider),
    /// A formula over other numbers: `ceil(orders * bytes / 4096) / 2`.
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

impl Value {
    /// Formats a number as the texts show it: 409,600 or 0.5. The separator is the same in both languages.
    pub fn number_text(number: f64) -> String {
        let rounded = (number * 10_000.0).round() / 10_000.0;
        let text = format!("{}", rounded.abs());
        let (whole, fraction) =
            text.split_once('.').map_or((text.as_str(), None), |(whole, fraction)| (whole, Some(fraction)));
        let mut grouped = String::new();
        for (place, digit) in whole.chars().enumerate() {
            if place > 0 && (whole.len() - place) % 3 == 0 {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        let sign = if rounded < 0.0 { "-" } else { "" };
        match fraction {
            Some(fraction) => format!("{sign}{grouped}.{fraction}"),
            None => format!("{sign}{grouped}"),
        }
    }
}
