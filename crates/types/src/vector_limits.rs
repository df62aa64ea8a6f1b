//! The limits of vector indexes, as DynamoDB documents them.

/// The maximum number of vector indexes of one table.
pub const VECTOR_INDEXES_MAX: usize = 5;

/// The maximum number of dimensions of a vector.
pub const DIMENSIONS_MAX: u64 = 4096;

/// The bytes that an index stores for each dimension.
pub const FLOAT_BYTES: u64 = 4;

/// The maximum number of attributes with the role INLINE_FILTER in the search schema of an index.
pub const INLINE_FILTERS_MAX: usize = 18;
