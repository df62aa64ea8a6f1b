//! One grammar per language, each in a file of its own.

pub(crate) mod condition;
pub(crate) mod projection;
pub(crate) mod update;
