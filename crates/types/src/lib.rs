//! The values that all layers share: attribute values, numbers, items, keys and their bytes, schemas, sizes, JSON, and the bounds of what comes from outside.

/// The example of README.md is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;

pub mod attribute_value;
pub mod binary;
pub mod budget;
pub mod charged_read;
pub mod fingerprint;
mod hash_order;
pub mod iso_time;
pub mod json;
pub mod key;
pub mod number;
pub mod ordered;
pub mod packed_item;
pub mod projection;
pub mod region;
pub mod schema;
pub mod size;
pub mod small_map;
pub mod timestamp;
pub mod vector_limits;
pub mod wire;

pub use attribute_value::{AttributeMap, AttributeValue, DataType, Item};
pub use budget::{At, Bound, Budget, TooMuch};
pub use fingerprint::fingerprint;
pub use hash_order::hash_place;
pub use key::{KeyBytes, KeyValue, PrimaryKey};
pub use number::{ExponentWidth, Number, NumberError};
pub use packed_item::PackedItem;
pub use schema::{KeyAttribute, KeySchema, KeyType, ScalarType};
pub use small_map::SmallMap;
pub use timestamp::Timestamp;
