//! Arithmetic of capacity: the only place that rounds sizes to units, so the engine that charges and the calculators
//! that predict cannot disagree.

pub mod index_write;
pub mod partitions;
pub mod units;

pub use index_write::index_write_units;
pub use units::{HalfUnits, ReadConsistency, read_units, write_units};
