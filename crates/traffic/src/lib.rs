//! Seeded traffic, and the traffic model: requests and items from a description, demand under the limits of capacity, and the
//! day of a table. README.md explains the parts.

pub mod generator;
pub mod lab;
pub mod twin;
pub mod workload;

/// The example of README.md is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
