//! The grammars of the expression languages, one file each.

pub(crate) mod condition;
pub(crate) mod projection;
pub(crate) mod update;
