//! How much the program `instructions` does while callgrind counts. The table of figures divides by it.

/// The number of requests of one kind.
pub const REQUESTS: u64 = 2_000;
/// The number of items of 300 bytes that the measured table has beside those of `workload`.
pub const BULK_ITEMS: u64 = 20_000;
