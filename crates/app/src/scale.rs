//! The partition lab: its inputs, and the cost of a day.

pub mod cost;
pub mod inputs;
pub mod presets;
