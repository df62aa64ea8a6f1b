//! Capacity arithmetic: the only crate that rounds sizes to capacity units, so the engine that charges and the calculators that predict
//! agree. It also has the rules of admission (token buckets, partition limits, splits) for the engine and the traffic model.

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
