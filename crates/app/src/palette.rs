//! The command palette: how entries are found for a typed text, and grouped.

pub mod concepts;
pub mod groups;
pub mod matching;
pub mod question;
