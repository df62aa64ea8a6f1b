//! The command palette: how entries are found for a typed text.

pub mod matching;
