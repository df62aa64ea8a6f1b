//! The command palette: how entries are found for a typed text, and grouped.

pub mod groups;
pub mod matching;
