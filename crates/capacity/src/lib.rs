//! Capacity arithmetic. Only this crate rounds sizes to capacity units, so the engine and the calculators agree. It also has the rules
//! of admission (token buckets, partition limits, splits) and of auto scaling.

/// The example of README.md is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;

pub mod admission;
pub mod heat;
pub mod hot_key;
pub mod index_write;
pub mod item_anatomy;
pub mod partition_map;
pub mod partitions;
pub mod request_units;
pub mod scaling;
pub mod scaling_day;
pub mod second;
pub mod second_window;
pub mod token_bucket;
pub mod units;

pub use index_write::index_write_units;
pub use units::{HalfUnits, ReadConsistency, read_units, write_units};
