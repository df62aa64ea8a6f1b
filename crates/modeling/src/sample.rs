//! Sample data: rows of each entity, made from the design's seed, that obey relations, cardinality and skew.

pub mod random;

pub use random::hash_text;
