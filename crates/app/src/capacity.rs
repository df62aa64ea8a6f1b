//! The capacity calculators: their inputs, and what follows from them.

pub mod inputs;
pub mod item_text;
pub mod load;
pub mod request_mix;
pub mod settings_text;
