//! The diagram of access: policies, and who may do what.

pub mod diagnostics;
pub mod permissions;
pub mod presets;
