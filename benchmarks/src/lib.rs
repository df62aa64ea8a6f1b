//! What the benchmarks have in common: the requests that all of them send, and how figures are kept and told.

pub mod figures;
pub mod report;
pub mod sizes;
pub mod summary;
pub mod workload;
