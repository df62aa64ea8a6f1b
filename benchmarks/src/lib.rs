//! Shared by all benchmarks: the requests that they send, and how figures are stored and printed.

pub mod cpu;
pub mod figures;
pub mod instructions;
pub mod large_design;
pub mod large_files;
pub mod report;
pub mod server_process;
pub mod sizes;
pub mod stalls;
pub mod summary;
pub mod workload;
