//! Identifiers and random numbers, both from the seed.

pub mod draw;
pub(crate) mod ids;
