//! The diagram of triggers: their functions, and the result of an invocation.

pub mod answer;
pub mod presets;
