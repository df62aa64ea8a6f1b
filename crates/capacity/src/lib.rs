//! Arithmetic of capacity: the only place that rounds sizes to units, so the engine that charges and the calculators
//! that predict cannot disagree; and who is let in, for the engine and for those who count whole seconds.

pub mod admission;
pub mod heat;
pub mod index_write;
pub mod partition_map;
pub mod partitions;
pub mod second;
pub mod second_window;
pub mod token_bucket;
pub mod units;

pub use index_write::index_write_units;
pub use units::{HalfUnits, ReadConsistency, read_units, write_units};
