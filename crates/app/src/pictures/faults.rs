//! The diagram of faults: rules that make requests fail, and what a client tries again.

pub mod retries;
pub mod rule;
