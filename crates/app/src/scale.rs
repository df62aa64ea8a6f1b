//! The partition lab: its inputs, and the cost of a day.

pub mod busiest_key;
pub mod busiest_share;
pub mod cost;
pub mod inputs;
pub mod presets;
