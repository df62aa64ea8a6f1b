//! The diagram of triggers: their functions, and what came of an invocation.

pub mod answer;
pub mod presets;
